// Used by every part of the page: nodes, text, numbers. Foreign text is only ever set as text.

export const $ = (id) => document.getElementById(id);

export function make(tag, settings = {}, ...children) {
  const { data, aria, ...own } = settings;
  const node = Object.assign(document.createElement(tag), own);
  for (const [name, value] of Object.entries(aria ?? {})) node.setAttribute(`aria-${name}`, value);
  node.append(...children);
  return node;
}

/// A node of an SVG.
export function drawing(tag, settings, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(settings)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };
export const setClass = (node, name) => { if (node.className !== name) node.className = name; };
export const minus = (text) => String(text).replace("-", "−");
export const dBText = (dB, places = 0) => (dB == null ? "–" : `${minus(dB.toFixed(places))} dB`);
export const percent = (share) => `${Math.round(100 * share)} %`;

/// Makes a text one sentence.
export const sentence = (text) => {
  const whole = text.trim().replace(/[;.\s]+$/, "");
  return whole.charAt(0).toUpperCase() + whole.slice(1) + ".";
};

export function setPressed(button, isPressed) {
  const text = String(isPressed);
  if (button.getAttribute("aria-pressed") !== text) button.setAttribute("aria-pressed", text);
}

/// Sets a slider, unless the player is dragging it.
export function setRange(input, value) {
  if (performance.now() - (input.asked ?? -Infinity) < 400) return;
  if (Number(input.value) !== value) input.value = value;
}
