// The view of pads alone: it fills the screen, and keeps it on.
import { $, setText } from "./dom.js";

let isShown = false;
let wake = null;
let noteTimer = 0;

/// Opens or leaves the view.
export function showOnly(isWanted) {
  if (isWanted === isShown) return;
  isShown = isWanted;
  document.body.classList.toggle("only", isShown);
  // A phone's browser may have no full screen; the pads then fill its window.
  if (isShown && navigator.userActivation?.isActive) document.documentElement.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  dispatchEvent(new Event("resize"));
  stayAwake();
}

/// Keeps the screen on while the view is shown. Browsers allow that only on this machine and over HTTPS.
async function stayAwake() {
  if (!isShown || document.visibilityState !== "visible") {
    wake?.release();
    wake = null;
    return;
  }
  try {
    wake ??= await navigator.wakeLock.request("screen");
    wake.addEventListener("release", () => { wake = null; });
  } catch {
    note("This browser does not let Flam keep the screen on. Set the phone’s screen to stay on for longer.");
  }
}

function note(text) {
  setText($("only-note"), text);
  $("only-note").hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { $("only-note").hidden = true; }, 5000);
}

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && isShown) location.hash = "#play";
});
addEventListener("keydown", (event) => { if (event.key === "Escape" && isShown) location.hash = "#play"; });
