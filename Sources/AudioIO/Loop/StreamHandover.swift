// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// The audio thread's streams: both at once on one clock, one at a time on two.
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

  /// The delay from a sample entering the input device to its answer leaving the output device, in
  /// frames; 0 without such a device.
  @_noLocks func delayFrames(hasTwoClocks: Bool) -> Int {
    guard let playback else { return 0 }
    guard hasTwoClocks, let capture else { return playback.filledFrames }
    return playback.filledFrames
      + ClockMapping.aheadFrames(capturePeriodFrames: capture.periodFrames)
  }

  /// The part of it that is margin for late wake-ups on two clocks.
  @_noLocks func marginFrames(hasTwoClocks: Bool) -> Int {
    guard hasTwoClocks, playback != nil, let capture else { return 0 }
    let periodFrames = capture.periodFrames
    return ClockMapping.aheadFrames(capturePeriodFrames: periodFrames) - periodFrames
  }

  /// How late a period may be served before a pop, in frames; without streams as with a buffer of
  /// two periods.
  @_noLocks func slackFrames(periodFrames: Int) -> Int {
    if let playback { return playback.filledFrames - playback.periodFrames }
    if let capture { return capture.slackFrames }
    return 2 * periodFrames
  }
}

/// The exchange between the audio thread and the ``StreamKeeper``. The keeper opens streams and
/// hands them over; the audio thread takes them over at the beginning of a period and later lets
/// them go; only then does the keeper close them.
enum StreamHandover {
  /// An order for the audio thread.
  enum Order: BitwiseCopyable {
    /// Play on these from now on.
    case takeOver(StreamPair)
    /// Let go of all streams; others will come.
    case letGo
  }

  /// A report from the audio thread.
  enum Report: BitwiseCopyable {
    /// A stream failed with ALSA's error; it lets go of all streams of that clock.
    case lost(StreamDirection, code: Int)
    /// It has let go of all streams, as ordered.
    case letGo
    /// Since streams were last let go or taken over, a period has gone through all present streams,
    /// or has passed without streams.
    case plays
  }

  /// The audio thread's end.
  typealias AudioSide = Exchange<Order, Report>.AudioSide

  /// Each stream that is handed over comes back in one report, so little is ever under way.
  static func exchange() -> Exchange<Order, Report> { Exchange(minimumCapacity: 64) }
}
