// The sheet: what a place is, why (not) there, what can be entered about it; and the rule behind a number.

let opened = 0;

async function fetched(address) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// Polls for results that are still being computed; nothing else of the sheet moves.
function askAgain(address, mine) {
  address.searchParams.set("at", document.querySelector("[data-table]").dataset.at);
  setTimeout(async () => {
    if (mine !== opened) return;
    const page = await fetched(address).catch(() => null);
    const counted = page?.querySelector("[data-counted]"), there = document.querySelector("#sheet [data-counted]");
    if (mine !== opened || !counted || !there) return; // closed meanwhile, or no answer: keep what is shown
    there.replaceWith(counted);
    if ("again" in counted.dataset) askAgain(address, mine);
  }, 700);
}

async function open(address) {
  const sheet = document.getElementById("sheet");
  const mine = ++opened;
  let words;
  try {
    const page = await fetched(address);
    words = page.getElementById("main") ?? page.body; // an error is a whole page
  } catch {
    words = document.createElement("p");
    words.textContent = document.getElementById("words").dataset.offline;
  }
  if (mine !== opened) return;
  sheet.replaceChildren(...words.childNodes);
  if (!sheet.querySelector("[data-close]")) {
    const close = document.createElement("button");
    close.className = "btn";
    close.dataset.close = "";
    close.textContent = document.getElementById("words").dataset.close;
    sheet.append(close);
  }
  if (sheet.querySelector("[data-counted][data-again]")) askAgain(address, mine);
  if (!sheet.open) {
    history.pushState({ soloist: "sheet" }, "");
    sheet.showModal();
  }
  sheet.scrollTop = 0;
}

export function startSheet() {
  const sheet = document.getElementById("sheet");
  sheet.addEventListener("close", () => {
    opened++; // answers still on their way are ignored
    sheet.replaceChildren(); // its contents may be out of date
    if ("gone" in sheet.dataset) delete sheet.dataset.gone;
    else if (history.state?.soloist === "sheet") history.back();
  });
  document.addEventListener("place", (event) => {
    if (event.defaultPrevented) return; // the tap was a step of the turn that is being put together
    const app = document.querySelector("[data-table]");
    const { base, turn, stage } = app.dataset;
    const address = new URL(`${base}/place?part=true`, location.href);
    address.searchParams.set("key", event.detail.key);
    // during your own move a place is about that move; while her turn is shown, about why she did not choose it
    if (turn && (stage !== "tell" || "readonly" in app.dataset)) address.searchParams.set("turn", turn);
    if ("readonly" in app.dataset && base.startsWith("/t/")) address.searchParams.set("read_only", "true");
    sheet.dataset.first = stage === "why" ? "why" : "moves";
    open(address);
  });
  document.addEventListener("click", (event) => {
    const rule = event.target.closest("[data-rule]");
    if (rule) {
      event.preventDefault();
      const app = document.querySelector("[data-table]");
      const address = new URL(rule.getAttribute("href"), location.href);
      address.searchParams.set("part", "true");
      if (app && app.dataset.base.startsWith("/t/")) address.searchParams.set("table", app.dataset.table);
      open(address);
      return;
    }
    const step = event.target.closest("[data-step]");
    if (step) { // numbers have buttons and can be typed too
      const input = step.parentElement.querySelector("input");
      if (Number(step.dataset.step) > 0) input.stepUp();
      else input.stepDown();
      return;
    }
    const link = event.target.closest("[data-sheet]");
    if (link) {
      event.preventDefault();
      const address = new URL(link.getAttribute("href"), location.href);
      address.searchParams.set("part", "true");
      sheet.dataset.first = "moves";
      open(address);
      return;
    }
    if (event.target.closest("[data-other]")) {
      sheet.dataset.first = "moves";
      open(new URL(`${document.querySelector("[data-table]").dataset.base}/place?part=true`, location.href));
      return;
    }
    if (event.target === sheet || event.target.closest("#sheet [data-close]")) sheet.close();
  });
}
