// Offers the picture to share as PNG: the browser draws the SVG file. Without scripts there is only the SVG.
for (const button of document.querySelectorAll("[data-png]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const image = new Image();
    image.src = button.dataset.png;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1200, 630];
    canvas.getContext("2d").drawImage(image, 0, 0, 1200, 630);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = button.dataset.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
}
