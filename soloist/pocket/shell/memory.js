// Snapshot of the memory of a Python that has loaded everything and rendered its pages once; later starts begin from it.
// It is cached for one version of Python's files and deleted with it.
import { pack, streamed, unpack } from "./pack.js";
import { startFilled } from "./python.js";

const PAGE = 64 * 1024;
const PIECE = 1024 * 1024;
const [STATE, HEAD, PAGES, REST, TRIES] = ["memory.json", "memory.head", "memory.pages", "rest.pack", "memory.tries"];
// making it takes longest of all: a browser that kills the tab for it is not asked again and again
const MOST_TRIES = 3;

// Yields start and end of the parts of a memory that are not empty.
function used(memory) {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const found = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    if (words.subarray(at / 8, (at + PAGE) / 8).every((word) => word === 0n)) continue;
    if (found.at(-1)?.[1] === at) found.at(-1)[1] += PAGE;
    else found.push([at, at + PAGE]);
  }
  return found;
}

// Yields the bytes of a response in chunks, in one reused buffer where the browser can: chunks that wait for garbage
// collection would take as much memory as Python.
async function* pieces(answer) {
  let reader;
  try {
    reader = answer.body.getReader({ mode: "byob" });
  } catch {
    reader = answer.body.getReader(); // allocates a new chunk each time
  }
  let room = new ArrayBuffer(PIECE);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(room));
    if (done) return;
    yield value;
    room = value.buffer;
  }
}

// Writes the snapshot into the memory of a Python that has not started.
async function fill(module, { size, table, parts }, pages) {
  if (module.wasmTable.length !== table) throw new Error("it is linked otherwise");
  if (module.HEAPU8.length < size && !module.growMemory(size)) throw new Error("there is not so much memory");
  let [part, at] = [0, parts[0][0]];
  for await (const piece of pieces(pages)) {
    for (let from = 0; from < piece.length; ) {
      const length = Math.min(piece.length - from, parts[part][1] - at);
      module.HEAPU8.set(piece.subarray(from, from + length), at);
      from += length;
      at += length;
      if (at === parts[part][1]) at = parts[(part += 1)]?.[0];
    }
  }
  if (part !== parts.length) throw new Error("a part of it is missing");
}

// Yields the parts of a memory without a copy, which would be as large as Python. Nothing may run in it meanwhile.
function* views(memory, parts) {
  for (const [from, to] of parts) {
    for (let at = from; at < to; at += PIECE) yield memory.subarray(at, Math.min(at + PIECE, to));
  }
}

// Returns what Pyodide needs to know of a snapshot, without a copy of the memory, which stays in place until it is stored.
function headOf(python) {
  const module = python._module;
  const whole = module.HEAP8;
  module.HEAP8 = whole.subarray(0, 0);
  try {
    return python.makeMemorySnapshot();
  } finally {
    module.HEAP8 = whole;
  }
}

export class Memory {
  static async open(base, version) {
    const found = new Memory();
    found.base = base;
    found.name = `soloist ${base} memory ${version}`;
    found.cache = await caches.open(found.name);
    found.state = await found.read(STATE); // written last
    return found;
  }

  get there() {
    return Boolean(this.state);
  }

  async read(name) {
    return (await this.cache.match(this.base + name))?.json();
  }

  put(name, body) {
    return this.cache.put(this.base + name, new Response(body));
  }

  // Returns whether a snapshot may be made now. The attempt is recorded first, because the tab may be killed during it.
  async begin() {
    const tries = ((await this.read(TRIES)) ?? 0) + 1;
    await this.put(TRIES, String(tries));
    return tries <= MOST_TRIES;
  }

  // Starts a Python with this snapshot.
  async start(library) {
    const [head, pages, rest] = await Promise.all([HEAD, PAGES, REST].map((name) => this.cache.match(this.base + name)));
    const python = await startFilled(this.base, library, head.arrayBuffer(), (module) => fill(module, this.state, pages));
    python._module._sqlite3_randomness(0, 0); // reseed SQLite, which would repeat the random numbers of the last start
    unpack(python.FS, await rest.arrayBuffer());
    return python;
  }

  // Stores the memory of this Python and the files that it may still read.
  async keep(python, files) {
    const { wasmTable, HEAPU8: memory } = python._module;
    const parts = used(memory);
    await this.put(HEAD, headOf(python));
    await this.put(PAGES, streamed(views(memory, parts)));
    await this.put(REST, pack(python.FS, files));
    await this.put(STATE, JSON.stringify({ size: memory.length, table: wasmTable.length, parts }));
  }

  async drop() {
    this.state = null;
    for (const name of [STATE, HEAD, PAGES, REST]) await this.cache.delete(this.base + name);
  }
}
