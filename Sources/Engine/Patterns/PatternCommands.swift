// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Patterns
import Sequencing
import Storage

extension EngineCommand {
  /// Loads a pattern or a song: a drum tab or a Standard MIDI File.
  public struct Pattern: Codable, Sendable, Equatable {
    /// The name of a groove of ``Grooves``, or the path of a file.
    public var path: String
    /// The tempo at its beginning, 20...500; nil for its own.
    public var beatsPerMinute: Double?
    /// It follows the player's tempo; nil for no.
    public var follows: Bool?

    /// A pattern.
    public init(path: String, beatsPerMinute: Double? = nil, follows: Bool? = nil) {
      (self.path, self.beatsPerMinute, self.follows) = (path, beatsPerMinute, follows)
    }
  }

  /// Plays the pattern that was loaded last.
  struct StartPattern: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "pattern.start"
    static let timing = Timing.ahead
    static let isForGuests = true
    static let meaning: String? = "play the pattern that was loaded, from its beginning"
    var command: EngineCommand { .startPattern }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      try control.startPattern(atFrame: frame)
    }
  }

  /// Ends the pattern.
  struct StopPattern: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "pattern.stop"
    static let timing = Timing.ahead
    static let isForGuests = true
    static let meaning: String? = "end the pattern; its last notes ring out"
    var command: EngineCommand { .stopPattern }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      try control.stopPattern(atFrame: frame)
    }
  }
}

extension EngineCommand.Pattern: ControlCommand {
  static let name = "pattern.load"
  static let timing = EngineCommand.Timing.never(
    "a pattern is ready when it is read; what takes a frame is its start")
  static let isForGuests = true
  static let mostAMinute: Int? = Limits.loadsAMinute
  var command: EngineCommand { .loadPattern(self) }

  /// A guest names a groove that comes with Flam.
  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    guard let file = Grooves.path(ofName: path) else { throw .unknown("pattern", path) }
    return Self(path: file, beatsPerMinute: beatsPerMinute, follows: follows)
  }

  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    let operation = "load the pattern '\(path)'"
    if let beatsPerMinute, !PlayedTempo.range.contains(beatsPerMinute) {
      throw EngineError(
        operation, reason: "\(beatsPerMinute) beats a minute are no tempo",
        advice: "give \(PlayedTempo.rangeText)")
    }
    let file = Grooves.path(path)
    guard file != path || path.contains("/") || FileSystem.exists(path) else {
      throw EngineError(
        operation, reason: "there is no such file, and no groove of that name",
        advice: "the grooves are \(Grooves.names.joined(separator: ", "))")
    }
    do throws(PatternError) {
      return LoadedPattern(
        song: try PatternFile.song(path: file), path: file, beatsPerMinute: beatsPerMinute,
        follows: follows ?? false)
    } catch {
      throw EngineError(operation, reason: error.problem, advice: error.advice.description)
    }
  }
}

/// A pattern that is ready to play.
struct LoadedPattern: PreparedCommand {
  let song: Song
  let path: String
  let beatsPerMinute: Double?
  let follows: Bool

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    control.patterns.loaded = self
    control.publish(self, .loaded)
  }
}
