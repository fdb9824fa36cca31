// The page holds no state of its own: it shows what Flam tells it and asks Flam for changes. Text of others is only ever
// set as text.
import { Monitor } from "./monitor.js";

const $ = (id) => document.getElementById(id);
const keys = "1234567890qwertyuiop".split("");
const sure = 0.7;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const monitor = new Monitor($("scope"));

let state = null;
let levels = {};
let choices = { kits: [], profiles: [] };
let hits = [];
let told = null;
let stale = null;
const clipsSeen = { count: null, at: -Infinity };

function make(tag, settings = {}, ...children) {
  const { data, aria, ...own } = settings;
  const node = Object.assign(document.createElement(tag), own);
  for (const [name, value] of Object.entries(aria ?? {})) node.setAttribute(`aria-${name}`, value);
  node.append(...children);
  return node;
}

const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };
const setClass = (node, name) => { if (node.className !== name) node.className = name; };
const minus = (text) => String(text).replace("-", "−");
const dBText = (dB, places = 0) => (dB == null ? "–" : `${minus(dB.toFixed(places))} dB`);
const percent = (share) => `${Math.round(100 * share)} %`;

// The connection

const live = {
  socket: null, refs: new Map(), next: 1, wait: 250,

  open() {
    const socket = new WebSocket(`ws://${location.host}/live`);
    this.socket = socket;
    // Numbers of hits begin anew where Flam was started anew.
    socket.onopen = () => {
      hits = [];
      monitor.hits = [];
      touches.asked.clear();
      touches.heard.clear();
      hitsAreNew = true;
    };
    socket.onmessage = (message) => {
      this.wait = 250;
      take(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.refs.clear();
      away(true);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2000, this.wait * 1.6);
    };
  },

  ask(message, onReply) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const ref = this.next++;
    if (onReply) this.refs.set(ref, onReply);
    this.socket.send(JSON.stringify({ ...message, ref }));
  },
};

const command = (name, settings = {}) => live.ask({ command: name, ...settings });

function away(isAway) {
  $("away").hidden = !isAway;
  document.body.classList.toggle("away", isAway);
}

// What Flam tells

function take(news) {
  const now = performance.now();
  switch (news.event) {
    case "state":
      state = news;
      away(false);
      showState();
      break;
    case "levels":
      if (news.clips > (clipsSeen.count ?? news.clips)) clipsSeen.at = now;
      clipsSeen.count = news.clips;
      levels = news;
      monitor.level(news.inputDecibels, now);
      break;
    case "choices":
      choices = news;
      if ($("list").open) list.show();
      break;
    case "hit.begun": case "hit.revised": case "hit.settled": case "hit.withdrawn": case "hit.refused":
      takeHit(news, now);
      break;
    case "note":
      touches.answered(news, now);
      if (news.action === "on" && news.place != null) strike(news.place, news.velocity, now);
      break;
    case "reply": {
      const onReply = live.refs.get(news.ref);
      live.refs.delete(news.ref);
      onReply?.(news);
      if (news.problem) say(sentence(news.problem), "warning");
      break;
    }
    case "xrun":
      say(`A pop: ${news.cause === "work" ? "Flam’s own work took too long" : "the system held the sound up"}, `
        + `${news.milliseconds.toFixed(1)} ms are missing.`, "warning");
      break;
    case "kit.failed": say(sentence(news.reason), "bad"); break;
    case "failed": say(sentence(`${news.name}: ${news.reason}; ${news.advice}`), "warning"); break;
    case "learning": stale = { sound: news.name, at: now }; break;
    case "device":
      if (news.state === "back") say(`${news.devices.join(", ")} is back.`, "good");
      else if (news.reason) say(sentence(`${news.reason}; ${news.advice ?? ""}`), "warning");
      break;
    case "recording": case "session": {
      const what = news.event === "session" ? "session" : "recording";
      if (news.state === "begun") say(`The ${what} is kept as “${news.name}”.`, "good");
      if (news.state === "closed") say(`The ${what} “${news.name ?? ""}” is closed.`, "good");
      if (news.state === "trouble") say(sentence(`The ${what} is in trouble: ${news.reason}`), "bad");
      break;
    }
    case "backing": if (news.state === "unreadable") say(`“${news.name}” cannot be read any more.`, "bad"); break;
    case "lost": say(`This page was too slow and missed ${news.count} events; it shows what is true now.`, "warning"); break;
    case "ended": say(news.reason ? sentence(news.reason) : "The playing has ended.", news.reason ? "bad" : ""); break;
  }
}

