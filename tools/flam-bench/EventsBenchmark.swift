// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Engine
import Instrument
import Realtime
import Synchronization

/// How long it takes until a subscriber has the beginning of a hit, counted from the end of the block in which it was
/// decided, and what publishing costs the audio thread. Blocks come in real time, 25 hits a second.
struct EventsBenchmark {
  /// 99 of 100 are there so soon, in milliseconds.
  private static let targetMilliseconds = 2.0
  /// All are, on a machine that is not late.
  private static let worstMilliseconds = 5.0
  /// A sleep that ends so much too late is the machine's.
  private static let machineLateMilliseconds = 1.0
  private static let pushes = 200_000

  let seconds: Int

  func run() throws -> Bool {
    print(
      "events: blocks of \(BusyInstrument.blockFrames) frames in real time, 25 hits a second, \(seconds) s each, "
        + "looked at every \(EventDispatcher.periodMilliseconds) ms")
    print(
      "  subscribers  begun  p50 ms  p99 ms  worst ms   late sleeps of the machine, worst  block µs"
    )
    let isMet = [0, 1, 8].map { measure(subscriberCount: $0) }.allSatisfy { $0 }
    print(
      "  an event published: \(Self.pushNanoseconds().text) ns of the audio thread, no system call")
    print(
      "  target p99 at most \(Self.targetMilliseconds) ms, worst \(Self.worstMilliseconds) ms where the machine is not late: "
        + (isMet ? "met" : "MISSED"))
    return isMet
  }

  /// When blocks ended, by their number: written by the thread that plays, read by subscribers.
  private final class Ends: @unchecked Sendable {
    let times: UnsafeMutablePointer<Int64>
    let isDone = Atomic(false)
    let firstFrame: Int

    init(blockCount: Int, firstFrame: Int) {
      times = .allocate(capacity: blockCount)
      times.initialize(repeating: 0, count: blockCount)
      self.firstFrame = firstFrame
    }

    deinit { times.deallocate() }

    /// The time from the end of the block in which it was decided until now, in milliseconds. An event may be there before
    /// its block has ended: then it took no time.
    func delay(_ message: HitMessage) -> Double {
      let now = rt_now_nanoseconds()
      let end = times[(message.frame - 1 - firstFrame) / BusyInstrument.blockFrames]
      return end == 0 ? 0 : Double(now - end) / 1e6
    }
  }

  private func measure(subscriberCount: Int) -> Bool {
    var instrument = BusyInstrument()
    instrument.warmUp()
    let blockCount = seconds * BusyInstrument.sampleRateHz / BusyInstrument.blockFrames
    let ends = Ends(blockCount: blockCount, firstFrame: instrument.heardFrames)
    let hub = EventHub()
    let dispatcher = EventDispatcher(
      hits: instrument.hitEvents, sounds: instrument.sounds,
      sampleRateHz: Float(BusyInstrument.sampleRateHz), to: hub)
    let delays = Mutex<[Double]>([])
    let threads = (0..<subscriberCount).compactMap { _ in
      let subscription = hub.subscribe()
      return WorkThread {
        var own: [Double] = []
        while !ends.isDone.load(ordering: .acquiring) {
          for case .hit(let message) in subscription.wait(milliseconds: 100).events
          where message.turn == .begun {
            own.append(ends.delay(message))
          }
        }
        delays.withLock { $0 += own }
      }
    }
    dispatcher.start()
    let period = Int64(1e3 * BusyInstrument.blockMicroseconds)
    var next = rt_now_nanoseconds()
    var lateSleeps: [Double] = []
    var work: Int64 = 0
    for block in 0..<blockCount {
      next += period
      rt_sleep_until(next)
      lateSleeps.append(Double(rt_now_nanoseconds() - next) / 1e6)
      let before = rt_thread_nanoseconds()
      instrument.process()
      work += rt_thread_nanoseconds() - before
      ends.times[block] = rt_now_nanoseconds()
    }
    rt_sleep_until(rt_now_nanoseconds() + 200_000_000)
    ends.isDone.store(true, ordering: .releasing)
    for thread in threads { thread.join() }
    dispatcher.stop()
    let sorted = delays.withLock { $0.sorted() }
    let late = lateSleeps.filter { $0 > Self.machineLateMilliseconds }.count
    let lateText = "\(late) of \(blockCount), \((lateSleeps.max() ?? 0).text) ms"
    let blockText = (Double(work) / Double(blockCount) / 1e3).text
    guard let worst = sorted.last else {
      print("  \(subscriberCount)  -  -  -  -  \(lateText)  \(blockText)")
      return subscriberCount == 0
    }
    let (p50, p99) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    print(
      "  \(subscriberCount)  \(sorted.count)  \(p50.text)  \(p99.text)  \(worst.text)  \(lateText)  \(blockText)"
    )
    return p99 <= Self.targetMilliseconds && (worst <= Self.worstMilliseconds || late > 0)
  }

  /// The time to write an event into the ring.
  private static func pushNanoseconds() -> Double {
    let ring = SPSCRing<HitEvent>(minimumCapacity: 4096)
    let hit = Hit(
      number: 1, onsetFrame: 0, peakAmplitude: 1,
      first: Decision(
        frame: 1, sound: 0, confidence: 1, velocity: 1, peakDecibels: 0, brightnessOctaves: 10))
    var nanoseconds: Int64 = 0
    var pushed = 0
    while pushed < pushes {
      let before = rt_now_nanoseconds()
      for index in 0..<1000 where ring.producer.push(HitEvent(.begun, hit, atFrame: index)) {
        pushed += 1
      }
      nanoseconds += rt_now_nanoseconds() - before
      while ring.consumer.pop() != nil {}
    }
    return Double(nanoseconds) / Double(pushed)
  }
}

extension Double {
  /// With two decimals.
  fileprivate var text: String { "\((100 * self).rounded() / 100)" }
}
