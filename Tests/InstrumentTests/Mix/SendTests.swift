// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Realtime
import Sequencing
import Simulation
import Testing

@testable import Instrument

/// What drums send to the delay, and what returns.
@Suite struct SendTests {
  private static let rateHz: Float = 48_000
  /// The clicks of the drums: their frame, and how loud they are on the left.
  private static let clickFrame = 100
  private static let click: Float = 0.25

  /// A kick and a snare that are a click of one frame each, on the left.
  private static let kit: Kit = {
    func drum(_ role: PadRole, _ sample: Float) -> TestKit.Drum {
      var frames = [SIMD2<Float>](repeating: .zero, count: 200)
      frames[clickFrame] = SIMD2(repeating: sample)
      var drum = TestKit.Drum(frames)
      drum.role = role
      return drum
    }
    return TestKit.kit([drum(.kick, click), drum(.snare, 0.5 * click)])
  }()

  /// Drums that are struck, and how they are mixed.
  private struct Mixed {
    var strips: [StripChange] = []
    var effects: [SlotChange] = []
    /// Each is struck at these frames.
    var strokes: [PadRole: [Int]] = [.kick: [0]]
    var events: [MixEvent] = []
    var blockFrames = 64
    var frameCount = 80_000

    /// What comes before the limiter, left and right in turn; and for each block whether a return is
    /// still heard.
    func played() -> (samples: [Float], isHeard: [Bool]) {
      let mixing = MixSettings(strips, effects: effects)
      var settings = InstrumentSettings()
      settings.effects = effects
      let exchange = MixExchange()
      for event in events { #expect(exchange.send(event.change, atFrame: event.frame)) }
      var bank = VoiceBank(
        drums: DrumSet.make(
          kit: kit, playing: PlayingStyle(humanising: .none), seed: 1,
          strips: mixing.strips(of: kit), racks: mixing.rackNumbers(of: kit), number: 1))
      var mixer = Mixer(settings: settings, sampleRateHz: rateHz, exchange: exchange.audioSide)
      var queue = MixEventQueue(exchange.audioSide.events)
      var hit = 0
      for role in [PadRole.kick, .snare] {
        for frame in strokes[role] ?? [] {
          bank.start(NoteOn(hit: hit, pad: kit.pad(role: role), velocity: 1), atFrame: frame)
          hit += 1
        }
      }
      var limited = [Float](repeating: 0, count: 2 * frameCount)
      var (unlimited, isHeard) = (limited, [Bool]())
      unlimited.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        var span = limited.mutableSpan
        var first = 0
        while first < frameCount {
          let end = min(frameCount, (first / blockFrames + 1) * blockFrames)
          let count = min(end - first, queue.carryOut(atFrame: first, on: &bank, &mixer))
          var piece = span._mutatingExtracting(2 * first..<2 * (first + count))
          bank.render(
            into: &piece, sends: mixer.sends, stems: nil, notes: nil, paths: mixer.voicePaths)
          mixer.process(
            &piece, firstFrame: first, timeline: Timeline(), unlimited: base + 2 * first)
          first += count
          if first == end { isHeard.append(mixer.isReturnHeard) }
        }
      }
      withExtendedLifetime(exchange) {}
      return (unlimited, isHeard)
    }
  }

  private static func send(
    _ drum: String, _ parameter: StripParameter = .delay, decibels: Float
  ) -> StripChange {
    StripChange(drum: drum, parameter, Units.amplitude(decibels: decibels))
  }

  private static func tempo(_ beatsPerMinute: Double) -> MixEvent.Change {
    var tempo = PlayedTempo()
    tempo.beatsPerMinute = beatsPerMinute
    return .click(tempo)
  }

  /// The frames that are no silence, and their left samples.
  private static func clicks(_ samples: [Float]) -> [(frame: Int, sample: Float)] {
    (0..<samples.count / 2).filter { abs(samples[2 * $0]) > 1e-7 }.map { ($0, samples[2 * $0]) }
  }

