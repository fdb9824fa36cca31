// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Instrument
import Simulation
import Testing

@Suite struct VoiceLimitTests {
  private func bank(_ limits: [VoiceLimit?], randomOffsets: RandomOffsets = RandomOffsets()) throws
    -> VoiceBank
  {
    let memory = SampleMemory(blockCount: 20)
    let sound = try #require(memory.store(TestKit.steady(0.1, frameCount: 40_000)))
    let layer = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: [Variation(sound: sound, gain: 1)])
    let pads = limits.map {
      Pad(
        role: .other, name: "", pan: -1, randomOffsets: randomOffsets, voiceLimit: $0,
        layers: [layer])
    }
    return VoiceBank(
      kit: Kit(name: "", sampleRateHz: 48_000, pads: pads, memory: memory), seed: 1)
  }

  @Test("the oldest hit beyond the limit fades, pads of one group share it")
  func limit() throws {
    let shared = VoiceLimit(group: 3, count: 2)
    var bank = try bank([shared, shared, nil])
    for (hit, pad) in [0, 1, 2, 2, 1].enumerated() {
      bank.start(NoteOn(hit: hit, pad: pad, velocity: 1), atFrame: 1000 * hit)
    }
    let left = bank.renderedLeft(frameCount: 6000)
    #expect(bank.soundingCount == 4)
    #expect(abs(left[3999] - 0.4) < 1e-6 && abs(left[4300] - 0.4) < 1e-6)
  }

  @Test("hits stray in level as far as their kit has it, either way")
  func randomOffsets() throws {
    var bank = try bank([nil], randomOffsets: RandomOffsets(gainDecibels: 6))
    var levels: [Float] = []
    for hit in 0..<40 {
      bank.start(NoteOn(hit: hit, pad: 0, velocity: 1), atFrame: bank.frame)
      levels.append(bank.renderedLeft(frameCount: 10)[5])
      bank.release(hit: hit, atFrame: bank.frame)
      _ = bank.rendered(frameCount: 300)
    }
    #expect(levels.allSatisfy { (0.05...0.2).contains($0) })
    #expect(levels.contains { $0 < 0.07 } && levels.contains { $0 > 0.14 })
  }

  @Test("hits stray in pitch as far as their kit has it, either way, and no further")
  func wanderingPitch() throws {
    // A ramp: read faster, it rises faster, and by how much is the pitch.
    let ramp = (0..<40_000).map { SIMD2<Float>(repeating: Float($0) / 40_000) }
    let memory = SampleMemory(blockCount: 20)
    let sound = try #require(memory.store(ramp))
    let layer = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: [Variation(sound: sound, gain: 1)])
    let pad = Pad(
      role: .other, name: "", pan: -1, randomOffsets: RandomOffsets(pitchSemitones: 0.5),
      layers: [layer])
    var bank = VoiceBank(
      kit: Kit(name: "", sampleRateHz: 48_000, pads: [pad], memory: memory), seed: 1)
    var cents: [Float] = []
    for hit in 0..<60 {
      bank.start(NoteOn(hit: hit, pad: 0, velocity: 1), atFrame: bank.frame)
      let left = bank.renderedLeft(frameCount: 4000)
      cents.append(1200 * log2(40_000 * (left[3900] - left[100]) / 3800))
      bank.release(hit: hit, atFrame: bank.frame)
      _ = bank.rendered(frameCount: 300)
    }
    #expect(cents.allSatisfy { abs($0) < 50.5 })
    #expect(cents.contains { $0 < -40 } && cents.contains { $0 > 40 })
  }
}
