// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// How far the loading of a kit has come, and whether anybody still wants it; for any thread but the audio thread.
public final class LoadingProgress: Sendable {
  /// Why a kit did not arrive that nobody wanted any more.
  static let givenUpReason = "it was given up"

  private struct Counts {
    var measured = 0
    var toMeasure = 0
    var stored = 0
    var toStore = 0
  }

  private let counts = Mutex(Counts())
  private let hasEnd = Atomic(false)

  /// Nothing so far.
  public init() {}

  /// How much of the work is done, 0...1: half of it is measuring sounds, half storing them.
  public var share: Double {
    counts.withLock { counts in
      let measured = min(1, Double(counts.measured) / Double(max(1, counts.toMeasure)))
      let stored = min(1, Double(counts.stored) / Double(max(1, counts.toStore)))
      return 0.5 * (measured + stored)
    }
  }

  /// Nobody wants the kit any more.
  var isGivenUp: Bool { hasEnd.load(ordering: .relaxed) }

  func giveUp() { hasEnd.store(true, ordering: .relaxed) }

  func expect(sounds count: Int) { counts.withLock { $0.toMeasure = count } }

  func countMeasured() { counts.withLock { $0.measured += 1 } }

  func expect(toStore count: Int) { counts.withLock { $0.toStore = count } }

  func countStored() { counts.withLock { $0.stored += 1 } }
}
