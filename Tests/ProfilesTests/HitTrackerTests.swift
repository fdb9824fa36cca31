// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct HitTrackerTests {
  /// The hits that were settled, how many began, and how many were withdrawn.
  static func hits(_ signal: [Float]) -> (settled: [Hit], begunCount: Int, withdrawnCount: Int) {
    var hearing = Profile.general.hearing(sampleRateHz: 48_000)
    var settled: [Hit] = []
    var begunCount = 0
    var withdrawnCount = 0
    for sample in signal {
      hearing.process(sample)
      for index in 0..<hearing.eventCount {
        switch hearing.event(index) {
        case .settled(let hit): settled.append(hit)
        case .begun: begunCount += 1
        case .withdrawn: withdrawnCount += 1
        default: break
        }
      }
    }
    return (settled, begunCount, withdrawnCount)
  }

  /// A touch 26 dB softer than the strike that follows it.
  static func touchAndStrike(gapFrames: Int) -> [Float] {
    var generator = SeededGenerator(seed: 2)
    return (0..<48_000).map { frame in
      var amplitude: Float = 0.0005
      if frame >= 24_000 { amplitude += frame < 24_000 + gapFrames ? 0.04 : 0.0005 }
      if (24_000 + gapFrames..<24_480 + gapFrames).contains(frame) { amplitude += 0.8 }
      return amplitude * (2 * generator.uniform() - 1)
    }
  }

  @Test(
    "a touch shortly before a strike is withdrawn, and one hit is published",
    arguments: [240, 384, 960])
  func precursorIsWithdrawn(gapFrames: Int) {
    let (settled, _, withdrawnCount) = Self.hits(Self.touchAndStrike(gapFrames: gapFrames))
    #expect(settled.map(\.number) == [1])
    #expect(abs((settled.first?.onsetFrame ?? 0) - 24_000 - gapFrames) <= 24)
    #expect(withdrawnCount == 1)
  }

  /// All events of hits, and when, of a sound in consecutive pieces; `heard` hears the next and
  /// returns its length.
  private static func turns(
    _ signal: [Float], heard: (inout HitTracker, UnsafePointer<Float>, Int) -> Int
  ) -> [String] {
    var hearing = Profile.general.hearing(sampleRateHz: 48_000)
    var turns: [String] = []
    signal.withUnsafeBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      var frame = 0
      while frame < samples.count {
        frame += heard(&hearing, first + frame, samples.count - frame)
        for index in 0..<hearing.eventCount {
          turns.append("\(frame): \(String(describing: hearing.event(index)))")
        }
      }
    }
    return turns
  }

  @Test("hears the same in pieces of any size as sample by sample", arguments: [2, 7, 64, 4096])
  func pieces(mostFrames: Int) {
    let strokes = StruckSounds.take(
      StruckSounds.middle, amplitudes: [0.5, 0.02, 0.7, 0.3, 0.05, 0.6], spacingSeconds: 0.06)
    let signal =
      Self.touchAndStrike(gapFrames: 384) + strokes.samples + Self.touchAndStrike(gapFrames: 960)
    let one = Self.turns(signal) { hearing, samples, _ in
      hearing.process(samples.pointee)
      return 1
    }
    let pieces = Self.turns(signal) { hearing, samples, left in
      hearing.process(samples, count: min(left, mostFrames))
    }
    #expect(pieces == one && one.count > 20)
  }
}
