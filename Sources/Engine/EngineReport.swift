// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Latency

/// The outcome of the playing, once it has ended.
public struct EngineReport {
  /// Meters and counts at the end.
  public let snapshot: Snapshot
  /// How the audio loop went.
  public let loop: LoopStatistics
  /// How long its blocks took.
  public let load: LoadMeter
  /// Hits that were not fetched in time.
  public let unreportedHits: Int
  /// Times that the disk was too slow for the backing.
  public let backingDropouts: Int
  /// The recordings, a sentence each.
  public let recordings: [String]
  /// From taps to drums; nil if none sounded.
  public let latency: LatencyReport?
  /// The measurement of the devices' own part of it; nil if there is none.
  public let measuredDevice: StoredMeasurement?
  /// The sessions that were closed at the end, the last begun one last.
  public let sessions: [Session]

  /// The outcome of a session.
  public struct Session {
    /// Its folder.
    public let path: String
    /// Why it cannot be played again bit for bit, nil if it can; or why it was not saved.
    public let notReplayable: Result<String?, any Error>

    /// Its fault, to follow the word "it"; nil for none.
    public var fault: String? {
      switch notReplayable {
      case .success(let reason): reason.map { "cannot be played again bit for bit, \($0)" }
      case .failure(let error): "is not whole: \(error)"
      }
    }
  }
}
