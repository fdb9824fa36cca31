// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct TapeDelayTests {
  @Test(
    "echoes come at their frame, each softer by the feedback",
    arguments: [44_100, 48_000] as [Float])
  func echoes(rateHz: Float) {
    let delay = Int(0.1 * rateHz)
    let output = EffectRig.left(
      EffectRig.play(
        TapeDelay.init, [0.1, 0.5, 0.6, 0], EffectRig.click(count: 20_000), rateHz: rateHz))
    var expected = [Float](repeating: 0, count: 20_000)
    expected[0] = 0.4
    var gain: Float = 0.6
    for frame in stride(from: delay, to: 20_000, by: delay) {
      expected[frame] = gain
      gain *= 0.5
    }
    #expect(zip(output, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test("an echo lies between frames where its time does", arguments: [480.25, 480.5, 1000.875])
  func fractions(delayFrames: Double) {
    let input = EffectRig.sine(hertz: 5000, count: 4000)
    let output = EffectRig.left(
      EffectRig.play(TapeDelay.init, [Float(delayFrames / 48_000), 0, 1, 0], input))
    for frame in 2000..<4000 {
      let expected = sin(2 * .pi * 5000 * (Double(frame) - delayFrames) / 48_000)
      #expect(abs(Double(output[frame]) - expected) < 1e-3)
    }
  }

  @Test("a time of 0 is the shortest, not the longest", arguments: [8000, 48_000] as [Float])
  func shortest(rateHz: Float) {
    let output = EffectRig.left(
      EffectRig.play(TapeDelay.init, [0, 0, 1, 0], EffectRig.click(count: 1000), rateHz: rateHz))
    let echo = max(11, Int(0.001 * rateHz))
    #expect(abs(output[echo] - 1) < 1e-5)
    #expect(output.indices.allSatisfy { $0 == echo || abs(output[$0]) < 1e-5 })
  }

  @Test("a note has the time of its length at the tempo, at once on a silent tape")
  func notes() {
    var unit = TapeDelay(EffectRig.values([0.3, 0, 1, 0, 0.125]), sampleRateHz: 48_000)
    unit.follow(wholeNoteSeconds: 2.5)
    var frames = EffectRig.click(count: 20_000)
    unit.process(&frames, count: 20_000)
    #expect(EffectRig.left(frames).indices.filter { abs(frames[2 * $0]) > 1e-3 } == [15_000])
  }

  @Test("a tempo that changes moves the time of a note as a tape may move, without a click")
  func tempo() {
    let input = EffectRig.sine(hertz: 440, count: 49_152)
    var unit = TapeDelay(EffectRig.values([0.3, 0, 1, 0, 0.125]), sampleRateHz: 48_000)
    var frames = input
    frames.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      unit.process(base, count: 26_000)
      unit.follow(wholeNoteSeconds: 1.6)
      unit.process(base + 52_000, count: 23_152)
    }
    let output = EffectRig.left(frames)
    let powers = EffectRig.powers(Array(output[26_000..<26_000 + 16_384]))
    #expect(10 * log10(powers[(1000 * 16_384 / 48_000)...].reduce(0, +)) < -60)
    for frame in 48_000..<49_152 {
      let expected = sin(2 * .pi * 440 * Double(frame - 9600) / 48_000)
      #expect(abs(Double(output[frame]) - expected) < 1e-3)
    }
  }

  @Test("at full spread echoes come from both sides in turn")
  func pingPong() {
    let output = EffectRig.play(
      TapeDelay.init, [0.01, 0.5, 1, 1], EffectRig.click(count: 2000))
    let (left, right) = (EffectRig.left(output), EffectRig.right(output))
    #expect(abs(left[480] - 1) < 1e-6 && abs(right[480]) < 1e-6)
    #expect(abs(left[960]) < 1e-6 && abs(right[960] - 0.5) < 1e-6)
    #expect(abs(left[1440] - 0.25) < 1e-6 && abs(right[1440]) < 1e-6)
  }

  @Test("another time is reached, and the pitch rises by an octave at most on the way")
  func glide() {
    let input = EffectRig.sine(hertz: 440, count: 49_152)
    let output = EffectRig.left(
      EffectRig.play(
        TapeDelay.init, [0.3, 0, 1, 0], input,
        changes: [EffectRig.Change(frame: 26_000, values: [0.25, 0, 1, 0])]))
    let powers = EffectRig.powers(Array(output[26_000..<26_000 + 16_384]))
    let high = powers[(1000 * 16_384 / 48_000)...].reduce(0, +)
    #expect(10 * log10(high) < -60)
    for frame in 48_000..<49_152 {
      let expected = sin(2 * .pi * 440 * Double(frame - 12_000) / 48_000)
      #expect(abs(Double(output[frame]) - expected) < 1e-3)
    }
  }
}
