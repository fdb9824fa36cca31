// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What strokes on a hi-hat end: what rings more open than they leave it. Two plates that meet damp
/// what rang between them. Two plates that part, or are struck again in the same position, damp
/// nothing.
enum HihatChoke {
  /// How long a hi-hat rings on after it is closed, in seconds.
  static let closingSeconds: Float = 0.03
  /// How long an open one rings on after it is half closed: the plates touch, and do not hold each
  /// other.
  static let halvingSeconds: Float = 0.12

  /// How far the plates of each hi-hat are apart, without a unit; nil for other drums.
  static func openness(_ role: PadRole) -> Int? {
    switch role {
    case .hihatClosed, .hihatPedal: 0
    case .hihatHalf: 1
    case .hihatOpen: 2
    default: nil
    }
  }

  /// `chokes` with the hi-hats in order.
  ///
  /// If the kit says nothing about a pair of them, each ends the more open ones. If it makes the
  /// two end each other, as kits do that put a whole hi-hat into one group, the more open one no
  /// longer ends the other. If it names one direction only, that is meant, and stays.
  static func ordered(
    _ chokes: [KitDescription.Choke], roles: [PadRole]
  ) -> [KitDescription.Choke] {
    let degrees = roles.map(openness)
    guard chokes.contains(where: { $0.by != $0.ends && isWithin($0, degrees) }) else {
      return chokes + usual(degrees)
    }
    let pairs = Set(chokes.map { [$0.by, $0.ends] })
    return chokes.filter { choke in
      guard let by = degrees[choke.by], let ends = degrees[choke.ends] else { return true }
      return by <= ends || !pairs.contains([choke.ends, choke.by])
    }
  }

  private static func isWithin(_ choke: KitDescription.Choke, _ degrees: [Int?]) -> Bool {
    degrees[choke.by] != nil && degrees[choke.ends] != nil
  }

  private static func usual(_ degrees: [Int?]) -> [KitDescription.Choke] {
    degrees.indices.flatMap { by in
      degrees.indices.compactMap { ends in
        guard let own = degrees[by], let other = degrees[ends], other > own else { return nil }
        return KitDescription.Choke(
          by: by, ends: ends, seconds: own == 0 ? closingSeconds : halvingSeconds)
      }
    }
  }
}
