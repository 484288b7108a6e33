// Persistent storage and the screen wake lock, as far as this browser offers them.

const WAKE = "soloist wake";
let lock = null;

export const wakes = () => localStorage.getItem(WAKE) !== "off";

// Keeps the screen on while a table is shown, if the browser can and the setting is on.
export async function stayAwake(atTable) {
  const wanted = atTable && wakes() && document.visibilityState === "visible";
  if (!wanted) {
    await lock?.release();
    lock = null;
  } else if (!lock && "wakeLock" in navigator) {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch (why) {
      console.info("the screen may go dark", why.name); // low battery, or a hidden tab
    }
  }
}

let asking = null;

// Asks the browser for persistent storage, once, since some browsers ask the user and wait for the answer. Returns whether
// it was granted.
export function keepForGood() {
  if (!navigator.storage?.persist) return null;
  asking ??= navigator.storage.persist();
  return asking;
}

// Fills in the part of the settings page about this browser.
export async function fill(place, say, changed) {
  const made = (name, words) => {
    const element = place.ownerDocument.createElement(name);
    element.textContent = words;
    return element;
  };
  const words = (kept) => say(kept === null ? "kept_unknown" : kept ? "kept_yes" : "kept_no");
  const said = made("p", words((await navigator.storage?.persisted?.()) ?? null));
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const label = made("label", "");
  label.className = "opt";
  const box = made("input", "");
  box.type = "checkbox";
  box.checked = wakes();
  box.onchange = () => {
    localStorage.setItem(WAKE, box.checked ? "on" : "off");
    changed();
  };
  label.append(box, made("span", say("wake")));
  place.replaceChildren(
    made("h2", say("device")),
    said,
    made("p", say("room", { used: (usage / 1e6).toFixed(1), all: Math.round(quota / 1e6) })),
    label,
  );
  said.textContent = words(await keepForGood());
}
