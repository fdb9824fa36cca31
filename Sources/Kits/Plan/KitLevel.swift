// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument

/// How loud a kit is played beside others.
public enum KitGain: String, Codable, Sendable, CaseIterable {
  /// As loud as every other kit, and each layer as loud as those beside it over 200 ms, too.
  case matched = "matched-in-200-ms"
  /// As loud as every other kit: how sessions of before were played.
  case matchedAtOnce = "matched"
  /// As its makers left it.
  case asIs = "as-is"
}

/// Brings kits to one loudness, so that a change of kit is no jump.
///
/// A kit is as loud as its kick and its snare are at MIDI velocity 100: the mean of their powers, K-weighted over the first
/// 50 ms (ITU-R BS.1770-5 for the weighting). One gain moves the whole kit. The balance of its pads and its velocity curves
/// stay.
enum KitLevel {
  /// Loudness of every kit, in decibels relative to full scale: that of the bundled kit.
  static let targetDecibels: Float = -21.26
  /// A kit this near to the target stays as it is, in decibels.
  static let unheardDecibels: Float = 0.1
  /// The largest gain, in decibels.
  static let mostDecibels: Float = 40
  /// MIDI velocity at which kits are equally loud.
  static let velocity = 100

  /// The gain that matches a kit of these pads, in decibels; 0 where nothing is heard.
  static func matchingDecibels(_ pads: [PadPlan]) -> Float {
    let own = loudnessDecibels(pads)
    guard own.isFinite else { return 0 }
    let wanted = targetDecibels - own
    return abs(wanted) < unheardDecibels ? 0 : min(mostDecibels, max(-mostDecibels, wanted))
  }

  /// Loudness of the main pads of a kit, in decibels relative to full scale: kick and snare, else all pads.
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
