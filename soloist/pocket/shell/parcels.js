// Imports tables from a link (after the `#`) or from a file that another app shared.

async function bytesOf(fragment) {
  const letters = fragment.replace(/-/g, "+").replace(/_/g, "/");
  const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).blob();
}

async function parcel(base, hash) {
  if (hash.startsWith("#table=")) return { save: await bytesOf(hash.slice(7)), name: "table.soloist" };
  if (hash !== "#shared") return null;
  const cache = await caches.open(`soloist shared ${base}`);
  const found = await cache.match(`${base}shared`);
  if (!found) return null;
  await cache.delete(`${base}shared`);
  return { save: await found.blob(), name: decodeURIComponent(found.headers.get("x-name")) };
}

// Returns the address of an imported table, null without one. The same link leads to the same table again.
export async function takeIn(base, hash, tell, say) {
  if (!hash) return null;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const found = await parcel(base, hash);
    if (!found) return null;
    const form = new FormData();
    const mark = await crypto.subtle.digest("SHA-256", await found.save.arrayBuffer());
    form.set("once", btoa(String.fromCharCode(...new Uint8Array(mark))).slice(0, 32));
    form.set("save", found.save, found.name);
    const answer = await fetch(`${base}import`, { method: "POST", body: form });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.url;
  } catch (why) {
    console.warn(why);
    tell(say("bad_parcel"));
    return null;
  }
}
