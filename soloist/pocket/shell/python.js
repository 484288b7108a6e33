// Starts Python with the packages of this version: in the worker that answers, in the one for long jobs, and in those that
// prepare later starts.
import { LIBRARIES } from "./libraries.js";
import { unpack } from "./pack.js";
import create from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const PACKAGES = "/soloist/packages";
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "0" }, packages: {} };

// WebAssembly libraries, compiled. They are linked before Python starts, so that they are at the same address every time.
function compiled(base) {
  const found = Object.entries(LIBRARIES).map(async ([file, path]) => {
    return [`${PACKAGES}/${path}`, await WebAssembly.compileStreaming(fetch(base + file))];
  });
  return Promise.all(found);
}

// Starts Python without packages. `libraries` are linked; `filled` writes a snapshot into its memory before it starts.
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

// Starts Python from the files of the site, with these parts of the packages and with cached bytecode if there is any.
async function startPython(base, bytecode, parts, how = {}) {
  const fetched = parts.map((part) => fetch(`${base}${part}.pack`).then((answer) => answer.arrayBuffer()));
  const python = await load(base, bytecode.library(`${base}stdlib.zip`), how);
  for (const pack of fetched) unpack(python.FS, await pack, `${PACKAGES}/`);
  await bytecode.restore(python.FS, parts);
  // what is loaded now stays loaded; bytecode is written beside the sources, to be cached
  python.runPython(`
import gc, sys
gc.disable()
sys.path.insert(0, "${PACKAGES}")
sys.dont_write_bytecode = ${bytecode.there ? "True" : "False"}
from soloist.pocket.toml_cache import remember_toml
remember_toml()
`);
  return python;
}

export const startPages = (base, bytecode, how) => startPython(base, bytecode, ["games", "pages"], how);

// Starts Python without pages, for long jobs.
export const startWork = (base, bytecode) => startPython(base, bytecode, ["games"], { libraries: [] });

// Starts Python from a memory snapshot.
export const startFilled = (base, library, head, filled) => load(base, library, { _loadSnapshot: head, filled });
