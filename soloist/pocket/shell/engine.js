// The worker in which Python answers. One request after the other; what it changed is durable before its answer goes out.
import { startPython } from "./python.js";
import { Kept, NotOursError } from "./storage.js";
import { Workshop } from "./workshop.js";

const DATA = "/soloist/data";

async function start({ base, version, languages }) {
  const opening = Kept.open(`soloist ${base}`).catch((why) => {
    postMessage({ kind: "unkept", why: String(why?.name ?? why) });
    return null;
  });
  const { python, bytecode } = await startPython(base, version);
  const kept = await opening;
  const { FS } = python;
  if (kept) await kept.restore(FS, DATA);
  else FS.mkdirTree(DATA);
  const workshop = new Workshop(base, version, () => inTurn(async () => { await kept?.keep(); }));
  const entrance = python.pyimport("soloist.pocket.entrance");
  const engine = entrance.open_engine(DATA, location.origin + base, languages, (job) => workshop.do(job));
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

// One after the other. What Python holds in memory after a fault is not what is kept: this worker ends, and another begins
// from what is kept.
function inTurn(act, failed = () => {}) {
  queue = queue.then(async () => {
    if (!(await running.then(() => true, () => false))) return; // told already; nothing will ever be answered here
    try {
      await act();
    } catch (why) {
      const kind = why instanceof NotOursError ? "not_ours" : why?.name === "QuotaExceededError" ? "full" : "fault";
      failed(kind);
      postMessage({ kind: "broken", fault: kind, why: String(why?.stack ?? why) });
      await new Promise(() => {}); // nothing is done after it
    }
  });
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
    inTurn(async () => {
      const found = await answer(data.asked);
      port.postMessage(found, [found.body]);
    }, (kind) => port.postMessage({ status: kind === "full" ? 507 : 500, fault: kind }));
  } else if (data.kind === "settle") {
    queue = queue.then(async () => { // asked for when it runs
      const { python, bytecode } = await running;
      await bytecode.keep(python);
      postMessage({ kind: "settled", heap: python._module.HEAPU8.length });
    });
  }
};
