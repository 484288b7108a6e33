// A worker that compiles Python's files once per version and then ends: a Python that has compiled needs more memory than
// one that reads bytecode, and only one of them runs at a time.
import { Bytecode } from "./bytecode.js";
import { startPages } from "./python.js";

self.onmessage = async ({ data: { base, version } }) => {
  try {
    const bytecode = await Bytecode.open(base, version);
    const python = await startPages(base, bytecode);
    python.runPython("import soloist.pocket.worker_entry");
    await bytecode.keep(python);
  } catch (why) {
    console.info("bytecode was not compiled", why); // the main worker compiles instead
  }
  postMessage("over");
};
