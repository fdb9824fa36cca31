// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Storage

extension EngineCommand {
  /// Another period.
  public struct Period: Codable, Sendable, Equatable {
    /// See ``AudioIO/StreamSettings/devicePeriodsFrames``.
    public var frames: Int

    /// A period.
    public init(frames: Int) { self.frames = frames }
  }
}

extension EngineCommand.Period: ControlCommand, PreparedCommand {
  static let name = "period"
  static let timing = EngineCommand.Timing.never(
    "the devices are opened again for it, which takes a moment")
  static let isForGuests = false
  static let mostAMinute: Int? = Limits.loadsAMinute
  var command: EngineCommand { .period(self) }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let range = StreamSettings.devicePeriodsFrames
    guard range.contains(frames) else {
      throw EngineError(
        "change the period", reason: "no device has a period of \(frames) frames",
        advice: "give \(range) frames")
    }
    control.live.loop.changePeriod(to: frames)
  }
}