const sentence = (text) => {
  const whole = text.trim().replace(/[;.\s]+$/, "");
  return whole.charAt(0).toUpperCase() + whole.slice(1) + ".";
};

function say(text, kind = "") { told = { text, kind, at: performance.now() }; }

function takeHit(news, now) {
  const id = String(news.id);
  const place = hits.findIndex((hit) => hit.id === id);
  if (news.event === "hit.withdrawn") {
    monitor.hits = monitor.hits.filter((hit) => hit.id !== id);
    hits = hits.filter((hit) => hit.id !== id);
    hitsAreNew = true;
    return;
  }
  let hit = hits[place];
  if (!hit) {
    hit = { id, at: now, first: null, sound: news.sound };
    hits = [hit, ...hits].slice(0, 40);
    monitor.hits.push(hit);
    strikeSound(news, now);
  } else if (hit.sound !== news.sound) {
    const heardFrom = hit.startFrame ?? Infinity;
    const ahead = (levels.frame ?? 0) - (levels.heardFrames ?? 0);
    if (hit.first == null && news.frame + ahead > heardFrom) hit.first = hit.sound;
    if (hit.first === news.sound) hit.first = null;
    strikeSound(news, now);
  }
  for (const name of ["sound", "velocity", "confidence"]) hit[name] = news[name];
  for (const name of ["thresholdDecibels", "peakDecibels", "refused", "startFrame"])
    if (news[name] != null) hit[name] = news[name];
  if (news.event === "hit.refused") hit.refused ??= "tooSoft";
  hit.mark = hit.refused ? "refused" : hit.first != null ? "corrected" : "answered";
  if (hit.thresholdDecibels != null) monitor.threshold = hit.thresholdDecibels;
  hitsAreNew = true;
  const pad = news.sound != null && !hit.refused && pads.get(state?.answers[news.sound]?.[0]);
  if (pad) {
    setText(pad.sureness, `${percent(news.confidence)}${news.confidence < sure ? " ?" : ""}`);
    setClass(pad.sureness, news.confidence < sure ? "unsure" : "");
  }
}

function strikeSound(news, now) {
  if (news.sound == null || news.refused || news.event === "hit.refused") return;
  for (const place of (state?.answers[news.sound] ?? []).slice(0, 1)) strike(place, news.velocity, now);
}

// Pads, by their places in the kit

const pads = new Map();
let padsShown = "";
let padOrder = [];

/// What a pad is called where others have the same name.
const title = ({ name, call }, kit) =>
  (kit.filter((pad) => pad.name === name).length > 1 && Number.isNaN(Number(call)) ? call : name);

function showPads() {
  const kit = state.kit?.pads ?? [];
  const soundsOf = new Map();
  for (const sound of state.profile?.sounds ?? [])
    for (const place of state.answers[sound] ?? []) soundsOf.set(place, [...(soundsOf.get(place) ?? []), sound]);
  const silent = kit.map((_, place) => place).filter((place) => !soundsOf.has(place));
  padOrder = [...soundsOf.keys(), ...silent];
  const shown = JSON.stringify([kit.map((pad) => [pad.name, pad.call]), [...soundsOf]]);
  if (shown !== padsShown) {
    padsShown = shown;
    pads.clear();
    const nodes = padOrder.map((place, index) => makePad(place, title(kit[place], kit), soundsOf.get(place) ?? [], keys[index]));
    $("pads").replaceChildren(
      make("div", { className: "voiced" }, ...nodes.slice(0, soundsOf.size)),
      make("div", { className: "others" }, ...nodes.slice(soundsOf.size)));
  }
  kit.forEach(({ strip }, place) => pads.get(place)?.node.classList.toggle("muted", strip.isMuted));
}

