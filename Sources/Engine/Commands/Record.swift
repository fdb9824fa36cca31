// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

extension EngineCommand {
  /// A recording.
  public struct Record: Codable, Sendable, Equatable {
    /// The path of a WAV, FLAC or OGG file that does not exist yet.
    public var path: String
    /// A guest begins it: it ends by itself after ``EngineSetup/guestRecordingSeconds``.
    public private(set) var isGuests = false

    enum CodingKeys: String, CodingKey { case path }

    /// A recording.
    public init(path: String) { self.path = path }

    /// The same, begun by a guest.
    package var ofGuest: Self {
      var own = self
      own.isGuests = true
      return own
    }
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
    return Self(path: host.recordingPath()).ofGuest
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let begun = try control.extra.begin(
      path, sampleRateHz: control.live.loop.rateHz,
      mostSeconds: isGuests ? control.guestRecordingSeconds : nil)
    control.recordingReports.add(begun)
    control.events.publish(.recording(EngineEvent.Kept(.begun, path: path)))
  }
}
