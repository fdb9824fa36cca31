// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument

/// How a sound in sample memory is made from files: the microphones of one hit, mixed to stereo.
struct SoundRecipe: Sendable, Hashable {
  /// One microphone.
  struct Part: Sendable, Hashable {
    /// The part of the file; it begins shortly before the hit.
    var slice: KitRegion.Slice
    /// Silence before it.
    var delaySeconds: Float = 0
    /// Linear.
    var gain: Float = 1
    /// -1 left ... 1 right, in addition to the pan of the pad.
    var pan: Float = 0
    /// The width of the image: 1 as recorded, 0 for mono, -1 exchanged.
    var width: Float = 1
    /// -1 left ... 1 right, of the image as wide as it then is.
    var position: Float = 0
    var pitchSemitones: Float = 0
    var treatment = SoundTreatment()

    /// A frame of the file in the mix, before the pan of the pad. Its image is turned, so that sides
    /// that differ are as loud at any width.
    func mixed(_ frame: SIMD2<Float>) -> SIMD2<Float> {
      guard width != 1 else { return gains * frame }
      let angle = Float.pi / 4 * (1 - width)
      return gains * (cos(angle) * frame + sin(angle) * frame.exchanged)
    }

    /// Unity in the centre, because the pad's own pan applies the -3 dB of the law again.
    private var gains: SIMD2<Float> {
      func side(_ pan: Float) -> SIMD2<Float> {
        pan == 0 ? SIMD2(1, 1) : Float(2).squareRoot() * PanLaw.gains(pan: pan)
      }
      return gain * side(pan) * side(position)
    }
  }

  /// How a sound is made to begin with its hit.
  struct Beginning: Sendable, Hashable {
    /// How much is left before the onset, in seconds.
    static let prerollSeconds = 0.00035
    /// The fade-in of a sound that was cut, in seconds.
    private static let fadeSeconds = 0.0003

    /// The pan of the pad that plays it, which decides what is heard: -1 left ... 1 right.
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
  /// Nil if it begins as its parts do.
  var beginning: Beginning?

  /// A text that identifies it.
  var key: String {
    var key = beginning.map { "\n\($0.pan) \($0.isCut)" } ?? "\n-"
    for part in parts {
      key += "\n\(part.delaySeconds) \(part.gain) \(part.pan) \(part.width) \(part.pitchSemitones) "
      if part.position != 0 { key += "\(part.position) " }
      // Few sounds are treated, and it takes a while to print how.
      if part.treatment != SoundTreatment() { key += "\(part.treatment) " }
      key += part.slice.key
    }
    return key
  }

  /// The indices of the parts with the same treatment: treated as one mix, they cost once what each
  /// would cost.
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
  /// Left and right are the same.
  fileprivate var exchanged: SIMD2<Float> { SIMD2(y, x) }
}
