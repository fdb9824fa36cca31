// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime

/// Calls of devices of random sizes, at random times.
struct RandomBlocks {
  private var generator: SeededGenerator
  private var alike = 0
  private(set) var inputFrames: Int? = 64
  private(set) var outputFrames: Int? = 64
  private(set) var timeline = Timeline()

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    timeline.offsetFrames = 100
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(generator.next() % UInt64(range.count))
  }

  private mutating func share() -> Double { 2 * Double(generator.uniform()) - 1 }

  /// The next call.
  mutating func advance() {
    if alike == 0 {
      alike = number(1...20)
      inputFrames = number(0...1) == 0 ? number(1...200) : 64
      outputFrames = inputFrames
      if number(0...9) == 0 { outputFrames = nil }
      if number(0...9) == 0 { inputFrames = nil }
      timeline.offsetFrames += 3 * share()
      timeline.ratio = 1 + 1e-4 * share()
    }
    alike -= 1
  }
}
