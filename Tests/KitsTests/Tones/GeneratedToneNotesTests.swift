// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@testable import Instrument
@testable import Kits

/// Notes of SFZ instruments that are oscillators.
@Suite struct GeneratedToneNotesTests {
  private let kit = KitFolder()
  private static let rate = 48_000.0

  private func tones(_ text: String) throws -> SFZTones {
    kit.write(text)
    return try SFZTones(
      path: kit.path, inside: kit.folder.path, sampleRateHz: Int(Self.rate), mostSamples: 1 << 20)
  }

  /// The left side of a note that ends after some frames.
  private func played(
    _ tones: [Tone], frameCount: Int, heldFor held: Int = .max
  ) -> [Float] {
    let weights = ToneWeights()
    var sum = [SIMD2<Float>](repeating: .zero, count: frameCount)
    var workspace = [SIMD2<Float>](repeating: .zero, count: 64)
    var side = [Float](repeating: 0, count: 64)
    for tone in tones {
      var voice = ToneVoice(sampleRateHz: Float(Self.rate))
      voice.begin(tone.settings, play: 1, object: 0, objectGain: 1)
      for frame in stride(from: 0, to: frameCount, by: 64) {
        if frame <= held, held < frame + 64 { voice.release() }
        sum.withUnsafeMutableBytes { sum in
          workspace.withUnsafeMutableBufferPointer { workspace in
            side.withUnsafeMutableBufferPointer { side in
              guard let bytes = sum.baseAddress, let room = workspace.baseAddress,
                let one = side.baseAddress
              else { return }
              voice.add(min(64, frameCount - frame), to: bytes + 8 * frame, room, one, weights)
            }
          }
        }
      }
    }
    return sum.map(\.x)
  }

  /// The key of a frequency.
  private func key(_ hertz: Double) -> Double { 69 + 12 * log2(hertz / 440) }

  @Test(
    "notes have the pitch of their key within a tenth of a cent",
    arguments: ["*sine", "*triangle", "*saw", "*square"], [28, 45, 60.37, 69, 81, 100] as [Double])
  func pitch(wave: String, key: Double) throws {
    let tones = try tones("<region> sample=\(wave)").tones(key: key, velocity: 100)
    let samples = Array(played(tones, frameCount: 24_000).suffix(19_200))
    let hertz = 440 * exp2((key - 69) / 12)
    let cents = TonePitch.cents(samples, from: hertz)
    #expect(abs(cents) < 0.1, "\(cents) cents")
  }

  @Test(
    "beside the harmonics of a wave nothing is above -90 dB",
    arguments: ["*sine", "*triangle", "*saw", "*square"], [56, 300, 1363, 5000, 6821])
  func aliasing(wave: String, line: Int) throws {
    let count = 65_536
    let hertz = Double(line) * Self.rate / Double(count)
    let tones = try tones("<region> sample=\(wave)").tones(key: key(hertz), velocity: 127)
    let samples = played(tones, frameCount: count + 4800).suffix(count)
    let transform = RealTransform(size: count)
    for (place, sample) in samples.enumerated() {
      // Nuttall's window of four terms, whose side lobes lie below -98 dB; its square has lower ones.
      let turn = 2 * Double.pi * (Double(place) + 0.5) / Double(count)
      var window = 0.363_581_9 - 0.489_177_5 * cos(turn)
      window += 0.136_599_5 * cos(2 * turn) - 0.010_641_1 * cos(3 * turn)
      transform.signal[place] = Float(Double(sample) * window * window)
    }
    var spectrum = [SIMD8<Float>](repeating: .zero, count: 2 * transform.vectorCount)
    spectrum.withUnsafeMutableBufferPointer { lines in
      if let first = lines.baseAddress { transform.forward(into: first) }
    }
    let powers = (0...count / 2).map { bin in
      let real = Double(spectrum[bin / 8][bin % 8])
      let imaginary = Double(spectrum[transform.vectorCount + bin / 8][bin % 8])
      return real * real + imaginary * imaginary
    }
    let rest =
      powers.indices.filter { bin in
        let beside = bin % line
        return min(beside, line - beside) > 8
      }.map { powers[$0] }.max() ?? 1
    let decibels = 10 * log10(rest / powers[line])
    #expect(decibels < -90, "\(decibels) dB")
  }

  @Test("a note falls to its sustain, stays there without a click, and is released")
  func envelope() throws {
    let tones = try tones(
      """
      <region> sample=*sine ampeg_attack=0.01 ampeg_decay=0.5 ampeg_sustain=50 ampeg_release=0.39
      """
    ).tones(key: 69, velocity: 127)
    let samples = played(tones, frameCount: 144_000, heldFor: 96_000)
    let amplitude = 0.4 * Float(0.5).squareRoot()
    let top = 20 * log10(Double(amplitude))
    /// Over ten periods.
    func level(_ seconds: Double) -> Double {
      let middle = Int(Self.rate * seconds)
      return StruckTone.decibels(samples[middle - 545..<middle + 546]) + 3.0103 - top
    }
    #expect(abs(level(1) + 6.02) < 0.05, "\(level(1)) dB")
    #expect(abs(level(1.9) + 6.02) < 0.05, "\(level(1.9)) dB")
    #expect(abs(level(2.1) - level(2.3) - 40) < 0.3)
    #expect(samples.suffix(4800).allSatisfy { $0 == 0 })
    // The largest step is that of the tone itself.
    let steady = Float.pi * 880 / 48_000 * amplitude
    #expect(largestStep(samples) < 1.01 * steady)
  }

