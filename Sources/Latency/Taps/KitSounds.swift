// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// The sounds of a kit, found again in a recording of which only the taps are known.
///
/// A matched filter for each sound: recording and sound are held against each other without what linear prediction
/// foretells of the recording; the sound and the place count that explain most of it.
struct KitSounds: ~Copyable {
  /// A sound where it was heard.
  struct Match {
    let sound: Int
    /// Where it begins.
    let frame: Int
    /// Its gain against the kit's recording.
    let gain: Float
    /// How much of what is new there it explains, up to 1.
    let likeness: Float
  }

  /// A sound begins where it first comes within 40 dB of its peak.
  static let beginningShare: Float = 0.01
  /// What of a sound is looked for, and what of it is played in all, in seconds.
  private static let attackSeconds = 0.03
  private static let playedSeconds = 0.2
  /// The tap's own attack, in seconds.
  private static let tapSeconds = 0.0015
  private static let order = 32
  private static let whiteShare = 1e-2

  /// Each sound from its beginning on, mono.
  let sounds: [[Float]]
  private let spectra: [Spectrum]
  private let transform: RealTransform
  private let attackFrames: Int
  private let tapFrames: Int
  private let longestFrames: Int

  /// The sounds of `kit`, which are looked for up to `longestSeconds` after a tap.
  init(_ kit: Kit, longestSeconds: Double) {
    func frames(_ seconds: Double) -> Int { Int((seconds * Double(kit.sampleRateHz)).rounded()) }
    let (attack, played) = (frames(Self.attackSeconds), frames(Self.playedSeconds))
    sounds = kit.pads.flatMap(\.layers).flatMap(\.variations).map { variation in
      let mono = kit.memory.frames(of: variation.sound).prefix(2 * played).map { $0.x + $0.y }
      let threshold = Self.beginningShare * mono.prefix(attack).reduce(0) { max($0, abs($1)) }
      let first = mono.firstIndex { abs($0) >= threshold && $0 != 0 } ?? 0
      return Array(mono[first...].prefix(played))
    }.filter { !$0.isEmpty }
    longestFrames = frames(longestSeconds)
    attackFrames = attack
    tapFrames = frames(Self.tapSeconds)
    let transform = RealTransform(size: RealTransform.size(holding: longestFrames + 2 * attack))
    spectra = sounds.map { transform.spectrum(of: $0.prefix(attack)) }
    self.transform = transform
  }

  /// The sound that answers the tap at `tap`; nil where the recording ends before it.
  func answer(in samples: [Float], tap: Int) -> Match? {
    let end = tap + longestFrames + attackFrames
    guard end <= samples.count else { return nil }
    let prediction = LinearPrediction(
      of: samples[tap..<end], order: Self.order, whiteShare: Self.whiteShare)
    let new = prediction.residual(of: samples, in: tap + tapFrames..<end).map(Float.init)
    let whitening = transform.spectrum(of: [1] + prediction.coefficients.map { -Float($0) })
    let heard = transform.spectrum(of: new).cross(whitening)
    var best = Match(sound: 0, frame: 0, gain: 0, likeness: 0)
    var most: Float = 0
    for (sound, spectrum) in spectra.enumerated() {
      // A spectrum's other half mirrors it.
      let energy =
        spectrum.indices.reduce(1e-20) { $0 + spectrum.power($1) * whitening.power($1) }
        * (2 / Float(transform.size))
      let products = transform.samples(of: heard.cross(spectrum))
      for lag in 0..<longestFrames - tapFrames
      where products[lag] * products[lag] > most * energy {
        most = products[lag] * products[lag] / energy
        let power = new[lag..<lag + attackFrames].reduce(1e-20) { $0 + $1 * $1 }
        best = Match(
          sound: sound, frame: tap + tapFrames + lag, gain: abs(products[lag]) / energy,
          likeness: (most / power).squareRoot())
      }
    }
    return best
  }
}
