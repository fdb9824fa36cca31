// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument

/// A track that is ready to be played along.
struct LoadedBacking {
  let backing: PlayedBacking
  private(set) var track: BackingTrack?

  /// Opens the file of a command, which takes as long as the disk does.
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
          .broken, .read, path: load.path, reason: "its gain or its count-in is out of range",
          advice:
            "give a gain in -60...12 dB, \(CountIn.barCounts) bars, \(PlayedTempo.rangeText) beats a minute"
        )
      }
      track = try backing.livingTrack(sampleRateHz: sampleRateHz)
    } catch {
      throw EngineError(operation, reason: error.reason, advice: error.advice.description)
    }
  }

  /// What was played from the start.
  init(begun backing: PlayedBacking) { self.backing = backing }

  /// Gives the track that is open away, so that nobody else plays it.
  mutating func handOver() -> LoadedBacking {
    defer { track = nil }
    return self
  }

  /// Ready to be played from its beginning; opens the file where that is not done, which takes as long as the disk does.
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

/// A track that is open and not played yet.
struct BackingStart {
  static var operation: String { "start the backing" }

  let track: BackingTrack
  let backing: PlayedBacking
}

/// What is played along.
extension EngineControl {
  /// Makes a track ready.
  mutating func take(_ loaded: LoadedBacking) {
    self.loaded = loaded
    events.publish(.backing(EngineEvent.Backing(.loaded, path: loaded.backing.path)))
  }

  /// What was loaded last, to be started.
  mutating func takeBacking() throws(EngineError) -> LoadedBacking {
    try check(.startBacking)
    guard loaded != nil, let taken = loaded?.handOver() else {
      throw EngineError(BackingStart.operation, reason: "none is loaded", advice: "load one first")
    }
    return taken
  }

  /// Begins a track.
  func begin(_ start: BackingStart, atFrame mixFrame: Int?) throws(EngineError) {
    try keepingChanges(BackingStart.operation) {
      live.performance.play(along: start.track, as: start.backing, atFrame: mixFrame)
    }
  }

  /// Ends what is played along.
  func stopBacking(atFrame mixFrame: Int?) throws(EngineError) {
    let operation = "stop the backing"
    guard live.performance.backing != nil else {
      throw EngineError(operation, reason: "nothing is played along", advice: "start one first")
    }
    try keepingChanges(operation) {
      live.performance.endBacking(atFrame: mixFrame)
    }
  }

  /// Tells what became of the track that is played along.
  mutating func tellBacking() {
    guard let track = live.performance.backing else { return }
    if let change = track.change, change != toldBacking {
      toldBacking = change
      events.publish(.backing(EngineEvent.Backing(EngineEvent.Backing.Change(change))))
    }
    if track.exchange.isOver, events.state.backing != nil {
      events.publish(.backing(EngineEvent.Backing(.ended)))
    }
  }
}
