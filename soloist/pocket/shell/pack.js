// Many files as one: an index (path, length) after its own length, then the contents (`pack.py` makes the same).

export function pack(FS, paths) {
  const contents = paths.map((path) => FS.readFile(path));
  const index = new TextEncoder().encode(JSON.stringify(paths.map((path, n) => [path, contents[n].length])));
  return new Blob([new Uint32Array([index.length]), index, ...contents]);
}

// Each file is put where it belongs, below `root`.
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
    FS.utime(path, 0, 0); // bytecode is recognized by the time of its source
    at += size;
  }
}
