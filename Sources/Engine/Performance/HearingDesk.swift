// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Realtime

/// How the player is heard now, and changes of it on their way to the audio thread.
struct HearingDesk: ~Copyable {
  /// Changes that may be on their way.
  private static let capacity = 1024
  /// A change takes place so much later, so that its input frame is ahead also of large blocks.
  private static let leadSeconds = 0.1

  /// Bring the changes to the audio thread.
  let events = SPSCRing<HearingEvent>(minimumCapacity: capacity)
  /// As the last change left them.
  private(set) var controls: HearingControls
  /// How early a drum answers.
  private(set) var certainty: Certainty
  /// How strength becomes velocity.
  private(set) var velocityCurve: VelocityCurve
  /// Changes that were lost, since too many were on their way.
  private(set) var lostCount = 0
  private let sounds: [String]
  private var lastFrame = 0

  /// How a player of a profile is heard in the beginning.
  init(_ settings: InstrumentSettings, _ profile: Profile) {
    (controls, certainty) = (settings.hearing, settings.certainty)
    velocityCurve = profile.velocityShape
    sounds = profile.sounds.map(\.name)
  }

  /// The input frame of a change that comes next.
  mutating func nextFrame(heardFrames: Int, sampleRateHz: Int) -> Int {
    lastFrame = max(lastFrame, heardFrames + Int(Self.leadSeconds * Double(sampleRateHz)))
    return lastFrame
  }

  /// Sends a change on its way. A threshold of a sound that there is not has no effect.
  mutating func carryOut(_ hearing: PerformanceChange.Hearing) {
    guard let change = hearing.change(sounds: sounds) else { return }
    switch change {
    case .certainty(let certainty): self.certainty = certainty
    case .velocityCurve(let curve): velocityCurve = curve
    default: controls.note(change, sounds: sounds)
    }
    if !events.producer.push(HearingEvent(change, atFrame: hearing.frame)) { lostCount += 1 }
  }
}
