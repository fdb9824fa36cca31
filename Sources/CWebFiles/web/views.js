// The views of the page, by the part of the address after #. One is shown at a time.
import { $ } from "./dom.js";
import { showOnly } from "./only.js";

/// Shows the view that the address names, now and whenever the address changes. "pads" is the first view with its pads alone.
///
/// onShow, onLeave: called when a view opens, and when another replaces it; by name. Returns a function that shows the
/// present view again.
export function openViews(onShow, onLeave) {
  const links = [...document.querySelectorAll("#views a")];
  const names = links.map((link) => link.hash.slice(1));

  let shown = null;

  function show() {
    const wanted = location.hash.slice(1);
    const name = names.includes(wanted) ? wanted : names[0];
    for (const [place, link] of links.entries()) {
      $(names[place]).hidden = names[place] !== name;
      if (names[place] === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    showOnly(wanted === "pads");
    if (shown !== name) onLeave[shown]?.();
    shown = name;
    onShow[name]?.();
  }

  addEventListener("hashchange", show);
  show();
  return show;
}
