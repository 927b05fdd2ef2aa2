// @ts-nocheck
// Whatever somebody has to see whole or press: what of it is cut by a box around it or by the window, what is too narrow
// for its text, what lies over a neighbour. What a box scrolls to may stand outside of it.
() => {
  const CONTROLS = "button, select, input, a, h1, summary, .clock, .duration, .zoom, .speed, .tag, .facts, .legend-entry";
  const nameOf = (one) => `${one.tagName.toLowerCase()}.${one.className} ${
    (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40)}`;
  const above = (one) => one.parentElement ?? one.getRootNode().host;
  const everything = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? everything(shadowRoot, selector) : [])),
  ];
  const boxOf = (one) => one.getBoundingClientRect();
  const isOver = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const isCutBy = (box, edge) =>
    box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
  const cutterOf = (one) => {
    for (let box = above(one); box; box = above(box)) {
      const style = getComputedStyle(box);
      if (style.clipPath !== "none" || style.opacity === "0" || style.overflowY === "clip") return "";
      if (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 1) return "";
      if (style.overflowX !== "visible" && !isOver(boxOf(one), boxOf(box))) return "";
      if (style.overflowX !== "visible" && isCutBy(boxOf(one), boxOf(box))) return nameOf(box);
    }
    const { scrollHeight } = document.documentElement;
    const isBelow = scrollHeight <= innerHeight && boxOf(one).bottom > innerHeight + 1;
    return isBelow || boxOf(one).right > innerWidth + 1 || boxOf(one).left < -1 ? "the window" : "";
  };
  const shown = everything(document, CONTROLS)
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && boxOf(one).width > 2);
  const faults = [];
  for (const one of shown) {
    const cutter = cutterOf(one);
    if (cutter) faults.push(`${nameOf(one)} is cut by ${cutter}`);
    const isTooNarrow = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "visible";
    if (one.tagName === "BUTTON" && isTooNarrow) faults.push(`${nameOf(one)} is too narrow for its text`);
  }
  shown.forEach((a, at) => shown.slice(at + 1).forEach((b) => {
    const isApart = !a.contains(b) && !b.contains(a) && a.getRootNode() === b.getRootNode() && a.offsetParent === b.offsetParent;
    if (isApart && isOver(boxOf(a), boxOf(b))) faults.push(`${nameOf(a)} lies over ${nameOf(b)}`);
  }));
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
  return { seen: shown.length, faults };
}
