// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits

/// Our own drums through loudspeakers: false hits a minute and missed taps, with nothing done, with the echo cancelled,
/// with its rest expected, and with the echo path measured before.
struct FeedbackBenchmark {
  /// The targets: level of the drums over the taps, false hits a minute at most, recall at least.
  private static let targets: [(decibels: Float, falseHits: Double, recall: Double)] = [
    (-6, 1, 0.97), (6, 2, 0.90),
  ]

  private static let timedBlocks = 10_000

  private let roomCount: Int
  private let tapCount: Int

  private let seed: UInt64

  init(isQuick: Bool, seed: UInt64) {
    self.seed = seed
    roomCount = isQuick ? 1 : 4
    tapCount = isQuick ? 120 : 200
  }

  func run() throws -> Bool {
    let locator = KitLocator()
    let kit = try KitLoader.load(
      path: locator.kit(nil), sampleRateHz: 48_000, into: SampleMemory(megabytes: 256)
    ).kit
    var strokes: [[Float]] = []
    for take in locator.takes { strokes += try Tapping.strokes(takePath: take) }
    guard !strokes.isEmpty else {
      print("feedback: there are no takes to tap with")
      return false
    }
    print("feedback: \(tapCount) taps in each of \(roomCount) rooms, from \(strokes.count) strokes")
    var isMet = true
    for target in Self.targets {
      print("  drums at \(target.decibels) dB against the taps")
      for treatment in ClosedLoop.Treatment.allCases {
        let outcome = sum(treatment, decibels: target.decibels, strokes: strokes, kit: kit)
        report(treatment.rawValue, outcome)
        guard treatment.isJudged else { continue }
        let isReached =
          outcome.falseHitsPerMinute <= target.falseHits && outcome.recall >= target.recall
        print(
          "    target at most \(target.falseHits) a minute, recall at least \(target.recall): "
            + (isReached ? "met" : "MISSED"))
        isMet = isMet && isReached
      }
    }
    return reportCost() && isMet
  }

  /// The time that the guard adds to a block, while it cancels and while nothing returns.
  private func reportCost() -> Bool {
    var plain = BusyInstrument()
    var cancelling = BusyInstrument(feedback: FeedbackSettings(), returnGain: 0.5)
    var resting = BusyInstrument(feedback: FeedbackSettings())
    plain.warmUp()
    cancelling.warmUp()
    resting.warmUp()
    var times = (plain: BlockTimes(), cancelling: BlockTimes(), resting: BlockTimes())
    for _ in 0..<Self.timedBlocks {
      times.plain.measure { plain.process() }
      times.cancelling.measure { cancelling.process() }
      times.resting.measure { resting.process() }
      _ = plain.fetchHits() + cancelling.fetchHits() + resting.fetchHits()
    }
    let cost = (
      cancelling: share(times.cancelling, over: times.plain),
      resting: share(times.resting, over: times.plain)
    )
    let isMet = cost.cancelling <= 5 && cost.resting <= 1
    print(
      "  \(rounded(cost.cancelling)) % of a block while cancelling, \(rounded(cost.resting)) % while nothing "
        + "returns; target at most 5 and 1 %: \(isMet ? "met" : "MISSED")")
    return isMet
  }

  /// Median time of a block above that of another, in percent of the time it lasts.
  private func share(_ times: BlockTimes, over plain: BlockTimes) -> Double {
    100 * (times.medianMicroseconds - plain.medianMicroseconds) / BusyInstrument.blockMicroseconds
  }

  private func sum(
    _ treatment: ClosedLoop.Treatment, decibels: Float, strokes: [[Float]], kit: Kit
  ) -> ClosedLoop.Outcome {
    var sum = ClosedLoop.Outcome()
    for number in 1...roomCount {
      let seed = seed &+ UInt64(number)
      let loop = ClosedLoop(
        kit: kit, tapping: Tapping(strokes, count: tapCount, seed: seed))
      var room = RoomEcho(seed: seed)
      loop.calibrate(&room, decibels: decibels)
      let outcome = loop.run(treatment, room: &room)
      report("  room \(number)", outcome)
      sum += outcome
    }
    sum.reductionDecibels /= Float(roomCount)
    return sum
  }

  private func report(_ name: String, _ outcome: ClosedLoop.Outcome) {
    print(
      "    \(name): \(rounded(outcome.falseHitsPerMinute)) false hits a minute, "
        + "recall \(rounded(outcome.recall)), echo reduced by \(rounded(Double(outcome.reductionDecibels))) dB"
    )
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
