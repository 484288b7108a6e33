// Stores Python's data folder in IndexedDB: read completely at the start, written back after every request.
//
// The changes of a request are one transaction, which is on the disk before the answer is shown. So the stored folder is
// always as it was between two requests: a killed tab leaves all of an act or nothing of it.

const BLOCK = 16 * 1024;
//: SQLite rebuilds it from its log
const PASSING = /-shm$/;

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });
}

// Another tab writes now: changes of this tab may be based on outdated tables.
export class NotOursError extends Error {}

export class Kept {
  // Throws if this browser stores nothing here, as some do in private windows.
  static async open(name) {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("files");
      opening.result.createObjectStore("blocks");
      opening.result.createObjectStore("state");
    };
    const kept = new Kept(await done(opening));
    await kept.begin();
    return kept;
  }

  constructor(db) {
    this.db = db;
    db.onversionchange = () => db.close();
    this.known = new Map(); // path -> stored node
    this.changed = new WeakMap(); // node -> numbers of its unsaved blocks
  }

  // Only the tab that started last may write.
  async begin() {
    const transaction = this.db.transaction("state", "readwrite", { durability: "strict" });
    const ended = finished(transaction);
    const state = transaction.objectStore("state");
    this.epoch = ((await done(state.get("epoch"))) ?? 0) + 1;
    state.put(this.epoch, "epoch");
    await ended;
  }

  // Writes the stored files into an empty folder of Python, and watches that folder from then on.
  async restore(FS, folder) {
    this.FS = FS;
    this.folder = folder;
    const MEMFS = FS.filesystems.MEMFS;
    FS.mkdirTree(folder);
    FS.mount(MEMFS, {}, folder);
    this.mount = FS.lookupPath(folder).node.mount;
    const transaction = this.db.transaction(["files", "blocks"]);
    const [files, blocks] = ["files", "blocks"].map((name) => transaction.objectStore(name));
    const [paths, sizes] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
    for (const [i, path] of paths.entries()) {
      const all = new Uint8Array(sizes[i]);
      const parts = await done(blocks.getAll(IDBKeyRange.bound([path, 0], [path, Infinity])));
      parts.forEach((part, n) => all.set(part, n * BLOCK));
      FS.mkdirTree(folder + path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(folder + path, all, { canOwn: true });
      this.known.set(path, FS.lookupPath(folder + path).node);
    }
    this.watch(FS);
  }

  watch(FS) {
    const probe = `${this.folder}/.probe`;
    FS.writeFile(probe, "");
    const { stream_ops: stream, node_ops: ops } = FS.lookupPath(probe).node;
    FS.unlink(probe);
    const { write, msync } = stream;
    const { setattr } = ops;
    const note = (node, from, to) => {
      if (node.mount !== this.mount) return;
      if (!this.changed.has(node)) this.changed.set(node, new Set());
      for (let n = Math.floor(from / BLOCK); n * BLOCK < to; n += 1) this.changed.get(node).add(n);
    };
    stream.write = (file, buffer, offset, length, position, canOwn) => {
      const before = file.node.usedBytes;
      const wrote = write(file, buffer, offset, length, position, canOwn);
      note(file.node, Math.min(before, position), position + wrote);
      return wrote;
    };
    stream.msync = (file, buffer, offset, length, flags) => {
      note(file.node, offset, offset + length);
      return msync(file, buffer, offset, length, flags);
    };
    ops.setattr = (node, attributes) => {
      const before = node.usedBytes;
      setattr(node, attributes);
      if (attributes.size !== undefined) note(node, Math.min(before, node.usedBytes), Math.max(before, node.usedBytes, 1));
    };
  }

  *files(folder = this.folder) {
    for (const name of this.FS.readdir(folder)) {
      if (name === "." || name === "..") continue;
      const path = `${folder}/${name}`;
      const { node } = this.FS.lookupPath(path);
      if (this.FS.isDir(node.mode)) yield* this.files(path);
      else if (!PASSING.test(path)) yield [path.slice(this.folder.length), node];
    }
  }

  // Stores all changes since the last time, or none. Returns how many blocks were written.
  async keep() {
    const now = new Map(this.files());
    const gone = [...this.known.keys()].filter((path) => !now.has(path));
    const fresh = [...now].filter(([path, node]) => this.known.get(path) !== node || this.changed.get(node)?.size);
    if (!gone.length && !fresh.length) return 0;
    const transaction = this.db.transaction(["files", "blocks", "state"], "readwrite", { durability: "strict" });
    const ended = finished(transaction);
    const [files, blocks, state] = ["files", "blocks", "state"].map((name) => transaction.objectStore(name));
    let written = 0;
    let ours = true;
    const fill = () => {
      for (const path of gone) {
        files.delete(path);
        blocks.delete(IDBKeyRange.bound([path, 0], [path, Infinity]));
      }
      for (const [path, node] of fresh) {
        const size = node.usedBytes;
        const last = Math.ceil(size / BLOCK);
        const whole = this.known.get(path) !== node;
        const numbers = whole ? Array.from({ length: last }, (_, n) => n) : [...this.changed.get(node)].filter((n) => n < last);
        for (const n of numbers) blocks.put(node.contents.slice(n * BLOCK, Math.min(size, (n + 1) * BLOCK)), [path, n]);
        blocks.delete(IDBKeyRange.bound([path, last], [path, Infinity]));
        files.put(size, path);
        written += numbers.length;
      }
    };
    state.get("epoch").onsuccess = (event) => {
      ours = event.target.result === this.epoch;
      if (ours) fill();
      else transaction.abort();
    };
    try {
      await ended;
    } catch (why) {
      throw ours ? why : new NotOursError();
    }
    for (const [, node] of fresh) this.changed.delete(node);
    this.known = now;
    return written;
  }
}
