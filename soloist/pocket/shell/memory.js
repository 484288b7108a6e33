// The memory of a Python that has loaded everything and shown its pages once: the next start goes on from there. It is kept
// beside the site's files, belongs to one version of Python's files, and goes with it.
import { pack, unpack } from "./pack.js";
import { startFilled } from "./python.js";

const PAGE = 64 * 1024;
const [STATE, HEAD, PAGES, REST] = ["memory.json", "memory.head", "memory.pages", "rest.pack"];

// The parts of a memory that are not empty: where each begins and ends.
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

// Put what is kept into the memory of a Python that has not begun.
async function fill(module, { size, table, parts }, pages) {
  if (module.wasmTable.length !== table) throw new Error("it is linked otherwise");
  if (module.HEAPU8.length < size && !module.growMemory(size)) throw new Error("there is not so much memory");
  const reader = pages.body.getReader();
  let [part, at] = [0, parts[0][0]];
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    for (let from = 0; from < value.length; ) {
      const length = Math.min(value.length - from, parts[part][1] - at);
      module.HEAPU8.set(value.subarray(from, from + length), at);
      from += length;
      at += length;
      if (at === parts[part][1]) at = parts[(part += 1)]?.[0];
    }
  }
  if (part !== parts.length) throw new Error("a part of it is missing");
}

export class Memory {
  static async open(base, version) {
    const found = new Memory();
    found.base = base;
    found.name = `soloist ${base} memory ${version}`;
    found.cache = await caches.open(found.name);
    found.state = await (await found.cache.match(base + STATE))?.json(); // written last
    return found;
  }

  get there() {
    return Boolean(this.state);
  }

  // A Python with this memory.
  async start(library) {
    const [head, pages, rest] = await Promise.all([HEAD, PAGES, REST].map((name) => this.cache.match(this.base + name)));
    const python = await startFilled(this.base, library, head.arrayBuffer(), (module) => fill(module, this.state, pages));
    python._module._sqlite3_randomness(0, 0); // SQLite draws from another beginning than at the last start
    unpack(python.FS, await rest.arrayBuffer());
    return python;
  }

  // Keep the memory of this Python, and the files that it may still ask for.
  async keep(python, files) {
    const { wasmTable, HEAPU8 } = python._module;
    const whole = python.makeMemorySnapshot();
    const head = whole.length - HEAPU8.length;
    const memory = whole.subarray(head);
    const parts = used(memory);
    const put = (name, ...body) => this.cache.put(this.base + name, new Response(new Blob(body)));
    await put(HEAD, whole.subarray(0, head));
    await put(PAGES, ...parts.map(([from, to]) => memory.subarray(from, to)));
    await put(REST, pack(python.FS, files));
    await put(STATE, JSON.stringify({ size: memory.length, table: wasmTable.length, parts }));
  }

  async drop() {
    this.state = null;
    await caches.delete(this.name);
  }
}
