// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Realtime
import Simulation
import Testing

@testable import Instrument

/// Two drums that play tones, and a tone of the microphone's loop, through voices and mixer.
struct MixedDrums {
  static let rateHz = 48_000
  static let frameCount = 24_000
  /// Of the kick, the snare and the looped sound: they have whole periods within half a second.
  static let (kickHz, snareHz, soundHz) = (480.0, 1500.0, 3000.0)

  /// A note on a pad by its role.
  struct Note {
    var pad: PadRole
    var frame = 0
    var source = HitSource.microphone
  }

  /// What is struck.
  var notes: [Note] = []
  /// The looper lays its sound at this frame; nil for not at all.
  var soundFrame: Int?
  /// What slots hold from the beginning.
  var effects: [SlotChange] = []
  var strips: [StripChange] = []
  /// Changes of the mixer while it plays, except those of effects.
  var events: [MixEvent] = []
  var blockFrames = 64
  /// How many parts there are, if they are wanted: the sounds of no profile.
  var stems: StemBuffers?

  static func tone(_ hertz: Double) -> [Float] {
    (0..<frameCount).map { 0.1 * Float(sin(2 * .pi * hertz * Double($0) / Double(rateHz))) }
  }

  static let kit: Kit = {
    func drum(_ hertz: Double, _ role: PadRole) -> TestKit.Drum {
      var drum = TestKit.Drum(tone(hertz).map { SIMD2(repeating: $0) })
      (drum.role, drum.pan) = (role, 0)
      return drum
    }
    return TestKit.kit([drum(kickHz, .kick), drum(snareHz, .snare)], blockCount: 512)
  }()

  /// Interleaved stereo from before the limiter.
  func played() -> [Float] {
    let mixing = MixSettings(strips, effects: effects)
    var settings = InstrumentSettings()
    settings.effects = effects
    let exchange = MixExchange()
    for event in events { #expect(exchange.send(made(event.change), atFrame: event.frame)) }
    let objects = ObjectExchange(objectCount: 1, sampleRateHz: Self.rateHz)
    let sound = ObjectSound(Self.tone(Self.soundHz), channelCount: 1, octaves: 0)
    if let soundFrame {
      let lay = ObjectEvent.Change.lay(sound.view, play: 1, beginFrame: soundFrame)
      #expect(objects.send(ObjectEvent(lay, atFrame: soundFrame)))
    }
    var bank = VoiceBank(
      drums: DrumSet.make(
        kit: Self.kit, playing: PlayingStyle(humanising: .none), seed: 1,
        strips: mixing.strips(of: Self.kit), racks: mixing.rackNumbers(of: Self.kit), number: 1))
    var mixer = Mixer(
      settings: settings, sampleRateHz: Float(Self.rateHz), playerObjects: objects.audioSide,
      exchange: exchange.audioSide)
    var queue = MixEventQueue(exchange.audioSide.events)
    for (place, note) in notes.enumerated() {
      let id =
        note.source == .microphone
        ? HitIdentity(heard: place + 1) : HitIdentity(place + 1, from: note.source)
      bank.start(
        NoteOn(hit: id.voiceNumber, pad: Self.kit.pad(role: note.pad), velocity: 1),
        atFrame: note.frame)
    }
    var output = [Float](repeating: 0, count: 2 * Self.frameCount)
    output.withUnsafeMutableBufferPointer { unlimited in
      guard let base = unlimited.baseAddress else { return }
      play(&bank, &mixer, &queue, into: base)
    }
    withExtendedLifetime((exchange, objects, sound)) {}
    return output
  }

  private func play(
    _ bank: inout VoiceBank, _ mixer: inout Mixer, _ queue: inout MixEventQueue,
    into unlimited: UnsafeMutablePointer<Float>
  ) {
    var limited = [Float](repeating: 0, count: 2 * Self.frameCount)
    var span = limited.mutableSpan
    var first = 0
    while first < Self.frameCount {
      let end = min(Self.frameCount, (first / blockFrames + 1) * blockFrames)
      let count = min(end - first, queue.carryOut(atFrame: first, on: &bank, &mixer))
      var piece = span._mutatingExtracting(2 * first..<2 * (first + count))
      let parts = stems?.from(frame: first)
      bank.render(
        into: &piece, sends: mixer.sends, stems: parts, notes: nil, paths: mixer.voicePaths)
      mixer.process(
        &piece, firstFrame: first, timeline: Timeline(), unlimited: unlimited + 2 * first,
        stems: parts)
      first += count
    }
  }

  /// A change with the effect that it brings.
  private func made(_ change: MixEvent.Change) -> MixEvent.Change {
    guard case .effect(let content?, _, let slot, let point) = change else { return change }
    let unit = EffectUnit(EffectSetting(content), sampleRateHz: Float(Self.rateHz))
    return .effect(content, unit, slot: slot, of: point)
  }

  /// Changes of a slot at a frame, at all points of its rack.
  static func change(
    _ setting: EffectSetting?, slot: Int = 1, at points: [RackPoint], atFrame frame: Int
  ) -> [MixEvent] {
    points.map {
      MixEvent(.effect(setting.map(SlotContent.init), nil, slot: slot, of: $0), atFrame: frame)
    }
  }

  /// How loud a frequency is on the left, in decibels, once it stands.
  static func level(_ samples: [Float], _ hertz: Double) -> Double {
    let frames = frameCount / 2..<frameCount
    var (real, imaginary) = (0.0, 0.0)
    for frame in frames {
      let phase = 2 * Double.pi * hertz * Double(frame) / Double(rateHz)
      real += Double(samples[2 * frame]) * cos(phase)
      imaginary += Double(samples[2 * frame]) * sin(phase)
    }
    let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(frames.count)
    return 20 * log10(max(amplitude, 1e-9))
  }

  /// An effect at a frequency.
  static func filter(_ effect: Effect, _ hertz: Double) -> EffectSetting {
    var setting = EffectSetting(effect)
    setting["cutoff"] = Float(hertz)
    return setting
  }
}

extension EffectSetting {
  /// The effect that the audio thread knows of.
  init(_ content: SlotContent) {
    self.init(content.effect)
    for (place, parameter) in content.effect.parameters.enumerated() {
      self[parameter.name] = content.numbers[place]
    }
  }
}
