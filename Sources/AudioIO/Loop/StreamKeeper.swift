// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization

/// Holds the streams that the audio thread plays on, closes those that it lets go, opens them again, and hands them over.
///
/// It does so on a thread of its own: opening allocates, and a device whose server is dead may never let itself be
/// closed.
final class StreamKeeper: @unchecked Sendable {
  /// What the interface sees.
  struct Shown {
    var periodFrames: Int
    var delayFrames: Int
    var marginFrames: Int
    var slackFrames: Int
    var events: [DeviceEvent] = []
  }

  /// How often it looks for news, in microseconds.
  private static let lookMicroseconds = 10_000
  /// What opens a device may be a library with needs of its own.
  private static let stackBytes = 4 << 20
  /// How long ``end()`` waits for devices to close, in milliseconds.
  private static let closingMilliseconds = 500

  let handover = StreamHandover.exchange()
  let hasTwoClocks: Bool
  var units: [ClockDomain]
  /// For each unit why and since when it is away; nil if it is not.
  var outages: [Outage?]
  /// A period went through all streams that there are, or by the clock, since they last became more or fewer.
  var isSettled = true
  /// The audio thread was asked for all streams and has not let go of them yet.
  var isLettingGo = false
  /// The change of period that is under way.
  var change: PeriodChange?
  let shown: Mutex<Shown>
  /// The period that is asked for; 0 where there is nothing to change.
  private let wantedPeriodFrames = Atomic(0)
  private let isEnding = Atomic(false)
  private let hasEnded = Atomic(false)
  private var isStarted = false

  /// Keeps streams that are open.
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

  /// From now on streams that are lost are opened again.
  func start() {
    isStarted = WorkThread(stackBytes: Self.stackBytes) { [self] in run() } != nil
  }

  /// Closes all streams, once the audio thread has ended. One that does not let itself be closed is left to the end of
  /// the process.
  func end() {
    isEnding.store(true, ordering: .releasing)
    if !isStarted { start() }
    guard isStarted else { return closeAll() }
    for _ in 0..<Self.closingMilliseconds where !hasEnded.load(ordering: .acquiring) {
      MonotonicClock.sleep(microseconds: 1000)
    }
  }

  /// Has all devices opened again with another period; an event tells what came of it.
  func changePeriod(to frames: Int) { wantedPeriodFrames.store(frames, ordering: .releasing) }

  /// What is said of an end that was lost.
  func loss(of direction: StreamDirection, code: Int) -> DeviceError {
    let end = units.flatMap(\.ends).first { $0.direction == direction }
    return .lost(direction, device: end?.device ?? "", code: code)
  }

  /// What happened since the last call.
  func newEvents() -> [DeviceEvent] {
    shown.withLock { shown in
      defer { shown.events = [] }
      return shown.events
    }
  }

  private func run() {
    while !isEnding.load(ordering: .acquiring) {
      while let news = handover.takeBack() { handle(news) }
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
