// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Realtime
import Sequencing
import Testing

@testable import Instrument

/// Effects of buses that need something of the mixer: its tempo, or another bus.
@Suite struct MixedEffectsTests {
  private static let frameCount = 48_000

  /// The unlimited output of drums and a track along with them, both the same on both sides.
  private func mixed(
    _ effects: [SlotChange], drums: [Float], along track: [Float] = [],
    tempi: [Int: Double] = [:], blockFrames: Int = 64
  ) -> [Float] {
    var settings = InstrumentSettings()
    settings.effects = effects
    let backing = BackingExchange(sampleRateHz: 48_000, isRecorded: true)
    #expect(backing.push(track.map { BackingFrame(left: $0, right: $0) }))
    backing.end()
    let exchange = MixExchange()
    var mixer = Mixer(
      settings: settings, sampleRateHz: 48_000, backing: track.isEmpty ? nil : backing,
      exchange: exchange.audioSide)
    var unlimited = [Float](repeating: 0, count: 2 * drums.count)
    var frames = drums.flatMap { [$0, $0] }
    var span = frames.mutableSpan
    var first = 0
    while first < drums.count {
      if let beatsPerMinute = tempi[first] {
        var tempo = PlayedTempo()
        tempo.beatsPerMinute = beatsPerMinute
        mixer.set(tempo, atFrame: first)
      }
      let next = tempi.keys.filter { $0 > first }.min() ?? drums.count
      let count = min(blockFrames, next - first)
      var piece = span._mutatingExtracting(2 * first..<2 * (first + count))
      unlimited.withUnsafeMutableBufferPointer { out in
        mixer.process(
          &piece, firstFrame: first, timeline: Timeline(),
          unlimited: out.baseAddress.map { $0 + 2 * first })
      }
      first += count
    }
    return withExtendedLifetime((backing, exchange)) {
      stride(from: 0, to: unlimited.count, by: 2).map { unlimited[$0] }
    }
  }

  @Test(
    "a track is softer while the drums are loud, as the compressor's formula says",
    arguments: [1, 100, 256])
  func key(blockFrames: Int) {
    var ducking = EffectSetting(.compress)
    (ducking["threshold"], ducking["ratio"], ducking["attack"]) = (-30, 10, 0.001)
    ducking.source = "drums"
    let drums = (0..<Self.frameCount).map { (10_000..<30_000).contains($0) ? Float(0.5) : 0 }
    let track = (0..<Self.frameCount).map { 0.1 * sin(0.05 * Float($0)) }
    func played(_ blockFrames: Int) -> [Float] {
      mixed(
        [SlotChange(.backing, slot: 3, ducking)], drums: drums, along: track,
        blockFrames: blockFrames)
    }
    let output = played(blockFrames)
    #expect(output == played(64))
    var expected = track.flatMap { [$0, $0] }
    var unit = Compressor(ducking.numbers, sampleRateHz: 48_000)
    unit.process(&expected, count: Self.frameCount, key: drums.flatMap { [$0, $0] })
    // The track comes in within 5 ms.
    for frame in 1000..<Self.frameCount {
      #expect(abs(output[frame] - drums[frame] - expected[2 * frame]) < 1e-6)
    }
    func level(_ frames: Range<Int>) -> Float {
      frames.reduce(0) { max($0, abs(output[$1] - drums[$1])) }
    }
    let reduction = 20 * log10(level(20_000..<25_000) / level(5000..<9000))
    // 24 dB over the threshold come out as 2.4.
    #expect(abs(reduction + 21.6) < 0.2, "\(reduction)")
  }

  @Test("a bus listens to those that are mixed before it, and to no other")
  func keys() {
    func fault(_ bus: RackPlace, _ key: MixBus) -> String? {
      var setting = EffectSetting(.compress)
      setting.source = key.rawValue
      #expect(SlotChange(bus, slot: 1, setting).isPossible == (setting.fault(on: bus) == nil))
      return setting.fault(on: bus)
    }
    for bus in MixBus.allCases {
      #expect(fault(.bus(bus), bus)?.contains("itself") == true)
      for key in RackPlace.bus(bus).keys { #expect(fault(.bus(bus), key) == nil) }
    }
    #expect(RackPlace.backing.keys.contains(.drums) && RackPlace.master.keys.contains(.microphone))
    let late = fault(.drums, .microphone)
    #expect(
      late == "drums cannot listen to microphone, which is mixed after it; there are room, delay")
    #expect(fault(.room, .drums)?.hasSuffix("it can listen to no other") == true)
  }

  /// Silence with clicks.
  private func clicks(_ frames: [Int]) -> [Float] {
    var sound = [Float](repeating: 0, count: Self.frameCount)
    for frame in frames { sound[frame] = 0.25 }
    return sound
  }

  @Test("echoes follow the tempo, at the same frames in blocks of any size", arguments: [1, 256])
  func tempo(blockFrames: Int) {
    var echo = EffectSetting(.delay)
    (echo["note"], echo["feedback"], echo["mix"]) = (0.125, 0, 0.5)
    func played(_ blockFrames: Int) -> [Float] {
      mixed(
        [SlotChange(.drums, slot: 1, echo)], drums: clicks([0, 30_000]),
        tempi: [0: 96, 20_000: 120], blockFrames: blockFrames)
    }
    let output = played(blockFrames)
    #expect(output == played(64))
    #expect(output.indices.filter { abs(output[$0]) > 0.05 } == [0, 15_000, 30_000, 42_000])
  }
}
