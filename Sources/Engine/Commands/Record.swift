// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

extension EngineCommand {
  /// A recording.
  public struct Record: Codable, Sendable, Equatable {
    /// The path of a WAV, FLAC or OGG file that does not exist yet.
    public var path: String

    /// A recording.
    public init(path: String) { self.path = path }
  }
}

extension EngineCommand.Record: ControlCommand, PreparedCommand {
  static let name = "recording.start"
  static let timing = EngineCommand.Timing.reached
  static let isForGuests = true
  static let mostAMinute: Int? = Limits.newFilesAMinute
  var command: EngineCommand { .record(self) }

  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    guard path.isEmpty else { throw .place("record") }
    return Self(path: host.recordingPath())
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let begun = try control.extra.begin(path, sampleRateHz: control.live.loop.rateHz)
    control.recordingReports.add(begun)
    control.events.publish(.recording(EngineEvent.Kept(.begun, path: path)))
  }
}
