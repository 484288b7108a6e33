// Polls for results that are still being computed and replaces the old ones; what the user opened stays open.

const EVERY = 3000;

export function startRefresh() {
  const id = document.querySelector("[data-refresh]")?.dataset.refresh;
  if (id) setTimeout(() => refresh(id), EVERY);
}

async function refresh(id) {
  const part = document.getElementById(id);
  if (!part?.parentElement.querySelector("[data-refresh]")) return; // the page has changed meanwhile
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
    if (answer.ok && fresh) exchange(part, document.adoptNode(fresh));
  } catch { /* the server cannot be reached: try again */ }
  startRefresh();
}

function exchange(part, fresh) {
  const name = part.contains(document.activeElement) ? document.activeElement.name : null;
  const open = [...part.querySelectorAll("details[open][id]")].map((details) => details.id);
  part.replaceWith(fresh);
  for (const details of fresh.querySelectorAll("details[id]")) details.open ||= open.includes(details.id);
  if (name) fresh.querySelector(`[name="${name}"]`)?.focus({ preventScroll: true });
}
