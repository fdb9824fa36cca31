// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Kits
import Latency
import Notation
import Profiles
import Simulation

/// Inputs from which no delay, tempo or return can be estimated as usual: the answer must be true, or 'cannot tell'.
struct RefusalsBenchmark {
  /// The results of the scenes of a kind.
  private struct Outcomes {
    var right = 0
    var cannotTell = 0
    var wrong = 0
    var count: Int { right + cannotTell + wrong }

    mutating func add(_ answer: Double?, truths: [Double], within tolerance: Double, seed: UInt64) {
      guard let answer else { return cannotTell += 1 }
      if truths.contains(where: { abs(answer - $0) <= tolerance }) { return right += 1 }
      wrong += 1
      print("  got \(answer) instead of \(truths) (seed \(seed)):")
    }
  }

  /// A given delay is right within it: of taps in milliseconds, of round trips in frames.
  private static let tolerance = (taps: 0.5, cable: 1.0, air: 24.0, back: 48.0)
  /// The same of tempi, as a share.
  private static let tempoShare = 0.03
  /// Such a part of the true inputs must get an answer.
  private static let leastAnswered = (taps: 0.8, cable: 0.99, air: 0.9, back: 0.9, tempo: 0.9)
  /// In an interval of so many standard deviations the truth lies but for once in a thousand.
  private static let sureDeviations = 3.3
  private static let widestInterval = 0.75
  private static let sampleRateHz = 48_000

  private let tapCount: Int
  private let cableCount: Int
  private let roomCount: Int
  private let tempoCount: Int
  private let seed: UInt64

  init(isQuick: Bool, seed: UInt64) {
    tapCount = isQuick ? 2 : 42
    cableCount = isQuick ? 2 : 25
    roomCount = isQuick ? 1 : 15
    tempoCount = isQuick ? 10 : 100
    self.seed = seed
  }

  func run() throws -> Bool {
    print("refusals: answered rightly, 'cannot tell', confident and wrong")
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
      report("tap  ", kind.rawValue, isTrue: kind.isTrue, outcomes, Self.leastAnswered.taps)
    }
    for kind in RoundScene.Kind.allCases {
      report("loop ", kind.rawValue, isTrue: kind.isTrue, cables(kind), Self.leastAnswered.cable)
    }
    for kind in RoundScene.Kind.allCases {
      report("air  ", kind.rawValue, isTrue: kind.isTrue, rooms(kind), Self.leastAnswered.air)
    }
    for kind in LiveTapScene.Kind.allCases {
      report(
        "live ", kind.rawValue, isTrue: kind.isTrue, live(kind, sounds), Self.leastAnswered.taps)
    }
    for kind in ReturnScene.Kind.allCases {
      report("back ", kind.rawValue, isTrue: kind.isTrue, returns(kind), Self.leastAnswered.back)
    }
    for kind in LessonScene.Kind.allCases {
      report("learn", kind.rawValue, isTrue: kind.isTrue, lessons(kind), Self.leastAnswered.taps)
    }
    for kind in TempoScene.Kind.allCases {
      report("beat ", kind.rawValue, isTrue: kind.isTrue, tempi(kind), Self.leastAnswered.tempo)
    }
    isMet = isMet && wrong == 0
    print(
      "refusals: \(wrong) confident and wrong, \(wrongInputs) wrong inputs; target 0, and most true inputs answered: "
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

  private func live(_ kind: LiveTapScene.Kind, _ kit: [[Float]]) -> Outcomes {
    var outcomes = Outcomes()
    for number in 0..<tapCount {
      let seed = seed &+ UInt64(number)
      let scene = LiveTapScene(kind, kit: kit, seed: seed)
      let delays = PlayedTaps(
        microphone: scene.microphone, drums: scene.drums, earliestFrames: 1,
        sampleRateHz: Self.sampleRateHz
      ).measured(scene.answers).result.delaysMilliseconds
      outcomes.add(
        delays.isEmpty ? nil : LatencyReport.median(delays), truths: scene.delaysMilliseconds,
        within: Self.tolerance.taps, seed: seed)
    }
    return outcomes
  }

  private func returns(_ kind: ReturnScene.Kind) -> Outcomes {
    let probe = EchoProbe(sampleRateHz: Float(Self.sampleRateHz))
    var outcomes = Outcomes()
    for number in 0..<cableCount {
      let seed = seed &+ UInt64(number)
      let scene = ReturnScene(kind, of: probe, seed: seed)
      let path = probe.path(heard: scene.heard)
      outcomes.add(
        path.isReturning ? Double(path.delayFrames) : nil, truths: scene.delaysFrames,
        within: Self.tolerance.back, seed: seed)
    }
    return outcomes
  }

  /// The answer about a profile is an interval: one of most of all shares says nothing, one without the truth is wrong.
  private func lessons(_ kind: LessonScene.Kind) -> Outcomes {
    var outcomes = Outcomes()
    for number in 0..<cableCount {
      let seed = seed &+ UInt64(number)
      let scene = LessonScene(kind, seed: seed)
      let answer = CrossValidation(sounds: scene.sounds).meaning(of: .sure).rightInTheEnd?
        .interval(deviations: Self.sureDeviations)
      guard let answer, answer.upperBound - answer.lowerBound < Self.widestInterval else {
        outcomes.add(nil, truths: [], within: 0, seed: seed)
        continue
      }
      let middle = (answer.lowerBound + answer.upperBound) / 2
      outcomes.add(
        middle, truths: [scene.rightShare], within: answer.upperBound - middle + 1e-9, seed: seed)
    }
    return outcomes
  }

  private func tempi(_ kind: TempoScene.Kind) -> Outcomes {
    var outcomes = Outcomes()
    for number in 0..<tempoCount {
      let seed = seed &+ UInt64(number)
      let scene = TempoScene(kind, seed: seed)
      let answer = GridFinder().find(scene.notes).knownBeatsPerMinute
      outcomes.add(
        answer, truths: scene.tempi, within: Self.tempoShare * (answer ?? 0), seed: seed)
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
