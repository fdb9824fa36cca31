// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the second half of each beat begins.
public struct LoopSwing: Codable, Sendable, Equatable {
  /// Both halves are as long.
  public static let straight = LoopSwing(0.5)
  /// From straight to dotted.
  public static let range = 0.5...0.75

  /// In beats: 0.5 for straight ones, 0.67 for triplets.
  public let place: Double

  /// The second half begins at `place`, more than 0 and less than 1.
  public init(_ place: Double) { self.place = place }

  /// A straight place, in beats, as it is swung.
  func bent(_ beat: Double) -> Double { Self.moved(beat, from: 0.5, to: place) }

  /// A swung place, in beats, as it were straight: the inverse of ``bent(_:)``.
  func straight(_ beat: Double) -> Double { Self.moved(beat, from: place, to: 0.5) }

  private static func moved(_ beat: Double, from: Double, to: Double) -> Double {
    guard from != to else { return beat }
    let whole = beat.rounded(.down)
    let share = beat - whole
    return whole
      + (share < from ? share / from * to : to + (share - from) / (1 - from) * (1 - to))
  }
}
