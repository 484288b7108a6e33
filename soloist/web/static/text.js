// Small things of the text pages: filter a list while typing, send a file as soon as it is chosen, select a link to copy it.

export function startText() {
  for (const input of document.querySelectorAll("[data-filter]")) {
    const rows = [...document.querySelectorAll(`${input.dataset.filter} > li`)];
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !wanted.every((word) => row.textContent.toLowerCase().includes(word));
    });
  }
  for (const input of document.querySelectorAll("[data-submit]")) input.addEventListener("change", () => { if (input.files.length) input.form.submit(); });
  for (const input of document.querySelectorAll("[data-select]")) input.addEventListener("focus", () => input.select());
}
