// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Kits
import Latency
import Simulation
import TestSupport
import Testing

@Suite struct RecordedTapsTests {
  /// A kind of recording; and, if the drums are unknown, the least part of its taps to be measured,
  /// and of these within 0.1 ms.
  struct Kind {
    let sampleRateHz: Int
    var lowPassHz: Double?
    let drumDecibels: Float
    let leastFound: Double
    let leastRight: Double
  }

  private static let kinds = TestLoad.cases(allKinds, else: [1, 2, 4])

  private static let allKinds = [
    Kind(sampleRateHz: 48_000, drumDecibels: 6, leastFound: 0.85, leastRight: 1),
    Kind(sampleRateHz: 48_000, drumDecibels: 0, leastFound: 0.75, leastRight: 1),
    // Soft drums that come within 7 ms drown in their taps like this: too few stand out for the others to be looked for.
    Kind(sampleRateHz: 48_000, drumDecibels: -6, leastFound: 0.58, leastRight: 0.92),
    Kind(sampleRateHz: 44_100, drumDecibels: 0, leastFound: 0.75, leastRight: 0.95),
    Kind(
      sampleRateHz: 44_100, lowPassHz: 16_000, drumDecibels: 6, leastFound: 0.75, leastRight: 0.95),
    Kind(
      sampleRateHz: 44_100, lowPassHz: 16_000, drumDecibels: 0, leastFound: 0.65, leastRight: 0.95),
  ]

  private static let kits = [44_100: bundledKit(44_100), 48_000: bundledKit(48_000)]

  private static func bundledKit(_ sampleRateHz: Int) -> Kit? {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Samples/kit/flam.sfz").standardized.path
    return try? KitLoader.load(
      path: path, sampleRateHz: sampleRateHz, into: SampleMemory(megabytes: 256)
    ).kit
  }

  /// A kit of one drum that is in no recording: a falling ramp.
  private static func otherKit(_ sampleRateHz: Int) throws -> Kit {
    let memory = SampleMemory(blockCount: 1)
    let ramp = (0..<2000).map { SIMD2<Float>(repeating: 1 - Float($0) / 2000) }
    let sound = try #require(memory.store(ramp))
    let layer = Layer(
      velocities: 0...1, velocityGains: Array(repeating: 1, count: 128),
      variations: [Variation(sound: sound, gain: 1)])
    return Kit(
      name: "ramp", sampleRateHz: sampleRateHz, pads: [Pad(role: .kick, name: "", layers: [layer])],
      memory: memory)
  }

  /// Scores of recordings of a kind with several delays; the median of each must be right.
  private func scores(
    _ kind: Kind, kit: Kit, isHeldOut: Bool = false, isWhole: Bool = TestLoad.isWhole
  ) throws -> Scores {
    var scores = Scores()
    let delays = Array([3.2, 7, 11, 16, 23, 40].enumerated())
    for (index, delay) in isWhole ? delays : [delays[0], delays[2], delays[5]] {
      let recording = try TapRecording(
        .init(
          sampleRateHz: kind.sampleRateHz, drumDecibels: kind.drumDecibels,
          delayMilliseconds: delay, lowPassHz: kind.lowPassHz, isHeldOut: isHeldOut,
          seed: UInt64(index + 1)))
      let result = RecordedTaps(recording.samples, kit: kit).measured()
      guard !result.delaysMilliseconds.isEmpty else {
        scores.addUnreported(recording)
        continue
      }
      #expect(abs(LatencyReport.median(result.delaysMilliseconds) - delay) < 0.1)
      scores.add(recording, result, toAudible: false)
    }
    return scores
  }

