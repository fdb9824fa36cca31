// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import TestSupport
import Testing

@testable import Instrument

/// Racks of effects, as the audio thread has them.
@Suite struct RackTests {
  private static let rateHz: Float = 48_000
  private static let frameCount = 12_000

  /// Bursts of noise, interleaved stereo.
  private static let sound: [Float] = {
    var random = SeededGenerator(seed: 7)
    return (0..<2 * frameCount).map { sample in
      let envelope = exp(-Float(sample / 2 % 3000) / 800)
      return envelope * (random.uniform() - 0.5)
    }
  }()

  /// The sound behind a rack in which an effect comes in place of another, changes, is bypassed,
  /// comes back and goes.
  private func shaped(by effect: Effect, blockFrames: Int) -> [Float] {
    let exchange = MixExchange()
    var rack = Rack([1: EffectSetting(.highshelf)], exchange.audioSide, sampleRateHz: Self.rateHz)
    defer { rack.free() }
    var other = EffectSetting(effect)
    for parameter in effect.parameters {
      other[parameter.name] = parameter.scale.moved(parameter.usual, steps: -1)
    }
    var bypassed = other
    bypassed.isBypassed = true
    func new(_ setting: EffectSetting) -> EffectUnit {
      EffectUnit(setting, sampleRateHz: Self.rateHz)
    }
    let setting = EffectSetting(effect)
    let changes: [Int: (EffectSetting?, EffectUnit?)] = [
      1000: (setting, new(setting)), 3000: (other, nil), 5000: (bypassed, nil),
      7000: (other, new(other)), 9000: (nil, nil),
    ]
    var frames = Self.sound
    var passing = [Float](repeating: 0, count: 2 * blockFrames)
    var frame = 0
    while frame < Self.frameCount {
      if let (setting, unit) = changes[frame] { rack.set(setting, unit, slot: 1) }
      let next = changes.keys.filter { $0 > frame }.min() ?? Self.frameCount
      let count = min(blockFrames, next - frame)
      process(&rack, &frames, from: frame, count: count, &passing)
      frame += count
    }
    return frames
  }

  private func process(
    _ rack: inout Rack, _ frames: inout [Float], from frame: Int, count: Int,
    _ passing: inout [Float]
  ) {
    frames.withUnsafeMutableBufferPointer { all in
      passing.withUnsafeMutableBufferPointer {
        guard let base = all.baseAddress, let aside = $0.baseAddress else { return }
        rack.process(base + 2 * frame, count: count, passing: aside)
      }
    }
  }

  @Test("an effect gives the same bits in blocks of any size, and ends", arguments: Effect.allCases)
  func blocks(effect: Effect) {
    let whole = shaped(by: effect, blockFrames: 256)
    let isFinite = whole.allSatisfy { $0.isFinite }
    #expect(isFinite)
    #expect(whole != Self.sound)
    for blockFrames in [1, 37, 64] {
      #expect(shaped(by: effect, blockFrames: blockFrames) == whole)
    }
    let end = 2 * (9000 + Int(Self.rateHz * EffectSlot.fadeSeconds) + 1)
    #expect(whole[end...] == Self.sound[end...])
  }

  @Test("effects that went are freed: three gigabytes of echoes come and go in a tenth of it")
  func memory() throws {
    let exchange = MixExchange()
    let (rack, before) = (Rack([:], exchange.audioSide, sampleRateHz: Self.rateHz), try heldBytes())
    var used = rack
    defer { used.free() }
    let delay = EffectSetting(.delay)
    var frames = [Float](repeating: 0, count: 1024)
    var passing = frames
    for turn in 0..<2000 {
      let isThere = turn % 2 == 0
      let sent = isThere ? delay : nil
      let new = sent.map { EffectUnit($0, sampleRateHz: Self.rateHz) }
      let isSent = exchange.send(.effect(sent, new, slot: 1, of: .drums), atFrame: 0)
      #expect(isSent)
      guard case .effect(let setting, let unit, _, _) = exchange.audioSide.events.pop()?.change
      else { continue }
      used.set(setting, unit, slot: 1)
      process(&used, &frames, from: 0, count: 512, &passing)
    }
    let held = try heldBytes()
    #expect(held - before < 300_000_000)
  }

  /// The memory of this process.
  private func heldBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(Int(text.split(separator: " ")[1])) * 4096
  }
}
