// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The backing track, and the earlier ones that the audio thread may still use.
struct BackingTracks {
  /// The track that began last; nil if it was ended, or none began.
  private(set) var track: BackingTrack?
  private var leaving: [BackingTrack] = []
  private var pastDropouts = 0
  /// A file was changed while its track played, and that track has ended.
  private var wasChanged = false

  /// A track from its beginning; nil for none.
  init(_ track: BackingTrack?) { self.track = track }

  /// Replaces the track; nil for none.
  mutating func change(to next: BackingTrack?) {
    if let track { leaving.append(track) }
    track = next
    collect()
  }

  /// Frees the tracks that the audio thread no longer uses.
  mutating func collect() {
    for left in leaving where left.exchange.isLeft {
      pastDropouts += left.exchange.dropoutCount
      wasChanged = wasChanged || left.isAlteredInRecording
    }
    leaving.removeAll { $0.exchange.isLeft }
  }

  private var kept: [BackingTrack] { leaving + [track].compactMap(\.self) }

  /// How often the disk was too slow for any of the tracks.
  var dropoutCount: Int { kept.reduce(pastDropouts) { $0 + $1.exchange.dropoutCount } }

  /// A recorded file no longer holds the sound that was played.
  var isAltered: Bool { wasChanged || kept.contains { $0.isAlteredInRecording } }
}

extension BackingTrack {
  fileprivate var isAlteredInRecording: Bool {
    guard exchange.isRecorded, let change else { return false }
    return change != .removed
  }
}
