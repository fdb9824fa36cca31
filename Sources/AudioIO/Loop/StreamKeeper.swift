// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization

/// Owns the audio thread's streams: it closes those that the thread lets go, reopens them, and
/// hands them over.
///
/// It works on a thread of its own: opening allocates, and closing a device whose server is dead
/// may never return.
final class StreamKeeper: @unchecked Sendable {
  /// The state that the interface sees.
  struct Shown {
    var periodFrames: Int
    var delayFrames: Int
    var marginFrames: Int
    var slackFrames: Int
    var events: [DeviceEvent] = []
  }

  /// How often it checks for reports, in microseconds.
  private static let lookMicroseconds = 10_000
  /// Opening a device may run a library with large needs.
  private static let stackBytes = 4 << 20
  /// How long ``end()`` waits for devices to close, in milliseconds.
  private static let closingMilliseconds = 500

  let handover = StreamHandover.exchange()
  let hasTwoClocks: Bool
  var units: [ClockDomain]
  /// Why and since when each domain is away; nil if it is not.
  var outages: [Outage?]
  /// A period has gone through all present streams, or by the clock, since their number last
  /// changed.
  var isSettled = true
  /// The audio thread was asked for all streams and has not let go yet.
  var isLettingGo = false
  /// The present change of period.
  var change: PeriodChange?
  let shown: Mutex<Shown>
  /// The wanted period; 0 if there is nothing to change.
  private let wantedPeriodFrames = Atomic(0)
  private let isEnding = Atomic(false)
  private let hasEnded = Atomic(false)
  private var isStarted = false

  /// Keeps open streams.
  init(_ streams: LoopStreams) {
    units = streams.units
    outages = streams.units.map { _ in nil }
    hasTwoClocks = streams.hasTwoClocks
    shown = Mutex(
      Shown(
        periodFrames: streams.periodFrames, delayFrames: streams.delayFrames,
        marginFrames: streams.pair.marginFrames(hasTwoClocks: streams.hasTwoClocks),
        slackFrames: streams.pair.slackFrames(periodFrames: streams.periodFrames)))
  }

  /// Reopens lost streams from now on; false if the system can start no thread for it.
  func start() -> Bool {
    isStarted = WorkThread(stackBytes: Self.stackBytes) { [self] in run() } != nil
    return isStarted
  }

  /// Closes all streams after the audio thread has ended. If closing one does not return, it is
  /// left to the end of the process.
  func end() {
    isEnding.store(true, ordering: .releasing)
    guard isStarted || start() else { return closeAll() }
    for _ in 0..<Self.closingMilliseconds where !hasEnded.load(ordering: .acquiring) {
      MonotonicClock.sleep(microseconds: 1000)
    }
  }

  /// Reopens all devices with another period; an event reports the result.
  func changePeriod(to frames: Int) { wantedPeriodFrames.store(frames, ordering: .releasing) }

  /// The error for a lost end.
  func loss(of direction: StreamDirection, code: Int) -> DeviceError {
    let end = units.flatMap(\.ends).first { $0.direction == direction }
    return .lost(direction, device: end?.device ?? "", code: code)
  }

  /// The events since the last call.
  func newEvents() -> [DeviceEvent] {
    shown.withLock { shown in
      defer { shown.events = [] }
      return shown.events
    }
  }

  private func run() {
    while !isEnding.load(ordering: .acquiring) {
      while let message = handover.takeBack() { handle(message) }
      giveUpWhatIsAskedFor()
      reopenWhatIsAway()
      if change == nil && !isLettingGo {
        let wanted = wantedPeriodFrames.exchange(0, ordering: .acquiring)
        if wanted > 0 {
          begin(
            PeriodChange(to: wanted, from: shown.withLock { $0 }, isFromWhole: isWhole))
        }
      }
      MonotonicClock.sleep(microseconds: Self.lookMicroseconds)
    }
    closeAll()
    hasEnded.store(true, ordering: .releasing)
  }

  /// No stream is away.
  var isWhole: Bool { outages.allSatisfy { $0 == nil } }

  private func closeAll() {
    for index in units.indices { units[index].close() }
  }
}
