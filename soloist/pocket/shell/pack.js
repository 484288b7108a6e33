// Packs many files into one: the length of the index, the index (path, length), then the contents (like `pack.py`).

// Yields the parts one after another, without copies.
function* contents(FS, paths) {
  for (const path of paths) {
    const { contents: held, usedBytes } = FS.lookupPath(path).node;
    if (usedBytes) yield new Uint8Array(held.buffer, held.byteOffset, usedBytes); // an empty file may have none, and some are signed arrays
  }
}

// A stream of bytes that are made on demand.
export function streamed(pieces) {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

export function pack(FS, paths) {
  const index = new TextEncoder().encode(JSON.stringify(paths.map((path) => [path, FS.stat(path).size])));
  return streamed((function* () {
    yield new Uint8Array(new Uint32Array([index.length]).buffer);
    yield index;
    yield* contents(FS, paths);
  })());
}

// Writes each file to its path below `root`.
export function unpack(FS, pack, root = "") {
  const length = new DataView(pack).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, length)));
  let at = 4 + length;
  const made = new Set();
  for (const [name, size] of index) {
    const path = root + name;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) {
      FS.mkdirTree(folder);
      made.add(folder);
    }
    FS.writeFile(path, new Uint8Array(pack, at, size), { canOwn: true });
    FS.utime(path, 0, 0); // Python matches bytecode by the time stamp of its source
    at += size;
  }
}
