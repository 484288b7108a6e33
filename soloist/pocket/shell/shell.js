// The page around the pages: loads everything, runs Python in a worker, shows the pages in a frame, and reports how the
// browser stores the tables. It stays while pages change.
import { fill, keepForGood, stayAwake } from "./device.js";
import { saveFiles } from "./files.js";
import { missing } from "./needs.js";
import { takeIn } from "./parcels.js";
import { WORDS } from "./words.js";

const BASE = new URL("./", import.meta.url).pathname;
const told = new BroadcastChannel(`soloist ${BASE}`);
const frame = document.getElementById("pages");
const state = { worker: null, ready: false };
// as soon as Python answers, in this tab or in another
const answers = new Promise((resolve) => { state.answers = resolve; });
const language = navigator.languages.map((l) => l.slice(0, 2).toLowerCase()).find((l) => l in WORDS) ?? "en";

export function say(key, values = {}) {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

for (const place of document.querySelectorAll("[data-say]")) place.textContent = say(place.dataset.say);
document.documentElement.lang = language;
// the address bar follows the pages; files of this page stay at the root of the site
if (!document.querySelector("base")) document.head.prepend(Object.assign(document.createElement("base"), { href: BASE }));

function progress(words, part = null) {
  document.getElementById("stage").textContent = words;
  const bar = document.getElementById("bar");
  if (part === null) bar.removeAttribute("value");
  else bar.value = part;
}

// Shows one line above the pages, with at most one button.
function notice(kind, words, action = "", act = null) {
  const place = document.getElementById("notice");
  place.hidden = false;
  place.dataset.kind = kind;
  place.querySelector("p").textContent = words;
  const button = place.querySelector(".act");
  button.hidden = !act;
  button.textContent = action;
  button.onclick = act;
}

document.querySelector("#notice .close").onclick = () => {
  document.getElementById("notice").hidden = true;
};

function stopped(words, detail = "") {
  document.getElementById("begin").hidden = false;
  document.getElementById("bar").hidden = true;
  frame.hidden = true;
  document.getElementById("stage").textContent = words;
  document.getElementById("detail").textContent = detail;
}

// --------------------------------------------------------------------------------------------------------- the version

const mega = (bytes) => (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

told.addEventListener("message", ({ data }) => {
  if (data.kind === "progress" && !state.ready) {
    progress(say("loading", { done: mega(data.done), all: mega(data.all) }), data.done / data.all);
  } else if (data.kind === "not_installed") {
    console.warn(data.why); // an incomplete version is tried again later; without any version nothing can start
    if (!navigator.serviceWorker.controller) stopped(say("not_installed"), data.why);
  } else if (data.kind === "fault") {
    notice("fault", say(data.fault));
  } else if (data.kind === "answers?") {
    if (state.ready) told.postMessage({ kind: "answers" });
  } else if (data.kind === "answers") {
    state.answers();
  } else if (data.kind === "changed") {
    setTimeout(compare, 1000, data.path); // by then the page with the change is shown
  }
});

function offerUpdate(registration) {
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  notice("update", say("update"), say("update_go"), () => registration.waiting.postMessage({ kind: "update" }));
}

async function ready() {
  const registration = await navigator.serviceWorker.register(`${BASE}sw.js`, { scope: BASE });
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming.addEventListener("statechange", () => offerUpdate(registration));
  });
  offerUpdate(registration);
  if (!navigator.serviceWorker.controller) {
    // some browsers end a worker that fetches for longer than a minute without messages
    const speaking = setInterval(() => registration.installing?.postMessage({ kind: "go on" }), 10_000);
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
    clearInterval(speaking);
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload()); // requested in one of the tabs
}

// ------------------------------------------------------------------------------------------------------------- Python

// settings for the workers; the version is that of Python's files
const asked = () => ({ base: BASE, version: document.documentElement.dataset.python, languages: navigator.languages.join(",") });

