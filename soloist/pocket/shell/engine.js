// The worker in which Python answers: one request at a time, and changes are durable before the answer is sent.
import { Bytecode } from "./bytecode.js";
import { Memory } from "./memory.js";
import { startPages } from "./python.js";
import { Kept, NotOursError } from "./storage.js";
import { Workshop } from "./workshop.js";

const DATA = "/soloist/data";
//: milliseconds until a browser has freed the memory of a worker that ended
const CLEARED = 500;

// Creates the pages of this Python on top of the stored tables.
async function open({ base, version, languages }, python, kept) {
  const { FS } = python;
  if (kept) await kept.restore(FS, DATA);
  else FS.mkdirTree(DATA);
  const workshop = new Workshop(base, version, () => inTurn(async () => { await kept?.keep(); }));
  const entrance = python.pyimport("soloist.pocket.worker_entry");
  const [hand, giveUp] = [(job) => workshop.do(job), () => workshop.giveUp()];
  const engine = entrance.open_engine(DATA, location.origin + base, languages, hand, giveUp);
  await kept?.keep();
  return { python, engine, kept };
}

// Runs a worker that prepares later starts, and waits until it has ended: only one Python runs at a time.
async function apart(file, asked) {
  const worker = new Worker(asked.base + file, { type: "module" });
  await new Promise((resolve) => {
    worker.onmessage = resolve;
    worker.onerror = resolve; // it could not start
    worker.postMessage(asked);
  });
  worker.terminate();
  await new Promise((resolve) => setTimeout(resolve, CLEARED));
}

// Starts Python from the memory snapshot; null if there is none or it does not fit.
async function remembered(bytecode, memory) {
  if (!memory.there || !bytecode.there) return null;
  try {
    return await memory.start(bytecode.library());
  } catch (why) {
    console.warn("started without the memory that was kept", why);
    await memory.drop();
    return null;
  }
}

async function start(asked) {
  const { base, version } = asked;
  const opening = Kept.open(`soloist ${base}`).catch((why) => {
    postMessage({ kind: "unkept", why: String(why?.name ?? why) });
    return null;
  });
  let [bytecode, memory] = await Promise.all([Bytecode.open(base, version), Memory.open(base, version)]);
  let python = await remembered(bytecode, memory);
  if (!python) {
    postMessage({ kind: "first" });
    if (!bytecode.there) {
      await apart("compile.js", asked);
      bytecode = await Bytecode.open(base, version);
    }
    if (bytecode.there && (await memory.begin())) { // without room for bytecode there is none for a snapshot
      await apart("press.js", asked);
      memory = await Memory.open(base, version);
      python = await remembered(bytecode, memory);
    }
  }
  const began = python ? "memory" : "files";
  python ??= await startPages(base, bytecode);
  return { ...(await open(asked, python, await opening)), bytecode, began };
}

// When idle: cache the bytecode compiled here, if the worker for it failed.
async function settle() {
  const { python, bytecode } = await running;
  await bytecode.keep(python);
  postMessage({ kind: "settled", heap: python._module.HEAPU8.length });
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

// Requests run one after another. After a fault, Python's memory may differ from what is stored: this worker ends, and
// another one starts from what is stored.
function inTurn(act, failed = () => {}) {
  queue = queue.then(async () => {
    if (!(await running.then(() => true, () => false))) return; // reported already; this worker answers no more
    try {
      await act();
    } catch (why) {
      const kind = why instanceof NotOursError ? "not_ours" : why?.name === "QuotaExceededError" ? "full" : "fault";
      failed(kind);
      postMessage({ kind: "broken", fault: kind, why: String(why?.stack ?? why) });
      await new Promise(() => {}); // block the queue for good
    }
  });
}

self.onmessage = ({ data, ports }) => {
  if (data.kind === "start") {
    running = start(data.asked);
    running.then(
      ({ began }) => postMessage({ kind: "ready", began }),
      (why) => postMessage({ kind: "failed", why: String(why?.stack ?? why) }),
    );
  } else if (data.kind === "ask") {
    const [port] = ports;
    inTurn(async () => {
      const found = await answer(data.asked);
      port.postMessage(found, [found.body]);
    }, (kind) => port.postMessage({ status: kind === "full" ? 507 : 500, fault: kind }));
  } else if (data.kind === "settle") {
    queue = queue.then(settle); // read when it runs
  }
};
