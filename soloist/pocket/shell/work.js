// The worker for long jobs: a Python of its own, one job at a time.
import { Bytecode } from "./bytecode.js";
import { startWork } from "./python.js";

let running = null;

async function start(base, version) {
  const python = await startWork(base, await Bytecode.open(base, version));
  const workshop = python.pyimport("soloist.pocket.job");
  python.runPython("gc.freeze(); gc.enable()"); // loaded modules stay: exclude them from collection
  return { python, workshop };
}

self.onmessage = async ({ data: { base, version, bytes } }) => {
  try {
    running ??= start(base, version);
    const { python, workshop } = await running;
    const job = python.toPy(bytes);
    const found = workshop.do(job);
    const view = found.getBuffer("u8");
    const made = view.data.slice();
    view.release();
    for (const proxy of [found, job]) proxy.destroy();
    postMessage({ bytes: made }, [made.buffer]);
  } catch (why) {
    postMessage({ fault: String(why?.message ?? why) });
  }
};
