// Set-up: one screen at a time, without options that do not apply; at the end what to lay out and to compare.

export function startSetup() {
  const form = document.getElementById("setup");
  if (!form) return;
  const screens = [...form.querySelectorAll("[data-screen]")];
  const dots = [...form.querySelectorAll("[data-dot]")];
  const next = form.querySelector("[data-next]"), create = form.querySelector("[data-create]"), back = form.querySelector("[data-back]");
  const words = JSON.parse(next.dataset.words);
  let at = form.querySelector('[role="alert"]') ? 2 : 0;

  function show(focus = true) {
    for (const [i, screen] of screens.entries()) screen.hidden = i !== at;
    for (const [i, dot] of dots.entries()) {
      dot.className = i === at ? "on" : i < at ? "done" : "";
      if (i === at) dot.setAttribute("aria-current", "step");
      else dot.removeAttribute("aria-current");
    }
    document.getElementById("screen-title").textContent = screens[at].dataset.title;
    next.hidden = at === 2;
    create.hidden = at !== 2;
    if (at < 2) next.textContent = words[at];
    if (at === 2) preview();
    if (focus) { document.getElementById("main").focus(); scrollTo(0, 0); }
  }

  function applies() {
    const chosen = new FormData(form);
    for (const field of form.querySelectorAll("[data-when]")) {
      const holds = JSON.parse(field.dataset.when).every(([key, values]) => values.includes(chosen.get(`o.${key}`)));
      field.hidden = !holds;
      field.disabled = !holds;
    }
  }

  let asked = 0;
  async function preview() {
    const mine = ++asked;
    const place = document.getElementById("preview");
    const entered = [...place.querySelectorAll("input")].filter((i) => i.value !== i.defaultValue).map((i) => [i.name, i.value]);
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (mine !== asked) return;
      place.replaceChildren(...page.body.childNodes);
      for (const [name, value] of entered) { const input = place.querySelector(`[name="${CSS.escape(name)}"]`); if (input) input.value = value; }
      place.hidden = false;
    } catch { place.hidden = true; }
  }

  next.addEventListener("click", () => { at++; show(); });
  back.addEventListener("click", (event) => { if (at) { event.preventDefault(); at--; show(); } });
  form.addEventListener("change", (event) => { applies(); if (at === 2 && !event.target.closest("#preview")) preview(); });
  form.classList.add("stepped");
  applies();
  show(false);
}
