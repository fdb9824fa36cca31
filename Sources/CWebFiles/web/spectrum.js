// How the output sounds: its phase, balance and strongest tone, and each third of an octave.
import { $, minus, setText } from "./dom.js";
import { question } from "./live.js";

const least = -60;
let next = 0;

/// Asks ten times a second, while somebody can see it.
export async function showSpectrum(now) {
  if (now < next) return;
  next = now + 100;
  if (!$("spectrum").checkVisibility()) return;
  next = Infinity;
  const sound = await question("spectrum");
  next = performance.now() + 100;
  if (!sound) return;
  const { correlation: phase, balanceDecibels: side, strongest: tone } = sound;
  const signed = (value, places) => `${value < 0 ? "" : "+"}${minus(value.toFixed(places))}`;
  $("phase").firstElementChild.style.setProperty("--at", phase == null ? -1 : (phase + 1) / 2);
  $("phase").setAttribute("aria-valuenow", phase ?? 0);
  setText($("phase-text"), phase == null ? "–" : signed(phase, 1));
  const balance = side == null ? "silence" : `balance ${Math.abs(side).toFixed(1)} dB${Math.abs(side) < 0.05 ? "" : side < 0 ? " left" : " right"}`;
  setText($("sound-text"), tone ? `${balance}, strongest ${tone.hertz.toFixed(1)} Hz (${tone.note} ${signed(tone.cents, 0)})` : balance);
  $("spectrum").firstElementChild.setAttribute("d", sound.bands.map(({ decibels }, band) => {
    const height = Math.max(0, (decibels ?? least) - least).toFixed(1);
    return `M${band} 0v-${height}h.8v${height}`;
  }).join(""));
}
