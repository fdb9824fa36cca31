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

/// Gives a list its choices, each a value and a text. Those that it has stay as they are, so that an open list stays open, and what is chosen stays chosen. Returns whether anything changed.
export function setOptions(list, rows) {
  const shown = JSON.stringify(rows);
  if (list.shownRows === shown) return false;
  list.shownRows = shown;
  const before = list.value;
  const options = new Map([...list.options].map((option) => [option.value, option]));
  rows.forEach(([value, text], place) => {
    const option = options.get(value) ?? make("option", { value });
    setText(option, text);
    if (list.options[place] !== option) list.insertBefore(option, list.options[place] ?? null);
  });
  while (list.options.length > rows.length) list.lastElementChild.remove();
  if (rows.some(([value]) => value === before)) list.value = before;
  return true;
}
