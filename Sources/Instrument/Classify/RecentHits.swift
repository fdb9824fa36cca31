// SPDX-License-Identifier: GPL-3.0-or-later

/// One number of each of the last eight strokes, such as how loud it was.
struct RecentHits: BitwiseCopyable, Sendable {
  private static var capacity: Int { @_noLocks get { 8 } }
  /// Fewer are not enough.
  private static var fewest: Int { @_noLocks get { 4 } }

  private var numbers = InlineArray<8, Float>(repeating: 0)
  private var heardCount = 0

  /// No stroke yet.
  init() {}

  /// Keeps the number of the next stroke in place of the oldest.
  @_noLocks mutating func add(_ number: Float) {
    numbers[heardCount % Self.capacity] = number
    heardCount += 1
  }

  /// The number that a share of the others lie below, 0...1; nil while there are too few.
  @_noLocks func quantile(_ share: Float) -> Float? {
    let count = min(heardCount, Self.capacity)
    guard count >= Self.fewest else { return nil }
    let rank = min(count - 1, Int(share * Float(count)))
    for index in 0..<count {
      var below = 0
      var alike = 0
      for other in 0..<count {
        if numbers[other] < numbers[index] { below += 1 }
        if numbers[other] == numbers[index] { alike += 1 }
      }
      if below <= rank && rank < below + alike { return numbers[index] }
    }
    return nil
  }
}
