// Downloads of a page are fetched here, because some browsers would ask the network for them, where they do not exist.

async function save(address) {
  const answer = await fetch(address);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "soloist";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function saveFiles(page) {
  page.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[download]");
    if (!link) return;
    event.preventDefault();
    save(link.href);
  });
}
