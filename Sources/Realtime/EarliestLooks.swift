// SPDX-License-Identifier: GPL-3.0-or-later

/// The earliest looks at a stream, one for each window, and the straight line beneath them.
///
/// A look may be late but never early. So the stream follows the highest line below all looks. Of
/// all such lines, this is the one with the least sum of distances; it goes through the edge of the
/// lower convex hull around the mean. Sources: S. B. Moon, P. Skelly and D. Towsley, "Estimation
/// and removal of clock skew from network delay measurements", IEEE INFOCOM 1999; A. M. Andrew,
/// "Another efficient algorithm for convex hulls in two dimensions", Information Processing Letters
/// 9 (1979).
public struct EarliestLooks: BitwiseCopyable, Sendable {
  /// One look: the stream was seen at a frame at a time.
  public struct Look: BitwiseCopyable, Sendable {
    /// The frame.
    public let frame: Double
    /// The time, in seconds.
    public let seconds: Double

    /// The stream was seen at `frame` at `seconds`.
    @_noLocks public init(frame: Double, seconds: Double) {
      (self.frame, self.seconds) = (frame, seconds)
    }
  }

  /// The number of looks that are kept, the latest ones.
  public static var capacity: Int { @_noLocks get { 64 } }

  private var looks = InlineArray<64, Look>(repeating: Look(frame: 0, seconds: 0))
  private var count = 0

  /// No looks yet.
  @_noLocks public init() {}

  /// Adds a look that is later than those before.
  @_noLocks public mutating func add(_ look: Look) {
    if count == Self.capacity { drop(1) }
    looks[count] = look
    count += 1
  }

  /// Forgets looks before `seconds`.
  @_noLocks public mutating func forget(beforeSeconds seconds: Double) {
    var old = 0
    while old < count, looks[old].seconds < seconds { old += 1 }
    drop(old)
  }

  @_noLocks private mutating func drop(_ old: Int) {
    count -= old
    for index in 0..<count { looks[index] = looks[index + old] }
  }

  /// The time from the first to the last look.
  public var spanSeconds: Double {
    @_noLocks get { count > 1 ? looks[count - 1].seconds - looks[0].seconds : 0 }
  }

  /// How many seconds later than `clock` predicts the earliest look is; infinite without looks.
  @_noLocks public func earliestSeconds(by clock: FrameClock) -> Double {
    var earliest = Double.infinity
    for index in 0..<count {
      earliest = min(earliest, looks[index].seconds - clock.seconds(atFrame: looks[index].frame))
    }
    return earliest
  }

  /// The slope of the line below the looks, in seconds a frame. Needs at least two.
  @_noLocks public func secondsPerFrame() -> Double {
    var hull = InlineArray<64, Int>(repeating: 0)
    var size = 0
    var meanFrame = 0.0
    for index in 0..<count {
      while size >= 2, slope(hull[size - 1], index) <= slope(hull[size - 2], hull[size - 1]) {
        size -= 1
      }
      hull[size] = index
      size += 1
      meanFrame += looks[index].frame / Double(count)
    }
    var edge = 0
    while edge + 2 < size, looks[hull[edge + 1]].frame <= meanFrame { edge += 1 }
    return slope(hull[edge], hull[edge + 1])
  }

  @_noLocks private func slope(_ first: Int, _ second: Int) -> Double {
    (looks[second].seconds - looks[first].seconds) / (looks[second].frame - looks[first].frame)
  }
}
