// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Realtime
import Simulation
import Testing

@testable import Instrument

/// Drums that are struck, and changes of the mixer on their way to them.
@Suite struct StripTests {
  private static let frameCount = 48_000

  /// Both drums sound from frame 0 on: a tone of 480 Hz, and one of 750 Hz.
  private func kit() -> Kit {
    func tone(_ hertz: Double) -> [SIMD2<Float>] {
      (0..<Self.frameCount).map {
        SIMD2(repeating: 0.25 * Float(sin(2 * .pi * hertz * Double($0) / 48_000)))
      }
    }
    var (low, high) = (TestKit.Drum(tone(480)), TestKit.Drum(tone(750)))
    (low.role, high.role) = (.kick, .snare)
    (low.pan, high.pan) = (0, 0)
    return TestKit.kit([low, high], blockCount: 512)
  }

  /// The output if pads are struck at frame 0.
  private func played(
    striking pads: [Int] = [0], strips: [StripChange] = [], events: [MixEvent] = [],
    blockFrames: Int = 64, frameCount: Int = Self.frameCount, hearing heard: [Float]? = nil,
    monitorDecibels: Float? = 0, along track: [Float]? = nil, on kit: Kit? = nil
  ) -> [SIMD2<Float>] {
    let kit = kit ?? self.kit()
    var settings = InstrumentSettings()
    settings.monitorDecibels = heard.flatMap { _ in monitorDecibels }
    let backing = track.map { _ in BackingExchange(sampleRateHz: 48_000, isRecorded: true) }
    if let track { #expect(backing?.push(track.map { BackingFrame(left: $0, right: $0) }) == true) }
    backing?.end()
    let exchange = MixExchange()
    for event in events { #expect(exchange.send(made(event.change), atFrame: event.frame)) }
    let drums = DrumSet.make(
      kit: kit, playing: PlayingStyle(humanising: .none), seed: 1,
      strips: MixSettings(strips).strips(of: kit), number: 1)
    var bank = VoiceBank(drums: drums)
    var mixer = Mixer(
      settings: settings, sampleRateHz: 48_000, backing: backing, exchange: exchange.audioSide)
    var queue = MixEventQueue(exchange.audioSide.events)
    for (hit, pad) in pads.enumerated() {
      bank.start(NoteOn(hit: hit, pad: pad, velocity: 1), atFrame: 0)
    }
    var output = [Float](repeating: 0, count: 2 * frameCount)
    var span = output.mutableSpan
    var first = 0
    while first < frameCount {
      let end = min(frameCount, (first / blockFrames + 1) * blockFrames)
      if first % blockFrames == 0, let heard {
        mixer.hear(Array(heard[first..<end]), count: end - first)
      }
      let count = min(end - first, queue.carryOut(atFrame: first, on: &bank, &mixer))
      var piece = span._mutatingExtracting(2 * first..<2 * (first + count))
      bank.render(into: &piece, sends: mixer.sends)
      mixer.process(&piece, firstFrame: first, timeline: Timeline(), unlimited: nil)
      first += count
    }
    return (0..<frameCount).map { SIMD2(output[2 * $0], output[2 * $0 + 1]) }
  }

  /// A change with the effect that it brings.
  private func made(_ change: MixEvent.Change) -> MixEvent.Change {
    guard case .effect(let content?, _, let slot, let point) = change else { return change }
    let unit = EffectUnit(EffectSetting(content), sampleRateHz: 48_000)
    return .effect(content, unit, slot: slot, of: point)
  }

  private func change(_ drum: String, _ edit: (inout StripChange) -> Void) -> StripChange {
    var change = StripChange(drum: drum)
    edit(&change)
    return change
  }

  private func strip(_ edit: (inout Strip) -> Void) -> Strip {
    var strip = Strip()
    edit(&strip)
    return strip
  }

  private func decibels(_ frames: some Collection<SIMD2<Float>>) -> Float {
    10 * log10(frames.reduce(0) { $0 + ($1 * $1).sum() } / Float(frames.count))
  }

  @Test("gain is exact to a hundredth of a decibel, down to nothing", arguments: [-48, -6, 6])
  func gain(gainDecibels: Int) {
    let gain = Units.amplitude(decibels: Float(gainDecibels))
    let difference =
      decibels(played(strips: [change("kick") { $0[.gain] = gain }])) - decibels(played())
    #expect(abs(difference - Float(gainDecibels)) < 0.01)
    let silent = played(strips: [change("kick") { $0[.gain] = 0 }])
    #expect(silent.allSatisfy { $0 == .zero })
  }

  @Test("pan replaces the kit's, for the named drum alone")
  func pan() {
    let left = played(strips: [change("kick") { $0[.pan] = -1 }])
    #expect(left.allSatisfy { $0.y == 0 } && abs(decibels(left) - decibels(played())) < 0.01)
    let other = played(striking: [1], strips: [change("kick") { $0[.pan] = -1 }])
    #expect(other == played(striking: [1]))
  }

  @Test("mute silences a drum, solo all others, and a muted one stays muted")
  func muteAndSolo() {
    let mute = change("kick") { $0[.mute] = 1 }
    let solo = change("snare") { $0[.solo] = 1 }
    #expect(played(striking: [0, 1], strips: [mute]) == played(striking: [1]))
    #expect(played(striking: [0, 1], strips: [solo]) == played(striking: [1]))
    let both = change("snare") { $0[.mute] = 1 }
    #expect(played(striking: [0, 1], strips: [solo, both]).allSatisfy { $0 == .zero })
  }

  @Test(
    "width keeps the middle, scales the difference, and gives the recording's bits at 1",
    arguments: [0, 0.5, 1, 2] as [Float])
  func width(width: Float) {
    var wide = TestKit.Drum(
      (0..<Self.frameCount).map {
        let phase = 2 * Double.pi * Double($0) / 48_000
        let (middle, side) = (0.2 * sin(480 * phase), 0.05 * sin(750 * phase))
        return SIMD2(Float(middle + side), Float(middle - side))
      })
    (wide.role, wide.pan) = (.kick, 0)
    let plain = played(on: TestKit.kit([wide], blockCount: 512))
    let changed = played(
      strips: [change("kick") { $0[.width] = width }],
      on: TestKit.kit([wide], blockCount: 512))
    if width == 1 { #expect(changed == plain) }
    for (before, after) in zip(plain, changed) {
      #expect(abs((after.x + after.y) - (before.x + before.y)) < 1e-6)
      #expect(abs((after.x - after.y) - width * (before.x - before.y)) < 1e-6)
    }
  }

  @Test("the microphone is played along from the frame of its gain on")
  func microphoneLater() {
    let noise = Signal.noise(count: 24_000, amplitude: 0.2)
    func played(_ events: [MixEvent], monitorDecibels: Float?) -> [SIMD2<Float>] {
      self.played(
        events: events, frameCount: 24_000, hearing: noise, monitorDecibels: monitorDecibels)
    }
    let alone = self.played(frameCount: 24_000)
    let along = played([], monitorDecibels: 0)
    let later = played(
      [MixEvent(.bus(.microphone, BusStrip(gain: 1)), atFrame: 12_001)], monitorDecibels: nil)
    // The limiter looks ahead so far, and the gain glides for a while.
    let (ahead, glide) = (SoftLimiter.latencyFrames, 2400)
    #expect(Array(later[..<(12_001 + ahead)]) == Array(alone[..<(12_001 + ahead)]))
    #expect(Array(later[(12_001 + glide)...]) == Array(along[(12_001 + glide)...]))
    #expect(along != alone)
  }

  private func effect(
    _ effect: Effect, _ cutoffHz: Float, isBypassed: Bool = false
  ) -> SlotContent {
    var setting = EffectSetting(effect)
    setting["cutoff"] = cutoffHz
    setting.isBypassed = isBypassed
    return SlotContent(setting)
  }

  @Test("changes come on their frame, whatever the block size", arguments: [1, 7, 512])
  func frames(blockFrames: Int) {
    let events = [
      MixEvent(.strip(strip { $0.gain = 0.5 }, pad: 0, drums: 1), atFrame: 1001),
      MixEvent(.strip(strip { $0.send = 0.5 }, pad: 1, drums: 1), atFrame: 1503),
      MixEvent(.strip(strip { $0.delay = 0.5 }, pad: 0, drums: 1), atFrame: 1601),
      MixEvent(.bus(.microphone, BusStrip(gain: 0.5)), atFrame: 2003),
      MixEvent(.bus(.drums, BusStrip(gain: 0.25)), atFrame: 3001),
      MixEvent(.effect(effect(.lowpass, 2000), nil, slot: 1, of: .bus(.drums)), atFrame: 3203),
      MixEvent(.effect(effect(.highpass, 300), nil, slot: 2, of: .bus(.microphone)), atFrame: 3303),
      MixEvent(.bus(.backing, BusStrip(gain: 0.5)), atFrame: 3501),
      MixEvent(.effect(effect(.bandpass, 500), nil, slot: 1, of: .bus(.backing)), atFrame: 3601),
      MixEvent(.effect(effect(.lowpass, 900), nil, slot: 8, of: .bus(.master)), atFrame: 3701),
      MixEvent(.effect(effect(.lowpass, 300), nil, slot: 1, of: .bus(.drums)), atFrame: 3805),
      MixEvent(.effect(effect(.lowpass, 800), nil, slot: 1, of: .bus(.room)), atFrame: 3905),
      MixEvent(.bus(.room, BusStrip(gain: 2)), atFrame: 4001),
      MixEvent(.effect(effect(.highpass, 100), nil, slot: 1, of: .bus(.drums)), atFrame: 4507),
      MixEvent(.effect(nil, nil, slot: 8, of: .bus(.master)), atFrame: 5003),
      MixEvent(.bus(.master, BusStrip(gain: 0)), atFrame: 6002),
      MixEvent(.strip(Strip(), pad: 1, drums: 1), atFrame: 6003),
    ]
    let noise = Signal.noise(count: 9600, amplitude: 0.2)
    func played(_ events: [MixEvent], blockFrames: Int = 64) -> [SIMD2<Float>] {
      self.played(
        striking: [0, 1], events: events, blockFrames: blockFrames, frameCount: 9600,
        hearing: noise,
        along: noise.reversed())
    }
    let reference = played(events)
    #expect(played(events, blockFrames: blockFrames) == reference)
    #expect(
      played(events.filter { if case .bus(.microphone, _) = $0.change { false } else { true } })
        != reference)
    let plain = played([])
    // The limiter's delay comes after.
    #expect(reference.prefix(1001) == plain.prefix(1001))
    #expect(reference[1015] != plain[1015])
    #expect(reference[7000...].allSatisfy { $0 == .zero })
  }

  /// The part of a change beyond the tone, above 2 kHz, in decibels of the tone.
  private func click(
    _ events: [MixEvent], striking pads: [Int] = [0], strips: [StripChange] = [],
    hearing heard: [Float]? = nil, along track: [Float]? = nil
  ) -> Float {
    let frames = played(
      striking: pads, strips: strips, events: events, hearing: heard, along: track
    ).map { Double($0.x) }
    return Self.click(frames)
  }

  /// The part above 2 kHz around frame 10000, in decibels of the lower part.
  private static func click(_ frames: [Double]) -> Float {
    // Windows around the change, tone and all, smoothly cut out.
    let count = 8192
    let first = 10_000 - count / 2
    let window = (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count)) }
    let squared = window.map { $0 * $0 }
    let cut = zip(frames[first..<first + count], squared).map { Float($0 * $1) }
    let transform = RealTransform(size: count)
    let spectrum = transform.spectrum(of: cut)
    func power(_ bins: Range<Int>) -> Float { bins.reduce(0) { $0 + spectrum.power($1) } }
    return 10 * log10(power(count / 24..<count / 2) / power(1..<count / 24))
  }

