// What the table page is about right now: telling your move, moving her pieces, or walking through her decision.
import { Stepper } from "./stepper.js";

const wide = matchMedia("(min-width: 1180px)");

export function startStage(board) {
  const app = document.querySelector(".app[data-stage]");
  if (!app) return;
  new Stage(app, board);
}

class Stage {
  constructor(app, board) {
    this.app = app;
    this.board = board;
    const walk = document.getElementById("walk");
    const place = document.getElementById("stepper");
    this.stepper = walk && place ? new Stepper(place, JSON.parse(walk.textContent), board, () => this.label()) : null;
    this.done = `soloist-done:${app.dataset.table}:${app.dataset.at}`;
    for (const button of app.querySelectorAll("[data-tab]")) {
      button.addEventListener("click", () => this.tab(button.dataset.tab));
      button.addEventListener("keydown", (e) => this.arrows(e, button));
    }
    for (const button of app.querySelectorAll("[data-go]")) button.addEventListener("click", () => this.go(button.dataset.go));
    for (const button of app.querySelectorAll("[data-next]")) button.addEventListener("click", () => this.next());
    for (const button of app.querySelectorAll('[data-show="back"]')) button.addEventListener("click", () => this.back());
    this.ticks();
    let first = app.dataset.stage;
    if (first === "do" && sessionStorage.getItem(this.done)) first = "tell";
    this.go(first);
  }

  async go(stage) {
    if (stage === "why" && !this.stepper) stage = "do";
    if (stage === "tell" && this.app.dataset.stage !== "tell") sessionStorage.setItem(this.done, "1");
    this.app.dataset.stage = stage;
    this.tab(stage, false);
    this.label();
    if (stage !== "why") {
      this.board?.after();
      if (stage === "tell") this.board?.legal(JSON.parse(this.app.dataset.legal ?? "[]"));
      return;
    }
    this.stepper.show();
    await this.board?.before();
    if (this.app.dataset.stage !== "why") return; // somebody was faster than the server
    this.stepper.show();
    if (!wide.matches && this.board?.spotlight.length) this.board.centre();
  }

  tab(name, follow = true) {
    this.app.dataset.tab = name;
    for (const button of this.app.querySelectorAll("[data-tab]")) {
      const on = button.dataset.tab === name;
      button.setAttribute("aria-selected", on);
      button.tabIndex = on ? 0 : -1;
    }
    for (const pane of this.app.querySelectorAll("[data-pane]")) pane.classList.toggle("on", pane.dataset.pane === name);
    if (follow && ["tell", "do", "why"].includes(name) && this.app.dataset.stage !== name) this.go(name);
    if (!follow || name === "cards" || name === "totals") this.label();
  }

  arrows(e, button) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step) return;
    const all = [...this.app.querySelectorAll("[data-tab]")];
    const next = all[(all.indexOf(button) + step + all.length) % all.length];
    next.focus();
    this.tab(next.dataset.tab);
  }

  // which buttons of the action bar belong to this moment; exactly one of them is lamp-coloured
  label() {
    const stage = this.app.dataset.stage;
    const next = stage === "why" && this.stepper && !this.stepper.last();
    const shown = {
      back: stage === "why",
      next,
      done: (stage === "why" && !next) || stage === "do",
      why: stage === "do" && !!this.stepper,
      review: stage === "tell" && !!this.stepper,
      turn: stage === "tell",
    };
    for (const item of this.app.querySelectorAll("#act [data-show]")) {
      item.hidden = !item.dataset.show.split(" ").some((name) => shown[name]);
    }
    if (next) for (const words of this.app.querySelectorAll("#act [data-next] span")) words.textContent = this.stepper.nextTitle();
  }

  next() {
    this.stepper.move(1);
    this.label();
  }

  back() {
    if (!this.stepper.move(-1)) this.go(document.querySelector("#pane-do .todo") ? "do" : "tell");
    this.label();
  }

  // ticks stay when the page is loaded again
  ticks() {
    const list = this.app.querySelector("[data-ticks]");
    if (!list) return;
    const name = `soloist-ticks:${list.dataset.ticks}`;
    const boxes = [...list.querySelectorAll("input")];
    const saved = (localStorage.getItem(name) || "").split(",");
    for (const [i, box] of boxes.entries()) {
      box.checked = saved.includes(String(i));
      box.addEventListener("change", () => {
        for (const key of Object.keys(localStorage)) if (key.startsWith("soloist-ticks:") && key !== name && key.includes(this.app.dataset.table)) localStorage.removeItem(key);
        localStorage.setItem(name, boxes.flatMap((b, n) => (b.checked ? [n] : [])).join(","));
      });
    }
  }
}
