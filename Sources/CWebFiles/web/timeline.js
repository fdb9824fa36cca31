// The picture of a session: its waveform, and below it a lane of hits for each of the player's sounds. A pointer picks a hit
// and drags it: sideways in time, up or down to another sound.
import { colour, fitCanvas } from "./canvas.js";
import { readable } from "./drums.js";

const waveHeight = 84;
const laneHeight = 26;
const axisHeight = 22;
const widestName = 92;
/// How near a pointer must be to pick a hit, in pixels: a finger is wider.
const reach = { touch: 22, other: 14 };
const shortestSeconds = 0.25;
/// The most by which a soft session is enlarged.
const mostGain = 8;
const font = "12px system-ui, sans-serif";
const nameOf = (sound) => (sound == null ? "not yours" : readable(sound));

export class Timeline {
  /// - canvas: the canvas to draw on.
  /// - actions: called when a person acts: pick(place), moved(place, change), at(seconds), add(seconds, sound).
  constructor(canvas, actions) {
    Object.assign(this, { canvas, actions, table: [], lanes: [], outline: null, seconds: 1, view: [0, 1], picked: null, at: 0, drag: null, gutter: 0 });
    fitCanvas(canvas, () => this.draw());
    // A finger on a hit drags it; elsewhere it scrolls the page.
    canvas.addEventListener("touchstart", (event) => {
      const [{ clientX, clientY }] = event.changedTouches;
      const box = canvas.getBoundingClientRect();
      if (this.nearest(clientX - box.left, clientY - box.top, reach.touch)) event.preventDefault();
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.pull(event));
    canvas.addEventListener("pointerup", () => this.drop());
    canvas.addEventListener("pointercancel", () => { this.drag = null; this.draw(); });
    canvas.addEventListener("dblclick", ({ offsetX, offsetY }) => {
      const lane = this.lanes[Math.floor((offsetY - waveHeight) / laneHeight)];
      if (lane != null && offsetX > this.gutter && !this.nearest(offsetX, offsetY)) this.actions.add(this.time(offsetX), lane);
    });
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && Math.abs(event.deltaX) < Math.abs(event.deltaY)) return;
      event.preventDefault();
      if (event.ctrlKey) this.zoom(Math.exp(event.deltaY / 200), this.time(event.offsetX));
      else this.scroll(this.view[0] + event.deltaX / this.dotsPerSecond);
    }, { passive: false });
  }

  /// A session: its length, its rate, its sounds from top to bottom; null stands for other sounds.
  open(seconds, rateHz, lanes) {
    Object.assign(this, { seconds: Math.max(shortestSeconds, seconds), rateHz, lanes, picked: null, at: 0, drag: null });
    this.view = [0, this.seconds];
    const paint = this.canvas.getContext("2d");
    paint.font = font;
    const widest = Math.max(...lanes.map((sound) => paint.measureText(nameOf(sound)).width), 0);
    this.gutter = Math.min(widestName, widest) + 14;
    this.canvas.style.height = `${waveHeight + lanes.length * laneHeight + axisHeight}px`;
  }

  get span() { return this.view[1] - this.view[0]; }
  get dotsPerSecond() { return Math.max(1, this.canvas.clientWidth - this.gutter) / this.span; }
  time(x) { return this.view[0] + (x - this.gutter) / this.dotsPerSecond; }
  x(seconds) { return this.gutter + (seconds - this.view[0]) * this.dotsPerSecond; }
  laneY(sound) { return waveHeight + (this.lanes.indexOf(sound) + 0.5) * laneHeight; }
  startOf(hit) { return hit.start / this.rateHz; }

  /// Zooms by a factor around a time.
  zoom(times, around = this.view[0] + this.span / 2) {
    const span = Math.max(shortestSeconds, Math.min(this.seconds, this.span * times));
    const share = (around - this.view[0]) / this.span;
    this.look(around - share * span, span);
  }

  scroll(from) { this.look(from, this.span); }

  look(from, span) {
    const start = Math.max(0, Math.min(this.seconds - span, from));
    this.view = [start, start + span];
    this.draw();
    this.actions.looked();
  }

  /// Brings a time into view.
  reveal(seconds) {
    const margin = 0.08 * this.span;
    if (seconds < this.view[0] + margin) this.scroll(seconds - margin);
    else if (seconds > this.view[1] - margin) this.scroll(seconds - this.span + margin);
  }

  nearest(x, y, most = reach.other) {
    let best = null;
    for (const hit of this.table) {
      const away = Math.hypot(this.x(this.startOf(hit)) - x, y < waveHeight ? 0 : this.laneY(hit.sound) - y);
      if (away < most && !(best && best.away <= away)) best = { hit, away };
    }
    return best?.hit;
  }

  press(event) {
    if (event.button) return;
    const hit = this.nearest(event.offsetX, event.offsetY, reach[event.pointerType] ?? reach.other);
    this.canvas.setPointerCapture(event.pointerId);
    this.drag = { hit, x: event.offsetX, y: event.offsetY, from: this.view[0], isFar: false, change: null };
    if (hit) this.actions.pick(hit.place);
  }

  pull(event) {
    const { drag } = this;
    if (!drag) return;
    const [across, down] = [event.offsetX - drag.x, event.offsetY - drag.y];
    drag.isFar ||= Math.hypot(across, down) > 4;
    if (!drag.isFar) return;
    if (!drag.hit) return this.scroll(drag.from - across / this.dotsPerSecond);
    const lane = this.lanes[Math.floor((event.offsetY - waveHeight) / laneHeight)];
    const later = Math.abs(across) > 4 ? Math.round(across / this.dotsPerSecond * this.rateHz) : 0;
    drag.change = { later: Math.max(-drag.hit.frame, later), sound: lane ?? drag.hit.sound };
    this.draw();
  }

  drop() {
    const { drag } = this;
    this.drag = null;
    if (drag?.change) this.actions.moved(drag.hit, drag.change);
    else if (drag && !drag.hit && !drag.isFar) this.actions.at(this.time(drag.x));
    this.draw();
  }

  draw() {
    const { canvas } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !this.rateHz) return;
    const paint = canvas.getContext("2d");
    const scale = canvas.width / width;
    paint.setTransform(scale, 0, 0, scale, 0, 0);
    paint.clearRect(0, 0, width, height);
    paint.font = font;
    this.drawLanes(paint, width, height);
    paint.save();
    paint.beginPath();
    paint.rect(this.gutter, 0, width, height);
    paint.clip();
    this.drawWave(paint, width);
    for (const hit of this.table) this.drawHit(paint, hit, width);
    const at = this.x(this.at);
    paint.fillStyle = colour("ink");
    paint.fillRect(at - 0.75, 0, 1.5, height - axisHeight);
    paint.restore();
  }

  drawLanes(paint, width, height) {
    paint.fillStyle = colour("line");
    for (const lane of this.lanes.keys()) paint.fillRect(0, waveHeight + lane * laneHeight, width, 1);
    paint.fillRect(0, height - axisHeight, width, 1);
    paint.fillStyle = colour("ink");
    for (const sound of this.lanes) paint.fillText(shortened(paint, nameOf(sound)), 7, this.laneY(sound) + 4);
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 600, 3600].find((step) => step * this.dotsPerSecond > 62) ?? 7200;
    for (let tick = Math.ceil(this.view[0] / step); tick * step < this.view[1]; tick++) {
      const x = this.x(tick * step);
      paint.fillStyle = colour("line");
      paint.fillRect(x, waveHeight, 1, height - axisHeight - waveHeight);
      paint.fillStyle = colour("soft");
      const text = timeText(tick * step, step < 0.1 ? 2 : step < 1 ? 1 : 0);
      if (x + paint.measureText(text).width + 4 < width) paint.fillText(text, x + 3, height - 6);
    }
  }

  drawWave(paint, width) {
    if (!this.outline) return;
    const { bytes, partSeconds } = this.outline;
    paint.fillStyle = colour("accent");
    paint.globalAlpha = 0.75;
    const loudest = bytes.reduce((most, byte) => Math.max(most, Math.abs(byte)), 0);
    const gain = Math.min(mostGain, 127 / Math.max(1, loudest)) / 127 * (waveHeight - 8) / 2;
    for (let x = this.gutter; x < width; x++) {
      const first = Math.floor(this.time(x) / partSeconds);
      const last = Math.max(first + 1, Math.floor(this.time(x + 1) / partSeconds));
      let [low, high] = [0, 0];
      for (let part = Math.max(0, first); part < last && 2 * part + 1 < bytes.length; part++) {
        low = Math.min(low, bytes[2 * part]);
        high = Math.max(high, bytes[2 * part + 1]);
      }
      paint.fillRect(x, waveHeight / 2 - gain * high, 1, Math.max(1, gain * (high - low)));
    }
    paint.globalAlpha = 1;
  }

  drawHit(paint, hit, width) {
    const change = this.drag?.hit?.place === hit.place ? this.drag.change : null;
    const x = this.x((hit.start + (change?.later ?? 0)) / this.rateHz);
    if (x < -10 || x > width + 10) return;
    const y = this.laneY(change ? change.sound : hit.sound);
    const isPicked = hit.place === this.picked;
    paint.fillStyle = paint.strokeStyle = colour(isPicked ? "accent" : hit.isChanged || change ? "warning" : "good");
    paint.globalAlpha = isPicked ? 0.9 : 0.35;
    paint.fillRect(x - 0.5, 0, 1, y);
    paint.globalAlpha = 1;
    paint.beginPath();
    const radius = 3.5 + 6 * hit.velocity;
    if (hit.isChanged || change) {
      paint.moveTo(x, y - radius - 1);
      paint.lineTo(x + radius + 1, y);
      paint.lineTo(x, y + radius + 1);
      paint.lineTo(x - radius - 1, y);
    } else {
      paint.arc(x, y, radius, 0, 2 * Math.PI);
    }
    paint.fill();
    if (!isPicked) return;
    paint.beginPath();
    paint.arc(x, y, radius + 4, 0, 2 * Math.PI);
    paint.lineWidth = 2;
    paint.stroke();
  }
}

/// A name that fits beside the lanes, with an ellipsis where it was cut.
function shortened(paint, name) {
  if (paint.measureText(name).width <= widestName) return name;
  let text = name;
  while (text && paint.measureText(`${text}…`).width > widestName) text = text.slice(0, -1);
  return `${text}…`;
}

/// "1:02.35"
export function timeText(seconds, places = 3) {
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - 60 * minutes).toFixed(places);
  return minutes ? `${minutes}:${rest.padStart(places ? places + 3 : 2, "0")}` : `${rest} s`;
}