function begin() {
  const worker = new Worker(`${BASE}engine.js`, { type: "module" });
  state.worker = worker;
  worker.onerror = (event) => stopped(say("failed"), event.message);
  worker.onmessage = ({ data }) => {
    if (data.kind === "ready") {
      state.ready = true;
      state.answers();
      told.postMessage({ kind: "answers" });
      document.documentElement.dataset.began = data.began; // from "memory" or from "files"
    } else if (data.kind === "first") {
      progress(say("starting_first"));
    } else if (data.kind === "settled") {
      document.documentElement.dataset.settled = data.heap; // how much memory Python has
    } else if (data.kind === "failed") {
      stopped(say("failed"), data.why);
    } else if (data.kind === "unkept") {
      notice("unkept", say("unkept"));
    } else if (data.kind === "broken") {
      console.warn(data.why);
      worker.terminate();
      notice("fault", say(data.fault));
      if (data.fault !== "not_ours") begin();
    }
  };
  worker.postMessage({ kind: "start", asked: asked() });
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.kind !== "ask") return;
  if (!state.worker) {
    port.postMessage({ kind: "no" });
    return;
  }
  port.postMessage({ kind: "taken" });
  state.worker.postMessage(data, [port]);
});

// Only one tab runs Python and serves the others; when it is closed, the next one starts its own.
function lead() {
  return new Promise((resolve) => {
    navigator.locks.request(`soloist ${BASE}`, () => {
      begin();
      resolve();
      return new Promise(() => {});
    });
    navigator.locks.query().then(({ held }) => {
      if (held.some((lock) => lock.name === `soloist ${BASE}`)) resolve();
    });
  });
}

// -------------------------------------------------------------------------------------------------------------- pages

function follow() {
  const { location: at, document: page } = frame.contentWindow;
  if (at.href === "about:blank") return;
  state.shown = at.pathname;
  document.getElementById("begin").hidden = true;
  frame.hidden = false;
  document.title = page.title || "Soloist";
  const theme = page.documentElement.dataset.theme;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  history.replaceState(null, "", at.pathname + at.search);
  saveFiles(page);
  const about = page.querySelector("[data-pocket]");
  if (about) fill(about, say, awake);
  if (atTable()) keepForGood(); // now there is something to store
  awake();
  clearTimeout(state.settling);
  state.settling = setTimeout(() => state.worker?.postMessage({ kind: "settle" }), 3000);
}

const atTable = () => Boolean(state.shown?.startsWith(`${BASE}t/`));
const awake = () => stayAwake(atTable());
document.addEventListener("visibilitychange", awake);

// Returns the first page: that of the address, or the table changed last (a shortcut of the installed app).
async function first() {
  if (location.search !== "?last") return location.pathname + location.search;
  const [last] = await (await fetch(`${BASE}api/tables?limit=1`)).json();
  return last ? `${BASE}t/${last.id}` : BASE;
}

// Returns whether the page shows a table that another tab has changed since.
async function compare(path) {
  const [, id] = path.match(/\/(?:t|api\/tables)\/([\w-]{16,})/) ?? [];
  const seen = frame.contentDocument?.querySelector('input[name="at"]')?.value;
  if (!id || !state.shown?.startsWith(`${BASE}t/${id}`) || seen === undefined) return;
  const answer = await fetch(`${BASE}api/tables/${id}`);
  if (answer.ok && String((await answer.json()).at) !== seen) {
    notice("changed", say("changed"), say("reload"), () => frame.contentWindow.location.reload());
  }
}

async function open() {
  progress(say("starting"));
  frame.addEventListener("load", follow);
  told.postMessage({ kind: "answers?" });
  await answers; // a browser drops a service worker that does not answer within a minute, and asks the host instead
  const taken = await takeIn(BASE, location.hash, (words) => notice("import", words), say);
  frame.src = taken ?? (await first());
}

const lacking = missing();
if (lacking) {
  stopped(say(lacking.key), lacking.what);
} else {
  try {
    await ready();
    await lead();
    await open();
  } catch (why) {
    stopped(say("failed"), String(why?.message ?? why));
  }
}
