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
    defer { withExtendedLifetime(exchange) { rack.free() } }
    var setting = EffectSetting(effect)
    if effect == .convolve {
      let response = (0..<3000).map { exp(-Float($0) / 500) / 100 }
      setting.material = ImpulseResponse(left: response, right: response.reversed())
    }
    var other = setting
    for parameter in effect.parameters {
      other[parameter.name] = parameter.scale.moved(parameter.usual, steps: -1)
    }
    var bypassed = other
    bypassed.isBypassed = true
    func new(_ setting: EffectSetting) -> EffectUnit {
      EffectUnit(setting, sampleRateHz: Self.rateHz)
    }
    let changes: [Int: (EffectSetting?, EffectUnit?)] = [
      1000: (setting, new(setting)), 3000: (other, nil), 5000: (bypassed, nil),
      7000: (other, new(other)), 9000: (nil, nil),
    ]
    var frames = Self.sound
    var passing = [Float](repeating: 0, count: 2 * blockFrames)
    var frame = 0
    while frame < Self.frameCount {
      if let (setting, unit) = changes[frame] {
        rack.set(setting.map(SlotContent.init), unit, slot: 1)
      }
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

  @Test("filled slots are listed in the order of the buses and slots")
  func listedSlots() {
    let changes = RackPlace.buses.flatMap { bus in
      (1...3).map { SlotChange(bus, slot: $0, EffectSetting(.width)) }
    }
    for _ in 0..<20 { #expect(MixSettings(effects: changes.shuffled()).slots == changes) }
  }

  @Test("the latency of a setting is that of its effect", arguments: Effect.allCases)
  func latency(effect: Effect) {
    for steps in [-40, -3, 0, 1, 40] {
      var setting = EffectSetting(effect)
      for parameter in effect.parameters {
        setting[parameter.name] = parameter.scale.moved(parameter.usual, steps: Float(steps))
      }
      let unit = EffectUnit(setting, sampleRateHz: Self.rateHz)
      defer { unit.free() }
      #expect(setting.latencyFrames == unit.latencyFrames)
      setting.isBypassed = true
      #expect(setting.latencyFrames == 0)
    }
  }

  @Test("an effect with another text fades in, in place of the one before", arguments: [1, 64])
  func anotherText(blockFrames: Int) {
    func echo(_ gain: Float, _ path: String) -> EffectSetting {
      var setting = EffectSetting(.convolve)
      setting.material = ImpulseResponse(left: [gain], right: [gain])
      setting.source = path
      return setting
    }
    let (soft, loud) = (echo(0.25, "soft.wav"), echo(1, "loud.wav"))
    let exchange = MixExchange()
    var rack = Rack([1: soft], exchange.audioSide, sampleRateHz: Self.rateHz)
    defer { withExtendedLifetime(exchange) { rack.free() } }
    var frames = [Float](repeating: 1, count: 2 * Self.frameCount)
    var passing = [Float](repeating: 0, count: 2 * blockFrames)
    for first in stride(from: 0, to: Self.frameCount, by: blockFrames) {
      if first / blockFrames * blockFrames == 4800 {
        rack.set(
          SlotContent(loud), EffectUnit(loud, sampleRateHz: Self.rateHz), slot: 1)
      }
      let count = min(blockFrames, Self.frameCount - first)
      process(&rack, &frames, from: first, count: count, &passing)
    }
    #expect(abs(frames[2 * 4799] - 0.25) < 1e-6 && abs(frames[2 * 8000] - 1) < 1e-6)
    let steps = (1..<Self.frameCount).map { abs(frames[2 * $0] - frames[2 * $0 - 2]) }
    #expect(steps.max() ?? 1 < 0.01)
  }

  @Test("effects that went are freed, and no more are made than the slots can need")
  func freed() {
    let exchange = MixExchange()
    var rack = Rack([:], exchange.audioSide, sampleRateHz: Self.rateHz)
    defer { withExtendedLifetime(exchange) { rack.free() } }
    var frames = [Float](repeating: 0, count: 1024)
    var passing = frames
    for turn in 0..<200 {
      let sent = turn % 2 == 0 ? EffectSetting(.delay) : nil
      let unit = sent.flatMap { exchange.unit($0, sampleRateHz: Self.rateHz) }
      #expect(sent == nil || unit != nil)
      _ = exchange.send(
        .effect(sent.map(SlotContent.init), unit, slot: 1, of: .bus(.drums)), atFrame: 0)
      if case .effect(let setting, let new, _, _) = exchange.audioSide.events.pop()?.change {
        rack.set(setting, new, slot: 1)
      }
      process(&rack, &frames, from: 0, count: 512, &passing)
      exchange.collect()
      #expect(exchange.unitCount <= 2)
    }
    let units = (0..<1000).compactMap { _ in
      exchange.unit(EffectSetting(.width), sampleRateHz: Self.rateHz)
    }
    // Sixteen slots' worth for each of the buses' eleven points and the drums' 48, and 32 on their way.
    #expect(units.count == 2 * 8 * (11 + 48) + 32)
    for unit in units {
      #expect(exchange.send(.effect(nil, unit, slot: 2, of: .bus(.drums)), atFrame: 0))
    }
  }
}
