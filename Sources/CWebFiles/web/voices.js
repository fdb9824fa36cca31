// Which sound plays which pad.
import { $, make } from "./dom.js";
import { pictogram, readable, tint } from "./drums.js";
import { flam, title } from "./flam.js";
import { command } from "./live.js";
import { teach } from "./notices.js";

const voices = new Map();
let voicesShown = "";

export function showVoices() {
  const kit = flam.state.kit?.pads ?? [];
  const sounds = flam.state.profile?.sounds ?? [];
  const shown = JSON.stringify([sounds, kit.map((pad) => [pad.name, pad.call])]);
  if (shown !== voicesShown) {
    voicesShown = shown;
    voices.clear();
    $("voices").replaceChildren(...sounds.map((sound) => {
      const select = make("select", { aria: { label: `Pad that ${readable(sound)} plays` } },
        ...kit.map((pad) => make("option", { value: pad.call, textContent: title(pad, kit) })));
      select.addEventListener("change", () => command("sound.pad", { sound, pad: select.value }));
      const button = make("button", { type: "button", textContent: "Teach again", aria: { label: `Teach ${readable(sound)} again` } });
      button.addEventListener("click", () => teach(sound).act());
      voices.set(sound, select);
      return tint(make("div", { className: "voice" }, make("span", { className: "name", title: sound }, pictogram(sound), readable(sound)), select, button), sound);
    }));
  }
  for (const [sound, select] of voices) {
    const call = kit[flam.state.answers[sound]?.[0]]?.call ?? "";
    if (select.value !== call && document.activeElement !== select) select.value = call;
  }
}
