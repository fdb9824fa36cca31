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

extension KitGain? {
  /// The kit is as loud as every other.
  var isMatched: Bool { self == .matched || self == .matchedAtOnce }
}

/// Brings kits to the same loudness, so that changing kits is not a jump.
///
/// The loudness of a kit is that of its drums at MIDI velocity 100, one for each role: the mean of
/// their decibels, K-weighted over the first 50 ms (ITU-R BS.1770-5 for the weighting). The mean of
/// their powers would be that of the loudest drum, and leave the others where they are. One gain
/// moves the whole kit. The balance of its pads and its velocity curves stay.
enum KitLevel {
  /// The loudness of every kit, in decibels relative to full scale: that of the bundled kit.
  static let targetDecibels: Float = -25.84
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

  /// The loudness of the drums of a kit, in decibels relative to full scale; of a kit of other
  /// sounds, all of its pads.
  static func loudnessDecibels(_ pads: [PadPlan]) -> Float {
    let candidates = pads.map(\.candidate)
    let drums = PadRole.allCases.filter { $0 != .other }
      .compactMap { $0.own(among: candidates) }.map { pads[$0] }
    let levels = (drums.isEmpty ? pads : drums).map { $0.loudnessDecibels[velocity] }
      .filter(\.isFinite)
    return levels.isEmpty ? -.infinity : levels.reduce(0, +) / Float(levels.count)
  }
}