  @Test(
    "a click sent at -6 dB returns a dotted eighth later at -6 dB, and again 8 dB softer each time",
    arguments: [(120, 18_000), (96, 22_500), (160, 13_500)] as [(Double, Int)])
  func echoes(beatsPerMinute: Double, frames: Int) {
    var mixed = Mixed(strips: [Self.send("kick", decibels: -6)])
    mixed.events = [MixEvent(Self.tempo(beatsPerMinute), atFrame: 0)]
    let samples = mixed.played().samples
    let heard = Self.clicks(samples)
    let count = (mixed.frameCount - 1 - Self.clickFrame) / frames
    #expect(heard.map(\.frame) == (0...count).map { Self.clickFrame + $0 * frames })
    var wanted = Self.click * 0.501_187
    for (_, sample) in heard.dropFirst() {
      #expect(abs(sample / wanted - 1) < 1e-5)
      wanted *= 0.4
    }
    #expect(heard.first?.sample == Self.click)
    // The drum is hard left, and so are its echoes.
    #expect((0..<mixed.frameCount).allSatisfy { abs(samples[2 * $0 + 1]) < 1e-8 })
  }

  @Test("each drum is sent by itself, and each way by itself")
  func alone() {
    var mixed = Mixed(strips: [Self.send("snare", decibels: 0)])
    mixed.strokes = [.kick: [0], .snare: [1000]]
    mixed.frameCount = 30_000
    let heard = Self.clicks(mixed.played().samples)
    #expect(heard.map(\.frame) == [100, 1100, 19_100])
    #expect(heard.last.map { abs($0.sample - 0.125) < 1e-6 } == true)
    mixed.strips = [Self.send("snare", .send, decibels: 0)]
    let room = mixed.played().samples
    mixed.strips.append(Self.send("snare", decibels: 0))
    let both = mixed.played().samples
    let differing = (0..<mixed.frameCount).filter { abs(both[2 * $0] - room[2 * $0]) > 1e-7 }
    #expect(differing == [19_100])
  }

  @Test("the bus's gain and rack shape the echoes alone")
  func bus() {
    var mixed = Mixed(strips: [Self.send("kick", decibels: 0)])
    mixed.frameCount = 30_000
    let plain = mixed.played().samples
    mixed.events = [MixEvent(.bus(.delay, BusStrip(gain: 0.5)), atFrame: 0)]
    let softer = Self.clicks(mixed.played().samples)
    #expect(softer.map(\.sample) == [0.25, 0.125])
    var muted = BusStrip()
    muted.isMuted = true
    mixed.events = [MixEvent(.bus(.delay, muted), atFrame: 0)]
    #expect(Self.clicks(mixed.played().samples).map(\.frame) == [100])
    var lowpass = EffectSetting(.lowpass)
    lowpass["cutoff"] = 1000
    (mixed.events, mixed.effects) = ([], [SlotChange(.delay, slot: 1, lowpass)])
    let shaped = mixed.played().samples
    let before = zip(shaped[..<36_200], plain).map { abs($0 - $1) }.max()
    #expect(before.map { $0 < 1e-9 } == true)
    #expect(abs(shaped[36_200]) < 0.05 && abs(shaped[36_202]) > 0.001)
  }

  @Test("where nothing is sent, the delay and its bus change not a bit, and nothing is heard of it")
  func nothing() {
    var mixed = Mixed(strips: [Self.send("kick", .send, decibels: -12)])
    mixed.strokes = [.kick: [0, 5000], .snare: [7001]]
    let plain = mixed.played()
    mixed.effects = [SlotChange(.delay, slot: 1, EffectSetting(.reverb))]
    mixed.events = [
      MixEvent(.bus(.delay, BusStrip(gain: 2)), atFrame: 0), MixEvent(Self.tempo(97), atFrame: 900),
    ]
    mixed.strips.append(StripChange(drum: "snare", .delay, 0))
    #expect(mixed.played().samples == plain.samples)
    mixed.strips = []
    #expect(mixed.played().isHeard.allSatisfy { !$0 })
  }

