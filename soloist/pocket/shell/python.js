// Python itself, with the packages of this version: in the worker that answers, in the one that does long work, and in those
// that make later starts short.
import { LIBRARIES } from "./libraries.js";
import { unpack } from "./pack.js";
import create from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const PACKAGES = "/soloist/packages";
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "0" }, packages: {} };

// What is machine code of the browser, compiled. It is linked before Python begins: so it lies at the same place of the memory
// every time.
function compiled(base) {
  const found = Object.entries(LIBRARIES).map(async ([file, path]) => {
    return [`${PACKAGES}/${path}`, await WebAssembly.compileStreaming(fetch(base + file))];
  });
  return Promise.all(found);
}

// Python without any package. `libraries` are linked; `filled` puts a memory in place before it begins with an empty one.
async function load(base, library, { libraries = compiled(base), filled = async () => {}, ...more } = {}) {
  return loadPyodide({
    indexURL: base,
    stdLibURL: library,
    lockFileContents: JSON.stringify(LOCK),
    packageBaseUrl: base,
    env: { HOME: "/soloist", PYTHONHASHSEED: "0" },
    checkAPIVersion: false,
    createPyodideModule: async (settings) => {
      const linked = await libraries;
      settings.onRuntimeInitialized = () => {
        for (const [path, code] of linked) {
          settings.preloadedWasm[path] = settings.loadWebAssemblyModule(code, { nodelete: true }, path, {});
        }
      };
      const module = await create(settings);
      await filled(module);
      return module;
    },
    ...more,
  });
}

// Python from the files of the site, with these parts of the packages, and with what it compiled at an earlier start if that
// is there.
async function startPython(base, bytecode, parts, how = {}) {
  const fetched = parts.map((part) => fetch(`${base}${part}.pack`).then((answer) => answer.arrayBuffer()));
  const python = await load(base, bytecode.library(`${base}stdlib.zip`), how);
  for (const pack of fetched) unpack(python.FS, await pack, `${PACKAGES}/`);
  await bytecode.restore(python.FS, parts);
  // nothing that is loaded now goes again; bytecode is written once, beside the sources, to be kept
  python.runPython(`
import gc, sys
gc.disable()
sys.path.insert(0, "${PACKAGES}")
sys.dont_write_bytecode = ${bytecode.there ? "True" : "False"}
from soloist.pocket.toml_cache import remember
remember()
`);
  return python;
}

export const startPages = (base, bytecode, how) => startPython(base, bytecode, ["games", "pages"], how);

// Without pages: what long work needs.
export const startWork = (base, bytecode) => startPython(base, bytecode, ["games"], { libraries: [] });

// With a memory that was kept.
export const startFilled = (base, library, head, filled) => load(base, library, { _loadSnapshot: head, filled });
