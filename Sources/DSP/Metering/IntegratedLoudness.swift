// SPDX-License-Identifier: GPL-3.0-or-later

/// The loudness of a whole programme: the mean of 400 ms blocks, every 100 ms, that are neither
/// silent nor much quieter than the rest.
///
/// Source: Recommendation ITU-R BS.1770-4, annex 1: absolute gate at -70 LUFS, relative gate 10 LU
/// below the mean of the blocks that pass it. Keeps 8 bytes for every 100 ms.
///
/// It has no `reset()`: use a new one for a new stream.
public struct IntegratedLoudness: Sendable {
  private static let absoluteGate: Float = -70
  private static let relativeGate: Float = 10
  private static let blockSteps = 4
  /// Nothing shorter has a loudness.
  public static let blockSeconds: Float = 0.4

  private var meter: LoudnessMeter
  private var powers: [Double] = []
  private var steps = 0

  /// A meter at rest.
  public init(sampleRateHz: Float) { meter = LoudnessMeter(sampleRateHz: sampleRateHz) }

  /// Adds the next frame, whose samples must be numbers.
  public mutating func process(_ frame: SIMD2<Float>) {
    guard meter.process(frame) else { return }
    steps += 1
    if steps >= Self.blockSteps { powers.append(meter.power) }
  }

  /// The loudest 400 ms so far, in LUFS; -infinity for silence.
  public var loudestMomentary: Float { KWeighting.loudness(power: powers.max() ?? 0) }

  /// The loudness in LUFS; -infinity if no block passes the gates.
  public var loudness: Float {
    let heard = powers.filter { KWeighting.loudness(power: $0) > Self.absoluteGate }
    let gate = KWeighting.loudness(power: Self.mean(heard)) - Self.relativeGate
    return KWeighting.loudness(
      power: Self.mean(heard.filter { KWeighting.loudness(power: $0) > gate }))
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }
}
