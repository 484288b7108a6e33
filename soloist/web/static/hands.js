// What to move, one step at a time (the sentence, its place lit and zoomed in) or all of it as a list.

const WAY = "soloist-hands"; // the user's choice: one at a time, or the list
const OLDEST = 12; // checklists that are kept per table

export class Hands {
  constructor(pane, board, changed) {
    this.pane = pane;
    this.board = board;
    this.changed = changed;
    this.list = pane.querySelector("[data-hands]");
    this.items = [...this.list.children];
    this.boxes = this.items.map((item) => item.querySelector("input"));
    this.back = "back" in this.list.dataset;
    if (this.back) this.leaveUndone();
    else this.remember();
    for (const box of this.boxes) box.addEventListener("change", () => { this.at = this.next(); this.show(); });
    const way = pane.querySelector("[data-way]");
    way?.addEventListener("click", () => {
      localStorage.setItem(WAY, this.one ? "list" : "one");
      this.show();
    });
    this.at = this.next();
    this.lights = pane.querySelector("[data-lights]");
    this.lights?.replaceChildren(...this.items.map(() => document.createElement("i")));
  }

  get one() { return localStorage.getItem(WAY) !== "list" && this.items.length > 0; }
  get begun() { return this.boxes.some((box) => box.checked); }
  get left() { return this.boxes.filter((box) => !box.checked).length; }
  next() { // return the first step without a tick
    const found = this.boxes.findIndex((box) => !box.checked);
    return found < 0 ? this.items.length : found;
  }

  // ticks survive a reload; ticks of another turn with the same number do not count
  remember() {
    const [table, number, at] = this.list.dataset.hands.split(":");
    const name = `soloist-ticks:${table}:${number}`;
    const [when, ticked] = (localStorage.getItem(name) ?? "").split("|");
    const saved = when === at ? (ticked ?? "").split(",") : [];
    for (const [i, box] of this.boxes.entries()) {
      box.checked = saved.includes(String(i));
      box.addEventListener("change", () => this.save());
    }
    this.save = () => {
      localStorage.setItem(name, `${at}|${this.boxes.flatMap((b, n) => (b.checked ? [n] : [])).join(",")}`);
      const old = Object.keys(localStorage).filter((key) => key.startsWith(`soloist-ticks:${table}:`) && Number(key.split(":")[2]) <= Number(number) - OLDEST);
      for (const key of old) localStorage.removeItem(key);
    };
  }

  leaveUndone() { // steps that were never ticked need not be undone, if ticks were used at all
    const { table } = document.querySelector("[data-table]").dataset;
    this.items = this.items.filter((item) => {
      const [number, i] = item.dataset.tick.split(":");
      const ticked = number && localStorage.getItem(`soloist-ticks:${table}:${number}`)?.split("|")[1];
      const moved = !ticked || ticked.split(",").includes(i);
      if (!moved) item.remove();
      return moved;
    });
    this.boxes = this.items.map((item) => item.querySelector("input"));
  }

  places(item) { return JSON.parse(item?.dataset.at || "[]"); }

  show() {
    const one = this.one && this.at < this.items.length;
    this.pane.classList.toggle("one", one);
    const way = this.pane.querySelector("[data-way]");
    if (way) {
      way.hidden = false;
      way.querySelector("span").textContent = this.one ? way.dataset.all : way.dataset.one;
    }
    for (const [i, item] of this.items.entries()) {
      item.classList.toggle("now", i === this.at);
      item.classList.toggle("then", i > this.at);
    }
    const phase = this.items[Math.min(this.at, this.items.length - 1)]?.dataset.phase;
    for (const pill of this.pane.querySelectorAll("[data-phase-pill]")) pill.classList.toggle("on", pill.dataset.phasePill === phase);
    for (const [i, light] of [...(this.lights?.children ?? [])].entries()) light.className = this.boxes[i].checked ? "d" : i === this.at ? "n" : "";
    const all = this.lights ? [] : this.items.flatMap((item) => this.places(item));
    const here = one ? this.places(this.items[this.at]) : [];
    this.board?.moved(all, here, this.back);
    this.changed();
  }

  // ticks the step that is shown; returns whether more are left
  done() {
    if (!this.one || this.at >= this.items.length) { this.finish(); return false; }
    const box = this.boxes[this.at];
    box.checked = true;
    box.dispatchEvent(new Event("change", { bubbles: true }));
    return this.left > 0;
  }

  again() { // go one step back
    const before = Math.min(this.at, this.items.length) - 1;
    if (before < 0) return false;
    for (const box of this.boxes.slice(before)) box.checked = false;
    this.boxes[before].dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  finish() {
    if (!this.left) return;
    for (const box of this.boxes) box.checked = true;
    this.save?.();
    this.at = this.items.length;
  }
}
