// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// Tells when something happened by the host's clock of what a board says by its own, whatever the line took to carry it.
///
/// Each message comes later than it left, by a time that is never less than some least one. So the board's clock as a line
/// over the host's lies below all points (time told, time heard), and touches those that were carried fastest: it is the edge
/// of their lower convex hull in the middle of the last minute. What is told is late by that least time, which
/// is always the same. Source: S. B. Moon, P. Skelly, D. Towsley, "Estimation and removal of clock skew from network delay
/// measurements", INFOCOM 1999.
public struct BoardClock: Sendable {
  private struct Point {
    /// On the board's clock, counted on over its end.
    var boardNanoseconds: Int64
    /// By how much the host's clock is ahead of that.
    var aheadNanoseconds: Int64
  }

  private static let pointCount = 240
  /// Less than this tells nothing of how fast a clock goes.
  private static let leastSpanNanoseconds: Int64 = 2_000_000_000
  /// The resonator of an Uno is within 0.5 %.
  private static let mostSkew = 0.02
  private static let turnNanoseconds =
    Int64(BoardTime.tickCount * BoardTime.tickMicroseconds) * 1000
  /// A time that is told cannot be later than now, by more than the clocks may differ.
  private static let slackNanoseconds: Int64 = 100_000_000

  private var points: [Point] = []
  private var skew = 0.0
  /// Where the line stands.
  private var origin: Point?

  /// A clock that has told nothing yet.
  public init() {}

  /// Takes in a time that the board told, and when it was heard on the host's monotonic clock. Times come in their order.
  public mutating func add(_ time: BoardTime, heardAtNanoseconds heard: Int64) {
    let board = boardNanoseconds(of: time, heardAt: heard)
    if points.count == Self.pointCount { points.removeFirst() }
    points.append(Point(boardNanoseconds: board, aheadNanoseconds: heard - board))
    fit()
  }

  /// When something happened, on the host's monotonic clock: not after it was heard.
  ///
  /// - Returns: Nil while the board has told no time.
  public func hostNanoseconds(of time: BoardTime, heardAtNanoseconds heard: Int64) -> Int64? {
    guard origin != nil else { return nil }
    let board = boardNanoseconds(of: time, heardAt: heard)
    return min(heard, board + ahead(at: board))
  }

  /// How much the host's clock is ahead at a time of the board's.
  private func ahead(at board: Int64) -> Int64 {
    guard let origin else { return 0 }
    return origin.aheadNanoseconds + Int64(skew * Double(board - origin.boardNanoseconds))
  }

  /// The last such time of the board's clock before it was heard.
  private func boardNanoseconds(of time: BoardTime, heardAt heard: Int64) -> Int64 {
    let ticks = Int64(time.ticks) * Int64(BoardTime.tickMicroseconds) * 1000
    guard let origin else { return ticks }
    let now = Double(heard - origin.aheadNanoseconds - origin.boardNanoseconds) / (1 + skew)
    let latest = origin.boardNanoseconds + Int64(now) + Self.slackNanoseconds
    // The latest that is not after it, in steps of a turn.
    let rest = (latest - ticks) % Self.turnNanoseconds
    return latest - (rest < 0 ? rest + Self.turnNanoseconds : rest)
  }

  private mutating func fit() {
    let lowest = points.min { $0.aheadNanoseconds < $1.aheadNanoseconds }
    origin = lowest
    skew = 0
    guard let first = points.first, let last = points.last,
      last.boardNanoseconds - first.boardNanoseconds >= Self.leastSpanNanoseconds
    else { return }
    let middle = first.boardNanoseconds + (last.boardNanoseconds - first.boardNanoseconds) / 2
    let hull = lowerHull()
    guard let end = hull.firstIndex(where: { $0.boardNanoseconds > middle }), end > 0 else {
      return
    }
    let found = Self.slope(hull[end - 1], hull[end])
    guard abs(found) <= Self.mostSkew else { return }
    skew = found
    origin = hull[end]
  }

  /// The points that a string from below would touch, from the first to the last.
  private func lowerHull() -> [Point] {
    var hull: [Point] = []
    for point in points {
      if let last = hull.last, last.boardNanoseconds >= point.boardNanoseconds { continue }
      while hull.count >= 2,
        Self.slope(hull[hull.count - 2], hull[hull.count - 1])
          >= Self.slope(hull[hull.count - 1], point)
      {
        hull.removeLast()
      }
      hull.append(point)
    }
    return hull
  }

  private static func slope(_ from: Point, _ to: Point) -> Double {
    Double(to.aheadNanoseconds - from.aheadNanoseconds)
      / Double(to.boardNanoseconds - from.boardNanoseconds)
  }
}
