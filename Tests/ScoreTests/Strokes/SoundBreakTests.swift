// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct SoundBreakTests {
  /// Stretches of 10 ms and more that are all zeros, in frames.
  private static func zeros(_ samples: [Float]) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var first: Int?
    for frame in samples.indices {
      if samples[frame] == 0 {
        first = first ?? frame
      } else if let begin = first {
        if frame - begin >= 480 { stretches.append(begin..<frame) }
        first = nil
      }
    }
    return stretches
  }

  @Test("ten takes end 40 to 150 ms after their strike", arguments: SoundBreak.Room.allCases)
  func end(room: SoundBreak.Room) {
    let signals = SoundBreak.end.signals(.knocks(.close), in: room, seed: 1)
    #expect(signals.map(\.strikes.count) == Array(repeating: 1, count: 10))
    #expect(signals.allSatisfy { (0.0399...0.1501).contains($0.seconds - $0.strikes[0].seconds) })
    #expect(signals.allSatisfy { Self.zeros($0.samples).isEmpty })
  }

  @Test("ten pauses of zeros begin while a strike rings")
  func pause() throws {
    let signal = SoundBreak.pause.signals(.knocks(.close), in: .humming, seed: 1)[0]
    let pauses = Self.zeros(signal.samples)
    #expect(pauses.count == 10 && signal.strikes.count == 10)
    for (pause, strike) in zip(pauses, signal.strikes) {
      #expect((0.0399...0.1501).contains(Double(pause.lowerBound) / 48_000 - strike.seconds))
      #expect((0.199...0.901).contains(Double(pause.count) / 48_000))
    }
  }

  @Test("a device returns ten times after seconds of zeros, and nothing is struck")
  func comeback() {
    let signal = SoundBreak.comeback.signals(.knocks(.close), in: .quiet, seed: 1)[0]
    let gone = Self.zeros(signal.samples)
    #expect(gone.count == 10 && signal.strikes.isEmpty)
    #expect(gone.allSatisfy { (1.999...4.001).contains(Double($0.count) / 48_000) })
  }

  @Test("a cut leads from a ringing strike into the room alone, without zeros")
  func cut() {
    let signal = SoundBreak.cut.signals(.knocks(.close), in: .quiet, seed: 1)[0]
    #expect(signal.strikes.count == 10 && Self.zeros(signal.samples).isEmpty)
    for strike in signal.strikes {
      let later = Int((strike.seconds + 0.150) * 48_000)
      #expect(abs(Array(signal.samples[later..<later + 2400]).levelDecibels + 60) < 1)
    }
  }
}