function makePad(place, name, sounds, key) {
  const sureness = make("span");
  const node = make("button", { className: "pad", type: "button" },
    make("span", { className: "top" }, make("span", { className: "name", textContent: name }),
      ...(key ? [make("kbd", { textContent: key.toUpperCase(), aria: { hidden: true } })] : [])),
    make("span", { className: "bottom", aria: { hidden: true } },
      make("span", { className: "sound", textContent: sounds.join(", ") }), sureness));
  node.setAttribute("aria-label", `${name}${sounds.length ? `, played by ${sounds.join(" and ")}` : ""}`);
  if (key) node.setAttribute("aria-keyshortcuts", key);
  node.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    node.focus({ preventScroll: true });
    const box = node.getBoundingClientRect();
    const depth = (event.clientY - box.top) / box.height;
    const pressed = event.pointerType === "pen" && event.pressure > 0 ? event.pressure : depth;
    touches.play(place, 0.25 + 0.75 * Math.max(0, Math.min(1, pressed)));
    node.classList.add("held");
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    node.addEventListener(end, () => node.classList.remove("held"));
  node.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && !event.repeat) touches.play(place, event.shiftKey ? 1 : 0.7);
  });
  pads.set(place, { node, sureness, hit: 0, at: 0 });
  return node;
}

function strike(place, velocity, now) {
  const pad = pads.get(place);
  if (pad) Object.assign(pad, { hit: 0.35 + 0.65 * velocity, velocity, at: now });
  const strip = strips.get(place);
  if (strip) Object.assign(strip, { velocity, at: now, isLit: true });
}

/// Touches of this page, and how long it takes until Flam says that a drum answers.
const touches = {
  asked: new Map(), heard: new Map(),

  play(place, velocity) {
    const pad = state.kit.pads[place].call;
    const at = performance.now();
    live.ask({ command: "note.on", pad, velocity, source: "page" }, ({ id }) => {
      if (id == null) return;
      const heard = this.heard.get(String(id));
      if (heard) this.show(heard - at); else this.asked.set(String(id), at);
    });
  },

  answered(note, now) {
    if (note.source !== "page" || note.action !== "on") return;
    const at = this.asked.get(String(note.id));
    this.asked.delete(String(note.id));
    if (at) this.show(now - at); else this.heard.set(String(note.id), now);
    if (this.heard.size > 64) this.heard.delete(this.heard.keys().next().value);
  },

  show(milliseconds) { setText($("touch"), `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`); },
};

addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || $("list").open) return;
  if (event.target.matches?.("input:not([type=range]), textarea, select")) return;
  const place = event.code.startsWith("Digit") ? keys.indexOf(event.code.slice(5)) : keys.indexOf(event.key.toLowerCase());
  if (place < 0 || place >= padOrder.length) return;
  event.preventDefault();
  touches.play(padOrder[place], event.shiftKey ? 1 : 0.7);
});

// The mixer

const least = -48;
const toDB = (gain) => (gain > 0 ? 20 * Math.log10(gain) : -Infinity);
const toGain = (dB) => (dB <= least ? 0 : 10 ** (dB / 20));
const gainText = (gain) => (gain > 0 ? `${toDB(gain) >= 0.05 ? "+" : ""}${minus(toDB(gain).toFixed(1).replace("-0.0", "0.0"))} dB` : "off");
const strips = new Map();
let stripsShown = "";
const buses = new Map();
const busNames = { drums: "All drums", room: "Room", backing: "Backing", click: "Click", microphone: "Microphone", master: "Master" };

