// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Simulation
import Testing

@testable import Instrument

/// Slots whose effects follow hits while a sound goes on.
@Suite struct ShapedSlotTests {
  private static let period = 240
  /// A low tone.
  private static let tone = (0..<period).map {
    Float(0.25 * sin(2 * .pi * Double($0) / Double(period)))
  }
  private static let (blockFrames, hitFrames, hitCount) = (256, 4096, 80)
  /// What is heard before the first hit.
  private static let restFrames = 48_000

  /// The clicks that are heard while hits move a value by up to 0.3 of its range, up and down.
  private static func clicks(_ effect: Effect, _ parameter: EffectParameter) -> Int? {
    let setting = EffectSetting(effect)
    var slot = EffectSlot(setting, nil, sampleRateHz: 48_000)
    defer { slot.free() }
    var generator = SeededGenerator(seed: 3)
    var detector = ClickDetector(sampleRateHz: 48_000)
    let passing = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    defer { passing.deallocate() }
    var clickCount = 0
    for first in stride(from: 0, to: restFrames + hitCount * hitFrames, by: blockFrames) {
      if first > restFrames, first % hitFrames == 0 {
        let row = Modulation(
          .velocity, .drums, slot: 1, parameter.name,
          amount: first / hitFrames % 2 == 0 ? 0.3 : -0.3)
        guard let route = ModulationRoute(row, setting, at: .bus(.drums)) else { return nil }
        var numbers = setting.numbers
        route.move(&numbers, of: SlotContent(setting), by: generator.uniform())
        slot.shape(numbers)
      }
      var block = (0..<2 * blockFrames).map { tone[(first + $0 / 2) % period] }
      block.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        slot.process(base, count: blockFrames, passing: passing)
      }
      let left = stride(from: 0, to: block.count, by: 2).map { block[$0] }
      clickCount += detector.hear(left).count { $0 > restFrames }
    }
    return clickCount
  }

  @Test("no value clicks that hits move while a tone goes on")
  func clicks() {
    // A tape that turns round again and again, and another carrier, sound themselves.
    let loud = ["delay time", "ringmod freq"]
    for effect in Effect.allCases where effect.source?.isNeeded != true {
      for parameter in effect.parameters where parameter.followsHits {
        let name = "\(effect.name) \(parameter.name)"
        if !loud.contains(name) { #expect(Self.clicks(effect, parameter) == 0, "\(name)") }
      }
    }
  }
}
