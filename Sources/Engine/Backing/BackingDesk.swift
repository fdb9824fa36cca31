// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The track that is played along, and those that the audio thread may still use.
struct BackingDesk {
  /// The one that began last; nil if it was ended, or there was none.
  private(set) var track: BackingTrack?
  private var leaving: [BackingTrack] = []
  private var pastDropouts = 0
  /// The file of a track that has gone was changed while it played.
  private var wasChanged = false

  /// A track from the beginning on, or none.
  init(_ track: BackingTrack?) { self.track = track }

  /// Another track takes the place of the one before; nil for none.
  mutating func change(to next: BackingTrack?) {
    if let track { leaving.append(track) }
    track = next
    collect()
  }

  /// Lets go of what the audio thread has left.
  private mutating func collect() {
    for left in leaving where left.exchange.isLeft {
      pastDropouts += left.exchange.dropoutCount
      wasChanged = wasChanged || left.isAlteredInRecording
    }
    leaving.removeAll { $0.exchange.isLeft }
  }

  private var kept: [BackingTrack] { leaving + [track].compactMap(\.self) }

  /// How often any of them came too late.
  var dropoutCount: Int { kept.reduce(pastDropouts) { $0 + $1.exchange.dropoutCount } }

  /// What was played of a file that is recorded is not what stands there.
  var isAltered: Bool { wasChanged || kept.contains { $0.isAlteredInRecording } }
}

extension BackingTrack {
  fileprivate var isAlteredInRecording: Bool {
    guard exchange.isRecorded, let change else { return false }
    return change != .removed
  }
}
