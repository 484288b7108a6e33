// A first table: a light falls on the control one needs next, with a few words. Each mark goes when its control was used.

const NS = "http://www.w3.org/2000/svg";

// in this order: where the mark applies, and what it lights
const MARKS = [
  ["lay", (app) => app.dataset.stage === "lay", "#lay .now, #lay"],
  ["place", (app) => app.dataset.stage === "tell" && !document.querySelector("#act form[action$='/turn'] .big"), "#stage"],
  ["lamp", (app) => app.dataset.stage === "tell" && !!document.querySelector("#act form[action$='/turn'] .big"), "#act form[action$='/turn'] .big"],
  ["hands", (app) => app.dataset.stage === "do", "#act [data-placed], #act [data-show='done']"],
  ["why", (app) => app.dataset.stage === "do", "#act [data-go='why']"],
  ["step", (app) => app.dataset.stage === "why", "#act [data-next], #stepper"],
];

const seen = (el) => el && el.getClientRects().length > 0;

class Coach {
  constructor(app, words) {
    this.app = app;
    this.words = words;
    this.name = `soloist-coach:${app.dataset.table}`;
    this.box = document.createElement("section");
    this.box.className = "coach";
    this.box.setAttribute("role", "dialog");
    this.veil = document.createElementNS(NS, "svg");
    this.veil.setAttribute("class", "veil");
    this.veil.setAttribute("aria-hidden", "true");
    this.veil.append(document.createElementNS(NS, "path"), document.createElementNS(NS, "rect"));
    app.append(this.veil, this.box);
    this.box.addEventListener("click", (event) => {
      const act = event.target.closest("[data-coach]")?.dataset.coach;
      if (act === "leave") this.end();
      else if (act === "skip") { this.over(this.now[0]); this.show(); }
    });
    this.watch = new MutationObserver(() => this.show());
    this.watch.observe(app, { attributes: true, attributeFilter: ["data-stage", "data-tab"] });
    addEventListener("resize", () => this.place());
    this.show();
  }

  get gone() { return (localStorage.getItem(this.name) ?? "").split(",").filter(Boolean); }
  over(id) { localStorage.setItem(this.name, [...this.gone, id].join(",")); }

  end() {
    localStorage.setItem(this.name, "end");
    this.watch.disconnect();
    this.box.remove();
    this.veil.remove();
  }

  show() {
    if (this.app !== document.querySelector(".app[data-stage]")) { this.watch.disconnect(); return; }
    const gone = this.gone;
    if (gone.includes("end")) { this.end(); return; }
    if (this.now && !this.now[1](this.app)) this.over(this.now[0]); // its control was used: the page is somewhere else
    this.now = MARKS.find(([id, when, where]) => !this.gone.includes(id) && when(this.app) && this.lit(where));
    if (MARKS.every(([id]) => this.gone.includes(id))) { this.end(); return; }
    this.box.hidden = this.veil.hidden = !this.now;
    this.veil.classList.toggle("away", !this.now);
    if (!this.now) return;
    const [id] = this.now;
    const at = MARKS.findIndex(([name]) => name === id) + 1;
    const make = (tag, text, attributes = {}) => {
      const el = document.createElement(tag);
      el.textContent = text;
      for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
      return el;
    };
    const step = this.words.count.replace("{n}", at).replace("{m}", MARKS.length);
    const foot = make("div", "", { class: "row" });
    foot.append(make("button", this.words.leave, { type: "button", class: "btn quiet", "data-coach": "leave" }), make("button", this.words.skip, { type: "button", class: "btn", "data-coach": "skip" }));
    this.box.setAttribute("aria-label", step);
    this.box.replaceChildren(make("p", step, { class: "eyebrow" }), make("h2", this.words[`${id}_title`]), make("p", this.words[id]), foot);
    requestAnimationFrame(() => this.place());
  }

  lit(where) { return where.split(", ").map((one) => this.app.querySelector(one)).find(seen); }

  place() { // beside the light, never on it
    const target = this.now && this.lit(this.now[2]);
    if (!target || !this.box.isConnected) return;
    const r = target.getBoundingClientRect(), w = innerWidth, h = innerHeight, pad = 6;
    const x = Math.max(0, r.x - pad), y = Math.max(0, r.y - pad), wide = Math.min(w - x, r.width + 2 * pad), high = Math.min(h - y, r.height + 2 * pad);
    this.veil.firstChild.setAttribute("d", `M0 0H${w}V${h}H0ZM${x} ${y}v${high}h${wide}v${-high}z`);
    for (const [key, value] of Object.entries({ x, y, width: wide, height: high, rx: 12 })) this.veil.lastChild.setAttribute(key, value);
    const size = this.box.getBoundingClientRect();
    const below = h - (y + high), above = y;
    const top = below > size.height + 16 ? y + high + 12 : above > size.height + 16 ? y - size.height - 12 : Math.max(8, h - size.height - 96);
    this.box.style.top = `${top}px`;
    this.box.style.left = `${Math.max(8, Math.min(w - size.width - 8, x + wide / 2 - size.width / 2))}px`;
  }
}

export function startCoach() {
  const app = document.querySelector(".app[data-stage]");
  const words = document.getElementById("coach-words");
  if (!app || !words) return;
  const name = `soloist-coach:${app.dataset.table}`;
  if (new URLSearchParams(location.search).has("first") && localStorage.getItem(name) === null) localStorage.setItem(name, "");
  const known = localStorage.getItem(name);
  if (known !== null && known !== "end") new Coach(app, JSON.parse(words.textContent));
}
