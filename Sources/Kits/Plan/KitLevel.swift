// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument

/// How loud a kit is played compared with others.
public enum KitGain: String, Codable, Sendable, CaseIterable {
  /// As loud as every other kit. Each layer is also as loud as its neighbours over 200 ms.
  case matched = "matched-in-200-ms"
  /// As loud as every other kit: this is how earlier sessions were played.
  case matchedAtOnce = "matched"
  /// As its makers left it.
  case asIs = "as-is"
}

/// Brings kits to the same loudness, so that changing kits is not a jump.
///
/// The loudness of a kit is that of its kick and its snare at MIDI velocity 100: the mean of their
/// powers, K-weighted over the first 50 ms (ITU-R BS.1770-5 for the weighting). One gain moves the
/// whole kit. The balance of its pads and its velocity curves stay.
enum KitLevel {
  /// The loudness of every kit, in decibels relative to full scale: that of the bundled kit.
  static let targetDecibels: Float = -21.26
  /// A kit this near to the target stays unchanged, in decibels.
  static let unheardDecibels: Float = 0.1
  /// The largest gain, in decibels.
  static let mostDecibels: Float = 40
  /// The MIDI velocity at which kits are equally loud.
  static let velocity = 100

  /// The gain that matches a kit with these pads, in decibels; 0 if nothing is audible.
  static func matchingDecibels(_ pads: [PadPlan]) -> Float {
    let own = loudnessDecibels(pads)
    guard own.isFinite else { return 0 }
    let wanted = targetDecibels - own
    return abs(wanted) < unheardDecibels ? 0 : min(mostDecibels, max(-mostDecibels, wanted))
  }

  /// The loudness of the main pads of a kit, in decibels relative to full scale: kick and snare,
  /// otherwise all pads.
  static func loudnessDecibels(_ pads: [PadPlan]) -> Float {
    func heard(_ pads: [PadPlan]) -> [Float] {
      pads.map { $0.loudnessDecibels[velocity] }.filter(\.isFinite)
    }
    let main = [PadRole.kick, .snare].compactMap { role in pads.first { $0.role == role } }
    let levels = heard(main).isEmpty ? heard(pads) : heard(main)
    guard !levels.isEmpty else { return -.infinity }
    let power = levels.map { pow(10, $0 / 10) }.reduce(0, +) / Float(levels.count)
    return 10 * log10(power)
  }
}
