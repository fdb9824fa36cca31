// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The four bands of hit detection: boom, thump, body and click.
///
/// Hum or rumble in one band hides no hit in another. A band that begins above 45 % of the sample
/// rate stays silent.
struct HitBands: BitwiseCopyable, Sendable {
  /// Lower edges, in Hz.
  static let lowerHz = SIMD4<Float>(40, 160, 350, 3100)
  /// The band that shows where a hit begins: no rumble, and open towards the top.
  static var body: Int { @_noLocks get { 2 } }
  /// Upper edges, in Hz; 0 if the band is open.
  static let upperHz = SIMD4<Float>(160, 350, 0, 0)
  /// Widths that count as evidence, in Hz: two independent looks a second for each Hz. Measured,
  /// not computed: the slopes of the filters are flat, and a hit fills its band.
  static let evidenceWidthHz = SIMD4<Float>(800, 900, 4000, 4000)
  /// Time over which the power of a band is averaged, in seconds.
  static let averagingSeconds = SIMD4<Float>(0.0047, 0.0014, 0.0005, 0.0005)

  private var highPass: BiquadQuad
  private var lowPass: BiquadQuad

  init(sampleRateHz: Float) {
    var high = InlineArray<4, BiquadCoefficients>(repeating: .silence)
    var low = InlineArray<4, BiquadCoefficients>(repeating: .identity)
    for lane in 0..<4 where Self.lowerHz[lane] < 0.45 * sampleRateHz {
      high[lane] = .highPass(cutoffHz: Self.lowerHz[lane], sampleRateHz: sampleRateHz)
      let upperHz = Self.upperHz[lane]
      if upperHz > 0 && upperHz < 0.45 * sampleRateHz {
        low[lane] = .lowPass(cutoffHz: upperHz, sampleRateHz: sampleRateHz)
      }
    }
    highPass = BiquadQuad(high)
    lowPass = BiquadQuad(low)
  }

  /// The power of the next sample in each band.
  @_noLocks @inline(__always) mutating func power(_ sample: Float) -> SIMD4<Float> {
    let bands = lowPass.process(highPass.process(SIMD4(repeating: sample)))
    return bands * bands + 1e-20
  }
}
