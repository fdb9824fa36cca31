// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation
import TestSupport
import Testing

@testable import DSP

@Suite struct FollowingSynthTests {
  private static let sine: Float = 0
  private static let waves: [Float] = [0, 1, 2, 3]

  /// What plays along with mono that comes on both sides: its left side.
  private func played(
    _ samples: [Float], wave: Float = sine, semitones: Float = -12, cutoffHz: Float = 20_000,
    rateHz: Double = 48_000
  ) -> [Float] {
    EffectRig.left(
      EffectRig.play(
        FollowingSynth.init, [wave, semitones, cutoffHz, 0.005, 0.1, 1],
        EffectRig.stereo(samples), rateHz: Float(rateHz)))
  }

  /// A sung vowel: a saw's harmonics, through the formants of "ah".
  private func vowel(hertz: Double, rateHz: Double) -> [Float] {
    let formants = [(700.0, 130.0), (1220, 150), (2600, 200)]
    let harmonics = (1...Int(3900 / hertz)).map { number -> (Double, Double) in
      let heard = formants.reduce(0.02) { sum, formant in
        let distance = (Double(number) * hertz - formant.0) / formant.1
        return sum + 1 / (1 + distance * distance)
      }
      return (Double(number), heard / Double(number))
    }
    let power = harmonics.reduce(0) { $0 + $1.1 * $1.1 / 2 }
    return (0..<Int(0.5 * rateHz)).map { frame in
      let turns = (hertz * Double(frame) / rateHz).truncatingRemainder(dividingBy: 1)
      let sum = harmonics.reduce(0) {
        $0 + $1.1 * sin(2 * .pi * turns * $1.0 + 0.7 * $1.0 * $1.0)
      }
      return Float(0.2 * sum / power.squareRoot())
    }
  }

