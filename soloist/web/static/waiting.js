// A page that waits for an AI seat: asks the server until the move is made, then shows the table.
import { exchange } from "./swap.js";

const EVERY = 700;

export function startWaiting(start) {
  const address = document.querySelector("[data-waiting]")?.dataset.waiting;
  if (!address) return;
  setTimeout(() => ask(address, start), EVERY);
}

async function ask(address, start) {
  const waits = () => document.querySelector("[data-waiting]")?.dataset.waiting === address;
  if (!waits()) return;
  try {
    const answer = await fetch(address);
    if (answer.status !== 205) throw new Error("not yet");
    const { base } = document.querySelector("[data-base]").dataset;
    const page = await (await fetch(base, { headers: { accept: "text/html" } })).text();
    if (waits()) exchange(new DOMParser().parseFromString(page, "text/html"), start);
  } catch {
    if (waits()) setTimeout(() => ask(address, start), EVERY); // still searching, or no connection: try later
  }
}
