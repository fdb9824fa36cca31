// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How a sound in sample memory is made of files: the microphones of one hit, mixed to stereo.
struct SoundRecipe: Sendable, Hashable {
  /// One microphone.
  struct Part: Sendable, Hashable {
    /// Trimmed: it begins just before the hit.
    var slice: KitRegion.Slice
    /// Frames of the file over which it is faded in.
    var fadeFrames = 0
    /// Silence before it.
    var delaySeconds: Float = 0
    /// Linear.
    var gain: Float = 1
    /// -1 left ... 1 right, beside the pan of the pad.
    var pan: Float = 0
    /// How far the sides are apart: 1 as recorded, 0 for mono, -1 exchanged.
    var width: Float = 1
    var pitchSemitones: Float = 0
    var treatment = SoundTreatment()

    /// A frame of the file as it is mixed, but for the pan of the pad.
    func mixed(_ frame: SIMD2<Float>) -> SIMD2<Float> {
      gains * (width == 1 ? frame : 0.5 * (frame.sum() + width * (frame - frame.exchanged)))
    }

    /// Unity in the centre, as the pad's own pan adds the -3 dB of the law once more.
    private var gains: SIMD2<Float> {
      gain * (pan == 0 ? SIMD2(1, 1) : Float(2).squareRoot() * PanLaw.gains(pan: pan))
    }
  }

  /// None for an explicit silence.
  var parts: [Part] = []

  /// Indices of the parts that are treated alike: treated as one mix, they cost once what they would cost each.
  var mixes: [(treatment: SoundTreatment, parts: [Int])] {
    var mixes: [(treatment: SoundTreatment, parts: [Int])] = []
    for (index, part) in parts.enumerated() {
      if let mix = mixes.firstIndex(where: { $0.treatment == part.treatment }) {
        mixes[mix].parts.append(index)
      } else {
        mixes.append((part.treatment, [index]))
      }
    }
    return mixes
  }
}

extension SIMD2<Float> {
  /// Left as right.
  fileprivate var exchanged: SIMD2<Float> { SIMD2(y, x) }
}
