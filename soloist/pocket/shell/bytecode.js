// Caches the bytecode that Python compiled at its first start, so that later starts need not compile. The cache belongs
// to one version of Python's files and is deleted with it.
import { pack, streamed, unpack } from "./pack.js";

const PARTS = ["games", "pages"];
const LIBRARY = "library.zip";

// Yields the items of a Python iterator.
function* bytes(pieces) {
  for (const piece of pieces) {
    const view = piece.getBuffer("u8");
    yield view.data.slice();
    view.release();
    piece.destroy();
  }
  pieces.destroy();
}

export class Bytecode {
  static async open(base, python) {
    const found = new Bytecode();
    found.base = base;
    found.cache = await caches.open(`soloist ${base} bytecode ${python}`);
    found.there = Boolean(await found.match(LIBRARY)); // written last
    return found;
  }

  match(name) {
    return this.cache.match(this.base + name);
  }

  // Returns the address of the standard library, with bytecode if that is cached.
  library(plain) {
    return this.there ? this.base + LIBRARY : plain;
  }

  async restore(FS, parts) {
    if (!this.there) return;
    for (const part of parts) unpack(FS, await (await this.match(`${part}.bytecode`)).arrayBuffer());
  }

  put(name, body) {
    return this.cache.put(this.base + name, new Response(body));
  }

  // Caches the bytecode. Without room for it, the next start only takes longer.
  async keep(python) {
    if (this.there) return;
    const made = python.pyimport("soloist.pocket.bytecode");
    try {
      const found = made.list_compiled();
      for (const [n, files] of found.toJs().entries()) await this.put(`${PARTS[n]}.bytecode`, pack(python.FS, files));
      found.destroy();
      await this.put(LIBRARY, streamed(bytes(made.iterate_library())));
      this.there = true;
    } catch (why) {
      console.info("bytecode is not kept", why);
    } finally {
      made.destroy();
    }
  }
}
