// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Simulation
import Testing

@testable import Kits

/// The kit `808`, which is a text alone.
@Suite struct Kit808Tests {
  private static let loaded = Result { try load() }

  private static func load() throws -> LoadedKit {
    try KitLoader.load(
      path: path(), sampleRateHz: 48_000, adjustments: KitAdjustments(gain: .asIs),
      into: SampleMemory(megabytes: 64))
  }

  private static func path() throws -> String {
    try KitLocator(environment: [:], executablePath: #filePath).kit("808")
  }

  private func samples(_ role: PadRole) throws -> [Float] {
    let kit = try Self.loaded.get().kit
    return StruckTone.samples(of: kit.pads[kit.pad(role: role)], in: kit)
  }

  @Test("it loads by its name without a problem or a sound file, and has the machine's drums")
  func complete() throws {
    let loaded = try Self.loaded.get()
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    let roles = Set(loaded.kit.pads.map(\.role))
    #expect(roles.isSuperset(of: PadRole.allCases.filter { $0 != .other && $0 != .hihatHalf }))
    #expect(Set(loaded.kit.pads.map(\.name)).isSuperset(of: ["Maracas", "Claves", "Conga low"]))
    let plan = try KitLoader.plan(path: Self.path())
    #expect(plan.pads.flatMap(\.hits).flatMap(\.paths).allSatisfy { $0.hasPrefix("*") })
    #expect(plan.credits.licence == "CC0-1.0")
  }

  @Test("each load has the same bits")
  func sameBits() throws {
    func all(_ kit: Kit) -> [[SIMD2<Float>]] {
      kit.pads.flatMap(\.layers).flatMap(\.variations).map { kit.memory.frames(of: $0.sound) }
    }
    #expect(try all(Self.loaded.get().kit) == all(Self.load().kit))
  }

  @Test("each sound begins and ends in silence, and is no louder than full scale")
  func ends() throws {
    let kit = try Self.loaded.get().kit
    for pad in kit.pads {
      for variation in pad.layers.flatMap(\.variations) {
        let frames = kit.memory.frames(of: variation.sound).map { $0.x * variation.gain }
        let ends = [frames[0]] + frames.suffix(4)
        #expect(ends.allSatisfy { abs($0) < 1e-4 }, "\(pad.name)")
        #expect(frames.allSatisfy { abs($0) < 1 }, "\(pad.name)")
      }
    }
  }

  @Test("the kick falls to 50 Hz within a cent, and rings for more than half a second")
  func kick() throws {
    let samples = try samples(.kick)
    #expect(abs(TonePitch.cents(Array(samples[14_400..<38_400]), from: 50)) < 1)
    let first = TonePitch.hertz(Array(samples[0..<960]), near: 100)
    #expect(first > 80, "\(first) Hz")
    let fall =
      StruckTone.decibels(samples[4800..<9600]) - StruckTone.decibels(samples[28_800..<33_600])
    // 78 dB in 1.8 s, over half a second.
    #expect(abs(fall - 21.7) < 0.5, "\(fall) dB")
  }

  @Test("tones of the toms and of the cowbell are within a cent")
  func tones() throws {
    for (role, hertz) in [(PadRole.tomLow, 82.0), (.tomMid, 123), (.tomHigh, 175)] {
      let samples = try samples(role)
      #expect(abs(TonePitch.cents(Array(samples[19_200..<33_600]), from: hertz)) < 1, "\(role)")
    }
    let cowbell = Array(try samples(.cowbell)[2400..<24_000])
    for hertz in [540.0, 800] {
      #expect(abs(TonePitch.cents(cowbell, from: hertz)) < 1, "\(hertz) Hz")
    }
  }

  @Test("hi-hats and maracas are high, and the closed hi-hat ends the open one")
  func hihats() throws {
    let kit = try Self.loaded.get().kit
    for role in [PadRole.hihatClosed, .hihatPedal, .hihatOpen] {
      let pad = kit.pads[kit.pad(role: role)]
      #expect(pad.brightnessHz > 6000, "\(pad.brightnessHz) Hz")
    }
    let open = kit.pad(role: .hihatOpen)
    for role in [PadRole.hihatClosed, .hihatPedal] {
      let by = kit.pad(role: role)
      #expect(kit.chokes.contains { $0.strokePad == by && $0.endedPad == open })
    }
    let (closed, ringing) = (try samples(.hihatClosed), try samples(.hihatOpen))
    #expect(closed.count < 12_000 && ringing.count > 48_000)
  }

  @Test("a harder stroke is louder, and opens the snare's wires")
  func velocity() throws {
    let kit = try Self.loaded.get().kit
    func heard(_ pad: Int, _ velocity: Float) -> [Float] {
      var bank = VoiceBank(kit: kit, seed: 1)
      bank.start(NoteOn(hit: 1, pad: pad, velocity: velocity), atFrame: 0)
      return bank.renderedLeft(frameCount: 9600)
    }
    for pad in kit.pads.indices {
      let levels = [0.1, 0.3, 0.6, 1].map { StruckTone.decibels(heard(pad, $0)) }
      #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 + 5 < $1 }, "\(kit.pads[pad].name)")
    }
    /// The share of differences between neighbours, which grows with the frequency.
    func brightness(_ velocity: Float) -> Double {
      let samples = heard(kit.pad(role: .snare), velocity)
      let steps = zip(samples, samples.dropFirst()).map { $1 - $0 }
      return StruckTone.decibels(steps) - StruckTone.decibels(samples)
    }
    #expect(brightness(1) > brightness(0.2) + 2)
  }
}
