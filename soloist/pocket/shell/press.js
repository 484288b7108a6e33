// A worker that makes the memory snapshot for later starts, once per version of Python's files: its Python renders the
// pages once and then ends.
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
    console.info("no memory is kept", why); // starts only take longer
    await memory.drop();
  }
  postMessage("over");
};