  @Test(
    "what sounds to its end decays as if its note lasted, and ends",
    arguments: ["loop_mode=one_shot", "loop_mode=one_shot pitcheg_depth=1200 pitcheg_decay=1"])
  func unheardEnd(opcodes: String) throws {
    let tones = try tones("<region> sample=*sine \(opcodes) ampeg_sustain=0 ampeg_decay=2")
      .tones(key: 69, velocity: 127)
    let samples = played(tones, frameCount: 144_000, heldFor: 24_000)
    #expect(samples == played(tones, frameCount: 144_000))
    func level(_ frame: Int) -> Double {
      StruckTone.decibels(samples[frame - 1091..<frame + 1091])
    }
    // 78 dB in its two seconds, before the note ends at half a second and after.
    #expect(abs(level(19_200) - level(43_200) - 19.5) < 0.5)
    #expect(abs(level(48_000) - level(72_000) - 19.5) < 0.5)
    #expect(samples[120_000...].allSatisfy { $0 == 0 })
  }

  @Test("a recorded sound that sounds to its end decays as if its note lasted")
  func unheardEndOfRecording() throws {
    try kit.sound("a.wav", frameCount: 24_000)
    let tones = try tones(
      "<region> sample=a.wav loop_mode=one_shot ampeg_sustain=0 ampeg_decay=0.2"
    ).tones(key: 60, velocity: 127)
    let samples = played(tones, frameCount: 24_000, heldFor: 2400)
    #expect(samples == played(tones, frameCount: 24_000))
    #expect(samples[2400..<4800].contains { $0 != 0 })
    #expect(samples[12_000...].allSatisfy { $0 == 0 })
  }

  @Test("the filter opens and closes with the note, and the pitch moves")
  func sweeps() throws {
    let file = try tones(
      """
      <region> sample=*saw fil_type=lpf_2p cutoff=200 fileg_depth=4800 fileg_decay=2 fileg_sustain=0
      """)
    let samples = played(try file.tones(key: 45, velocity: 127), frameCount: 72_000)
    func brightness(_ range: Range<Int>) -> Double {
      let part = Array(samples[range])
      let steps = zip(part, part.dropFirst()).map { $1 - $0 }
      return StruckTone.decibels(steps) - StruckTone.decibels(part)
    }
    #expect(brightness(480..<4800) > brightness(48_000..<62_400) + 10)
    let bent = try tones("<region> sample=*sine pitcheg_depth=1200 pitcheg_sustain=50")
      .tones(key: 57, velocity: 127)
    let end = Array(played(bent, frameCount: 48_000).suffix(24_000))
    let cents = TonePitch.cents(end, from: 311.126984)
    #expect(abs(cents) < 0.5, "\(cents) cents")
  }

  @Test("noise goes on without a pitch, and waves are made once a pitch")
  func noise() throws {
    let file = try tones("<region> sample=*noise")
    let (low, high) = (
      try file.tones(key: 30, velocity: 127), try file.tones(key: 90, velocity: 127)
    )
    #expect(low[0].ratio == 1 && high[0].ratio == 1 && low[0].wave === high[0].wave)
    let samples = played(low, frameCount: 200_000)
    let levels = [samples.suffix(48_000), samples.prefix(48_000)].map { StruckTone.decibels($0) }
    #expect(abs(levels[0] - levels[1]) < 0.2)
    let saws = try tones("<region> sample=*saw")
    let one = try saws.tones(key: 40, velocity: 127)
    #expect(try one[0].wave === saws.tones(key: 40, velocity: 50)[0].wave)
  }

  @Test(
    "however many pitches notes have, few waves are made, and each note has its own pitch",
    arguments: ["*sine", "*triangle", "*saw", "*square"])
  func pitches(wave: String) throws {
    let file = try tones("<region> sample=\(wave)")
    for turn in 0..<2000 {
      let key = 50 + 0.012 * Double(turn)
      let note = try file.tones(key: key, velocity: 100)
      let wanted = 440 * exp2((key - 69) / 12)
      let period = try #require(note[0].wave.loop).range.count
      let hertz = note[0].ratio * Self.rate / Double(period)
      #expect(abs(1200 * log2(hertz / wanted)) < 0.1)
      if turn % 100 == 7 {
        let samples = Array(played(note, frameCount: 24_000).suffix(19_200))
        #expect(abs(TonePitch.cents(samples, from: wanted)) < 0.1)
      }
    }
    // A semitone each, at most 11 000 samples.
    #expect(file.sampleCount < 26 * 11_700)
  }

  @Test("Flam's own instruments play all keys, at their pitch", arguments: ["bass", "lead"])
  func bundled(name: String) throws {
    let locator = KitLocator(environment: [:], executablePath: #filePath)
    let path = try #require(locator.instrument(name))
    let file = try SFZTones(
      path: path, inside: nil, sampleRateHz: 48_000, mostSamples: 1 << 24)
    for key in stride(from: 28.0, through: 88, by: 12) {
      let heard = Array(
        played(try file.tones(key: key, velocity: 100), frameCount: 48_000).suffix(38_400))
      #expect(StruckTone.decibels(heard) > -45, "\(key)")
      // Two saws of the lead lie six cents beside the key.
      let lowest = 440 * exp2((key - 69) / 12)
      #expect(abs(TonePitch.cents(heard, from: lowest)) < 12, "\(key)")
    }
  }
}
