// Lists to pick from: kits and profiles.
import { $, make, setText } from "./dom.js";
import { flam } from "./flam.js";
import { command, live } from "./live.js";

export const list = {
  kind: "kits",

  open(kind) {
    this.kind = kind;
    $("filter").value = "";
    live.ask({ ask: "choices" });
    this.show();
    $("list").showModal();
    // On a touch screen the keyboard would hide the list.
    if (!matchMedia("(pointer: coarse)").matches) $("filter").focus();
  },

  get current() { return this.kind === "kits" ? flam.choices.kit ?? flam.state?.kit?.name : flam.state?.profile?.name ?? (flam.state?.profile?.isGuess ? "general" : null); },

  show() {
    const isKits = this.kind === "kits";
    setText($("list-title"), isKits ? "Pick a kit" : "Whose sounds?");
    const wanted = $("filter").value.trim().toLowerCase();
    const names = flam.choices[this.kind].filter((name) => name.toLowerCase().includes(wanted));
    const items = names.map((name) => {
      const button = make("button", { type: "button", textContent: !isKits && name === "general" ? "general: the built-in guess, rough" : name });
      if (name === this.current) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.pick(name));
      return make("li", {}, button);
    });
    $("items").replaceChildren(...(items.length ? items : [make("li", { className: "none", textContent: "Nothing of that name." })]));
  },

  pick(name) {
    command(this.kind === "kits" ? "kit" : "profile", { name });
    $("list").close();
  },
};

$("filter").addEventListener("input", () => list.show());
$("filter").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); $("items").querySelector("button")?.click(); }
});
$("list").addEventListener("click", (event) => { if (event.target === $("list")) $("list").close(); });
$("kit").addEventListener("click", () => list.open("kits"));
$("sounds").addEventListener("click", () => list.open("profiles"));
