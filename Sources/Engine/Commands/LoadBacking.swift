// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing
import SoundFiles
import Storage

extension EngineCommand {
  /// Loads a backing track.
  public struct Backing: Codable, Sendable, Equatable {
    /// The path of a sound file.
    public var path: String
    /// -60...12; nil for 0.
    public var gainDecibels: Float?
    /// It repeats from its end; nil for no.
    public var isLooped: Bool?
    /// Clicks before it, 1...8 bars at 20...500 beats a minute; nil for none.
    public var countIn: CountIn?

    /// A track.
    public init(
      path: String, gainDecibels: Float? = nil, isLooped: Bool? = nil, countIn: CountIn? = nil
    ) {
      (self.path, self.gainDecibels) = (path, gainDecibels)
      (self.isLooped, self.countIn) = (isLooped, countIn)
    }
  }
}

extension EngineCommand.Backing: ControlCommand {
  static let name = "backing.load"
  static let timing = EngineCommand.Timing.never(
    "a track is ready when it is read; what takes a frame is its start")
  static let isForGuests = false
  static let mostAMinute: Int? = Limits.loadsAMinute
  var command: EngineCommand { .loadBacking(self) }

  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    try LoadedBacking(
      self, sampleRateHz: engine.loop.rateHz, isRecorded: engine.recordsBacking)
  }
}

/// A backing track that is ready to play.
struct LoadedBacking {
  let backing: PlayedBacking
  private(set) var track: BackingTrack?

  /// Opens a command's file, which takes as long as the disk does.
  init(
    _ load: EngineCommand.Backing, sampleRateHz: Int, isRecorded: Bool
  ) throws(EngineError) {
    let operation = "load the backing '\(load.path)'"
    do throws(SoundFileError) {
      backing = try PlayedBacking(
        path: load.path, gainDecibels: load.gainDecibels ?? 0, isLooped: load.isLooped ?? false,
        countIn: load.countIn, isRecorded: isRecorded)
      guard backing.isPossible else {
        throw SoundFileError(
          .broken, .read, path: load.path, reason: PlayedBacking.fault,
          advice: "\(PlayedBacking.bounds)")
      }
      track = try backing.livingTrack(sampleRateHz: sampleRateHz)
    } catch {
      throw EngineError(operation, reason: error.reason, advice: error.advice.description)
    }
  }

  /// The backing that played from the start.
  init(begun backing: PlayedBacking) { self.backing = backing }

  /// Hands over the open track, so that it plays only once.
  mutating func handOver() -> LoadedBacking {
    defer { track = nil }
    return self
  }

  /// Ready to play from its beginning; opens the file if it is not open, which takes as long as the
  /// disk does.
  func start(sampleRateHz: Int) throws(EngineError) -> BackingStart {
    if let track { return BackingStart(track: track, backing: backing) }
    do throws(SoundFileError) {
      return BackingStart(
        track: try backing.livingTrack(sampleRateHz: sampleRateHz), backing: backing)
    } catch {
      throw EngineError(
        BackingStart.operation, reason: error.reason, advice: error.advice.description)
    }
  }
}

extension LoadedBacking: PreparedCommand {
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    control.loaded = self
    control.events.publish(.backing(EngineEvent.Backing(.loaded, path: backing.path)))
  }
}
