// Hints on a first table: a few words above the board about the next control, which is outlined. They cover nothing and
// only go forward: a hint is over when its control was used or the user skips it.

// in this order: where the hint applies, and what it outlines
const MARKS = [
  ["lay", (app) => app.dataset.stage === "lay", "#lay [data-hands]"],
  ["place", (app) => app.dataset.stage === "tell" && !turn(app), "#stage"],
  ["lamp", (app) => app.dataset.stage === "tell" && !!turn(app), "#act form[action$='/turn'] .big"],
  ["hands", (app) => app.dataset.stage === "do" && !!app.querySelector("#pane-do [data-hands] input:not(:checked)"), "#pane-do [data-hands]"],
  ["why", (app) => app.dataset.stage === "do" && !!app.querySelector("#act [data-go='why']:not([hidden])"), "#act [data-go='why']"],
  ["step", (app) => app.dataset.stage === "why", "#stepper"],
];

const turn = (app) => app.querySelector("#act form[action$='/turn'] .big");

class Coach {
  constructor(app, words) {
    this.app = app;
    this.words = words;
    this.name = nameOf(app);
    this.box = document.createElement("section");
    this.box.className = "coach";
    this.box.setAttribute("aria-live", "polite");
    this.box.addEventListener("click", (event) => {
      const act = event.target.closest("[data-coach]")?.dataset.coach;
      if (act === "leave") this.end();
      else if (act === "read") this.show(this.now + 1);
    });
    this.watch = new MutationObserver(() => this.show());
    this.watch.observe(app, { attributes: true, attributeFilter: ["data-stage"] });
    this.watch.observe(app.querySelector("#act"), { attributes: true, attributeFilter: ["hidden"], subtree: true });
    app.addEventListener("change", () => this.show());
    const [mark, at] = localStorage.getItem(this.name).split(":");
    this.now = Number(mark) || 0;
    this.show(at === undefined || at === app.dataset.at ? this.now : this.now + 1); // the table has changed: used
  }

  end() {
    localStorage.setItem(this.name, "end");
    this.watch.disconnect();
    this.show = () => {};
    this.outline(null);
    this.box.remove();
  }

  show(from = this.now) {
    if (this.app !== document.querySelector(".app[data-stage]")) { this.watch.disconnect(); return; }
    if (this.box.isConnected && from === this.now && !MARKS[from][1](this.app)) from += 1; // the control was used
    const next = MARKS.findIndex(([, when], i) => i >= from && when(this.app));
    if (from === MARKS.length) { this.end(); return; }
    const shown = this.box.isConnected && next === this.now;
    this.now = next < 0 ? from : next;
    localStorage.setItem(this.name, next < 0 ? String(from) : `${next}:${this.app.dataset.at}`);
    this.outline(next < 0 ? null : this.app.querySelector(MARKS[next][2]));
    if (next < 0) this.box.remove();
    else if (!shown) this.say(next);
  }

  outline(target) {
    for (const old of this.app.querySelectorAll(".coached")) if (old !== target) old.classList.remove("coached");
    target?.classList.add("coached");
  }

  say(mark) {
    const [id] = MARKS[mark];
    const make = (tag, text, attributes) => {
      const el = document.createElement(tag);
      el.textContent = text;
      for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
      return el;
    };
    const step = this.words.count.replace("{n}", mark + 1).replace("{m}", MARKS.length);
    const head = make("div", "", { class: "row" });
    const title = make("h2", "", { class: "grow" });
    title.append(make("span", step, { class: "eyebrow" }), this.words[`${id}_title`]);
    head.append(
      title,
      make("button", this.words.leave, { type: "button", class: "btn small quiet", "data-coach": "leave" }),
      make("button", this.words.skip, { type: "button", class: "btn small", "data-coach": "read" }),
    );
    this.box.setAttribute("aria-label", step);
    this.box.replaceChildren(head, make("p", this.words[id], { class: "small" }));
    this.app.querySelector("#stage").prepend(this.box);
  }
}

const nameOf = (app) => `soloist-coach:${app.dataset.table}`;

export function startCoach() {
  const app = document.querySelector(".app[data-stage]");
  const words = document.getElementById("coach-words");
  if (!app || !words) return;
  const name = nameOf(app);
  if (new URLSearchParams(location.search).has("first") && localStorage.getItem(name) === null) localStorage.setItem(name, "0");
  const known = localStorage.getItem(name);
  if (known !== null && known !== "end") new Coach(app, JSON.parse(words.textContent));
}
