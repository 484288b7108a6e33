// Remembers the last tap on a control that needs scripts, and repeats it when they have loaded.
{
  const ALONE = "button[type=button], [role=tab], .pl"; // links and forms work without a script
  let last = null;
  const wait = (event) => { last = event.target.closest?.(ALONE) ? event : null; };
  addEventListener("click", wait, true);
  addEventListener("started", () => {
    removeEventListener("click", wait, true);
    if (!last?.target.isConnected) return;
    const { clientX, clientY, target } = last;
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
  }, { once: true });
}