function fader(label, onGain) {
  const input = make("input", { type: "range", min: least, max: 12, step: 0.5, aria: { label: `Gain of ${label}` } });
  let next = 0;
  input.addEventListener("input", () => {
    clearTimeout(next);
    next = setTimeout(() => onGain(toGain(Number(input.value))), 30);
    input.asked = performance.now();
  });
  return input;
}

/// What the player drags is not pulled back by what Flam said before.
function setRange(input, value) {
  if (performance.now() - (input.asked ?? -Infinity) < 400) return;
  if (Number(input.value) !== value) input.value = value;
}

function setPressed(button, isPressed) {
  const text = String(isPressed);
  if (button.getAttribute("aria-pressed") !== text) button.setAttribute("aria-pressed", text);
}

function showMixer() {
  const kit = state.kit?.pads ?? [];
  const names = JSON.stringify(kit.map((pad) => [pad.name, pad.call]));
  if (names !== stripsShown) {
    stripsShown = names;
    strips.clear();
    $("strips").replaceChildren(...kit.map((pad, place) => makeStrip(place, pad.call, title(pad, kit))));
  }
  for (const [place, shown] of strips) {
    const { strip } = kit[place];
    setRange(shown.input, Math.max(least, toDB(strip.gain)));
    shown.input.setAttribute("aria-valuetext", gainText(strip.gain));
    setText(shown.text, gainText(strip.gain));
    setPressed(shown.mute, strip.isMuted);
    setPressed(shown.solo, strip.isSoloed);
  }
  const there = Object.keys(busNames).filter((bus) => bus in state.buses && (bus !== "backing" || state.backing != null));
  if (there.join() !== [...buses.keys()].join()) {
    buses.clear();
    $("buses").replaceChildren(...there.map(makeBus));
  }
  for (const bus of there) {
    const shown = buses.get(bus);
    const gain = state.buses[bus];
    setRange(shown.input, Math.max(least, toDB(gain)));
    shown.input.setAttribute("aria-valuetext", gainText(gain));
    setText(shown.text, gainText(gain));
    if (gain > 0) shown.before = gain;
    setPressed(shown.mute, gain === 0);
  }
}

function makeStrip(place, call, name) {
  const change = (settings) => command("mix.strip", { drum: call, ...settings });
  const input = fader(name, (gain) => change({ gain }));
  const text = make("output");
  const toggle = (letter, label, key) => {
    const button = make("button", { type: "button", textContent: letter, aria: { label: `${label} ${name}`, pressed: false } });
    button.addEventListener("click", () => change({ [key]: button.getAttribute("aria-pressed") !== "true" }));
    return button;
  };
  const [mute, solo] = [toggle("M", "Mute", "isMuted"), toggle("S", "Solo", "isSoloed")];
  const light = make("i", { aria: { hidden: true } });
  strips.set(place, { input, text, mute, solo, light, at: 0 });
  return make("div", { className: "strip" }, make("span", { className: "name", textContent: name, title: name }),
    make("span", { className: "fader" }, input, light), text, mute, solo);
}

function makeBus(bus) {
  const input = fader(busNames[bus], (gain) => command("mix.bus", { bus, gain }));
  const text = make("output");
  const mute = make("button", { type: "button", textContent: "Mute", aria: { label: `Mute ${busNames[bus]}`, pressed: false } });
  const shown = { input, text, mute, before: 1 };
  mute.addEventListener("click", () => command("mix.bus", { bus, gain: state.buses[bus] > 0 ? 0 : shown.before }));
  buses.set(bus, shown);
  return make("div", { className: "strip bus" }, make("span", { className: "name", textContent: busNames[bus] }), input, text, mute);
}

// Which sound plays which pad

const voices = new Map();
let voicesShown = "";

