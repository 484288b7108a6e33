// The service worker: caches every file of one version and passes all other requests to the tab that runs Python.
// The build inserts VERSION, PYTHON (the version of Python's files) and FILES (path -> sha256 and length over the wire,
// whether it is packed, its kind) above this.

const BASE = new URL("./", self.location).pathname;
const CACHE = `soloist ${BASE} ${VERSION}`;
const OURS = `soloist ${BASE} `;
const SHARED = `soloist shared ${BASE}`;
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "frame-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'";
//: responses without a body: browsers refuse one with 204, 205 and 304, and that of 303 is never read
const EMPTY = [204, 205, 303, 304];
//: files fetched at the same time
const AT_ONCE = 4;
const told = new BroadcastChannel(`soloist ${BASE}`);

// ---------------------------------------------------------------------------------------------------------- the files

async function sha256(bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Yields the bytes of a response and counts them.
async function read(answer, count) {
  const parts = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    count(value.length);
  }
  return new Blob(parts).arrayBuffer();
}

function stored(file, bytes) {
  const packed = new Blob([bytes]).stream();
  const headers = {
    "content-type": file.kind,
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-sha256": file.sha256,
  };
  return new Response(file.packed ? packed.pipeThrough(new DecompressionStream("gzip")) : packed, { headers });
}

// The page around the pages is served at the address of any page: its own files are at the root of the site.
function rooted(bytes) {
  return new TextDecoder().decode(bytes).replace("<head>", `<head><base href="${BASE}">`);
}

// Takes a file from the cache of another version if it is equal, otherwise from the network, and checks its hash.
async function take(cache, path, file, count) {
  for (const name of (await caches.keys()).filter((n) => n.startsWith(OURS) && n !== CACHE)) {
    const old = await (await caches.open(name)).match(BASE + path);
    if (old?.headers.get("x-sha256") === file.sha256) {
      await cache.put(BASE + path, old);
      count(file.length);
      return;
    }
  }
  const answer = await fetch(BASE + path + (file.packed ? ".packed" : ""), { cache: "no-store" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const bytes = await read(answer, count);
  if ((await sha256(bytes)) !== file.sha256) throw new Error(`${path} is of another version`);
  await cache.put(BASE + path, stored(file, path === "index.html" ? rooted(bytes) : bytes));
}

// Garbage as large as Python stays until this worker ends, unless the browser collects it before. Asking for a lot of memory
// makes it do so; the memory is not used, and a failure does no harm.
function tidyUp() {
  try {
    for (let n = 0; n < 4; n += 1) new ArrayBuffer(64 * 1024 * 1024);
  } catch (why) {
    console.info("nothing is tidied up", why);
  }
}

async function install() {
  const cache = await caches.open(CACHE);
  const all = Object.values(FILES).reduce((sum, file) => sum + file.length, 0);
  let done = 0;
  const count = (more) => {
    done += more;
    told.postMessage({ kind: "progress", done, all });
  };
  const there = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  const left = Object.entries(FILES);
  const fetchOn = async () => {
    for (let next; (next = left.pop()); ) {
      const [path, file] = next;
      if (there.has(BASE + path)) count(file.length);
      else await take(cache, path, file, count);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOn)); // each is in memory completely while it is checked
  tidyUp();
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    install().catch((why) => {
      told.postMessage({ kind: "not_installed", why: String(why?.message ?? why) });
      throw why;
    }),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(OURS) && ![VERSION, PYTHON].includes(name.split(" ").at(-1));
  event.waitUntil(
    (async () => {
      for (const name of (await caches.keys()).filter(old)) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data?.kind === "update") self.skipWaiting();
});

// ---------------------------------------------------------------------------------------------------------- requests

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Asks one tab: "no" if it does not run Python, otherwise its answer; null if the tab is gone.
function ask(shell, asked) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let watching;
    const deaf = setTimeout(() => resolve(null), 10_000); // a tab that the browser has suspended
    port1.onmessage = ({ data }) => {
      clearTimeout(deaf);
      if (data.kind === "taken") return;
      clearInterval(watching);
      resolve(data);
    };
    watching = setInterval(async () => {
      if (!(await clients.get(shell.id))) {
        clearInterval(watching);
        resolve(null);
      }
    }, 1000);
    shell.postMessage({ kind: "ask", asked }, [port2]);
  });
}

// Asks until the tab with Python answers. A request may reach it twice: its idempotency key makes it one act.
async function answered(asked) {
  for (let tries = 0; tries < 600; tries += 1) {
    const shells = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const mine = shells.filter((one) => one.frameType === "top-level" && new URL(one.url).pathname.startsWith(BASE));
    const asking = mine.map((shell) => ask(shell, asked));
    const said = asking.map(async (one) => {
      const found = await one;
      if (!found || found.kind === "no") throw new Error("not here");
      return found;
    });
    try {
      return await Promise.any(said);
    } catch {
      await sleep(200); // no tab runs Python yet: one is about to start
    }
  }
  return { status: 503, fault: "fault" };
}

async function page(request) {
  const url = new URL(request.url);
  const body = ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer();
  const asked = { method: request.method, path: url.pathname, query: url.search.slice(1), headers: [...request.headers], body };
  const found = await answered(asked);
  if (found.fault) {
    told.postMessage({ kind: "fault", fault: found.fault });
    return new Response("", { status: found.status, headers: { "content-type": "text/html", "x-fault": found.fault } });
  }
  if (found.written && request.method !== "GET") told.postMessage({ kind: "changed", path: url.pathname });
  const empty = EMPTY.includes(found.status) || request.method === "HEAD";
  return new Response(empty ? null : found.body, { status: found.status, headers: found.headers });
}

// A save shared by another app waits until the tab imports it.
async function shared(request) {
  const file = (await request.formData()).get("save");
  if (file) await (await caches.open(SHARED)).put(`${BASE}shared`, new Response(file, { headers: { "x-name": encodeURIComponent(file.name) } }));
  return Response.redirect(`${BASE}#shared`, 303);
}

async function kept(path) {
  const found = await (await caches.open(CACHE)).match(BASE + path);
  return found ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) {
    event.respondWith(Response.error()); // no request leaves this site
    return;
  }
  const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname.slice(1);
  if (request.mode === "navigate" && request.destination === "document") {
    event.respondWith(request.method === "POST" && path === "share" ? shared(request) : kept("index.html"));
  } else if (path === "library.zip") {
    event.respondWith(caches.open(`${OURS}bytecode ${PYTHON}`).then((cache) => cache.match(BASE + path)));
  } else if (path === "sw.js") {
    return; // leave it to the browser and the network
  } else if (FILES[path]) {
    event.respondWith(kept(path));
  } else {
    event.respondWith(page(request));
  }
});
