// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// How far the loading of a kit has come, and whether it is still wanted. For any thread but the
/// audio thread.
public final class LoadingProgress: Sendable {
  /// Why a kit did not arrive that was no longer wanted.
  static let givenUpReason = "it was cancelled"

  /// The progress of making a kit that is made first.
  private static let makingShare = 0.9

  private struct Counts {
    /// Nil if nothing must be made.
    var made: Double?
    var measured = 0
    var toMeasure = 0
    var stored = 0
    var toStore = 0
  }

  private let counts = Mutex(Counts())
  private let hasEnd = Atomic(false)

  /// No progress so far.
  public init() {}

  /// How much of the work is done, 0...1. Half of it is measuring sounds, half storing them. For a
  /// kit that is made first, making it is nearly all of the work.
  public var share: Double {
    counts.withLock { counts in
      let measured = min(1, Double(counts.measured) / Double(max(1, counts.toMeasure)))
      let stored = min(1, Double(counts.stored) / Double(max(1, counts.toStore)))
      let loaded = 0.5 * (measured + stored)
      return counts.made.map { loaded + Self.makingShare * ($0 - loaded) } ?? loaded
    }
  }

  /// The kit is no longer wanted.
  var isGivenUp: Bool { hasEnd.load(ordering: .relaxed) }

  /// Throws for the kit at `path` if it is no longer wanted.
  func checkIsWanted(_ path: String) throws(KitError) {
    guard !isGivenUp else {
      throw KitError(.unreadable, kit: path, reason: Self.givenUpReason, advice: "try again")
    }
  }

  func giveUp() { hasEnd.store(true, ordering: .relaxed) }

  /// - Parameter share: 0...1.
  func count(made share: Double) { counts.withLock { $0.made = share } }

  func expect(sounds count: Int) { counts.withLock { $0.toMeasure = count } }

  func countMeasured() { counts.withLock { $0.measured += 1 } }

  func expect(toStore count: Int) { counts.withLock { $0.toStore = count } }

  func countStored() { counts.withLock { $0.stored += 1 } }
}
