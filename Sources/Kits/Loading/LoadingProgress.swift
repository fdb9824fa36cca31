// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// How far the loading of a kit has come, and whether anybody still wants it; for any thread but the audio thread.
public final class LoadingProgress: Sendable {
  /// Why a kit did not arrive that nobody wanted any more.
  static let givenUpReason = "it was cancelled"

  /// Of the work on a kit that is made first.
  private static let makingShare = 0.9

  private struct Counts {
    /// Nil if nothing has to be made.
    var made: Double?
    var measured = 0
    var toMeasure = 0
    var stored = 0
    var toStore = 0
  }

  private let counts = Mutex(Counts())
  private let hasEnd = Atomic(false)

  /// Nothing so far.
  public init() {}

  /// How much of the work is done, 0...1: half of it is measuring sounds, half storing them; nearly all of it is making a kit
  /// that is made first.
  public var share: Double {
    counts.withLock { counts in
      let measured = min(1, Double(counts.measured) / Double(max(1, counts.toMeasure)))
      let stored = min(1, Double(counts.stored) / Double(max(1, counts.toStore)))
      let loaded = 0.5 * (measured + stored)
      return counts.made.map { loaded + Self.makingShare * ($0 - loaded) } ?? loaded
    }
  }

  /// Nobody wants the kit any more.
  var isGivenUp: Bool { hasEnd.load(ordering: .relaxed) }

  /// Refuses the kit at `path` once nobody wants it any more.
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
