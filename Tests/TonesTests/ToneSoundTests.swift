// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

/// Tones as they are heard.
struct ToneSoundTests {
  private let exchange = ObjectExchange(objectCount: 2, sampleRateHz: 48_000)
  private let period = 48

  /// Ten periods of 1 kHz.
  private var sine: [Float] { (0..<480).map { sin(2 * .pi * Float($0) / 48) } }

  private func settings(_ wave: ToneWave, ratio: Double = 1) -> ToneSettings {
    ToneSettings(wave.view, ratio: ratio, gains: SIMD2(1, 0.5))
  }

  private func send(_ change: ObjectEvent.Change, at frame: Int) {
    #expect(exchange.send(ObjectEvent(change, atFrame: frame)))
  }

  /// The left side of so many frames from the first.
  private func heard(_ count: Int, block: Int = 64) -> [Float] {
    var sound: [Float] = []
    var frame = 0
    while frame < count {
      let step = min(block, count - frame)
      var samples = [Float](repeating: 0, count: 2 * step)
      samples.withUnsafeMutableBufferPointer { buffer in
        var piece = buffer.mutableSpan
        exchange.audioSide.add(to: &piece, firstFrame: frame)
      }
      sound += stride(from: 0, to: 2 * step, by: 2).map { samples[$0] }
      frame += step
    }
    return sound
  }

  @Test(
    "a loop has the pitch of its periods, and its seam is not heard",
    arguments: [1.0, 0.37, 1.618, 7.3])
  func loop(ratio: Double) {
    let wave = ToneWave(sine, loop: ToneWave.Loop(48..<432))
    send(.note(settings(wave, ratio: ratio), play: 1, object: 0), at: 0)
    let sound = heard(24_000)
    #expect(
      abs(TonePitch.cents(Array(sound[4800...]), from: 1000 * ratio)) < 0.05)
    // What is left beside the sine that is nearest to it.
    let angles = sound.indices.map { 2 * .pi * 1000 * ratio * Double($0) / 48_000 }
    let held = 4800..<24_000
    let inPhase =
      2 * held.reduce(0) { $0 + Double(sound[$1]) * sin(angles[$1]) } / Double(held.count)
    let beside =
      2 * held.reduce(0) { $0 + Double(sound[$1]) * cos(angles[$1]) } / Double(held.count)
    let worst =
      held.map { frame in
        abs(Double(sound[frame]) - inPhase * sin(angles[frame]) - beside * cos(angles[frame]))
      }.max() ?? 1
    // Noise of the places between samples.
    #expect(worst < 0.001)
  }

  @Test(
    "a loop of one sample, and one shorter than what is read around it, is played",
    arguments: [1, 3, 11])
  func shortLoop(count: Int) {
    let wave = ToneWave([Float](repeating: 0.5, count: 40), loop: ToneWave.Loop(20..<20 + count))
    send(.note(settings(wave, ratio: 3.3), play: 1, object: 0), at: 0)
    #expect(heard(4800)[100...].allSatisfy { abs($0 - 0.5) < 1e-5 })
  }

  @Test("a loop that ends with the note plays what follows it, at once and without a click")
  func released() {
    // A tail of half the loudness, ten periods long.
    let tail = sine.map { $0 * 0.5 }
    let wave = ToneWave(sine + tail, loop: ToneWave.Loop(0..<480, endsWithNote: true))
    var note = settings(wave)
    note.volume.releaseFrames = 1 << 30
    for frame in [4801, 4999] {
      send(.note(note, play: frame, object: 0), at: 0)
      send(.release(play: frame), at: frame)
      let sound = heard(6000)
      let end = (frame + 479) / 480 * 480
      #expect(sound[end - 24..<end].contains { abs($0) > 0.99 })
      for passed in [12, 60, 400] {
        #expect(abs(abs(sound[end + passed]) - abs(tail[passed])) < 1e-4)
      }
      #expect(sound[(end + 500)...].allSatisfy { $0 == 0 })
      send(.silence, at: 0)
      _ = heard(200)
    }
  }

  @Test("a note ends its own tones, not another's of the same pitch")
  func overlap() {
    let wave = ToneWave(sine, loop: ToneWave.Loop(0..<480))
    send(.note(settings(wave), play: 1, object: 0), at: 0)
    send(.note(settings(wave), play: 2, object: 0), at: 48)
    send(.release(play: 1), at: 4800)
    let sound = heard(9600)
    #expect(sound[2400..<4800].contains { $0 > 1.99 })
    #expect((sound[5000..<9600].max() ?? 0) > 0.99 && (sound[5000..<9600].max() ?? 2) < 1.01)
  }

  @Test("a tone ends those of its exclusive class within a second, of its own object alone")
  func exclusive() {
    let wave = ToneWave(sine, loop: ToneWave.Loop(0..<480))
    var open = settings(wave)
    (open.exclusiveClass, open.volume.releaseFrames) = (1, 1 << 30)
    var closed = settings(wave)
    (closed.exclusiveClass, closed.gains) = (1, .zero)
    send(.note(open, play: 1, object: 0), at: 0)
    send(.note(open, play: 2, object: 1), at: 0)
    send(.note(closed, play: 3, object: 0), at: 4800)
    let sound = heard(60_000)
    #expect(sound[2400..<4800].contains { $0 > 1.99 })
    // 96 dB in 0.89 s: 10.8 dB after a tenth of a second.
    let left = (sound[9600..<9648].max() ?? 0) - 1
    #expect(abs(20 * log10(left) + 10.8) < 0.2)
    #expect(abs((sound[50_000...].max() ?? 0) - 1) < 0.001)
  }

  @Test(
    "without resonance a low-pass is as loud as none; a resonance lowers the rest by half of it")
  func filter() {
    let wave = ToneWave(sine, loop: ToneWave.Loop(0..<480))
    func peak(_ change: (inout ToneSettings) -> Void) -> Float {
      var note = settings(wave)
      change(&note)
      send(.note(note, play: 1, object: 0), at: 0)
      let peak = heard(9600)[4800...].max() ?? 0
      send(.silence, at: 0)
      _ = heard(200)
      return peak
    }
    #expect(abs(peak { $0.cutoffCents = 13_499 } - 1) < 0.01)
    // 1 kHz is far below 20 kHz.
    let lowered = peak { ($0.cutoffCents, $0.resonanceDecibels) = (13_400, 20) }
    #expect(abs(20 * log10(lowered) + 10) < 0.1)
  }

  @Test("a tremolo is smooth, and the same in blocks of any size", arguments: [1, 441])
  func tremolo(block: Int) {
    let wave = ToneWave([Float](repeating: 1, count: 100), loop: ToneWave.Loop(20..<80))
    var note = settings(wave)
    (note.tremolo.rate, note.tremolo.toVolumeDecibels) = (1 / 9216, 6)
    func sound(_ block: Int) -> [Float] {
      send(.note(note, play: 1, object: 0), at: 0)
      let sound = heard(9600, block: block)
      send(.silence, at: 0)
      _ = heard(200)
      return sound
    }
    let usual = sound(64)
    #expect(usual == sound(block))
    #expect(abs(20 * log10((usual.max() ?? 0)) - 6) < 0.05)
    let steps = zip(usual.dropFirst(100), usual.dropFirst(101)).map { abs($0 - $1) }
    // Four times 6 dB, five times a second.
    #expect((steps.max() ?? 1) < 0.0008)
  }
}
