// Flam's last state. The page holds no other.
import { drumName, readable } from "./drums.js";

export const flam = { state: null, levels: {}, choices: { kits: [], profiles: [], strip: [], bus: [], tempo: [] } };

/// Lower confidence is shown as doubtful.
export const sure = 0.7;

/// A pad's title; it is unique even if several pads have the same name.
export const title = ({ name, call }, kit) =>
  drumName(kit.filter((pad) => pad.name === name).length > 1 && Number.isNaN(Number(call)) ? call : name);

/// Sound passes through a device, so that a gap in it is a pop.
export const arePopsShown = () => flam.state.output != null || (flam.state.input != null && !flam.state.hearsTake);

/// How a lesson asks for hits.
export const manners = { softly: "softly", hard: "hard", freely: "as you like" };

/// What a lesson asks for now, whichever front end gives it; null without a lesson.
export function asked() {
  const { step, sound, manner, count, heard } = flam.state.lesson ?? {};
  switch (step) {
    case "quiet": return "Lesson: be quiet, Flam measures the room.";
    case "countIn": return `Lesson: get ready for “${readable(sound)}”.`;
    case "hard": case "tap": case "heard": return `Lesson: hit “${readable(sound)}” ${manners[manner] ?? "hard"}, ${Math.max(0, count - heard)} more.`;
    default: return null;
  }
}
