// The worker for long work, seen from the one that answers: it is there when there is a job, and goes when there is none.

const PATIENCE = 10_000;

export class Workshop {
  // `done` is called when what a job changed should be kept.
  constructor(base, version, done) {
    Object.assign(this, { base, version, done, worker: null, idle: 0, leave: null });
  }

  // What comes of a job, both as bytes. Python asks for one after the other.
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

  // Nothing comes of the job at hand: its Python ends, whatever it is doing.
  giveUp() {
    this.end();
    this.leave?.();
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}
