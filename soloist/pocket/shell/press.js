// A worker that makes the memory for later starts, once for each version of Python's files: a Python that gets the pages ready
// and then ends.
import { Bytecode } from "./bytecode.js";
import { Memory } from "./memory.js";
import { startPages } from "./python.js";

self.onmessage = async ({ data: { base, version, languages } }) => {
  const memory = await Memory.open(base, version);
  try {
    const python = await startPages(base, await Bytecode.open(base, version), { _makeSnapshot: true });
    const files = python.runPython(`
from soloist.pocket.snapshot import get_ready
get_ready("${languages.replace(/[^\w,-]/g, "")}")
`);
    await memory.keep(python, files.split("\n"));
  } catch (why) {
    console.info("no memory is kept", why); // every start takes longer, and that is all
    await memory.drop();
  }
  postMessage("over");
};