  /// The frequency of a tone near one: by how much its phase moves from one half of the samples to
  /// the other.
  private func frequency(_ samples: ArraySlice<Float>, near hertz: Double, rateHz: Double) -> Double
  {
    let half = samples.count / 2
    func phase(_ first: Int) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for place in 0..<half {
        let window = 1 - cos(2 * .pi * (Double(place) + 0.5) / Double(half))
        let turns = hertz * Double(first + place) / rateHz
        let angle = 2 * .pi * (turns - turns.rounded(.down))
        let sample = window * Double(samples[samples.startIndex + first + place])
        real += sample * cos(angle)
        imaginary -= sample * sin(angle)
      }
      return atan2(imaginary, real)
    }
    let turn = (phase(half) - phase(0)) / (2 * .pi)
    return hertz + (turn - turn.rounded()) * rateHz / Double(half)
  }

  private func rootMeanSquare(_ samples: some Collection<Float>) -> Float {
    (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
  }

  /// How much a signal bends: the largest second difference.
  private func bend(_ samples: ArraySlice<Float>) -> Float {
    let steps = zip(samples.dropFirst(), samples).map { $0 - $1 }
    return zip(steps.dropFirst(), steps).map { abs($0 - $1) }.max() ?? 0
  }

  @Test(
    "it plays within 5 cents of the tone, an octave lower or a fifth higher", .slow,
    arguments: [(8000, -12), (44_100, 7), (48_000, -12), (96_000, 7), (192_000, -12)]
      as [(Double, Float)])
  func pitch(rateHz: Double, semitones: Float) {
    for place in 0...6 {
      let hertz = 61 * pow(990 / 61, Double(place) / 6)
      let wanted = hertz * pow(2, Double(semitones) / 12)
      let tones = [
        HarmonicTone.sine.samples(hertz: hertz, seconds: 0.5, sampleRateHz: rateHz),
        HarmonicTone.saw.samples(hertz: hertz, seconds: 0.5, sampleRateHz: rateHz),
        vowel(hertz: hertz, rateHz: rateHz),
      ]
      for (tone, wave) in zip(tones, [0, 3, 2] as [Float]) {
        let output = played(tone, wave: wave, semitones: semitones, rateHz: rateHz)
        let heard = frequency(
          output.suffix(Int(0.3 * rateHz)), near: wanted, rateHz: rateHz)
        let cents = 1200 * log2(heard / wanted)
        #expect(abs(cents) < 5, "\(hertz) Hz, wave \(wave): \(cents) cents")
      }
    }
  }

  @Test(
    "each note of a hummed line is played on its key", .slow,
    arguments: SungLine.examples.map(\.name))
  func line(name: String) throws {
    let line = try #require(SungLine.examples.first { $0.name == name }).line
    var tracker = PitchTracker(sampleRateHz: 48_000)
    var readings: [PitchReading] = []
    for sample in played(line.samples(), wave: 3, semitones: 0, cutoffHz: 1000)
    where tracker.hear(sample) { readings.append(tracker.reading) }
    for note in line.notes {
      let seconds = note.onsetSeconds + 0.75 * (note.endSeconds - note.onsetSeconds)
      let reading = try #require(readings.first { Double($0.frame) >= 48_000 * seconds })
      let cents = 1200 * log2(Double(reading.frequencyHz) / SungLine.hertz(note.key))
      // No voice holds a pitch exactly.
      let isOnKey = reading.isTone && abs(cents) < 10 + line.vibratoCents
      #expect(isOnKey, "\(note.key): \(cents) cents")
    }
  }

  @Test("it is as loud as what it hears, within 1 dB", arguments: waves, [62, 220, 900])
  func level(wave: Float, hertz: Double) {
    let tone = HarmonicTone.sine.samples(hertz: hertz, seconds: 1)
    // Each second is softer or louder than the one before.
    let gains: [Float] = [1, 0.1, 0.01, 0.5, 3]
    let output = played(gains.flatMap { gain in tone.map { gain * $0 } }, wave: wave)
    for (second, gain) in gains.enumerated() {
      let heard = rootMeanSquare(output[(48_000 * second + 40_000)..<(48_000 * (second + 1))])
      let decibels = Units.decibels(amplitude: heard / (0.2 * gain))
      #expect(abs(decibels) < 1, "\(gain): \(decibels) dB")
    }
  }

  @Test("silence and white noise stay silent, to the bit", arguments: [8000, 48_000, 192_000])
  func noise(rateHz: Double) {
    let noise = Signal.noise(count: Int(3 * rateHz), amplitude: 0.5)
    let output = played(
      [Float](repeating: 0, count: 9600) + noise, wave: 3, rateHz: rateHz)
    let isSilent = output.allSatisfy { $0 == 0 }
    #expect(isSilent)
  }

  @Test("it is silent again a second after the tone, to the bit")
  func end() {
    let output = played(
      HarmonicTone.saw.samples(hertz: 220, seconds: 0.5) + [Float](repeating: 0, count: 96_000),
      wave: 3)
    #expect(rootMeanSquare(output[20_000..<24_000]) > 0.15)
    let isSilent = output[96_000...].allSatisfy { $0 == 0 }
    #expect(isSilent)
  }

  @Test(
    "a step of pitch, a beginning and an end make no click: no bend is larger than in a note",
    arguments: [(220.0, 330.0), (330, 220), (440, 466.2), (110, 220), (600, 300)])
  func clicks(notes: (first: Double, second: Double)) {
    let output = played(
      [Float](repeating: 0, count: 4800)
        + HarmonicTone.saw.samples(hertz: notes.first, seconds: 0.5)
        + HarmonicTone.saw.samples(hertz: notes.second, seconds: 0.5)
        + [Float](repeating: 0, count: 48_000), semitones: 0)
    let steady = max(bend(output[20_000..<28_000]), bend(output[44_000..<52_000]))
    #expect(steady > 0)
    let most = bend(output[...])
    #expect(most < 1.15 * steady, "\(most / steady)")
  }

  @Test("it hears both sides, and plays the same on both; the rest of the mix stays as it is")
  func sides() {
    let tone = HarmonicTone.saw.samples(hertz: 220, seconds: 0.5)
    let input = tone.flatMap { [2 * $0, 0] as [Float] }
    func played(mix: Float) -> [Float] {
      EffectRig.play(FollowingSynth.init, [3, -12, 800, 0.005, 0.1, mix], input)
    }
    let wet = played(mix: 1)
    let isSame = EffectRig.left(wet) == EffectRig.right(wet)
    #expect(isSame)
    let isThatOfTheMean = EffectRig.left(wet) == self.played(tone, wave: 3, cutoffHz: 800)
    #expect(isThatOfTheMean)
    let quarter = played(mix: 0.25)
    let errors = quarter.indices.map { abs(quarter[$0] - 0.75 * input[$0] - 0.25 * wet[$0]) }
    #expect((errors.max() ?? 1) < 1e-6)
    let isInput = played(mix: 0) == input
    #expect(isInput)
  }

  @Test("other values while a tone lasts give the same bits in blocks of 1 to 441 frames")
  func blocks() {
    let input = EffectRig.stereo(
      HarmonicTone.saw.samples(hertz: 220, seconds: 0.3)
        + HarmonicTone.strongSecond.samples(hertz: 293.7, seconds: 0.3))
    func played(_ blockFrames: Int) -> [UInt32] {
      EffectRig.play(
        FollowingSynth.init, [3, -12, 800, 0.005, 0.1, 1], input, blockFrames: blockFrames,
        changes: [
          EffectRig.Change(frame: 7001, values: [0, 12, 5000, 0.02, 0.2, 0.7]),
          EffectRig.Change(frame: 7301, values: [2, 3, 300, 0.001, 0.05, 1], frameCount: 3000),
        ]
      ).map(\.bitPattern)
    }
    let whole = played(64)
    for blockFrames in [1, 7, 128, 441] {
      let isSame = played(blockFrames) == whole
      #expect(isSame, "\(blockFrames)")
    }
  }
}
