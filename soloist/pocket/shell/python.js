// Python itself, with the packages of this version: in the worker that answers, and in the one that does long work.
import { loadPyodide } from "./pyodide.mjs";
import { Bytecode } from "./bytecode.js";
import { unpack } from "./pack.js";

const PACKAGES = "/soloist/packages";

export async function startPython(base, version) {
  const fetched = fetch(`${base}python.pack`).then((answer) => answer.arrayBuffer());
  const bytecode = await Bytecode.open(base, version);
  const python = await loadPyodide({
    indexURL: base,
    stdLibURL: await bytecode.library(`${base}stdlib.zip`),
    lockFileContents: JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "0" }, packages: {} }),
    packageBaseUrl: base,
    env: { HOME: "/soloist", PYTHONHASHSEED: "0" },
    checkAPIVersion: false,
  });
  unpack(python.FS, await fetched, `${PACKAGES}/`);
  await bytecode.restore(python.FS);
  // nothing that is loaded now goes again; bytecode is written once, beside the sources, to be kept
  python.runPython(`
import gc, sys
gc.disable()
sys.path.insert(0, "${PACKAGES}")
sys.dont_write_bytecode = ${bytecode.there ? "True" : "False"}
from soloist.pocket.parsed import remember
remember()
`);
  return { python, bytecode };
}
