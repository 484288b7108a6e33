// What a browser must support. Those of the last two years do; without https none can store a page.

const NEEDS = {
  "service worker": () => "serviceWorker" in navigator,
  WebAssembly: () => typeof WebAssembly === "object" && typeof WebAssembly.instantiateStreaming === "function",
  "Web Locks": () => "locks" in navigator,
  BroadcastChannel: () => typeof BroadcastChannel === "function",
  DecompressionStream: () => typeof DecompressionStream === "function",
  "Cache Storage": () => "caches" in window,
  IndexedDB: () => "indexedDB" in window,
};

export function missing() {
  if (!window.isSecureContext) return { key: "insecure", what: location.origin };
  const found = Object.entries(NEEDS).filter(([, there]) => !there()).map(([name]) => name);
  return found.length ? { key: "too_old", what: found.join(", ") } : null;
}
