// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping

/// Loops of the microphone.
extension EngineControl {
  /// Brings the looper what the microphone heard. A loop that keeps as much as it can ends its overdub.
  mutating func takeMicrophone() {
    guard !live.isSweeping, !live.isTeaching,
      !loops.microphone.fill(&loops.feed, live.timeline, deviceFrames: budget.deviceFrames)
    else { return }
    try? loops.feed.perform(.overdub(false), atFrame: loops.feed.looper.frame)
    let error = EngineError(
      "record more of the microphone",
      reason: "the loop keeps \(Int(Looper.mostSoundSeconds)) s of it, the most it can",
      advice: "clear it with loop.clear, or record hits: loop.source hits")
    events.publish(
      .failed(
        EngineEvent.Failed(.loop(.overdub(true)), atFrame: loops.feed.looper.frame, error)))
  }

  /// Sends a sound of the microphone; one for which there is no room is left out.
  mutating func lay(_ sound: LoopedSound, id: Int) {
    let begin = Self.mixFrame(sound.beginFrame) ?? 0
    let action = ObjectAction.lay(loops.sounds.sound(sound), play: id, beginFrame: begin)
    _ = live.performance.send(action, of: .player, atFrame: Self.mixFrame(sound.frame) ?? 0)
  }

  /// Forgets sounds that neither the loop nor the audio thread needs any more.
  mutating func forgetSounds(now: Int) {
    for sound in loops.sounds.forgotten(except: loops.feed.looper.sounds, now: now) {
      live.performance.forget(sound)
    }
  }
}
