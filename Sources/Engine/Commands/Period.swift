// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Plugins
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
    if frames > PluginPace.mostPeriodFrames, let held = control.live.performance.plugIns.first {
      throw EngineError(
        "change the period",
        reason: "the plug-in '\(held.uri)' in slot \(held.slot) of \(held.bus) has no time for its "
          + "sound in periods of \(frames) frames",
        advice: "give \(PluginPace.mostPeriodFrames) frames or fewer, or take it out before")
    }
    control.live.loop.changePeriod(to: frames)
  }
}
