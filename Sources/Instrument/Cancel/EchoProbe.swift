// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Measures how the output returns to the microphone: a sweep from the left, a sweep from the
/// right, two seconds.
///
/// The response is the input divided by the output, frequency by frequency. Source of the sweep: A.
/// Farina, "Simultaneous measurement of impulse response and distortion with a swept-sine
/// technique", AES 108, 2000. Not for the audio thread.
public struct EchoProbe: Sendable {
  private static let sweepSeconds: Float = 0.7
  private static let pauseSeconds: Float = 0.3
  private static let lowestHz: Float = 50
  /// Of the sample rate.
  private static let highestShare: Float = 0.42
  private static let fadeSeconds: Float = 0.01
  /// Frequencies with almost no power in the sweep are not used: their power below the mean, in
  /// decibels.
  private static let flooredDecibels: Float = -40
  /// Later returns are not looked for.
  private static let responseSeconds: Float = 0.25

  /// The samples to play, left and right; the input of that time goes into ``path(heard:)``.
  public let samples: [SIMD2<Float>]
  private let sweep: [Float]
  private let spacingFrames: Int
  private let responseFrames: Int

  /// A probe whose loudest sample has `peakDecibels` re full scale.
  public init(sampleRateHz: Float, peakDecibels: Float = -18) {
    let length = Units.frames(seconds: Self.sweepSeconds, sampleRateHz: sampleRateHz)
    let fade = Units.frames(seconds: Self.fadeSeconds, sampleRateHz: sampleRateHz)
    let octaves = rt_log(Self.highestShare * sampleRateHz / Self.lowestHz)
    let peak = Units.amplitude(decibels: peakDecibels)
    // The phase grows to thousands of turns: summed in double precision, one turn at a time.
    var turns = 0.0
    sweep = (0..<length).map { frame in
      let hertz = Self.lowestHz * rt_exp(octaves * Float(frame) / Float(length))
      turns += Double(hertz / sampleRateHz)
      turns -= turns.rounded(.down)
      let edge = min(1, Float(min(frame, length - frame)) / Float(fade))
      return peak * edge * rt_sin(2 * Float.pi * Float(turns))
    }
    spacingFrames =
      length + Units.frames(seconds: Self.pauseSeconds, sampleRateHz: sampleRateHz)
    responseFrames = Units.frames(seconds: Self.responseSeconds, sampleRateHz: sampleRateHz)
    let rest = [Float](repeating: 0, count: spacingFrames - length)
    samples =
      (sweep + rest).map { SIMD2($0, 0) } + (sweep + rest).map { SIMD2(0, $0) }
  }

  /// The path, from the input recorded while the samples were played: as many frames, the first
  /// with the first. Missing frames count as silence.
  public func path(heard: [Float]) -> EchoPath {
    let left = response(in: heard, fromFrame: 0)
    let right = response(in: heard, fromFrame: spacingFrames)
    return EchoPath(
      left: left.response, right: right.response, noisePower: left.noisePower + right.noisePower)
  }

  /// The response to the sweep that began at `start`, and the noise in each of its frames.
  private func response(
    in heard: [Float], fromFrame start: Int
  ) -> (response: [Float], noisePower: Float) {
    let size = RealTransform.size(holding: spacingFrames + responseFrames)
    let transform = RealTransform(size: size)
    let played = transform.spectrum(of: sweep)
    let end = min(heard.count, start + spacingFrames)
    let returned = transform.spectrum(of: heard[min(start, end)..<end])
    let mean = played.indices.reduce(0) { $0 + played.power($1) } / Float(size / 2)
    let floor = Units.power(decibels: Self.flooredDecibels) * mean
    let circle = transform.samples(of: returned.divided(by: played, floor: floor))
    // The rest of the circle cannot hold a response: it holds only noise, or another sound, if that
    // is loudest.
    let noise =
      stride(from: responseFrames, through: size - responseFrames, by: responseFrames / 2)
      .map { start in
        circle[start..<start + responseFrames].reduce(0) { $0 + $1 * $1 } / Float(responseFrames)
      }.max() ?? 0
    let response = Array(circle.prefix(responseFrames))
    // The response before the sweep's start is the loudspeaker's distortion. If it is far louder
    // than the rest, it is the sweep before, which returns too late: then this response is not
    // usable.
    let before = circle.suffix(responseFrames).reduce(0) { $0 + $1 * $1 }
    let isLate = before > 2 * response.reduce(0) { $0 + $1 * $1 }
    return (response, isLate ? max(noise, before) : noise)
  }
}
