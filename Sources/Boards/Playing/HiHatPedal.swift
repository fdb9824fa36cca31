// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A hi-hat's pedal: it chooses the sound of a stroke, and sounds when it closes.
struct HiHatPedal: Sendable {
  /// The openness below which it is closed, and from which it is open.
  private static let closedBelow: Float = 0.25
  private static let openFrom: Float = 0.75
  /// A pedal at rest varies by less.
  private static let tremble: Float = 0.04
  /// Closing within this time has full velocity; ten times as long has the lowest.
  private static let fastestNanoseconds: Int64 = 15_000_000

  private let table: BoardTable.Pedal
  private(set) var role = PadRole.hihatOpen
  /// Its position is known; the first value is not a movement.
  private var isKnown = false
  /// When it was last open.
  private var openNanoseconds: Int64?

  init(_ table: BoardTable.Pedal) { self.table = table }

  /// Takes a measured value, 0 to 1023.
  ///
  /// - Returns: The velocity of its closing, if it closes.
  mutating func moves(to value: UInt16, at now: Int64) -> Float? {
    let span = Float(table.open - table.closed)
    let openness = max(0, min(1, (Float(value) - Float(table.closed)) / span))
    let before = role
    role = role(at: openness)
    if openness >= Self.openFrom { openNanoseconds = now }
    defer { isKnown = true }
    guard isKnown, role == .hihatClosed, before != .hihatClosed else { return nil }
    guard let opened = openNanoseconds else { return 0.1 }
    let slowness = Float(now - opened) / Float(Self.fastestNanoseconds)
    return max(0.1, min(1, 1 / max(slowness, 1)))
  }

  /// The role at an openness. It changes only by more than the pedal trembles.
  private func role(at openness: Float) -> PadRole {
    let toClosed = Self.closedBelow + (role == .hihatClosed ? Self.tremble : 0)
    let toOpen = Self.openFrom - (role == .hihatOpen ? Self.tremble : 0)
    if openness < toClosed { return .hihatClosed }
    return openness < toOpen ? .hihatHalf : .hihatOpen
  }
}
