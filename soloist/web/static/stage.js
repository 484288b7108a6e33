// Switches the table page between entering your move, moving Automa's pieces, and the steps of her decision.
import { Hands } from "./hands.js";
import { Stepper } from "./stepper.js";
import { light } from "./whole.js";

const wide = matchMedia("(min-width: 1180px)");

let current = null;

export function startStage(board) {
  const app = document.querySelector(".app[data-stage]");
  current = app ? new Stage(app, board) : null;
}

addEventListener("popstate", (event) => { // the browser's Back leaves Why, not the table
  const sheet = document.getElementById("sheet");
  if (sheet?.open) { sheet.dataset.gone = ""; sheet.close(); return; }
  if (current?.app.dataset.stage === "why" && event.state?.soloist !== "why") current.go(current.lists.do ? "do" : "tell");
});

class Stage {
  constructor(app, board) {
    this.app = app;
    this.board = board;
    const walk = document.getElementById("walk");
    const place = document.getElementById("stepper");
    this.stepper = walk && place ? new Stepper(place, JSON.parse(walk.textContent), board, () => this.label()) : null;
    const moving = (id) => {
      const pane = document.getElementById(id);
      return pane?.querySelector("[data-hands]") ? new Hands(pane, board, () => this.label()) : null;
    };
    this.lists = { do: moving("pane-do"), lay: "readonly" in app.dataset ? null : moving("lay") };
    app.classList.toggle("guided", !!this.lists.lay);
    this.done = `soloist-done:${app.dataset.table}:${app.dataset.at}`;
    for (const button of app.querySelectorAll("[data-tab]")) {
      button.addEventListener("click", () => this.tab(button.dataset.tab));
      button.addEventListener("keydown", (e) => this.arrows(e, button));
    }
    for (const button of app.querySelectorAll("[data-go]")) button.addEventListener("click", () => this.go(button.dataset.go));
    for (const button of app.querySelectorAll("[data-next]")) button.addEventListener("click", () => this.next());
    for (const button of app.querySelectorAll('[data-show="back"]')) button.addEventListener("click", () => this.back());
    for (const button of app.querySelectorAll("[data-placed]")) button.addEventListener("click", () => this.placed());
    for (const button of app.querySelectorAll("[data-skip]")) button.addEventListener("click", () => this.skip());
    let first = app.dataset.stage;
    if (first === "do" && sessionStorage.getItem(this.done)) first = "tell";
    if (first === "tell" && this.lists.lay?.left && app.dataset.at === "0") first = "lay"; // a new table: set up first
    this.go(first);
  }

  async go(stage) {
    if (stage === "why" && !this.stepper) stage = "do";
    const from = this.app.dataset.stage;
    if (stage === "tell" && this.app.dataset.stage === "do") this.lists.do?.finish();
    if (stage === "tell" && this.app.dataset.stage !== "tell") sessionStorage.setItem(this.done, "1");
    if (stage === "why" && from !== "why" && history.state?.soloist !== "why") history.pushState({ soloist: "why" }, "");
    this.app.dataset.stage = stage;
    this.tab(stage === "lay" ? "tell" : stage, false);
    this.label();
    if (stage !== "why") {
      this.board?.after();
      this.lists[stage]?.show();
      if (stage === "tell") {
        if (from !== "tell") this.board?.rest();
        if ("legal" in this.app.dataset) light(this.board, this.app);
        else this.board?.legal(JSON.parse(this.app.dataset.first ?? "[]"), !!this.app.dataset.first);
      }
      return;
    }
    this.stepper.show();
    await this.board?.before();
    if (this.app.dataset.stage !== "why") return; // the user has gone on before the server answered
    this.stepper.show();
    if (!wide.matches && this.board?.spotlight.length) this.board.centre();
  }

  tab(name, follow = true) {
    this.app.dataset.tab = name;
    for (const button of this.app.querySelectorAll("[role=tab]")) {
      const on = button.dataset.tab === name;
      button.setAttribute("aria-selected", on);
      button.tabIndex = on ? 0 : -1;
    }
    for (const pane of this.app.querySelectorAll("[data-pane]")) pane.classList.toggle("on", pane.dataset.pane === name);
    if (!follow) return;
    if (["tell", "do", "why"].includes(name)) {
      const here = this.app.dataset.stage === "lay" ? "tell" : this.app.dataset.stage;
      if (here !== name) this.go(name);
    } else if (this.app.dataset.stage === "why") { // cards and totals are shown with the current board
      this.app.dataset.stage = this.lists.do ? "do" : "tell";
      this.board?.after();
    }
    this.label();
  }

  arrows(e, button) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step) return;
    const all = [...this.app.querySelectorAll("[role=tab]")];
    const next = all[(all.indexOf(button) + step + all.length) % all.length];
    next.focus();
    this.tab(next.dataset.tab);
  }

  // which buttons of the action bar belong to this stage; exactly one of them is highlighted
  label() {
    const stage = this.app.dataset.stage;
    const next = stage === "why" && this.stepper && !this.stepper.last();
    const list = this.lists[stage];
    const moving = !!list?.one && list.left > 0;
    const open = this.app.querySelector("[data-open-lay]");
    if (open) open.hidden = !this.lists.lay?.left || !this.lists.lay.begun; // set-up done on another device leaves no ticks here
    const shown = {
      back: stage === "why" || (moving && list.at > 0),
      next,
      placed: moving,
      skip: stage === "lay",
      walked: stage === "why" && !next,
      done: (stage === "why" && !next) || (!!list && !moving) || (stage === "do" && !moving),
      why: stage === "do" && !!this.stepper,
      review: stage === "tell" && !!this.stepper,
      turn: stage === "tell",
    };
    for (const item of this.app.querySelectorAll("#act [data-show]")) {
      item.hidden = !item.dataset.show.split(" ").some((name) => shown[name]);
    }
    for (const bar of this.app.querySelectorAll("#act")) bar.dataset.live = "";
    for (const button of this.app.querySelectorAll("[data-placed]")) {
      button.dataset.there ??= button.firstChild.textContent;
      button.firstChild.textContent = stage === "lay" ? button.dataset.lies : button.dataset.there;
    }
    if (next) for (const words of this.app.querySelectorAll("#act [data-next] span")) words.textContent = this.stepper.nextTitle();
  }

  next() {
    this.stepper.move(1);
    this.label();
  }

  skip() { // the table is set up already: go on to the game, without any act
    this.lists.lay.finish();
    this.go("tell");
  }

  placed() {
    const { stage } = this.app.dataset;
    const more = this.lists[stage].done();
    if (!more && stage === "lay") this.go("tell");
    else if (!more) this.label();
  }

  back() {
    if (this.lists[this.app.dataset.stage]) { this.lists[this.app.dataset.stage].again(); return; }
    if (!this.stepper.move(-1)) this.go(this.lists.do ? "do" : "tell");
    this.label();
  }
}