function showVoices() {
  const kit = state.kit?.pads ?? [];
  const sounds = state.profile?.sounds ?? [];
  const shown = JSON.stringify([sounds, kit.map((pad) => [pad.name, pad.call])]);
  if (shown !== voicesShown) {
    voicesShown = shown;
    voices.clear();
    $("voices").replaceChildren(...sounds.map((sound) => {
      const select = make("select", { aria: { label: `Pad that ${sound} plays` } },
        ...kit.map((pad) => make("option", { value: pad.call, textContent: title(pad, kit) })));
      select.addEventListener("change", () => command("sound.pad", { sound, pad: select.value }));
      const button = make("button", { type: "button", textContent: "Teach again", aria: { label: `Teach ${sound} again` } });
      button.addEventListener("click", () => teach(sound).act());
      voices.set(sound, select);
      return make("div", { className: "voice" }, make("span", { className: "name", textContent: sound, title: sound }), select, button);
    }));
  }
  for (const [sound, select] of voices) {
    const call = kit[state.answers[sound]?.[0]]?.call ?? "";
    if (select.value !== call && document.activeElement !== select) select.value = call;
  }
}

// Lists to pick from

const list = {
  kind: "kits",

  open(kind) {
    this.kind = kind;
    $("filter").value = "";
    live.ask({ ask: "choices" });
    this.show();
    $("list").showModal();
    if (matchMedia("(pointer: fine)").matches) $("filter").focus();
  },

  get current() { return this.kind === "kits" ? choices.kit ?? state?.kit?.name : state?.profile?.name ?? (state?.profile?.isGuess ? "general" : null); },

  show() {
    const isKits = this.kind === "kits";
    setText($("list-title"), isKits ? "Pick a kit" : "Whose sounds?");
    const wanted = $("filter").value.trim().toLowerCase();
    const names = choices[this.kind].filter((name) => name.toLowerCase().includes(wanted));
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

// The rest of the desk

$("record").addEventListener("click", () =>
  state?.isRecording ? command("recording.stop") : command("recording.start", { path: "" }));
$("session").addEventListener("click", () => command(state?.session ? "session.stop" : "session.start"));
$("undo").addEventListener("click", () => command("undo"));
$("click").addEventListener("click", () => command("tempo", { isClicking: !state?.tempo?.isClicking }));
const setTempo = (beats) => {
  if (Number.isFinite(beats)) command("tempo", { beatsPerMinute: Math.max(20, Math.min(400, Math.round(beats))) });
};
$("tempo").addEventListener("change", () => setTempo(Number($("tempo").value)));
$("slower").addEventListener("click", () => setTempo((state?.tempo?.beatsPerMinute ?? 120) - 1));
$("faster").addEventListener("click", () => setTempo((state?.tempo?.beatsPerMinute ?? 120) + 1));
$("sensitivity").addEventListener("input", () => {
  const input = $("sensitivity");
  input.asked = performance.now();
  clearTimeout(input.next);
  input.next = setTimeout(() => command("hearing", { sensitivity: Number(input.value) }), 60);
  setText($("sensitivity-text"), input.value);
});

$("strictness").addEventListener("change", () => command("hearing", { strictness: $("strictness").value }));

let recordingSince = null;

function showState() {
  const { kit, loading, profile, delay, hearing, tempo } = state;
  setText($("kit").querySelector("b"), loading ? `${loading.name} ${percent(loading.share)}` : kit?.name ?? "none");
  setText($("sounds").querySelector("b"), profile?.isGuess ? "Built-in guess" : profile?.name ?? "Yours");
  const isLong = delay?.milliseconds > delay?.budgetMilliseconds;
  setText($("delay"), delay ? `${delay.milliseconds?.toFixed(1) ?? "?"} ms of ${delay.budgetMilliseconds.toFixed(0)}` : "–");
  setClass($("delay"), isLong ? "warning" : "");
  const arePopsTold = state.output != null || !state.hearsTake;
  setText($("pops"), !arePopsTold ? "no device" : state.xruns ? String(state.xruns) : "none");
  setPressed($("record"), state.isRecording);
  recordingSince = state.isRecording ? recordingSince ?? performance.now() : null;
  setPressed($("session"), state.session != null);
  setPressed($("click"), tempo?.isClicking ?? false);
  if (tempo && document.activeElement !== $("tempo")) $("tempo").value = Math.round(tempo.beatsPerMinute);
  if (hearing) {
    setRange($("sensitivity"), hearing.sensitivity);
    setText($("sensitivity-text"), $("sensitivity").value);
    if (document.activeElement !== $("strictness")) $("strictness").value = hearing.strictness;
  }
  document.title = kit ? `${kit.name} – Flam` : "Flam";
  showPads();
  showMixer();
  showVoices();
}

// News: the worst first, with what helps

function worst(now) {
  if (!state) return { text: "Flam is being called …" };
  if (told && now - told.at < 8000) return told;
  const hit = hits[0];
  const isRecent = hit && now - hit.at < 8000;
  if (state.awayDevices.length)
    return { kind: "bad", text: `${state.awayDevices.join(", ")} is gone; playing goes on once it is back.` };
  if (now - clipsSeen.at < 10000)
    return { kind: "bad", text: "The output clips.", cure: "Turn it down", act: () => command("mix.bus", { bus: "master", gain: 0.7 * (state.buses.master ?? 1) }) };
  if (state.load?.danger)
    return { kind: "warning", text: state.load.danger.cause === "work" ? "Close to a pop: Flam’s work takes almost all of its time." : "Close to a pop: the system keeps the sound waiting. ‘flam doctor’ says why." };
  if (isRecent && hit.peakDecibels > -0.3)
    return { kind: "bad", text: "The microphone clips: turn its level down." };
  if (state.buses.drums === 0)
    return { kind: "warning", text: "The drums are muted.", cure: "Unmute", act: () => command("mix.bus", { bus: "drums", gain: buses.get("drums")?.before ?? 1 }) };
  if (isRecent && hit.refused === "tooSoft" && (state.hearing?.sensitivity ?? 100) < 100)
    return { kind: "warning", text: "Too soft to be answered.", cure: "Answer softer hits", act: () => command("hearing", { sensitivity: Math.min(100, state.hearing.sensitivity + 5) }) };
  if (stale && now - stale.at < 20000)
    return { kind: "warning", text: stale.sound ? `“${stale.sound}” sounds strange now.` : "What is struck is far from every sound that Flam was taught.", ...teach(stale.sound) };
  if (isRecent && !hit.refused && hit.sound != null && hit.confidence < sure && !state.profile?.isGuess)
    return { kind: "warning", text: `Unsure: was that ${hit.sound}?`, ...teach(hit.sound) };
  if (state.profile?.isGuess)
    return { text: "Built-in guess, rough: ‘flam learn me’ teaches Flam your sounds." };
  return { kind: "good", text: "All is well." };
}

const teach = (sound) => (sound ? {
  cure: `Teach ${sound} again`,
  act: () => live.ask({ command: "hearing", sound, learnHits: 5 }, ({ problem }) => {
    stale = null;
    if (!problem) say(`The next 5 hits teach “${sound}”.`, "good");
  }),
} : {});

let cure = null;
$("news").querySelector("button").addEventListener("click", () => cure?.());

function showNews(now) {
  const news = worst(now);
  const [text, button] = $("news").children;
  setClass($("news"), news.kind ?? "");
  setText(text, news.text);
  setText(button, news.cure ?? "");
  button.hidden = !news.cure;
  cure = news.act ?? null;
}

// What moves

let hitsAreNew = true;
const reasons = { tooSoft: "too soft", unknownSound: "none of your sounds", notAStroke: "no stroke" };

function hitItem(hit) {
  const why = hit.refused ? reasons[hit.refused] ?? hit.refused
    : hit.mark === "corrected" ? `began as ${hit.first ?? "none of yours"}` : hit.confidence < sure ? "unsure" : "";
  const bar = make("i");
  bar.style.setProperty("--velocity", hit.velocity);
  return make("li", { className: hit.mark },
    make("span", { className: "mark", role: "img", aria: { label: hit.refused ? "not answered" : hit.mark } }),
    make("span", { className: "sound", textContent: hit.sound ?? "not yours" }),
    make("span", { className: "sure", textContent: percent(hit.confidence) }),
    make("span", { className: "bar", aria: { hidden: true } }, bar),
    make("span", { className: "dB", textContent: dBText(hit.peakDecibels) }),
    make("span", { className: "why", textContent: why }));
}

function showHits() {
  hitsAreNew = false;
  const shown = hits.slice(0, 8).map(hitItem);
  $("hits").replaceChildren(...(shown.length ? shown : [make("li", { className: "none", textContent: "Hit something near the microphone." })]));
}

function showMeter(id, dB, at) {
  const node = $(id);
  const share = Math.max(0, Math.min(1, 1 + (dB ?? -60) / 60));
  node.firstElementChild.style.setProperty("--share", share.toFixed(3));
  if (at != null) node.lastElementChild.style.setProperty("--at", Math.max(0, 1 + at / 60).toFixed(3));
}

function inputVerdict() {
  const peaks = hits.slice(0, 8).map((hit) => hit.peakDecibels).filter((dB) => dB != null);
  if (!peaks.length) return ["", ""];
  const most = Math.max(...peaks);
  return most > -0.3 ? ["clips", "bad"] : most < -40 ? ["faint", "warning"] : ["good", "good"];
}

let slowAt = 0;

function slow(now) {
  slowAt = now;
  showNews(now);
  const [verdict, kind] = inputVerdict();
  setText($("in-text"), `${dBText(levels.inputDecibels)}${verdict ? ` · ${verdict}` : ""}`);
  setClass($("in-text"), kind);
  const limits = levels.limitingDecibels > 1;
  setText($("out-text"), `${dBText(levels.peakDecibels)}${limits ? ` · limits ${levels.limitingDecibels.toFixed(0)} dB` : ""}`);
  setClass($("out-text"), limits ? "warning" : "");
  for (const [id, dB] of [["in", levels.inputDecibels], ["out", levels.peakDecibels]]) {
    const value = Math.round(Math.max(-60, Math.min(0, dB ?? -60)));
    $(id).setAttribute("aria-valuenow", value);
    $(id).setAttribute("aria-valuetext", dB == null ? "silence" : `${value} decibels`);
  }
  const passed = recordingSince == null ? null : Math.floor((now - recordingSince) / 1000);
  setText($("record").querySelector("span"), passed == null ? "Record" : `${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, "0")}`);
}

function fade(node, shown, now) {
  const age = (now - shown.at) / 420;
  const left = calm.matches ? (age < 0.6 ? 1 : 0) : Math.max(0, 1 - age) ** 2;
  return shown.hit == null ? left : left * shown.hit;
}

function move(now) {
  for (const pad of pads.values()) {
    if (!pad.velocity) continue;
    const hit = fade(pad.node, pad, now);
    pad.node.style.setProperty("--hit", hit.toFixed(3));
    pad.node.style.setProperty("--velocity", pad.velocity.toFixed(3));
    pad.node.classList.toggle("struck", hit > 0.25);
    if (!hit) pad.velocity = 0;
  }
  for (const strip of strips.values()) {
    if (!strip.isLit) continue;
    const hit = fade(strip.light, strip, now);
    strip.light.style.setProperty("--hit", hit.toFixed(3));
    strip.light.style.setProperty("--velocity", strip.velocity);
    strip.isLit = hit > 0;
  }
  showMeter("in", levels.inputDecibels, monitor.threshold);
  showMeter("out", levels.peakDecibels);
  monitor.draw(now);
  if (hitsAreNew) showHits();
  if (now - slowAt > 120) slow(now);
  requestAnimationFrame(move);
}

live.open();
requestAnimationFrame(move);
