// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Streams as the audio thread holds them: of one clock both at once, of two clocks one at a time.
struct StreamPair: BitwiseCopyable {
  var capture: StreamSide?
  var playback: StreamSide?
  /// The kernel starts both in the same instant.
  var isLinked: Bool

  @_noLocks init(capture: StreamSide?, playback: StreamSide?, isLinked: Bool) {
    self.capture = capture
    self.playback = playback
    self.isLinked = isLinked
  }

  /// From a sample's entering the input device to its answer's leaving the output device, in frames; 0 where there is no
  /// such device.
  @_noLocks func delayFrames(hasTwoClocks: Bool) -> Int {
    guard let playback else { return 0 }
    guard hasTwoClocks, let capture else { return playback.filledFrames }
    return playback.filledFrames
      + ClockMapping.aheadFrames(capturePeriodFrames: capture.periodFrames)
  }

  /// What of that is waited on two clocks lest waking up late makes a difference.
  @_noLocks func marginFrames(hasTwoClocks: Bool) -> Int {
    guard hasTwoClocks, playback != nil, let capture else { return 0 }
    let periodFrames = capture.periodFrames
    return ClockMapping.aheadFrames(capturePeriodFrames: periodFrames) - periodFrames
  }

  /// How late a period may be served before it pops, in frames; without streams as with a buffer of two periods.
  @_noLocks func slackFrames(periodFrames: Int) -> Int {
    if let playback { return playback.filledFrames - playback.periodFrames }
    if let capture { return capture.slackFrames }
    return 2 * periodFrames
  }
}

/// What passes between the audio thread and the ``StreamKeeper``: streams are opened there, handed over, taken over when a period
/// begins, let go, and only then closed there.
enum StreamHandover {
  /// What the audio thread is told.
  enum Order: BitwiseCopyable {
    /// Play on these from now on.
    case takeOver(StreamPair)
    /// Let go of all streams; others will come.
    case letGo
  }

  /// What the audio thread tells.
  enum Report: BitwiseCopyable {
    /// A stream failed with ALSA's error, and those of its clock are let go.
    case lost(StreamDirection, code: Int)
    /// All streams are let go, as told.
    case letGo
    /// A period has gone through all streams that there are, or went by where there is none, since something was let go
    /// or taken over.
    case plays
  }

  /// The end that the audio thread uses.
  typealias AudioSide = Exchange<Order, Report>.AudioSide

  /// Each stream that is handed over comes back in one piece of news, so little is ever under way.
  static func exchange() -> Exchange<Order, Report> { Exchange(minimumCapacity: 64) }
}
