// How Flam stands, as it told last: the page holds no other state of it.

export const flam = { state: null, levels: {}, choices: { kits: [], profiles: [], strip: [], tempo: [] } };

/// Less is shown as a doubt.
export const sure = 0.7;

/// What a pad is called where others have the same name.
export const title = ({ name, call }, kit) =>
  (kit.filter((pad) => pad.name === name).length > 1 && Number.isNaN(Number(call)) ? call : name);

/// Something is played on or heard by a device, so that a gap in the sound is one.
export const arePopsTold = () => flam.state.output != null || !flam.state.hearsTake;

/// How hits are asked for in a lesson.
export const manners = { softly: "softly", hard: "hard", freely: "as you like" };

/// What a lesson asks for now, whoever gives it; null for nothing.
export function asked() {
  const { step, sound, manner, count, heard } = flam.state.lesson ?? {};
  switch (step) {
    case "quiet": return "Lesson: be quiet, the room is measured.";
    case "countIn": return `Lesson: get ready for “${sound}”.`;
    case "hard": case "tap": case "heard": return `Lesson: hit “${sound}” ${manners[manner] ?? "hard"}, ${Math.max(0, count - heard)} more.`;
    default: return null;
  }
}
