// The worker in which Python answers. One request after the other; what it changed is durable before its answer goes out.
import { loadPyodide } from "./pyodide.mjs";
import { Bytecode } from "./bytecode.js";
import { Kept, NotOursError } from "./storage.js";

const PACKAGES = "/soloist/packages";
const DATA = "/soloist/data";

function unpack(FS, pack) {
  const length = new DataView(pack).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, length)));
  let at = 4 + length;
  const made = new Set();
  for (const [path, size] of index) {
    const folder = `${PACKAGES}/${path.slice(0, path.lastIndexOf("/") + 1)}`;
    if (!made.has(folder)) {
      FS.mkdirTree(folder);
      made.add(folder);
    }
    const whole = `${PACKAGES}/${path}`;
    FS.writeFile(whole, new Uint8Array(pack, at, size), { canOwn: true });
    FS.utime(whole, 0, 0); // bytecode is recognized by the time of its source
    at += size;
  }
}

async function start({ base, version, languages }) {
  const fetched = fetch(`${base}python.pack`).then((answer) => answer.arrayBuffer());
  const bytecode = await Bytecode.open(base, version);
  const kept = await Kept.open(`soloist ${base}`).catch((why) => {
    postMessage({ kind: "unkept", why: String(why?.name ?? why) });
    return null;
  });
  const python = await loadPyodide({
    indexURL: base,
    stdLibURL: await bytecode.library(`${base}stdlib.zip`),
    lockFileContents: JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "0" }, packages: {} }),
    packageBaseUrl: base,
    env: { HOME: "/soloist", PYTHONHASHSEED: "0" },
    checkAPIVersion: false,
  });
  const { FS } = python;
  unpack(FS, await fetched);
  await bytecode.restore(FS);
  if (kept) await kept.restore(FS, DATA);
  else FS.mkdirTree(DATA);
  // nothing that is loaded now goes again; bytecode is written once, beside the sources, to be kept
  python.runPython(`
import gc, sys
gc.disable()
sys.path.insert(0, "${PACKAGES}")
sys.dont_write_bytecode = ${bytecode.there ? "True" : "False"}
from soloist.pocket.parsed import remember
remember()
`);
  const entrance = python.pyimport("soloist.pocket.entrance");
  const engine = entrance.open_engine(DATA, location.origin + base, languages);
  await kept?.keep();
  return { python, engine, kept, bytecode };
}

let running = null;
let queue = Promise.resolve();

async function answer(asked) {
  const { engine, kept } = await running;
  const found = await engine.answer(asked.method, asked.path, asked.query, asked.headers, new Uint8Array(asked.body));
  const [status, headers, body] = [found.get(0), found.get(1).toJs(), found.get(2)];
  const view = body.getBuffer("u8");
  const bytes = view.data.slice();
  view.release();
  body.destroy();
  found.destroy();
  const written = (await kept?.keep()) ?? 0;
  return { status, headers, body: bytes.buffer, written };
}

self.onmessage = ({ data, ports }) => {
  if (data.kind === "start") {
    running = start(data);
    running.then(
      () => postMessage({ kind: "ready" }),
      (why) => postMessage({ kind: "failed", why: String(why?.stack ?? why) }),
    );
  } else if (data.kind === "ask") {
    const [port] = ports;
    queue = queue.then(async () => {
      if (!(await running.then(() => true, () => false))) return; // told already; nothing will ever be answered here
      try {
        const found = await answer(data.asked);
        port.postMessage(found, [found.body]);
      } catch (why) {
        // what Python holds in memory is not what is kept: this worker ends, and another begins from what is kept
        const kind = why instanceof NotOursError ? "not_ours" : why?.name === "QuotaExceededError" ? "full" : "fault";
        port.postMessage({ status: kind === "full" ? 507 : 500, fault: kind });
        postMessage({ kind: "broken", fault: kind, why: String(why?.stack ?? why) });
        queue = new Promise(() => {});
      }
    });
  } else if (data.kind === "settle") {
    queue = queue.then(async () => { // asked for when it runs
      const { python, bytecode } = await running;
      await bytecode.keep(python);
      postMessage({ kind: "settled", heap: python._module.HEAPU8.length });
    });
  }
};