  @Test("drums of a known kit: the result is within 0.1 ms of the truth", .slow, arguments: kinds)
  func knownDrums(_ kind: Kind) throws {
    let scores = try scores(kind, kit: #require(Self.kits[kind.sampleRateHz] ?? nil))
    #expect(scores.worst <= 0.1)
    #expect(scores.foundShare >= 0.95)
  }

  @Test(
    "with other taps, drums and rooms the median is within 0.1 ms, single taps are within 0.5 ms",
    .slow,
    arguments: kinds)
  func heldOut(_ kind: Kind) throws {
    let kit = try #require(Self.kits[kind.sampleRateHz] ?? nil)
    let scores = try scores(kind, kit: kit, isHeldOut: true)
    #expect(scores.worst < 0.5)
    #expect(scores.foundShare >= 0.85)
  }

  @Test(
    "drums that come late are measured as late, not left out", .slow,
    arguments: [[0, 0, 0, 0, 5], [0, 0, 0, 3.5, 0, 0, 7.9]])
  func lateDrums(_ lateMilliseconds: [Double]) throws {
    let recording = try TapRecording(
      .init(tapCount: 35, delayMilliseconds: 6.2, lateMilliseconds: lateMilliseconds, seed: 4))
    let result = RecordedTaps(recording.samples, kit: try #require(Self.kits[48_000] ?? nil))
      .measured()
    let truth = recording.delaysMilliseconds(toAudible: false).sorted()
    let delays = result.delaysMilliseconds.sorted()
    #expect(delays.count >= 32)
    #expect(abs(LatencyReport.median(delays) - LatencyReport.median(truth)) < 0.1)
    #expect(abs(delays[delays.count - 1] - truth[truth.count - 1]) < 0.3)
    let lateCount = truth.count { $0 > truth[0] + 2 }
    #expect(abs(result.lateCount - lateCount) <= 1, "\(result.lateCount) of \(lateCount)")
  }

  @Test(
    "unknown drums: the result is near the truth; those that drown in their tap have none",
    .slow,
    arguments: kinds)
  func unknownDrums(_ kind: Kind) throws {
    let scores = try scores(kind, kit: Self.otherKit(kind.sampleRateHz), isWhole: true)
    #expect(scores.foundShare >= kind.leastFound)
    #expect(scores.share(within: 0.1) >= kind.leastRight)
    #expect(scores.worst < 0.4)
  }

  @Test("taps without an answer have no delay", .slow)
  func noDrums() throws {
    let recording = try TapRecording(.init(drumDecibels: -80))
    let kit = try #require(Self.kits[48_000] ?? nil)
    let result = RecordedTaps(recording.samples, kit: kit).measured()
    #expect(result.delaysMilliseconds.isEmpty)
    #expect(result.refusals.count == recording.tapFrames.count)
  }

  @Test("sounds that rise after taps at any time are no drum, whatever the kit")
  func scattered() throws {
    let recording = try TapRecording(
      .init(drumDecibels: 0, delayMilliseconds: 38, strayMilliseconds: 34))
    let result = RecordedTaps(recording.samples, kit: try Self.otherKit(48_000)).measured()
    #expect(result.delaysMilliseconds.isEmpty)
    #expect(result.refusals.count == recording.tapFrames.count)
  }

  @Test("if drums are soon replaced by others, the delay is that of the first")
  func replaced() throws {
    let recording = try TapRecording(.init(delayMilliseconds: 7))
    let taps = try TapRecording(.init(drumDecibels: -200, delayMilliseconds: 7))
    let drums = zip(recording.samples, taps.samples).map { $0 - $1 }
    var samples = taps.samples
    // Each drum fades out after 5.6 ms, within 4 ms; that of the next tap comes in its place.
    for (tap, next) in zip(recording.tapFrames, recording.tapFrames.dropFirst()) {
      for offset in 0..<9600 {
        let left = min(1, max(0, 1 - Float(offset - 269) / 192))
        samples[tap + 336 + offset] += left * drums[tap + 336 + offset]
        samples[tap + 605 + offset] += drums[next + 336 + offset]
      }
    }
    let kit = try #require(Self.kits[48_000] ?? nil)
    let result = RecordedTaps(samples, kit: kit).measured()
    #expect(result.delaysMilliseconds.count >= recording.tapFrames.count / 2)
    #expect(result.delaysMilliseconds.allSatisfy { abs($0 - 7) <= 0.1 })
  }

  @Test(
    "a drum that replaced another one is no late drum: the first counts, however many were replaced",
    .slow, arguments: [(3, 2.9), (4, 5.0)])
  func someReplaced(every: Int, afterMilliseconds: Double) throws {
    let lates: [Double] = [0, 0, 0, 0, 0, 0, 4.4, 0]
    func plan(decibels: Float) -> TapRecording.Plan {
      .init(
        tapCount: 32, drumDecibels: decibels, delayMilliseconds: 8, lateMilliseconds: lates,
        seed: UInt64(every))
    }
    let recording = try TapRecording(plan(decibels: 0))
    let taps = try TapRecording(plan(decibels: -200))
    let drums = zip(recording.samples, taps.samples).map { $0 - $1 }
    var samples = recording.samples
    let cut = Int(48 * afterMilliseconds)
    let pairs = zip(recording.tapFrames, recording.tapFrames.dropFirst()).enumerated()
    for (index, (tap, next)) in pairs where index % every == 1 && lates[index % 8] == 0 {
      guard lates[(index + 1) % 8] == 0 else { continue }
      // It fades out within 4 ms; the drum of the next tap comes in its place.
      for offset in 0..<9600 {
        let left = min(1, max(0, 1 - Float(offset - cut) / 192))
        samples[tap + 384 + offset] -= (1 - left) * drums[tap + 384 + offset]
        samples[tap + 384 + cut + offset] += drums[next + 384 + offset]
      }
    }
    let result = RecordedTaps(samples, kit: try #require(Self.kits[48_000] ?? nil)).measured()
    let truth = recording.delaysMilliseconds(toAudible: false).sorted()
    let delays = result.delaysMilliseconds.sorted()
    #expect(delays.count >= 28)
    func share(_ sorted: [Double], _ share: Double) -> Double {
      sorted[Int(share * Double(sorted.count - 1))]
    }
    for part in [0.5, 0.95, 1] { #expect(abs(share(delays, part) - share(truth, part)) < 0.3) }
    #expect(result.lateCount == truth.count { $0 > truth[0] + 2 })
  }

  private func tapsAlone() throws -> TapRecording { try TapRecording(.init(drumDecibels: -200)) }

  @Test("an echo of the taps is no drum", .slow, arguments: [6, 19] as [Double])
  func echo(milliseconds: Double) throws {
    let taps = try tapsAlone().samples
    let lag = Int(48 * milliseconds)
    let echoed = taps.indices.map { $0 < lag ? taps[$0] : taps[$0] + 0.7 * taps[$0 - lag] }
    let kit = try #require(Self.kits[48_000] ?? nil)
    let result = RecordedTaps(echoed, kit: kit).measured()
    #expect(result.delaysMilliseconds.isEmpty && result.doubt != nil)
  }

  @Test("if another kit is named than played, a delay is right or not given", .slow)
  func otherKit() throws {
    let kit = try #require(Self.kits[48_000] ?? nil)
    for delay in [15.0, 23, 40] {
      let taps = try tapsAlone()
      var samples = taps.samples
      for (index, tap) in taps.tapFrames.enumerated() {
        let drum = PlateTap.samples(sampleRateHz: 48_000, seed: UInt64(index % 2 + 40))
        for (offset, sample) in drum.enumerated() {
          samples[tap + Int(48 * delay) + offset] += 0.2 * sample
        }
      }
      let result = RecordedTaps(samples, kit: kit).measured()
      #expect(!result.areDrumsKnown)
      #expect(result.delaysMilliseconds.allSatisfy { abs($0 - delay) < 0.4 })
    }
  }

  @Test("clipped recordings, noise and silence give no wrong delay", .slow)
  func noTaps() throws {
    let kit = try #require(Self.kits[48_000] ?? nil)
    let clipped = try TapRecording(.init(drumDecibels: 0)).samples.map { max(-1, min(1, 20 * $0)) }
    let delays = RecordedTaps(clipped, kit: kit).measured().delaysMilliseconds
    #expect(delays.allSatisfy { abs($0 - 12) < 0.5 })
    for samples in [
      Signal.noise(count: 96_000, amplitude: 0.1), [Float](repeating: 0, count: 96_000),
    ] {
      #expect(RecordedTaps(samples, kit: kit).measured().delaysMilliseconds.isEmpty)
    }
  }

  @Test("the drum of another tap, an interval later, is not taken for this one's", .slow)
  func intervalLater() throws {
    let kit = try #require(Self.kits[48_000] ?? nil)
    let recording = try TapRecording(.init(delayMilliseconds: 150))
    #expect(RecordedTaps(recording.samples, kit: kit).measured().delaysMilliseconds.isEmpty)
  }
}
