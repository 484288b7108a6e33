// The board: pan and zoom with fingers, wheel and buttons; places named on hover and long press; lit while a decision is shown.

const NS = "http://www.w3.org/2000/svg";
const MOST = 4;
const TOUCH = 44; // pixels: smaller targets are easily missed
const LEAST = 9; // pixels: smaller letters are not shown
let kept = null; // the view of this table, kept when the page is replaced

export function startBoard() {
  const svg = document.getElementById("board");
  return svg ? new Board(svg, document.querySelector("[data-table]").dataset) : null;
}

class Board {
  constructor(svg, { table, base, turn }) {
    this.now = svg;
    this.past = { address: `${base}/before/${turn}`, svg: null };
    this.stage = svg.parentElement;
    this.fresh = kept?.table !== table;
    if (this.fresh) kept = { table, scale: 1, x: 0, y: 0 };
    if (kept.came) Object.assign(kept, kept.came, { came: null }); // after the answer to a tap, show the board as before it
    this.at = kept;
    this.fingers = new Map();
    this.take(svg);
    this.buttons();
    this.apply();
  }

  open() { // called once the buttons of the stage are chosen: before that, wrapped text may shrink the board
    if (this.fresh && this.closeUp) this.near(); // show the first piece to move
    else if (this.fresh) this.fill();
    this.apply();
  }

  take(svg) { // take over a new drawing
    this.svg = svg;
    this.view = svg.querySelector(".view");
    this.overlay = svg.querySelector("#overlay");
    this.width = Number(svg.dataset.w);
    this.height = Number(svg.dataset.h);
    this.places = new Map([...svg.querySelectorAll(".pl")].map((g) => [g.dataset.key, g]));
    this.names = new Map([...this.places].map(([key, g]) => [key, outline(g).getAttribute("aria-label")]));
    this.spotlight = [];
    this.stop(this.places.values().next().value);
    this.texts = null; // sized when the drawing is on the page
    if (!svg.soloist) this.listen();
    svg.soloist = this;
  }

  // the board before Automa's turn, while the page explains how she decided on it
  async before() {
    if (!this.past.svg) {
      try {
        const answer = await fetch(this.past.address);
        if (!answer.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        this.past.svg = document.adoptNode(page.getElementById("board"));
      } catch { return; }
    }
    this.change(this.past.svg);
  }

  after() {
    this.change(this.now);
    this.clear();
  }

  change(svg) {
    if (this.svg === svg) return;
    const had = this.svg.contains(document.activeElement) ? document.activeElement.closest(".pl")?.dataset.key : null;
    this.svg.replaceWith(svg);
    this.take(svg);
    this.apply();
    if (this.places.has(had)) outline(this.places.get(had)).focus();
  }

  // ------------------------------------------------------------------------------------------------- pan and zoom

  unit() { // return board units per pixel at scale 1
    const box = this.svg.getBoundingClientRect();
    return Math.max(this.width / box.width, this.height / box.height) || 1;
  }

  apply() {
    const { scale } = this.at;
    // at least a third of the board stays visible
    const w = this.width, h = this.height;
    this.at.x = Math.min(w * 2 / 3, Math.max(w / 3 - w * scale, this.at.x));
    this.at.y = Math.min(h * 2 / 3, Math.max(h / 3 - h * scale, this.at.y));
    this.view.setAttribute("transform", `translate(${this.at.x} ${this.at.y}) scale(${scale})`);
    this.legible(scale / this.unit());
  }

  // no text on the board is too small to read: names grow, other text is hidden until the user zooms in
  legible(px) {
    this.svg.classList.toggle("tiny", px < 0.55);
    this.svg.classList.toggle("small", px < 0.8);
    this.svg.style.setProperty("--least", `${LEAST / px}px`);
    this.texts ??= sizes(this.svg);
    for (const group of this.texts) {
      const away = group.size * px < LEAST - 0.05;
      if (away !== group.away) for (const text of group.all) text.classList.toggle("away", away);
      group.away = away;
    }
  }

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(MOST, Math.max(1, this.at.scale * factor));
    const real = scale / this.at.scale;
    this.at.x = x - (x - this.at.x) * real;
    this.at.y = y - (y - this.at.y) * real;
    this.at.scale = scale;
    this.apply();
  }