  @Test("no change clicks: beyond 2 kHz nothing is louder than -60 dB of a tone of 480 Hz")
  func clicks() {
    func at(_ frame: Int, _ change: MixEvent.Change) -> MixEvent {
      MixEvent(change, atFrame: frame)
    }
    func set(_ frame: Int, _ edit: (inout Strip) -> Void) -> MixEvent {
      at(frame, .strip(strip(edit), pad: 0, drums: 1))
    }
    let changes: [(String, [MixEvent])] = [
      ("gain", [set(9000) { $0.gain = 1.5 }]), ("gain to nothing", [set(9000) { $0.gain = 0 }]),
      ("pan", [set(9000) { $0.pan = 1 }]), ("width", [set(9000) { $0.width = 0 }]),
      ("mute", [set(9000) { $0.isMuted = true }]),
      ("unmute", [set(0) { $0.isMuted = true }, set(9500) { _ in }]),
      ("solo", [at(9000, .strip(strip { $0.isSoloed = true }, pad: 1, drums: 1))]),
      ("send", [set(9000) { $0.send = 1 }]),
      ("drums", [at(9000, .bus(.drums, BusStrip(gain: 0)))]),
      ("master", [at(9000, .bus(.master, BusStrip(gain: 0.1)))]),
      ("effect", [at(9900, .effect(effect(.lowpass, 300), nil, slot: 1, of: .bus(.drums)))]),
      (
        "effect that is changed",
        [
          at(100, .effect(effect(.lowpass, 300), nil, slot: 1, of: .bus(.master))),
          at(9000, .effect(effect(.lowpass, 2000), nil, slot: 1, of: .bus(.master))),
        ]
      ),
      (
        "effect that is passed by",
        [
          at(100, .effect(effect(.lowpass, 300), nil, slot: 1, of: .bus(.drums))),
          at(
            9900, .effect(effect(.lowpass, 300, isBypassed: true), nil, slot: 1, of: .bus(.drums))),
        ]
      ),
      (
        "effect that is removed",
        [
          at(100, .effect(effect(.lowpass, 300), nil, slot: 3, of: .bus(.drums))),
          at(9900, .effect(nil, nil, slot: 3, of: .bus(.drums))),
        ]
      ),
      (
        "effect in another's place",
        [
          at(100, .effect(effect(.lowpass, 300), nil, slot: 1, of: .bus(.drums))),
          at(9500, .effect(effect(.bandpass, 900), nil, slot: 1, of: .bus(.drums))),
        ]
      ),
      (
        "a fader that is drawn",
        (0..<50).map { step in
          set(8000 + 97 * step) { $0.gain = 1 - 0.02 * Float(step) }
        }
      ),
    ]
    let tone = (0..<Self.frameCount).map { 0.25 * Float(sin(2 * .pi * 480 * Double($0) / 48_000)) }
    let others = [
      (
        "room",
        click(
          [at(9000, .bus(.room, BusStrip(gain: 0)))], strips: [change("kick") { $0[.send] = 1 }])
      ),
      (
        "microphone",
        click([at(9900, .bus(.microphone, BusStrip(gain: 0)))], striking: [], hearing: tone)
      ),
      (
        "microphone again",
        click(
          [
            at(2000, .bus(.microphone, BusStrip(gain: 0))),
            at(9900, .bus(.microphone, BusStrip(gain: 1))),
          ],
          striking: [],
          hearing: tone)
      ),
      ("backing", click([at(9900, .bus(.backing, BusStrip(gain: 0)))], striking: [], along: tone)),
    ]
    for (name, decibels) in others { #expect(decibels < -60, "\(name): \(decibels)") }
    let still = click([])
    for (name, events) in changes {
      let decibels = click(events)
      #expect(decibels < -60, "\(name): \(decibels), without a change \(still)")
    }
  }

  @Test("a switch from a tone to its filtered self would be noticed as a click")
  func plantedClick() {
    let plain = played()
    let filtered = played(events: [
      MixEvent(.effect(effect(.lowpass, 300), nil, slot: 1, of: .bus(.drums)), atFrame: 0)
    ])
    let switched = plain[..<10_003] + filtered[10_003...]
    #expect(Self.click(filtered.map { Double($0.x) }) < -60)
    #expect(Self.click(switched.map { Double($0.x) }) > -60)
  }

  @Test(
    "an effect acts on its bus alone, from its frame on until it is removed, and then not a bit",
    arguments: [1, 64, 441])
  func effects(blockFrames: Int) {
    let plain = played()
    let events = [
      MixEvent(.effect(effect(.lowpass, 480), nil, slot: 1, of: .bus(.drums)), atFrame: 5001),
      MixEvent(.effect(nil, nil, slot: 1, of: .bus(.drums)), atFrame: 24_001),
    ]
    let shaped = played(events: events, blockFrames: blockFrames)
    let ahead = SoftLimiter.latencyFrames
    #expect(shaped[..<(5001 + ahead)] == plain[..<(5001 + ahead)])
    #expect(shaped[5001 + ahead + 1] != plain[5001 + ahead + 1])
    let difference = decibels(shaped[12_000..<24_000]) - decibels(plain[12_000..<24_000])
    #expect(abs(difference + 3.0103) < 0.05)
    #expect(shaped[(24_481 + ahead)...] == plain[(24_481 + ahead)...])
    let room = played(
      events: [MixEvent(.effect(effect(.lowpass, 480), nil, slot: 1, of: .bus(.room)), atFrame: 0)])
    #expect(room == plain)
  }

  @Test("effects of the microphone, the track and the master act on their own sound")
  func otherRacks() {
    let tone = (0..<Self.frameCount).map { 0.25 * Float(sin(2 * .pi * 480 * Double($0) / 48_000)) }
    func difference(_ bus: MixBus, hearing: [Float]?, along: [Float]?) -> Float {
      let event = MixEvent(.effect(effect(.highpass, 480), nil, slot: 2, of: .bus(bus)), atFrame: 0)
      let (plain, shaped) = (
        played(striking: [], hearing: hearing, along: along),
        played(striking: [], events: [event], hearing: hearing, along: along)
      )
      return decibels(shaped[24_000...]) - decibels(plain[24_000...])
    }
    #expect(abs(difference(.microphone, hearing: tone, along: nil) + 3.0103) < 0.05)
    #expect(abs(difference(.backing, hearing: nil, along: tone) + 3.0103) < 0.05)
    #expect(abs(difference(.master, hearing: tone, along: nil) + 3.0103) < 0.05)
    #expect(difference(.drums, hearing: tone, along: tone) == 0)
  }

  @Test("a send comes back as a room, and rings on after the drum")
  func room() {
    let dry = played(events: [], frameCount: 24_000)
    let wet = played(strips: [change("kick") { $0[.send] = 1 }], frameCount: 24_000)
    #expect(dry.prefix(1000) == wet.prefix(1000), "the nearest wall is 30 ms away")
    #expect(dry != wet)
    let muted = played(
      strips: [change("kick") { $0[.send] = 1 }],
      events: [
        MixEvent(
          .strip(
            strip {
              $0.send = 1; $0.isMuted = true
            }, pad: 0, drums: 1), atFrame: 9600)
      ],
      frameCount: 24_000)
    #expect(
      decibels(muted[12_000..<14_000]) > -60 && decibels(muted[12_000..<14_000]) < decibels(dry))
    #expect(decibels(muted[20_000..<22_000]) < decibels(muted[12_000..<14_000]) - 10)
  }

