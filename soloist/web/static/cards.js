// Cards only: tick off the actions from the top. It is a finger on the card, nothing more: nothing is stored.

export function startCards() {
  const list = document.querySelector("[data-try]");
  if (!list) return;
  const rows = [...list.children];
  const here = () => rows.find((row) => !row.classList.contains("no") && !row.classList.contains("yes"));
  const show = () => { for (const row of rows) row.classList.toggle("now", row === here()); };
  for (const row of rows) {
    row.querySelector("[data-no]").addEventListener("click", () => { row.classList.add("no"); show(); here()?.querySelector("[data-no]").focus(); });
    row.querySelector("[data-yes]").addEventListener("click", () => { row.classList.add("yes"); show(); here()?.querySelector("[data-no]").focus(); });
  }
  show();
}
