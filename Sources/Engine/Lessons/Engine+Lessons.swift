// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Lessons while it plays.
extension Engine {
  /// Lets a lesson hear the microphone: the playing fades out, and waits until the lesson ends.
  /// Refused during another lesson or a sweep, or if nothing plays.
  ///
  /// - Parameters:
  ///   - sound: Its name.
  ///   - pad: What it plays, as a ``PadRule``; nil if the end decides that.
  public func holdForLesson(
    of sound: String, plays pad: String? = nil
  ) throws(EngineError) -> HeldMicrophone {
    let (tap, rateHz) = try control.withLock { control throws(EngineError) in
      (try control.beginLesson(), control.live.loop.rateHz)
    }
    return HeldMicrophone(tap, rateHz: rateHz, HeldLesson(sound: sound, pad: pad)) {
      [control, events] lesson in
      guard lesson.step == .ended else { return events.publish(.lesson(lesson)) }
      // A lesson that waited for the end of this one is reported after it.
      control.withLock {
        events.publish(.lesson(lesson))
        $0.endLesson()
      }
    }
  }

  /// A profile as saved, with everything learned since playing began. Takes time: it is trained
  /// anew.
  public func learned(_ kept: Profile, named name: String) -> Profile {
    guard let learned = learnedProfiles.last(where: { $0.name == name }) else { return kept }
    return learned.profile.playing(asIn: kept)
  }

  /// Forgets what a profile learned while playing: its file is about to get another name, or to be
  /// deleted. Call it while the file is still there.
  public func forgetLearned(by name: String) { control.withLock { $0.profiles.forget(name) } }

  /// Says something, and cuts off the line before. The playing fades out within a block, and
  /// continues with the very next frame once the line can no longer be heard; a lesson hears none
  /// of it. Refused if nothing plays, or during a sweep.
  ///
  /// - Parameter samples: Mono, at the rate of the devices, nominally -1...1; their loudness is not
  ///   changed.
  public func say(_ samples: [Float]) throws(EngineError) {
    try control.withLock { control throws(EngineError) in try control.say(samples) }
  }
}
