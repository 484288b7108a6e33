// The notation line: completion above the keyboard, and the meaning of the line as it is typed. Also answers to questions.

export function startTell() {
  joinAnswers();
  const input = document.getElementById("line");
  if (!input) return;
  const { base } = document.querySelector("[data-table]").dataset;
  const list = document.getElementById("completions");
  const reading = document.getElementById("reading");
  let asked = 0;

  async function look() {
    const mine = ++asked;
    const line = input.value;
    if (!line.trim()) { list.replaceChildren(); reading.replaceChildren(); return; }
    try {
      const [words, meaning] = await Promise.all([
        fetch(`${base}/complete?line=${encodeURIComponent(line)}`).then((a) => (a.ok ? a.json() : [])),
        fetch(`${base}/reading?line=${encodeURIComponent(line)}`).then((a) => a.text()),
      ]);
      if (mine !== asked) return;
      list.replaceChildren(...words.map((whole) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = whole;
        button.addEventListener("click", () => { input.value = `${whole} `; input.focus(); look(); });
        item.append(button);
        return item;
      }));
      reading.replaceChildren(...new DOMParser().parseFromString(meaning, "text/html").body.childNodes);
    } catch { /* the server cannot be reached: sending the line will say so */ }
  }
  let wait;
  input.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(look, 120); });
}

function joinAnswers() { // join several answers to one question into one answer
  for (const form of document.querySelectorAll("form.several")) {
    const joined = form.querySelector("[data-joined]");
    form.addEventListener("change", () => {
      const chosen = [...form.querySelectorAll("[data-part]:checked")].map((box) => box.dataset.part);
      joined.value = chosen.join(" ") || "none";
    });
  }
}
