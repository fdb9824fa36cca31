// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Lessons while it plays.
extension Engine {
  /// Lets the microphone be heard for a lesson: the playing fades out, and waits until that ends. Refused while another lesson
  /// or a sweep is heard, or nothing is played.
  ///
  /// - Parameters:
  ///   - sound: Its name.
  ///   - pad: What it plays, as a ``PadRule``; nil for what is found out at the end.
  public func holdForLesson(
    of sound: String, plays pad: String? = nil
  ) throws(EngineError) -> HeldMicrophone {
    let (tap, rateHz) = try control.withLock { control throws(EngineError) in
      (try control.beginLesson(), control.live.loop.rateHz)
    }
    return HeldMicrophone(tap, rateHz: rateHz, HeldLesson(sound: sound, pad: pad)) {
      [control, events] lesson in
      guard lesson.step == .ended else { return events.publish(.lesson(lesson)) }
      // A lesson that waited for the end of this one is told behind it.
      control.withLock {
        events.publish(.lesson(lesson))
        $0.endLesson()
      }
    }
  }

  /// A profile as it is kept, with what it has learned since playing began. Takes its time: it is trained anew.
  public func learned(_ kept: Profile, named name: String) -> Profile {
    guard let learned = learnedProfiles.last(where: { $0.name == name }) else { return kept }
    return learned.profile.playing(asIn: kept)
  }

  /// Says something, in place of what is being said. The playing fades out within a block, and goes on with the very next
  /// frame once nothing can be heard of it any more; a lesson hears none of it. Refused while nothing is played, or a sweep is.
  ///
  /// - Parameter samples: Mono, at the rate of the devices, nominally -1...1; they are played as loud as they are.
  public func say(_ samples: [Float]) throws(EngineError) {
    try control.withLock { control throws(EngineError) in try control.say(samples) }
  }
}
