// Steps through a recorded decision: the ribbon, the step, what is left and what was ruled out, on the board and in words.

const NS = "http://www.w3.org/2000/svg";
const MOST_CHIPS = 8;

export class Stepper {
  constructor(place, parts, board, changed) {
    this.place = place;
    this.board = board;
    this.changed = changed;
    this.words = JSON.parse(place.dataset.words);
    this.parts = parts;
    this.unfolded = false;
    this.scenes = parts.flatMap((part, p) => (part.kind === "remark" ? [[p, 0]] : part.steps.map((_, s) => [p, s])));
    this.at = Math.max(0, this.begin());
  }

  // first shown is the decision with most tiebreakers that chose something
  begin() {
    let best = -1, most = -1;
    for (const [p, part] of this.parts.entries()) {
      if (part.kind !== "decision" || part.chosen === null) continue;
      const steps = part.steps.length;
      if (steps > most) { most = steps; best = p; }
    }
    return this.scenes.findIndex(([p]) => p === best);
  }

  get part() { return this.parts[this.scenes[this.at][0]]; }
  get step() { return this.part.kind === "remark" ? this.part : this.part.steps[this.scenes[this.at][1]]; }
  last() { return this.at >= this.scenes.length - 1; }

  move(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.scenes.length) return false;
    this.at = to;
    this.show();
    return true;
  }

  nextTitle() {
    const [p, s] = this.scenes[this.at + 1];
    const part = this.parts[p];
    if (part.kind === "remark") return fill(this.words.next, { what: part.title });
    return s === 0 && p !== this.scenes[this.at][0] ? fill(this.words.next_decision, { what: part.title }) : fill(this.words.next, { what: part.steps[s].phase === "do" ? this.words.do : part.steps[s].title });
  }

  show() {
    const part = this.part, step = this.step;
    this.place.replaceChildren(this.decisions(), ...(part.kind === "remark" ? [this.remark(part)] : [...this.why(part), this.ribbon(part), this.card(part, step), ...this.changes(part)]));
    this.light(part, step);
    const live = document.getElementById("live");
    if (live) live.textContent = `${part.title ?? ""} ${step.title ?? ""}. ${step.says ?? ""} ${this.count(part, step)}`;
    this.changed();
  }

  count(part, step) {
    if (!step.left) return "";
    return `${fill(this.words.left, { n: step.left.length })} ${step.left.length <= 12 ? step.left.map((o) => part.options[o].name).join(", ") : ""}`;
  }

  light(part, step) {
    if (!this.board) return;
    if (part.kind === "remark" || !step.left) { this.board.clear(); return; }
    const option = (o) => ({ spots: part.options[o]?.spots ?? [], tag: step.tags?.[o] ?? "" });
    this.board.show({
      left: step.left.map(option),
      dropped: step.dropped.map(option),
      chosen: step.phase === "do" || (step.left.length === 1 && step.phase === "narrow"),
      overlay: step.overlay,
      words: { valid: fill(this.words.left, { n: step.left.length }), drop: fill(this.words.dropped, { n: step.dropped.length }), chosen: this.words.chosen },
    });
  }

  // above all steps: why this option and not the next best
  why(part) {
    return part.why ? [line("because", part.why)] : [];
  }

  // what would have changed it: folded until the user opens it
  changes(part) {
    if (!part.changes.length) return [];
    const fold = make("details", "changes");
    fold.open = this.unfolded;
    fold.addEventListener("toggle", () => { this.unfolded = fold.open; });
    const head = make("summary", "");
    head.textContent = this.words.change;
    const list = make("ul", "");
    for (const change of part.changes) {
      const item = line("", change.says);
      item.append(" ", pill(change.rule));
      const li = make("li", "");
      li.append(item);
      list.append(li);
    }
    fold.append(head, list);
    return [fold];
  }

  // links to all decisions of the turn
  decisions() {
    const nav = make("div", "decisions");
    nav.setAttribute("role", "group");
    nav.setAttribute("aria-label", this.words.decisions);
    const here = this.scenes[this.at][0];
    for (const [p, part] of this.parts.entries()) {
      const button = make("button", `dec ${part.kind}`);
      button.type = "button";
      const chosen = part.kind === "decision" && part.chosen !== null;
      button.classList.toggle("none", part.kind === "decision" && !chosen);
      button.textContent = part.kind === "remark" ? part.title : chosen ? fill(this.words.pair, { what: part.title, which: part.options[part.chosen].name }) : part.title;
      if (p === here) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => {
        this.at = this.scenes.findIndex(([q]) => q === p);
        this.show();
        this.place.querySelector('.dec[aria-current="step"]')?.focus();
      });
      nav.append(button);
    }
    queueMicrotask(() => {
      const current = nav.querySelector('[aria-current="step"]');
      if (current) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - 24;
    });
    return nav;
  }

  ribbon(part) {
    const box = make("div", "ribbon");
    const now = this.scenes[this.at][1];
    const counts = [part.all, ...part.steps.map((s) => (s.phase === "do" ? 1 : s.phase === "condition" || s.phase === "none" ? 0 : s.left.length))];
    const n = counts.length, width = 360, height = 56, seg = width / n;
    const tall = (count) => (count ? 18 + 38 * Math.min(1, Math.log(count + 1) / Math.log(Math.max(...counts) + 1)) : 8);
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    for (let i = 0; i < n; i++) {
      const a = tall(counts[Math.max(0, i - 1)]), b = tall(counts[i]), x = i * seg + 1, w = seg - 2, mid = height / 2;
      const path = document.createElementNS(NS, "path");
      path.setAttribute("d", `M${x} ${mid - a / 2}C${x + w / 2} ${mid - a / 2} ${x + w / 2} ${mid - b / 2} ${x + w} ${mid - b / 2}V${mid + b / 2}C${x + w / 2} ${mid + b / 2} ${x + w / 2} ${mid + a / 2} ${x} ${mid + a / 2}Z`);
      path.setAttribute("class", `seg ${i - 1 < now ? "past" : i - 1 === now ? "now" : "next"}`);
      svg.append(path);
    }
    box.append(svg);
    const hits = make("div", "hits");
    for (let i = 0; i < n; i++) {
      const button = make("button", "hit");
      button.type = "button";
      const step = part.steps[Math.max(0, i - 1)];
      button.setAttribute("aria-label", fill(this.words.ribbon, { n: i, title: i ? step.title : part.title, count: counts[i] }));
      const words = make("span", `rn ${i - 1 === now ? "c" : i - 1 > now ? "f" : ""}`);
      words.textContent = counts[i] || "–";
      button.append(words);
      button.addEventListener("click", () => {
        this.at = this.scenes.findIndex(([p, s]) => p === this.scenes[this.at][0] && s === Math.max(0, i - 1));
        this.show();
      });
      hits.append(button);
    }
    box.append(hits);
    const phases = make("div", "phases");
    const groups = [["condition", 1]];
    for (const s of part.steps) {
      const name = s.phase === "none" ? "valid" : s.phase;
      if (groups.at(-1)[0] === name) groups.at(-1)[1]++;
      else groups.push([name, 1]);
    }
    const current = this.step.phase === "none" ? "valid" : this.step.phase;
    for (const [name, size] of groups) {
      const span = make("span", `w${size}${name === current ? " on" : ""}`);
      span.textContent = this.words[`short_${name}`];
      phases.append(span);
    }
    phases.setAttribute("aria-hidden", "true");
    const wrap = make("div", "ribbon-wrap");
    wrap.append(box, phases);
    return wrap;
  }

  card(part, step) {
    const card = make("article", "step");
    const top = make("div", "eyebrow");
    const phase = make("span", "");
    phase.textContent = fill(this.words.step, { phase: this.words[step.phase] ?? this.words.valid, n: this.scenes[this.at][1] + 1, m: part.steps.length });
    top.append(phase);
    card.append(top, ...sentence(step.says, step.rule, step.phase === "do" ? part.title : step.title));
    if (!step.applied && step.phase === "narrow") card.append(line("skipped", this.words.skipped));
    if (step.left.length || step.dropped.length) {
      const chosen = step.phase === "do";
      card.append(this.chips(part, step, step.left, chosen ? this.words.chosen : fill(this.words.left, { n: step.left.length }), chosen || (step.left.length === 1 && step.phase === "narrow") ? "win" : ""));
      if (step.dropped.length) card.append(this.chips(part, step, step.dropped, fill(this.words.dropped, { n: step.dropped.length }), "drop"));
      if (step.more) card.append(line("tiny muted", fill(this.words.more, { n: step.more })));
    } else if (step.phase === "valid") {
      card.append(line("skipped", this.words.nothing));
    }
    return card;
  }

  chips(part, step, options, label, kind) {
    const box = make("div", "chips");
    box.append(line("lbl", label));
    const add = (o) => {
      const option = part.options[o];
      const chip = make("button", `chip ${kind}`);
      chip.type = "button";
      const name = make("b", "");
      name.textContent = option.name;
      chip.append(name);
      if (step.tags?.[o]) {
        const value = make("i", "");
        value.textContent = step.tags[o];
        chip.append(value);
      }
      chip.addEventListener("click", () => {
        if (option.spots.length) this.place.dispatchEvent(new CustomEvent("place", { bubbles: true, detail: { key: option.spots[0], label: option.name } }));
      });
      return chip;
    };
    box.append(...options.slice(0, MOST_CHIPS).map(add));
    if (options.length > MOST_CHIPS) {
      const more = make("button", "chip more");
      more.type = "button";
      more.textContent = `+${options.length - MOST_CHIPS}`;
      more.addEventListener("click", () => { more.remove(); box.append(...options.slice(MOST_CHIPS).map(add)); });
      box.append(more);
    }
    return box;
  }

  remark(part) {
    const card = make("article", "step remark");
    const top = make("div", "eyebrow");
    const name = make("span", "");
    name.textContent = this.words.remark;
    top.append(name);
    card.append(top, ...sentence(part.says, part.rule, part.title));
    return card;
  }
}

// the sentence of a step, and below it its rule
function sentence(says, rule, title) {
  const head = make("h3", "");
  head.textContent = says;
  const of = make("p", "of-rule");
  const name = make("span", "small muted");
  name.textContent = title;
  of.append(pill(rule), name);
  return [head, of];
}

function pill(rule) {
  const game = document.querySelector("[data-table]").dataset;
  const a = make("a", "rule");
  a.href = `/rule/${rule}`;
  a.dataset.rule = rule;
  a.dataset.table = game.table;
  a.textContent = rule;
  return a;
}

function make(name, kind) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  return made;
}

function line(kind, words) {
  const made = make("p", kind);
  made.textContent = words;
  return made;
}

// Fills in a sentence. `{n:coin|coins}` becomes the form that fits the number in the page's language.
export function fill(words, values) {
  return words.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name, forms) => {
    if (!(name in values)) return whole;
    return forms === undefined ? values[name] : formOf(forms.split("|"), values[name]);
  });
}

function formOf(forms, number) {
  const one = new Intl.PluralRules(document.documentElement.lang).select(number) === "one";
  return forms[one ? 0 : forms.length - 1];
}