  filling() { // return the scale at which the board is as wide as a small screen
    const box = this.svg.getBoundingClientRect();
    if (!small() || !box.height) return 1;
    return Math.min(2, Math.max(1, (this.height / this.width) / (box.height / box.width)));
  }

  fill() { // on a small screen show the board as wide as the window, from its top; "whole" shows all of it
    const box = this.svg.getBoundingClientRect();
    const scale = this.filling();
    if (scale === 1) return;
    const seen = box.height * this.unit();
    Object.assign(this.at, { scale, x: (this.width - this.width * scale) / 2, y: (this.height - seen) / 2 });
  }

  rest() { // the initial view
    Object.assign(this.at, { scale: 1, x: 0, y: 0 });
    this.fill();
    this.apply();
  }

  whole() {
    Object.assign(this.at, { scale: 1, x: 0, y: 0 });
    this.apply();
  }

  // the button: show the whole board, on a small screen in place of the panel; a second tap restores the view
  showWhole() {
    const { scale, x, y } = this.at;
    if (!small()) this.whole();
    else if (this.large && scale === 1 && !x && !y) this.enlarge(false);
    else { this.enlarge(true); this.whole(); }
  }

  get large() { return "large" in this.stage.closest(".app").dataset; }

  enlarge(large) {
    if (large === this.large) return;
    this.stage.closest(".app").toggleAttribute("data-large", large);
    this.stage.querySelector('[data-zoom="whole"]').setAttribute("aria-pressed", large);
    if (!large) this.rest();
  }

  centre() { // on the decision, or on the whole board without one
    const boxes = this.spotlight.map((key) => this.places.get(key)).filter(Boolean);
    if (!boxes.length) { this.whole(); return; }
    const outlines = boxes.map((g) => outline(g).getBBox());
    const left = Math.min(...outlines.map((o) => o.x)), right = Math.max(...outlines.map((o) => o.x + o.width));
    const top = Math.min(...outlines.map((o) => o.y)), bottom = Math.max(...outlines.map((o) => o.y + o.height));
    const box = this.svg.getBoundingClientRect();
    const unit = this.unit();
    const seenW = box.width * unit, seenH = box.height * unit; // the part visible at scale 1
    const room = Math.max(this.width, this.height) * 0.04;
    const scale = Math.min(2.6, Math.max(1, Math.min(seenW / (right - left + 2 * room), seenH / (bottom - top + 2 * room))));
    this.at.scale = scale;
    this.at.x = this.width / 2 - (left + right) / 2 * scale;
    this.at.y = this.height / 2 - (top + bottom) / 2 * scale;
    this.apply();
  }

  point(event) { // return the position of a pointer in board units
    const matrix = this.svg.getScreenCTM();
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [p.x, p.y];
  }

