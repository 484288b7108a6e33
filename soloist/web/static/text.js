// Text pages: local dates, filter a list while typing, send a file as soon as it is chosen, select a link to copy it,
// open a link whose table is in the address.

export function startText() {
  const { lang } = document.documentElement;
  const day = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  for (const time of document.querySelectorAll("time[datetime]")) time.textContent = day.format(new Date(time.dateTime));
  for (const input of document.querySelectorAll("[data-filter]")) {
    const rows = [...document.querySelectorAll(`${input.dataset.filter} > li`)];
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !wanted.every((word) => row.textContent.toLowerCase().includes(word));
    });
  }
  for (const input of document.querySelectorAll("[data-submit]")) input.addEventListener("change", () => { if (input.files.length) input.form.submit(); });
  const form = document.querySelector("[data-link]");
  if (form && location.hash.startsWith("#table=")) {
    form.elements.link.value = location.href;
    history.replaceState(null, "", location.pathname);
    form.submit();
  }
  for (const input of document.querySelectorAll("[data-select]")) input.addEventListener("focus", () => input.select());
}
