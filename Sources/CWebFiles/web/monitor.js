// What Flam hears: the level of the microphone over the last seconds, the threshold, and what became of each hit.
import { colour, fitCanvas } from "./canvas.js";

const seconds = 6;
const least = -60;
/// Names of lines stand beside the picture, each at least so far from the next, in pixels.
const gutter = 62;
const lineOfText = 13;
const share = (dB) => Math.max(0, Math.min(1, 1 - (dB ?? least) / least));

export class Monitor {
  constructor(canvas) {
    this.canvas = canvas;
    this.levels = [];
    this.hits = [];
    this.threshold = null;
    fitCanvas(canvas);
  }

  level(dB, now) {
    this.levels.push({ dB, at: now });
    while (this.levels.length && this.levels[0].at < now - 1000 * (seconds + 1)) this.levels.shift();
    this.hits = this.hits.filter((hit) => hit.at > now - 1000 * (seconds + 1));
  }

  draw(now) {
    const { canvas } = this;
    if (!canvas.clientWidth) return;
    const scale = canvas.width / canvas.clientWidth;
    const paint = canvas.getContext("2d");
    const [width, height] = [canvas.width / scale, canvas.height / scale];
    const top = 22;
    const x = (at) => width - ((now - at) / (1000 * seconds)) * (width - gutter);
    const y = (dB) => height - share(dB) * (height - top);
    paint.setTransform(scale, 0, 0, scale, 0, 0);
    paint.clearRect(0, 0, width, height);
    paint.font = "11px system-ui, sans-serif";

    paint.strokeStyle = colour("line");
    paint.lineWidth = 1;
    for (const dB of [-12, -36]) {
      const at = Math.round(y(dB)) + 0.5;
      paint.beginPath();
      paint.moveTo(gutter, at);
      paint.lineTo(width, at);
      paint.stroke();
    }
    this.nameLines(paint, y);
    paint.save();
    paint.beginPath();
    paint.rect(gutter, 0, width, height);
    paint.clip();

    if (this.levels.length > 1) {
      paint.beginPath();
      paint.moveTo(x(this.levels[0].at), height);
      for (const { dB, at } of this.levels) paint.lineTo(x(at), y(dB));
      paint.lineTo(x(this.levels.at(-1).at), height);
      paint.fillStyle = colour("accent");
      paint.globalAlpha = 0.3;
      paint.fill();
      paint.globalAlpha = 1;
      paint.beginPath();
      for (const { dB, at } of this.levels) paint.lineTo(x(at), y(dB));
      paint.strokeStyle = colour("accent");
      paint.lineWidth = 1.5;
      paint.lineJoin = "round";
      paint.stroke();
    }

    if (this.threshold != null) {
      const at = y(this.threshold);
      paint.setLineDash([5, 4]);
      paint.strokeStyle = colour("ink");
      paint.lineWidth = 1;
      paint.beginPath();
      paint.moveTo(gutter, at);
      paint.lineTo(width, at);
      paint.stroke();
      paint.setLineDash([]);
    }

    for (const hit of this.hits) {
      const at = x(hit.at);
      const tall = hit.peakDecibels ?? null;
      paint.strokeStyle = paint.fillStyle = colour(
        { answered: "good", corrected: "warning", refused: "soft" }[hit.mark]);
      paint.lineWidth = 1;
      paint.globalAlpha = 0.55;
      paint.beginPath();
      paint.moveTo(at, top - 4);
      paint.lineTo(at, tall == null ? height : y(tall));
      paint.stroke();
      paint.globalAlpha = 1;
      paint.beginPath();
      if (hit.mark === "corrected") {
        paint.moveTo(at, 6); paint.lineTo(at + 5, 11); paint.lineTo(at, 16); paint.lineTo(at - 5, 11);
        paint.fill();
      } else {
        paint.arc(at, 11, 4, 0, 2 * Math.PI);
        paint.lineWidth = 2;
        if (hit.mark === "refused") paint.stroke(); else paint.fill();
      }
    }
    paint.restore();
  }

  /// Names the lines beside the picture: the threshold, and levels that are not too near it.
  nameLines(paint, y) {
    const names = this.threshold == null ? [] : [["threshold", y(this.threshold)]];
    for (const dB of [-12, -36])
      if (names.every(([, at]) => Math.abs(at - y(dB)) >= lineOfText)) names.push([`−${-dB} dB`, y(dB)]);
    paint.fillStyle = colour("ink");
    for (const [name, at] of names) paint.fillText(name, gutter - 6 - paint.measureText(name).width, at + 4);
  }
}
