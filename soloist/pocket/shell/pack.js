// Many files as one (`pack.py` made it): each is put where it belongs, below `root`.

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
