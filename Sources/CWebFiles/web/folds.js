// Parts of the page that can be folded away. They stay as a person left them.

/// Remembers what is folded, by the names of the parts.
export function keepFolds(...names) {
  for (const name of names) {
    const part = document.getElementById(name);
    const key = `flam fold ${name}`;
    try {
      part.open = (localStorage.getItem(key) ?? String(part.open)) === "true";
      part.addEventListener("toggle", () => localStorage.setItem(key, part.open));
    } catch { /* Folding works without storage too. */ }
  }
}
