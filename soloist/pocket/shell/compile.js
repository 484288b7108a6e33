// A worker that compiles Python's files, once for each version of them, and then ends: a Python that has compiled is larger than
// one that reads what was compiled, and only one of the two is there at a time.
import { Bytecode } from "./bytecode.js";
import { startPages } from "./python.js";

self.onmessage = async ({ data: { base, version } }) => {
  try {
    const bytecode = await Bytecode.open(base, version);
    const python = await startPages(base, bytecode);
    python.runPython("import soloist.pocket.worker_entry");
    await bytecode.keep(python);
  } catch (why) {
    console.info("nothing was compiled beforehand", why); // whoever waits compiles for himself
  }
  postMessage("over");
};