  @Test("changes of drums still on their way wait for them; those of removed drums are dropped")
  func order() {
    let early = MixEvent(.strip(strip { $0.gain = 0 }, pad: 0, drums: 2), atFrame: 0)
    let behind = MixEvent(.bus(.master, BusStrip(gain: 0)), atFrame: 0)
    #expect(played(events: [early, behind]) == played())
    let late = MixEvent(.strip(strip { $0.gain = 0 }, pad: 0, drums: 0), atFrame: 0)
    #expect(played(events: [late]) == played())
  }

  @Test("drums are known by role, by name in any case, by note, and by a part of these")
  func names() {
    let sound = SampleMemory(blockCount: 4)
    guard let stored = sound.store(TestKit.steady(0.5, frameCount: 8)) else { return }
    let layer = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: [Variation(sound: stored, gain: 1)])
    let pads: [(PadRole, String, Int?)] = [
      (.snare, "Big Snare", 38), (.hihatClosed, "Hat", 42), (.hihatOpen, "Hat (open)", nil),
      (.other, "Gong", 38),
    ]
    let kit = Kit(
      name: "named", sampleRateHz: 48_000,
      pads: pads.map { Pad(role: $0, name: $1, note: $2, layers: [layer]) }, memory: sound)
    for (name, indices) in [
      ("snare", [0]), ("BIG SNARE", [0]), ("38", [0, 3]), ("hihat", [1, 2]), ("hat", [1]),
      ("closed", [1]), ("gong", [3]), ("other", []), ("", []),
    ] {
      #expect(kit.pads(named: name) == indices, "\(name)")
    }
  }

  @Test("a thousand changes give the same strips as one after the other, and no heap of changes")
  func manyChanges() {
    var generator = SeededGenerator(seed: 1)
    let kit = kit()
    let names = ["kick", "Kick", "k", "snare", "s", "n"]
    var (desk, expected) = (MixSettings(), [Strip(), Strip()])
    for _ in 0..<1000 {
      var change = StripChange(drum: names[Int(generator.next() % 6)])
      let value = Float(generator.next() % 100) / 50
      switch generator.next() % 6 {
      case 0: change[.gain] = value
      case 1: (change[.pan], change[.send]) = (value > 1.8 ? nil : value - 1, value)
      case 2: change[.send] = value
      case 3: change[.mute] = (value > 1) ? 1 : 0
      case 4: change[.solo] = (value > 1) ? 1 : 0
      default: break
      }
      desk.apply(change)
      for pad in kit.pads(named: change.drum) { expected[pad] = change.applied(to: expected[pad]) }
      #expect(desk.strips(of: kit) == expected)
    }
    #expect(desk.changes.count <= 5 * 6)
  }

  @Test("settings by name hold for later kits, in the order of the changes")
  func desk() {
    var desk = MixSettings([change("kick") { $0[.gain] = 0.5 }, change("snare") { $0[.solo] = 1 }])
    desk.apply(change("kick") { $0[.pan] = 1 })
    desk.apply(change("gong") { $0[.pan] = 1 })
    let strips = desk.strips(of: kit())
    #expect(strips[0].gain == 0.5 && strips[0].pan == 1 && strips[1].isSoloed)
    desk.endSolo()
    #expect(!desk.strips(of: kit())[1].isSoloed)
  }
}
