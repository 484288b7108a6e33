// What Python compiled at its first start, kept beside the site's files: the next start reads it instead of compiling again.
// It belongs to one version of the site and goes with it.
import { unpack } from "./pack.js";

const NAMES = ["bytecode.pack", "library.zip"];

export class Bytecode {
  static async open(base, version) {
    const found = new Bytecode();
    found.cache = await caches.open(`soloist ${base} bytecode ${version}`);
    found.base = base;
    const kept = await Promise.all(NAMES.map((name) => found.cache.match(base + name)));
    found.there = kept.every(Boolean);
    [found.pack, found.zip] = kept;
    return found;
  }

  // The address of the standard library, with its bytecode if that is there.
  async library(plain) {
    return this.there ? `${this.base}library.zip` : plain;
  }

  async restore(FS) {
    if (!this.there) return;
    unpack(FS, await this.pack.arrayBuffer());
  }

  // Keep what was compiled. If there is no room for it, the next start takes longer, and that is all.
  async keep(python) {
    if (this.there) return;
    const made = python.pyimport("soloist.pocket.bytecode");
    try {
      for (const [name, bytes] of [[NAMES[0], made.compiled()], [NAMES[1], made.library()]]) {
        const view = bytes.getBuffer("u8");
        await this.cache.put(this.base + name, new Response(view.data.slice()));
        view.release();
        bytes.destroy();
      }
      this.there = true;
    } catch (why) {
      console.info("bytecode is not kept", why);
    } finally {
      made.destroy();
    }
  }
}
