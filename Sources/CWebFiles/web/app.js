// The page holds no state of its own: it shows the messages that Flam sends, and asks Flam for changes.
import { showBoards } from "./boards.js";
import { showTransport, showLevels, showMeters } from "./transport.js";
import { $, sentence } from "./dom.js";
import { arePopsShown, flam } from "./flam.js";
import { keepFolds } from "./folds.js";
import { forgetHits, heard, monitor, showHits, takeHit } from "./hits.js";
import { followKit, reloadKits, showKits } from "./kits.js";
import { forgetLanes, takeLane } from "./lanes.js";
import { away, live } from "./live.js";
import { moveLoop, showLoop } from "./loop.js";
import { countTap, reloadMachine, showMachine } from "./machine.js";
import { showMixer, strips } from "./mixer.js";
import { showRacks } from "./racks.js";
import { leaveNewSounds, loseNewSounds, showNewSounds, teachNew } from "./newsounds.js";
import { notices, say, showNotices } from "./notices.js";
import { pads, showPads, strike, touches } from "./pads.js";
import { showPatterns } from "./patterns.js";
import { list } from "./pick.js";
import { sessions } from "./sessions.js";
import { showSpectrum } from "./spectrum.js";
import { leaveTeaching, loseTeaching, reloadTeaching, showTeaching, teachByHit } from "./teach.js";
import { openViews } from "./views.js";
import { showVoices } from "./voices.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let clips = null;

// Messages from Flam

live.onOpen = () => {
  forgetHits();
  forgetLanes();
  touches.forget();
  clips = null;
  loseTeaching();
  loseNewSounds();
  showView();
};

live.onMessage = (message) => {
  const now = performance.now();
  switch (message.event) {
    case "state":
      flam.state = message;
      away(false);
      showTransport();
      showLoop();
      showPatterns();
      showPads();
      showMixer();
      showRacks();
      showBoards();
      showVoices();
      showTeaching();
      showNewSounds();
      showMachine();
      followKit();
      break;
    case "levels":
      if (message.clips > (clips ?? message.clips)) notices.clipsAt = now;
      clips = message.clips;
      flam.levels = message;
      monitor.level(message.inputDecibels, now);
      break;
    case "choices":
      flam.choices = message;
      if ($("list").open) list.show();
      showKits();
      showPatterns();
      if (flam.state) { showMixer(); showRacks(); }
      break;
    case "hit.begun": case "hit.revised": case "hit.settled": case "hit.withdrawn": case "hit.refused":
      takeHit(message, now);
      teachByHit(message);
      countTap(message);
      break;
    case "note":
      touches.answered(message, now);
      if (message.action === "on" && message.place != null) strike(message.place, message.velocity, now);
      break;
    case "reply":
      if (message.problem) say(sentence(message.problem), "warning");
      break;
    case "loop.layer": takeLane(message); break;
    case "lesson": if (message.isHolding) teachNew(message); break;
    case "learning": notices.stale = { sound: message.name, at: now }; break;
    case "recording": case "session":
      if (message.state !== "trouble") sessions.reload();
      show(message);
      break;
    default: show(message);
  }
};

function show(message) {
  switch (message.event) {
    case "xrun":
      if (arePopsShown()) say(`A pop: ${message.cause === "work" ? "Flam took too long" : "the system made the sound wait"}; `
        + `${message.milliseconds.toFixed(1)} ms of sound are missing.`, "warning");
      break;
    case "kit.failed": say(sentence(message.reason), "bad"); break;
    case "failed": say(sentence(`${message.name}: ${message.reason}; ${message.advice}`), "warning"); break;
    case "device":
      if (message.state === "back") say(`${message.devices.join(", ")} is back.`, "good");
      else if (message.reason) say(sentence(`${message.reason}; ${message.advice ?? ""}`), "warning");
      break;
    case "recording": case "session":
      if (message.state === "begun") say(`The ${message.event} “${message.name}” has begun.`, "good");
      if (message.state === "closed") say(`The ${message.event} “${message.name ?? ""}” is saved.`, "good");
      if (message.state === "trouble") say(sentence(`The ${message.event} has a problem: ${message.reason}`), "bad");
      break;
    case "backing": if (message.state === "unreadable") say(`Flam can no longer read “${message.name}”.`, "bad"); break;
    case "lost": say(`This page was too slow and missed ${message.count} events. It shows the present state.`, "warning"); break;
    case "ended": say(message.reason ? sentence(message.reason) : "Playing has ended.", message.reason ? "bad" : ""); break;
  }
}

// Animation

function fade(shown, now) {
  const age = (now - shown.at) / 420;
  const left = calm.matches ? (age < 0.6 ? 1 : 0) : Math.max(0, 1 - age) ** 2;
  return shown.hit == null ? left : left * shown.hit;
}

let slowAt = 0;

function move(now) {
  for (const pad of pads.values()) {
    if (!pad.velocity) continue;
    const hit = fade(pad, now);
    pad.node.style.setProperty("--hit", hit.toFixed(3));
    pad.node.style.setProperty("--velocity", pad.velocity.toFixed(3));
    pad.node.classList.toggle("struck", hit > 0.25);
    if (!hit) pad.velocity = 0;
  }
  for (const strip of strips.values()) {
    if (!strip.isLit) continue;
    const hit = fade(strip, now);
    strip.light.style.setProperty("--hit", hit.toFixed(3));
    strip.light.style.setProperty("--velocity", strip.velocity);
    strip.isLit = hit > 0;
  }
  showMeters();
  showSpectrum(now);
  moveLoop();
  if (!$("play").hidden) monitor.draw(now);
  sessions.move();
  if (heard.areNew) showHits();
  if (now - slowAt > 120) {
    slowAt = now;
    showNotices(now);
    showLevels(now);
  }
  requestAnimationFrame(move);
}

keepFolds("monitor", "mix", "boards");
const showView = openViews({ kits: reloadKits, machine: reloadMachine, sessions: sessions.reload, teach: reloadTeaching }, { teach: () => { leaveTeaching(); leaveNewSounds(); } });
live.open();
requestAnimationFrame(move);
