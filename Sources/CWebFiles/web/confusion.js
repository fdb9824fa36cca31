// How well Flam distinguishes sounds: which were mistaken for which, and what to change about sounds that are alike.
import { make, percent, sentence, setText } from "./dom.js";
import { readable } from "./drums.js";

/// Fills a section that has a text, a table and a list.
///
/// nothing: the text if nothing is known.
export function showConfusion(place, { sounds, confusion, knownShare, pairs }, nothing) {
  const [text, table, list] = ["p", "table", "ul"].map((tag) => place.querySelector(tag));
  setText(text, confusion.length
    ? `Flam recognises ${percent(knownShare)} of the hits, each judged by the others. Each row is a sound that you played, each column what it was taken for.`
    : nothing);
  const head = make("tr", {}, make("td"), ...sounds.map((name) => make("th", { scope: "col", textContent: readable(name) })));
  const rows = confusion.map((row, played) => {
    const all = Math.max(1, row.reduce((sum, count) => sum + count, 0));
    return make("tr", {}, make("th", { scope: "row", textContent: readable(sounds[played]) }), ...row.map((count, taken) => {
      const cell = make("td", { textContent: count || "·", className: played === taken ? "right" : "wrong" });
      cell.style.setProperty("--share", count / all);
      return cell;
    }));
  });
  table.replaceChildren(...(rows.length ? [head, ...rows] : []));
  table.parentElement.hidden = !rows.length;
  list.replaceChildren(...pairs.map(({ first, second, share, why, advice }) => make("li", {
    textContent: `“${readable(first)}” and “${readable(second)}” sound alike: ${percent(share)} of their hits are mistaken; ${why}. ${sentence(`To help Flam, ${advice}`)}` })));
}
