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
      _ = try SoundFileReader(path: load.path)
      backing = try PlayedBacking(
        path: load.path, gainDecibels: load.gainDecibels ?? 0, isLooped: load.isLooped ?? false,
        countIn: load.countIn, isRecorded: isRecorded)
      guard backing.isPossible else {
        throw SoundFileError(
          .broken, .read, path: load.path, reason: "its gain or its count-in is out of range",
          advice: "give a gain in -60...12 dB, 1...8 bars, 20...400 beats a minute")
      }
      track = try backing.livingTrack(sampleRateHz: sampleRateHz)
    } catch {
      throw EngineError(operation, reason: error.reason, advice: error.advice)
    }
  }

  /// What was played from the start.
  init(begun backing: PlayedBacking) { self.backing = backing }

  /// The track from its beginning, each time anew.
  mutating func take(sampleRateHz: Int) throws(SoundFileError) -> BackingTrack {
    if let track {
      self.track = nil
      return track
    }
    return try backing.livingTrack(sampleRateHz: sampleRateHz)
  }
}

/// What is played along.
extension EngineControl {
  /// Makes a track ready.
  mutating func take(_ loaded: LoadedBacking) {
    self.loaded = loaded
    events.publish(.backing(EngineEvent.Backing(.loaded, path: loaded.backing.path)))
  }

  /// Begins the track that is ready, from its beginning.
  mutating func startBacking() throws(EngineError) {
    let operation = "start the backing"
    guard var loaded else {
      throw EngineError(operation, reason: "none is loaded", advice: "load one first")
    }
    let track: BackingTrack
    do throws(SoundFileError) {
      track = try loaded.take(sampleRateHz: live.performance.sampleRateHz)
    } catch { throw EngineError(operation, reason: error.reason, advice: error.advice) }
    self.loaded = loaded
    try keepingChanges(operation) { live.performance.play(along: track, as: loaded.backing) }
  }

  /// Ends what is played along.
  func stopBacking() throws(EngineError) {
    let operation = "stop the backing"
    guard live.performance.backing != nil else {
      throw EngineError(operation, reason: "nothing is played along", advice: "start one first")
    }
    try keepingChanges(operation) { live.performance.endBacking() }
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
