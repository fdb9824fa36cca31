// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Kits
import Latency
import Simulation

/// Inputs that are not what a measurement of a delay is made for: it must tell what is true, or that it cannot tell.
struct RefusalsBenchmark {
  /// What came of the scenes of a kind.
  private struct Outcomes {
    var right = 0
    var cannotTell = 0
    var wrong = 0
    var count: Int { right + cannotTell + wrong }

    mutating func add(_ told: Double?, truths: [Double], within tolerance: Double, seed: UInt64) {
      guard let told else { return cannotTell += 1 }
      if truths.contains(where: { abs(told - $0) <= tolerance }) { return right += 1 }
      wrong += 1
      print("  told \(told) instead of \(truths) (seed \(seed)):")
    }
  }

  /// A delay that is told is right within it: of taps in milliseconds, of round trips in frames.
  private static let tolerance = (taps: 0.5, cable: 1.0, air: 24.0)
  /// Such a part of the true inputs must be told.
  private static let leastTold = (taps: 0.8, cable: 0.99, air: 0.9)
  private static let sampleRateHz = 48_000

  private let tapCount: Int
  private let cableCount: Int
  private let roomCount: Int
  private let seed: UInt64

  init(isQuick: Bool, seed: UInt64) {
    tapCount = isQuick ? 2 : 42
    cableCount = isQuick ? 2 : 25
    roomCount = isQuick ? 1 : 15
    self.seed = seed
  }

  func run() throws -> Bool {
    print("refusals: told rightly, 'cannot tell', confident and wrong")
    var wrong = 0
    var wrongInputs = 0
    var isMet = true
    func report(
      _ method: String, _ kind: String, isTrue: Bool, _ outcomes: Outcomes, _ least: Double
    ) {
      print(
        "  \(method) \(kind.padded(to: 27)) \(column(outcomes.right)) \(column(outcomes.cannotTell)) "
          + column(outcomes.wrong))
      wrong += outcomes.wrong
      if isTrue {
        isMet = isMet && Double(outcomes.right) >= least * Double(outcomes.count)
      } else {
        wrongInputs += outcomes.count
      }
    }
    let kit = try KitLoader.load(
      path: KitLocator().kit(nil), sampleRateHz: Self.sampleRateHz,
      into: SampleMemory(megabytes: 256)
    ).kit
    let sounds = Self.sounds(of: kit)
    for kind in TapScene.Kind.allCases {
      let outcomes = taps(kind, kit, sounds)
      report("tap ", kind.rawValue, isTrue: kind.isTrue, outcomes, Self.leastTold.taps)
    }
    for kind in RoundScene.Kind.allCases {
      report("loop", kind.rawValue, isTrue: kind.isTrue, cables(kind), Self.leastTold.cable)
    }
    for kind in RoundScene.Kind.allCases {
      report("air ", kind.rawValue, isTrue: kind.isTrue, rooms(kind), Self.leastTold.air)
    }
    isMet = isMet && wrong == 0
    print(
      "refusals: \(wrong) confident and wrong, \(wrongInputs) wrong inputs; target 0, and most true inputs told: "
        + (isMet ? "met" : "MISSED"))
    return isMet
  }

  private func column(_ count: Int) -> String { "\(count)".padded(toRight: 5) }

  private func taps(_ kind: TapScene.Kind, _ kit: Kit, _ sounds: [[Float]]) -> Outcomes {
    var outcomes = Outcomes()
    for number in 0..<tapCount {
      let scene = TapScene(kind, kit: sounds, seed: seed &+ UInt64(number))
      let delays = RecordedTaps(scene.samples, kit: kit).measured().delaysMilliseconds
      outcomes.add(
        delays.isEmpty ? nil : LatencyReport.median(delays),
        truths: [scene.delayMilliseconds].compactMap { $0 },
        within: Self.tolerance.taps, seed: seed &+ UInt64(number))
    }
    return outcomes
  }

  private func cables(_ kind: RoundScene.Kind) -> Outcomes {
    let estimator = LoopEstimator(sampleRateHz: Double(Self.sampleRateHz))
    var outcomes = Outcomes()
    for number in 0..<cableCount {
      let scene = RoundScene(kind, of: estimator.stimulus, room: nil, seed: seed &+ UInt64(number))
      let cable = try? estimator.cable(heard: scene.heard, before: scene.before)
      outcomes.add(
        cable?.trips.medianFrames, truths: scene.delaysFrames, within: Self.tolerance.cable,
        seed: seed &+ UInt64(number))
    }
    return outcomes
  }

  private func rooms(_ kind: RoundScene.Kind) -> Outcomes {
    let estimator = AirEstimator(sampleRateHz: Double(Self.sampleRateHz))
    var outcomes = Outcomes()
    for number in 0..<roomCount {
      let seed = seed &+ UInt64(number)
      let scene = RoundScene(
        kind, of: estimator.stimulus, room: SimulatedRoom(seed: seed), seed: seed)
      let trips = try? estimator.roundTrips(heard: scene.heard, before: scene.before)
      outcomes.add(
        trips?.medianFrames, truths: scene.delaysFrames, within: Self.tolerance.air, seed: seed)
    }
    return outcomes
  }

  /// The sounds of a kit, each with a peak of 1, from where it comes within 40 dB of it.
  private static func sounds(of kit: Kit) -> [[Float]] {
    kit.pads.flatMap(\.layers).flatMap(\.variations).map { variation in
      let mono = kit.memory.frames(of: variation.sound).prefix(14_400).map { $0.x + $0.y }
      let peak = mono.prefix(1440).reduce(1e-9) { max($0, abs($1)) }
      let first = mono.firstIndex { abs($0) >= 0.01 * peak } ?? 0
      return mono[first...].map { $0 / peak }
    }
  }
}
