// For all pictures: the screen's resolution, and the style's colours, which a canvas does not know by name.

let colours = {};
const redraws = new Set();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  colours = {};
  for (const redraw of redraws) redraw();
});

export function colour(name) {
  if (!colours[name]) {
    const probe = document.createElement("span");
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    colours[name] = getComputedStyle(probe).color;
    probe.remove();
  }
  return colours[name];
}

/// Keeps a canvas as sharp as the screen, and redraws it when its size or the colours change.
export function fitCanvas(canvas, redraw = () => {}) {
  redraws.add(redraw);
  new ResizeObserver(() => {
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(canvas.clientWidth * scale);
    canvas.height = Math.round(canvas.clientHeight * scale);
    redraw();
  }).observe(canvas);
}
