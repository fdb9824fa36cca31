// SPDX-License-Identifier: GPL-3.0-or-later

/// The matrix on the audio thread: its rows, and what the last hit that counts for each was like.
public struct HitMatrix: BitwiseCopyable, Sendable {
  /// How many rows there are.
  public static var rowCount: Int { @_noLocks get { 8 } }

  private struct Row: BitwiseCopyable {
    var route: ModulationRoute?
    /// Of the source at the last hit; nil before one.
    var value: Float?
    /// A hit has come that the effect does not follow yet.
    var isDue = false
  }

  private var rows = InlineArray<8, Row>(repeating: Row())
  /// No row leads anywhere.
  private(set) var isEmpty = true
  /// The number of the hit that began last.
  private var lastHit = 0

  /// The rows of a mixer before the first hit.
  init(_ mix: MixSettings = MixSettings()) {
    for row in Modulation.rows { _ = set(mix.route(ofRow: row), row: row) }
  }

  /// Has a row, counted from 1, lead elsewhere, or nowhere; returns where it led if an effect
  /// follows it there.
  @_noLocks mutating func set(_ route: ModulationRoute?, row: Int) -> ModulationRoute? {
    guard row >= 1 && row <= Self.rowCount else { return nil }
    let before = rows[row &- 1]
    rows[row &- 1] = Row(route: route)
    isEmpty = true
    for index in 0..<Self.rowCount where rows[index].route != nil { isEmpty = false }
    return before.value == nil ? nil : before.route
  }

  /// The player has set a slot: it stays so until the next hit.
  @_noLocks mutating func rest(at point: RackPoint, slot: Int) {
    for index in 0..<Self.rowCount {
      guard let route = rows[index].route, route.isAt(point, slot: slot) else { continue }
      (rows[index].value, rows[index].isDue) = (nil, false)
    }
  }

  /// A stroke begins on the next frame, or the hit that began last turns out to be another stroke.
  @_noLocks mutating func take(_ stroke: NoteOn, of drums: DrumSetPointer, isNew: Bool) {
    guard !isEmpty else { return }
    if isNew { lastHit = stroke.hit }
    guard stroke.hit == lastHit && stroke.pads.count > 0 else { return }
    for index in 0..<Self.rowCount {
      guard let route = rows[index].route, Self.counts(stroke, of: drums, for: route) else {
        continue
      }
      if case .place = route.source {
        rows[index].isDue = true
      } else if let value = route.source.value(of: stroke) {
        (rows[index].value, rows[index].isDue) = (value, true)
      }
    }
  }

  /// A row of a drum's rack follows strokes on that drum, a row of a bus all strokes.
  @_noLocks private static func counts(
    _ stroke: NoteOn, of drums: DrumSetPointer, for route: ModulationRoute
  ) -> Bool {
    guard let rack = route.point.padRack else { return true }
    for place in 0..<stroke.pads.count
    where drums.pointee.strips.rack(pad: stroke.pads[place]) == rack {
      return true
    }
    return false
  }

  /// The hits that have come lie at a place of the bar, 0...1; nil where no tempo runs.
  @_noLocks mutating func locate(_ place: Float?) {
    for index in 0..<Self.rowCount where rows[index].isDue {
      guard let route = rows[index].route, case .place = route.source else { continue }
      if let place { rows[index].value = place } else { rows[index].isDue = false }
    }
  }

  /// A row whose effect does not follow its last hit yet; nil for none. It is given once for all
  /// rows of its slot.
  @_noLocks mutating func nextDue() -> ModulationRoute? {
    for index in 0..<Self.rowCount where rows[index].isDue {
      guard let route = rows[index].route else { continue }
      for other in index..<Self.rowCount
      where rows[other].route?.isAt(route.point, slot: route.slot) == true {
        rows[other].isDue = false
      }
      return route
    }
    return nil
  }

  /// What the last hits make of the numbers of a slot.
  @_noLocks func numbers(_ content: SlotContent, at route: ModulationRoute) -> SIMD8<Float> {
    var numbers = content.numbers
    for index in 0..<Self.rowCount {
      guard let other = rows[index].route, let value = rows[index].value,
        other.isAt(route.point, slot: route.slot)
      else { continue }
      other.move(&numbers, of: content, by: value)
    }
    return numbers
  }
}
