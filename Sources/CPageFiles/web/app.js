// The page holds no state of its own: it shows what Flam tells it and asks Flam for changes.
import { showBoards } from "./boards.js";
import { showDesk, showLevels, showMeters } from "./desk.js";
import { $, sentence } from "./dom.js";
import { arePopsTold, flam } from "./flam.js";
import { forgetHits, heard, monitor, showHits, takeHit } from "./hits.js";
import { followKit, reloadKits, showKits } from "./kits.js";
import { away, live } from "./live.js";
import { countTap, reloadMachine, showMachine } from "./machine.js";
import { showMixer, strips } from "./mixer.js";
import { leaveNewSounds, loseNewSounds, showNewSounds, teachNew } from "./newsounds.js";
import { news, say, showNews } from "./news.js";
import { pads, showPads, strike, touches } from "./pads.js";
import { list } from "./pick.js";
import { sessions } from "./sessions.js";
import { leaveTeaching, loseTeaching, reloadTeaching, showTeaching, teachByHit } from "./teach.js";
import { openViews } from "./views.js";
import { showVoices } from "./voices.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let clips = null;

// What Flam tells

live.onOpen = () => {
  forgetHits();
  touches.forget();
  clips = null;
  loseTeaching();
  loseNewSounds();
  showView();
};

live.onNews = (told) => {
  const now = performance.now();
  switch (told.event) {
    case "state":
      flam.state = told;
      away(false);
      showDesk();
      showPads();
      showMixer();
      showBoards();
      showVoices();
      showTeaching();
      showNewSounds();
      showMachine();
      followKit();
      break;
    case "levels":
      if (told.clips > (clips ?? told.clips)) news.clipsAt = now;
      clips = told.clips;
      flam.levels = told;
      monitor.level(told.inputDecibels, now);
      break;
    case "choices":
      flam.choices = told;
      if ($("list").open) list.show();
      showKits();
      if (flam.state) showMixer();
      break;
    case "hit.begun": case "hit.revised": case "hit.settled": case "hit.withdrawn": case "hit.refused":
      takeHit(told, now);
      teachByHit(told);
      countTap(told);
      break;
    case "note":
      touches.answered(told, now);
      if (told.action === "on" && told.place != null) strike(told.place, told.velocity, now);
      break;
    case "reply":
      if (told.problem) say(sentence(told.problem), "warning");
      break;
    case "lesson": if (told.isHolding) teachNew(told); break;
    case "learning": news.stale = { sound: told.name, at: now }; break;
    case "session":
      if (told.state === "closed") sessions.reload();
      tell(told);
      break;
    default: tell(told);
  }
};

function tell(told) {
  switch (told.event) {
    case "xrun":
      if (arePopsTold()) say(`A pop: ${told.cause === "work" ? "Flam’s own work took too long" : "the system held the sound up"}, `
        + `${told.milliseconds.toFixed(1)} ms are missing.`, "warning");
      break;
    case "kit.failed": say(sentence(told.reason), "bad"); break;
    case "failed": say(sentence(`${told.name}: ${told.reason}; ${told.advice}`), "warning"); break;
    case "device":
      if (told.state === "back") say(`${told.devices.join(", ")} is back.`, "good");
      else if (told.reason) say(sentence(`${told.reason}; ${told.advice ?? ""}`), "warning");
      break;
    case "recording": case "session":
      if (told.state === "begun") say(`The ${told.event} is kept as “${told.name}”.`, "good");
      if (told.state === "closed") say(`The ${told.event} “${told.name ?? ""}” is closed.`, "good");
      if (told.state === "trouble") say(sentence(`The ${told.event} is in trouble: ${told.reason}`), "bad");
      break;
    case "backing": if (told.state === "unreadable") say(`“${told.name}” cannot be read any more.`, "bad"); break;
    case "lost": say(`This page was too slow and missed ${told.count} events; it shows what is true now.`, "warning"); break;
    case "ended": say(told.reason ? sentence(told.reason) : "The playing has ended.", told.reason ? "bad" : ""); break;
  }
}

// What moves

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
  if (!$("play").hidden) monitor.draw(now);
  sessions.move();
  if (heard.areNew) showHits();
  if (now - slowAt > 120) {
    slowAt = now;
    showNews(now);
    showLevels(now);
  }
  requestAnimationFrame(move);
}

const showView = openViews({ kits: reloadKits, machine: reloadMachine, sessions: sessions.reload, teach: reloadTeaching }, { teach: () => { leaveTeaching(); leaveNewSounds(); } });
live.open();
requestAnimationFrame(move);
