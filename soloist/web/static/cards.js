// Cards only: tick off the actions from the top. Answers are kept in this browser until the next card, so that a
// reload does not ask again.

const ANSWERS = ["yes", "no"];

export function startCards() {
  const list = document.querySelector("[data-try]");
  if (!list) return;
  const rows = [...list.children];
  const again = list.parentElement.querySelector("[data-again]");
  const open = rows.filter((row) => !row.classList.contains("no")); // actions that do not apply are not asked about
  const kept = `cards ${location.pathname} ${document.querySelector("[data-table]").dataset.at}`;
  const answer = (row) => ANSWERS.find((it) => row.classList.contains(it)) ?? "";
  const over = () => open.some((row) => "ends" in row.dataset && answer(row) === "yes");
  const here = () => (over() ? undefined : open.find((row) => !answer(row)));
  const show = () => {
    for (const row of rows) row.classList.toggle("now", row === here());
    again.hidden = !open.some(answer);
  };
  const set = (row, it) => {
    row.classList.remove(...ANSWERS);
    if (ANSWERS.includes(it)) row.classList.add(it);
  };
  const keep = () => {
    sessionStorage.setItem(kept, JSON.stringify(open.map(answer)));
    show();
    (here()?.querySelector("[data-no]") ?? again).focus();
  };
  for (const row of open) {
    for (const it of ANSWERS) row.querySelector(`[data-${it}]`).addEventListener("click", () => { set(row, it); keep(); });
  }
  again.addEventListener("click", () => { for (const row of open) set(row, ""); keep(); });
  const before = JSON.parse(sessionStorage.getItem(kept) ?? "[]");
  for (const [i, row] of open.entries()) set(row, before[i] ?? "");
  show();
}
