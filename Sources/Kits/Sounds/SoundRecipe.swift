// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How a sound in sample memory is made of files: the microphones of one hit, mixed to stereo.
struct SoundRecipe: Sendable, Hashable {
  /// One microphone.
  struct Part: Sendable, Hashable {
    /// Begins shortly before the hit.
    var slice: KitRegion.Slice
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

  /// How a sound is made to begin with its hit.
  struct Beginning: Sendable, Hashable {
    /// What is left before the onset, in seconds.
    static let prerollSeconds = 0.0004
    /// How long a sound is faded in that was cut, in seconds.
    private static let fadeSeconds = 0.0003

    /// Of the pad that plays it, which decides what is heard: -1 left ... 1 right.
    var pan: Float
    /// Something before it has been cut off.
    var isCut: Bool

    /// Leaves out what comes before the onset.
    func trim(_ frames: inout [SIMD2<Float>], sampleRateHz: Double) {
      let gains = PanLaw.gains(pan: pan)
      var onset = HitOnset.find(in: frames.map { gains * $0 }).cutFrame
      let skipped = max(0, onset - Int(Self.prerollSeconds * sampleRateHz))
      frames.removeFirst(skipped)
      onset -= skipped
      guard isCut || skipped > 0 else { return }
      let fade = min(Int(Self.fadeSeconds * sampleRateHz), onset * 3 / 4)
      for frame in 0..<fade { frames[frame] *= (Float(frame) + 0.5) / Float(fade) }
    }
  }

  /// None for an explicit silence.
  var parts: [Part] = []
  /// Nil to begin as its parts do.
  var beginning: Beginning?

  /// What it is, in a text that no other has.
  var key: String {
    var key = beginning.map { "\n\($0.pan) \($0.isCut)" } ?? "\n-"
    for part in parts {
      key += "\n\(part.delaySeconds) \(part.gain) \(part.pan) \(part.width) \(part.pitchSemitones) "
      // Few are treated, and it takes a while to print how.
      if part.treatment != SoundTreatment() { key += "\(part.treatment) " }
      key += part.slice.key
    }
    return key
  }

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
