// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping

extension EngineCommand {
  /// Lets a sound be the looper's pedal: so many hits of it, one soon after the other, do what ``LoopCommand/record`` does. The
  /// loop keeps none of its hits.
  public struct LoopRemote: Codable, Sendable, Equatable {
    /// How many hits there can be.
    static let counts = 1...4
    /// As many hits where no number is given.
    static let usualHits = 2

    /// The sound of the profile; nil for none.
    public var sound: String?
    /// How many hits of it, 1...4; nil for two.
    public var hits: Int?

    /// A sound that is the pedal; nil for none.
    public init(sound: String?, hits: Int? = nil) { (self.sound, self.hits) = (sound, hits) }
  }
}

extension EngineCommand.LoopRemote: ControlCommand, PreparedCommand {
  static let name = "loop.remote"
  static let timing = EngineCommand.Timing.never("which sound is the pedal is set at once")
  static let isForGuests = true
  var command: EngineCommand { .loopRemote(self) }

  func check(_ control: EngineControl) throws(EngineError) {
    let operation = "let a sound be the pedal of the loop"
    guard Self.counts.contains(hits ?? Self.usualHits) else {
      throw EngineError(
        operation, reason: "\(hits ?? 0) is no number of hits for it",
        advice: "give a number in \(Self.counts.lowerBound)...\(Self.counts.upperBound)")
    }
    let sounds = control.events.state.profile?.sounds ?? []
    guard let sound, !sounds.contains(sound) else { return }
    throw EngineError(
      operation, reason: "the profile has no sound '\(sound)'",
      advice: "give one of \(sounds.joined(separator: ", "))")
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    control.loops.remote = sound == nil ? nil : self
    control.takeLoop()
  }
}