  listen() {
    const svg = this.svg;
    new ResizeObserver(() => { if (svg.isConnected) this.apply(); }).observe(svg);
    svg.tabIndex = -1; // an SVG with focus listeners would become a tab stop
    svg.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.zoom(Math.exp(-e.deltaY * 0.0016), ...this.point(e));
    }, { passive: false });
    svg.addEventListener("pointerdown", (e) => this.down(e));
    svg.addEventListener("pointermove", (e) => this.move(e));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(name, (e) => this.up(e));
    svg.addEventListener("click", (e) => {
      const place = this.asked(e);
      if (place && !this.dragged) this.chosen(place);
    });
    svg.addEventListener("keydown", (e) => this.key(e));
    svg.addEventListener("pointerover", (e) => this.tip(e.pointerType === "mouse" ? e.target.closest(".pl") : null));
    svg.addEventListener("pointerout", () => this.tip(null));
    svg.addEventListener("focusin", (e) => {
      const place = e.target.closest(".pl");
      if (place) this.stop(place);
      this.tip(e.target.matches(":focus-visible") ? place : null);
    });
  }

  buttons() {
    for (const button of this.stage.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => ({
        in: () => this.zoom(1.4), out: () => this.zoom(1 / 1.4), centre: () => this.centre(), whole: () => this.showWhole(),
      })[button.dataset.zoom]());
    }
    this.stage.querySelector(".skip").addEventListener("click", (e) => { // no history entry: Back is for Automa's turn
      e.preventDefault();
      document.getElementById("choices").focus();
    });
    document.getElementById("act")?.addEventListener("click", () => this.enlarge(false)); // playing on needs the panel
    const sheet = document.getElementById("sheet");
    if (sheet && !sheet.soloist) sheet.addEventListener("close", sheet.soloist = () => document.getElementById("board")?.soloist?.answered());
  }

  down(e) {
    this.fingers.set(e.pointerId, this.point(e));
    this.dragged = false;
    this.began = [e.clientX, e.clientY];
    clearTimeout(this.long);
    const place = e.target.closest(".pl");
    if (e.pointerType !== "mouse" && place) this.long = setTimeout(() => { this.tip(place); this.dragged = true; }, 450);
  }

  move(e) {
    if (!this.fingers.has(e.pointerId)) return;
    const before = this.fingers.get(e.pointerId);
    const now = this.point(e);
    if (this.fingers.size === 1) {
      if (Math.hypot(e.clientX - this.began[0], e.clientY - this.began[1]) > 8) {
        this.dragged = true;
        clearTimeout(this.long);
        this.svg.setPointerCapture?.(e.pointerId);
      }
      if (this.dragged) {
        this.at.x += now[0] - before[0];
        this.at.y += now[1] - before[1];
        this.apply();
      }
    } else if (this.fingers.size === 2) {
      this.dragged = true;
      clearTimeout(this.long);
      const other = [...this.fingers].find(([id]) => id !== e.pointerId)[1];
      const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
      const is = Math.hypot(now[0] - other[0], now[1] - other[1]);
      if (was > 0) this.zoom(is / was, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    }
    this.fingers.set(e.pointerId, now);
  }

  up(e) {
    clearTimeout(this.long);
    this.fingers.delete(e.pointerId);
  }

  // ------------------------------------------------------------------------------------------------------- places

  asked(e) { // during a decision a tap on part of an option (a space of a track) means the option
    const place = e.target.closest(".pl");
    if (!place || !this.svg.classList.contains("deciding") || place.matches(".valid, .drop, .chosen")) return place;
    const tapped = new DOMPoint(e.clientX, e.clientY);
    return [...this.svg.querySelectorAll(".pl:is(.valid, .drop, .chosen)")].find((g) => {
      const ring = outline(g);
      return ring.isPointInFill(tapped.matrixTransform(ring.getScreenCTM().inverse()));
    }) ?? place;
  }

  chosen(place) {
    for (const other of this.svg.querySelectorAll(".pl.asked")) other.classList.remove("asked");
    place.classList.add("asked");
    const box = outline(place).getBoundingClientRect();
    if (innerWidth < 1180 && Math.min(box.width, box.height) < TOUCH) { // confirm targets that are easily missed
      const lit = this.spotlight;
      const { scale, x, y } = this.at;
      this.at.came ??= { scale, x, y };
      this.spotlight = [place.dataset.key];
      this.near();
      this.spotlight = lit;
    }
    this.svg.dispatchEvent(new CustomEvent("place", { bubbles: true, cancelable: true, detail: { key: place.dataset.key, label: place.dataset.label } }));
  }

  answered() { // the sheet is closed: restore the view before the tap
    for (const place of this.svg.querySelectorAll(".pl.asked")) place.classList.remove("asked");
    if (!this.at.came) return;
    Object.assign(this.at, this.at.came);
    this.at.came = null;
    this.apply();
  }

  stop(place) { // the board is one tab stop: the last focused place, or at first one of those that matter now
    for (const g of this.places.values()) outline(g).tabIndex = g === place ? 0 : -1;
  }

  key(e) {
    const place = e.target.closest(".pl");
    if (!place) return;
    if (e.key === "Enter" || e.key === " ") { e.preventDefault(); this.chosen(place); return; }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!way) return;
    e.preventDefault();
    const x = Number(place.dataset.x), y = Number(place.dataset.y);
    let best = null, least = Infinity;
    for (const other of this.places.values()) {
      const dx = Number(other.dataset.x) - x, dy = Number(other.dataset.y) - y;
      const along = dx * way[0] + dy * way[1], across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along > 1 && across <= along * 1.8 && along + across * 2 < least) { best = other; least = along + across * 2; }
    }
    if (best) outline(best).focus();
  }

  tip(place) {
    const tip = document.getElementById("tip");
    if (!tip) return;
    tip.hidden = !place;
    if (place) tip.textContent = outline(place).getAttribute("aria-label");
  }

  // ------------------------------------------------------------------------------------------------------ decisions

  clear() {
    this.svg.classList.remove("deciding");
    for (const [key, g] of this.places) {
      g.classList.remove("valid", "drop", "chosen", "legal", "hand");
      outline(g).setAttribute("aria-label", this.names.get(key));
    }
    this.overlay.replaceChildren();
    this.spotlight = [];
  }

  // pieces moved so far stay marked; the piece to move now is lit, zoomed in and appears at its place
  moved(all, here, back) {
    this.clear();
    const rings = document.createElementNS(NS, "g");
    const there = new Set(here);
    for (const key of new Set([...all, ...here])) {
      const g = this.places.get(key);
      if (!g) continue;
      const now = there.has(key);
      g.classList.toggle("hand", now && !back); // undone pieces are gone already
      rings.append(...ring(g, now ? "chosen" : "moved"));
    }
    this.overlay.append(rings);
    this.texts = null;
    this.spotlight = here.filter((key) => this.places.has(key));
    this.closeUp = this.spotlight.length > 0 && innerWidth < 1180;
    if (this.closeUp) this.near();
  }

  near() { // zoom in on the places until the text on the board is readable
    this.centre();
    const readable = 0.95 * this.unit();
    if (this.at.scale >= readable) return;
    const [x, y] = [(this.width / 2 - this.at.x) / this.at.scale, (this.height / 2 - this.at.y) / this.at.scale];
    this.at.scale = Math.min(MOST, readable);
    this.at.x = this.width / 2 - x * this.at.scale;
    this.at.y = this.height / 2 - y * this.at.scale;
    this.apply();
  }

  legal(keys, near = false) { // mark the places with a choice
    for (const [key, g] of this.places) g.classList.toggle("legal", keys.includes(key));
    if (!this.svg.contains(document.activeElement) && this.places.has(keys[0])) this.stop(this.places.get(keys[0]));
    if (!near || innerWidth >= 1180) return;
    this.spotlight = keys.filter((key) => this.places.has(key));
    this.centre();
  }

  // the places of the chosen verb with their costs, and the places of this turn's steps
  draft(lit, chosen, word, ahead) { // `ahead`: a verb was chosen after the steps, and its places matter more
    const left = Object.entries(lit).filter(([key]) => !chosen.includes(key)).map(([key, tag]) => ({ spots: [key], tag }));
    if (left.length) this.show({ left, dropped: [], chosen: false, overlay: "", words: { valid: word } });
    this.legal(Object.keys(lit));
    for (const key of chosen) {
      const g = this.places.get(key);
      if (!g) continue;
      g.classList.add("chosen");
      this.overlay.append(...ring(g, "chosen"));
    }
    this.texts = null;
    const near = chosen.length && !ahead ? chosen.slice(-1) : left.map((option) => option.spots[0]);
    this.spotlight = near.filter((key) => this.places.has(key));
  }

  // what a step keeps, rules out and chooses: lists of {spots, tag, said}
  show({ left, dropped, chosen, overlay, words }) {
    this.clear();
    if (![...left, ...dropped].some((o) => o.spots.some((s) => this.places.has(s)))) return;
    this.svg.classList.add("deciding");
    const drawn = document.createElementNS(NS, "g");
    if (overlay) {
      const parsed = new DOMParser().parseFromString(`<svg xmlns="${NS}">${overlay}</svg>`, "image/svg+xml");
      for (const node of [...parsed.documentElement.childNodes]) drawn.append(document.adoptNode(node));
    }
    const rings = document.createElementNS(NS, "g"), tags = document.createElementNS(NS, "g");
    const mark = (option, state) => {
      for (const [i, key] of option.spots.entries()) {
        const g = this.places.get(key);
        if (!g) continue;
        g.classList.add(state);
        outline(g).setAttribute("aria-label", `${this.names.get(key)}. ${words[state]}${option.tag ? `: ${option.tag}` : ""}`);
        if (state !== "drop") this.spotlight.push(key);
        if (state === "drop") rings.append(shape("path", { class: "hatched", d: outline(g).getAttribute("d") }));
        else rings.append(...ring(g, state));
        const x = Number(g.dataset.x), y = Number(g.dataset.y);
        if (state === "chosen" && i === 0) tags.append(badge(x, y, this.size(g)));
        else if (option.tag && i === 0) tags.append(tag(x, y, option.tag, state, this.size(g)));
      }
    };
    for (const option of dropped) mark(option, "drop");
    for (const option of left) mark(option, chosen ? "chosen" : "valid");
    this.overlay.append(rings, drawn, tags);
    this.texts = null;
  }

  size(g) { // return the size of marks: a share of the place's size
    const box = outline(g).getBBox();
    return Math.max(LEAST * this.unit() / this.at.scale, Math.min(box.width, box.height) * 0.3);
  }
}

