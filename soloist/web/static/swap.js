// Sends forms in the background and replaces the page's content by the answer.

const app = () => document.getElementById("app");

export function toast(words) {
  const place = document.getElementById("toast");
  if (!place || !words) return;
  place.textContent = words;
  place.hidden = false;
  overTheBoard(place);
  clearTimeout(place.timer);
  place.timer = setTimeout(() => { place.hidden = true; }, 4000);
}

// At a table the toast covers the upper edge of the board, not the buttons below.
function overTheBoard(place) {
  const board = document.getElementById("stage")?.getBoundingClientRect();
  const there = board && board.bottom > 80;
  place.style.top = there ? `${Math.max(8, board.top + 8)}px` : "";
  place.style.bottom = there ? "auto" : "";
  place.style.left = there ? `${board.left + 8}px` : "";
  place.style.right = there ? `${innerWidth - board.right + 8}px` : "";
}

// Replaces the page's content; the focus returns to the same element if it still exists.
export function exchange(page, start) {
  const fresh = page.getElementById("app");
  if (!fresh) return false;
  document.getElementById("sheet")?.close();
  document.getElementById("toast").hidden = true; // it was about the old state
  const focus = document.activeElement?.id;
  app().replaceWith(document.adoptNode(fresh));
  document.title = page.title;
  const { base } = app().querySelector("[data-base]")?.dataset ?? {};
  if (base && location.pathname === base && location.search) history.replaceState(history.state, "", base);
  start();
  if (focus && document.getElementById(focus)) document.getElementById(focus).focus({ preventScroll: true });
  else document.getElementById("main")?.focus({ preventScroll: true });
  return true;
}

export function startSwap(start) {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post" || "plain" in form.dataset || !app()?.querySelector("[data-table]")) return;
    event.preventDefault();
    if ("sent" in form.dataset) return; // a second tap: the answer to the first is on its way
    form.dataset.sent = "";
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const button = event.submitter;
    if (button?.dataset.busy) button.classList.add("busy");
    const words = document.getElementById("words").dataset;
    let page;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      toast(words.offline);
      delete form.dataset.sent;
      button?.classList.remove("busy");
      return;
    }
    delete form.dataset.sent;
    if (!exchange(page, start)) { toast(page.body?.textContent.trim().slice(0, 200) || words.offline); return; }
    const said = app().querySelector("[data-toast]");
    if (said) { toast(said.textContent); said.remove(); }
    app().querySelector('[role="alert"], [role="alertdialog"]')?.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("click", (event) => {
    const dismiss = event.target.closest("[data-dismiss]");
    if (dismiss) {
      event.preventDefault();
      dismiss.closest(".note, .doubts")?.remove();
    }
    for (const open of document.querySelectorAll("details.menu[open]")) {
      if (!open.contains(event.target)) open.open = false;
    }
  });
}
