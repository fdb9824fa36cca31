// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of beats. It converts times to beats, and beats to times. Before the first and after the
/// last beat it continues as it begins and ends.
public struct BeatLine: Sendable, Equatable {
  /// The times of the beats in seconds, ascending; at least two.
  public private(set) var seconds: [Double]
  /// The number of beats at each end that decide how the line continues.
  private static let endBeats = 4

  /// A row of at least two beats.
  init(_ seconds: [Double]) {
    precondition(seconds.count >= 2, "a line has two beats")
    self.seconds = seconds
  }

  /// Even beats: `count` of them from `first` on.
  init(first: Double, beatSeconds: Double, count: Int) {
    self.init((0..<max(2, count)).map { first + Double($0) * beatSeconds })
  }

  /// The mean length of a beat.
  public var beatSeconds: Double {
    (seconds[seconds.count - 1] - seconds[0]) / Double(seconds.count - 1)
  }

  private var beginning: Double {
    let index = min(Self.endBeats, seconds.count - 1)
    return (seconds[index] - seconds[0]) / Double(index)
  }

  private var ending: Double {
    let (last, count) = (seconds.count - 1, min(Self.endBeats, seconds.count - 1))
    return (seconds[last] - seconds[last - count]) / Double(count)
  }

  /// The number of beats from the first one to a time.
  public func position(_ time: Double) -> Double {
    let last = seconds.count - 1
    if time <= seconds[0] { return (time - seconds[0]) / beginning }
    if time >= seconds[last] { return Double(last) + (time - seconds[last]) / ending }
    let next = firstIndex(after: time)
    let (from, to) = (seconds[next - 1], seconds[next])
    return Double(next - 1) + (time - from) / (to - from)
  }

  /// The time at a number of beats after the first one.
  public func time(_ position: Double) -> Double {
    let last = seconds.count - 1
    if position <= 0 { return seconds[0] + position * beginning }
    if position >= Double(last) { return seconds[last] + (position - Double(last)) * ending }
    let index = Int(position)
    return seconds[index] + (position - Double(index)) * (seconds[index + 1] - seconds[index])
  }

  /// The same line, counted from another beat: 1 for the second, -1 for one before the first.
  func counted(fromBeat beat: Int) -> BeatLine {
    BeatLine((beat..<max(seconds.count, beat + 2)).map { time(Double($0)) })
  }

  private func firstIndex(after time: Double) -> Int {
    var (low, high) = (0, seconds.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if seconds[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
