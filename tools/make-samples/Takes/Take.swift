// SPDX-License-Identifier: GPL-3.0-or-later
import DrumSynthesis
import DSP
import Glibc

/// A recording of someone tapping, and the truth about it.
struct Take: Sendable {
  let name: String
  let taps: [TapSound: Tap]
  let groove: Groove
  let room: Room
  let background: Background
  /// Peak of the loudest stroke in the recording.
  let peakDecibels: Double
  let seed: UInt64

  /// The recording, mono, and its strokes in order of time.
  func render() -> (recording: [Double], strokes: [Stroke]) {
    var random = SeededGenerator(seed: seed)
    let strokes = groove.strokes(random: &random)
    let lastFrame = strokes.last?.frame ?? 0
    var dry = Sound(frameCount: lastFrame + Int(1.5 * sampleRateHz))
    for stroke in strokes {
      guard let tap = taps[stroke.sound] else { continue }
      dry.add(
        tap.strike(velocity: stroke.velocity, random: &random), atFrame: stroke.frame)
    }
    let wet = room.place(dry)
    let gain = pow(10, peakDecibels / 20) / wet.peak
    let noise = background.noise(frameCount: wet.frameCount, random: &random)
    return (zip(wet.left, noise).map { $0 * gain + $1 }, strokes)
  }
}

/// The sound of a room without taps: mains hum, a fan, the microphone's own hiss.
struct Background: Sendable {
  let humHz: Double
  let humDecibels: Double
  let fanDecibels: Double
  let hissDecibels: Double

  func noise(frameCount: Int, random: inout SeededGenerator) -> [Double] {
    let seconds = Double(frameCount + 1) / sampleRateHz
    let fan = normalised(
      whiteNoise(seconds: seconds, random: &random)
        .filtered(.lowPass(hz: 320, q: 0.5), .highPass(hz: 60), .lowPass(hz: 2_400)),
      toDecibels: fanDecibels)
    let hiss = normalised(
      whiteNoise(seconds: seconds, random: &random), toDecibels: hissDecibels)
    let hum = normalised(
      (0..<frameCount).map { frame in
        let turn = 2 * Double.pi * humHz * Double(frame) / sampleRateHz
        return sin(turn) + 0.5 * sin(2 * turn + 1) + 0.35 * sin(3 * turn + 2)
      }, toDecibels: humDecibels)
    return hum.indices.map { hum[$0] + fan[$0] + hiss[$0] }
  }

  private func normalised(_ signal: [Double], toDecibels decibels: Double) -> [Double] {
    let power = signal.reduce(0) { $0 + $1 * $1 } / Double(max(1, signal.count))
    let gain = pow(10, decibels / 20) / max(power, 1e-30).squareRoot()
    return signal.map { $0 * gain }
  }
}