  @Test("a return is heard until its last echo is softer than -120 dB, and then costs nothing")
  func end() {
    var delay = DelayReturn(sampleRateHz: Self.rateHz)
    var piece = [SIMD2<Float>](repeating: .zero, count: 1)
    #expect(!delay.isHeard && !delay.process(&piece, count: 1))
    piece[0] = SIMD2(0.25, 0)
    #expect(delay.process(&piece, count: 1) && delay.isHeard)
    var frames = 0
    repeat {
      piece[0] = .zero
      #expect(delay.process(&piece, count: 1))
      frames += 1
    } while delay.isHeard && frames < 1_000_000
    // 0.25 × 0.4¹³ is the last over -120 dB; another might come a dotted eighth later.
    #expect(frames == 14 * 18_000 + 18_000 + 65)
    var isRunning = true
    while isRunning && frames < 2_000_000 {
      piece[0] = .zero
      isRunning = delay.process(&piece, count: 1)
      frames += 1
    }
    #expect(!isRunning && piece[0] == .zero)
  }

  @Test(
    "sends, their returns and another tempo give the same bits in blocks of any size",
    arguments: [1, 441])
  func blocks(blockFrames: Int) {
    var mixed = Mixed(
      strips: [Self.send("kick", decibels: -6), Self.send("kick", .send, decibels: -9)])
    mixed.strokes = [.kick: [0, 9001, 30_011], .snare: [70, 20_003]]
    mixed.effects = [
      SlotChange(.pad("snare"), slot: 1, EffectSetting(.compress)),
      SlotChange(.delay, slot: 2, EffectSetting(.chorus)),
    ]
    var snare = Strip()
    snare.delay = 0.7
    mixed.events = [
      MixEvent(.strip(snare, pad: 1, drums: 1), atFrame: 33),
      MixEvent(Self.tempo(131), atFrame: 10_007),
      MixEvent(.bus(.delay, BusStrip(gain: 0.5)), atFrame: 25_001),
      MixEvent(.strip(Strip(), pad: 0, drums: 1), atFrame: 30_101),
    ]
    let whole = mixed.played().samples
    mixed.blockFrames = blockFrames
    #expect(mixed.played().samples == whole)
    mixed.strips = []
    #expect(mixed.played().samples != whole)
  }

  @Test("what the effects of a drum make goes to the delay")
  func racks() {
    var highpass = EffectSetting(.highpass)
    highpass["cutoff"] = 4000
    var mixed = Mixed(strips: [Self.send("snare", decibels: 0)])
    mixed.effects = [SlotChange(.pad("snare"), slot: 1, highpass)]
    (mixed.strokes, mixed.frameCount) = ([.snare: [0]], 20_000)
    let heard = Self.clicks(mixed.played().samples)
    func sample(_ frame: Int) -> Float { heard.first { $0.frame == frame }?.sample ?? 0 }
    #expect(sample(100) > 0.05 && sample(100) < 0.1 && sample(102) < -0.01)
    for frame in 100..<110 { #expect(abs(sample(18_000 + frame) - sample(frame)) < 1e-6) }
  }

  @Test("a strip of an earlier version sends nothing to the delay")
  func earlier() throws {
    let old = #"{"gain":1,"send":0.5,"mute":false,"solo":false,"width":1}"#
    let strip = try JSONDecoder().decode(Strip.self, from: Data(old.utf8))
    #expect(strip.send == 0.5 && strip.delay == 0)
    let change = try JSONDecoder().decode(
      StripChange.self, from: Data(#"{"drum":"snare","send":0.5}"#.utf8))
    #expect(change.applied(to: Strip()) == strip)
  }
}
