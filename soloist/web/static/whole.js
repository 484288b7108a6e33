// DIGITAL turns: verbs, places and steps are links; this script replaces only the parts of the page that change.
import { exchange, toast } from "./swap.js";

let asked = 0;

// the places of the verb, or all places with a choice; on a small screen zoomed in far enough to tap
export function light(board, app) {
  const { legal, chosen, verb, litWord, ahead } = app.dataset;
  const lit = JSON.parse(legal), steps = JSON.parse(chosen);
  if (!verb && !steps.length) { board?.legal(Object.keys(lit)); return; }
  board?.draft(lit, steps, litWord, Boolean(ahead));
  if (board?.spotlight.length && innerWidth < 1180) {
    if (steps.length && !ahead) board.near();
    else board.centre();
    board.fresh = false; // the view is set by these places
  }
}

// A link in the sheet: leave the sheet's history entry before the address of the page changes.
async function sheetClosed() {
  const sheet = document.getElementById("sheet");
  if (!sheet?.open) return;
  const left = history.state?.soloist === "sheet"
    ? new Promise((done) => { addEventListener("popstate", done, { once: true }); }) : null;
  sheet.close();
  await left;
}

export function startWhole(start) {
  async function go(address, tab) {
    const mine = ++asked;
    await sheetClosed();
    let answer, page;
    try {
      answer = await fetch(address, { headers: { accept: "text/html" } });
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      toast(document.getElementById("words").dataset.offline);
      return;
    }
    if (mine !== asked || !exchange(page, start)) return;
    if (answer.ok) history.replaceState(history.state, "", address); // otherwise the table has changed and shows its own address
    const app = document.querySelector(".app.whole");
    if (tab) app?.querySelector(`[role=tab][data-tab="${tab}"]`)?.click();
    const live = document.getElementById("live");
    if (app && live) live.textContent = app.dataset.says;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-draft]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.href, "keepTab" in link.dataset ? "mat" : "");
  });
  document.addEventListener("place", (event) => { // before the sheet handles it
    const app = document.querySelector(".app.whole");
    if (!app || app.dataset.stage !== "tell") return;
    const link = JSON.parse(app.dataset.links)[event.detail.key];
    if (!link) return;
    event.preventDefault();
    go(new URL(link, location.href).href, "");
  }, true);
}
