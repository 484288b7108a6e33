// Controls the worker for long jobs from the one that answers: it starts with a job and ends without one.

const PATIENCE = 10_000;

export class Workshop {
  // `done` is called when the changes of a job should be stored.
  constructor(base, version, done) {
    Object.assign(this, { base, version, done, worker: null, idle: 0, leave: null });
  }

  // Runs a job and returns its result, both as bytes. Python sends one at a time.
  do(job) {
    const view = job.getBuffer("u8");
    const bytes = view.data.slice();
    view.release();
    clearTimeout(this.idle);
    this.worker ??= new Worker(`${this.base}work.js`, { type: "module" });
    return new Promise((resolve, reject) => {
      this.leave = () => resolve(new Uint8Array());
      this.worker.onmessage = ({ data }) => {
        if (data.fault) reject(new Error(data.fault));
        else resolve(data.bytes);
        this.idle = setTimeout(() => this.end(), PATIENCE);
        setTimeout(this.done);
      };
      this.worker.onerror = (event) => {
        this.end(); // the next job tries again
        reject(new Error(event.message));
      };
      this.worker.postMessage({ base: this.base, version: this.version, bytes }, [bytes.buffer]);
    });
  }

  // Aborts the current job: its Python ends, whatever it is doing.
  giveUp() {
    this.end();
    this.leave?.();
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}