function small() { // a phone, in portrait or landscape
  return innerWidth < 768 || innerHeight <= 480;
}

function sizes(svg) { // return the texts of a drawing by font size, without those that scale on their own
  const known = new Map(), groups = new Map();
  for (const text of svg.querySelectorAll(".ground text, .places text, .above text, .lifted text")) {
    const kind = text.getAttribute("class") ?? "";
    if (!known.has(kind)) {
      const style = getComputedStyle(text);
      known.set(kind, style.getPropertyValue("--grows") ? 0 : parseFloat(style.fontSize));
    }
    const size = parseFloat(text.getAttribute("font-size")) || known.get(kind);
    if (!known.get(kind)) continue;
    if (!groups.has(size)) groups.set(size, { size, all: [], away: null });
    groups.get(size).all.push(text);
  }
  return [...groups.values()];
}

function outline(place) { // return the element with the focus and the name of a place
  return place.querySelector(".foc");
}

function shape(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

let clips = 0;

// Draws a ring around a place, never on it, so that text and pieces stay visible.
function ring(place, state) {
  const d = outline(place).getAttribute("d"), id = `around-${clips += 1}`;
  const around = shape("clipPath", { id });
  around.append(shape("path", { d: `M-9999-9999H9999V9999H-9999z${d}`, "clip-rule": "evenodd" }));
  const path = (part) => shape("path", { class: `ring ${part} ${state}`, d, "clip-path": `url(#${id})` });
  const names = shape("g", { class: "lifted" }); // text beside a place stays above its ring
  for (const text of place.querySelectorAll("text")) {
    const box = text.getBBox();
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!outline(place).isPointInFill(middle)) names.append(text.cloneNode(true));
  }
  return [around, path("o"), path("i"), names];
}

function tag(x, y, words, state, size) {
  const g = shape("g", { class: `tag ${state}` });
  const width = size * (0.9 + 0.62 * words.length), height = size * 1.4;
  g.append(
    shape("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 }),
    shape("text", { x, y: y + size * 0.36, "font-size": size }, words),
  );
  return g;
}

function badge(x, y, size) {
  const g = shape("g", { class: "badge", transform: `translate(${x} ${y}) scale(${size / 10})` });
  g.append(shape("circle", { r: 11 }), shape("path", { d: "M-5 0l4 4 7-8" }));
  return g;
}
