// What Python compiled at its first start, kept beside the site's files: the next start reads it instead of compiling again.
// It belongs to one version of Python's files and goes with it.
import { pack, streamed, unpack } from "./pack.js";

const PARTS = ["games", "pages"];
const LIBRARY = "library.zip";

// What an iterator of Python brings, piece by piece.
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

  // The address of the standard library, with its bytecode if that is there.
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

  // Keep what was compiled. If there is no room for it, the next start takes longer, and that is all.
  async keep(python) {
    if (this.there) return;
    const made = python.pyimport("soloist.pocket.bytecode");
    try {
      const found = made.compiled();
      for (const [n, files] of found.toJs().entries()) await this.put(`${PARTS[n]}.bytecode`, pack(python.FS, files));
      found.destroy();
      await this.put(LIBRARY, streamed(bytes(made.library())));
      this.there = true;
    } catch (why) {
      console.info("bytecode is not kept", why);
    } finally {
      made.destroy();
    }
  }
}
