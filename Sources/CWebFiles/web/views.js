// The views of the page, by the address's part after #: one is shown at a time.
import { $ } from "./dom.js";

/// Shows the view that the address names, now and whenever it changes.
///
/// onShow, onLeave: what is done as a view is shown, and as another takes its place, by its name. What shows the view anew is
/// given back.
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
    if (shown !== name) onLeave[shown]?.();
    shown = name;
    onShow[name]?.();
  }

  addEventListener("hashchange", show);
  show();
  return show;
}
