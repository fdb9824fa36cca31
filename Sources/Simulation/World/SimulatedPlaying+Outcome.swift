// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

extension SimulatedPlaying {
  /// The outcome of a seed.
  public struct Outcome: Sendable, Equatable {
    /// The broken rules, a sentence each; empty if all held.
    public var faults: [String] = []
    /// Over all that was reported, played and kept: the same for the same seed.
    public var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    /// Hits that were settled.
    public var hits = 0
    /// Notes that were struck.
    public var notes = 0
    /// Those of them that loops played.
    public var loopNotes = 0
    /// Commands that were carried out.
    public var commands = 0
    /// Commands that were refused.
    public var refused = 0
    /// Blocks that came too late.
    public var pops = 0
    /// Sessions that were played again bit for bit.
    public var replayed = 0
    /// Times that devices were pulled out and plugged in again.
    public var outages = 0
    /// Recordings that were removed while they were written.
    public var removals = 0
    /// Playings that a thread was refused to, and that said so.
    public var unstarted = 0
    /// Recordings that began and ended meanwhile; each is a part of the output.
    public var parts = 0
    /// Why sessions cannot be played again, each once for each session.
    public var reasons: [String] = []
    /// The world's report.
    public var world: World.Report?

    /// Nothing has happened.
    public init() {}

    /// Adds the counts of another seed.
    public mutating func add(_ other: Outcome) {
      hits += other.hits
      notes += other.notes
      loopNotes += other.loopNotes
      commands += other.commands
      refused += other.refused
      pops += other.pops
      replayed += other.replayed
      parts += other.parts
      outages += other.outages
      removals += other.removals
      unstarted += other.unstarted
      reasons += other.reasons
    }

    /// Cases that this many seeds should have tried and have not, in a few words each.
    public var untried: [String] {
      let counts = [
        ("hits", hits), ("notes", notes), ("notes of loops", loopNotes), ("commands", commands),
        ("refused commands", refused),
        ("pops", pops), ("recordings begun meanwhile", parts), ("outages", outages),
        ("removals", removals), ("engines without a thread", unstarted),
      ]
      return counts.filter { $0.1 == 0 }.map { "no \($0.0)" }
        + (replayed > reasons.count ? [] : ["\(replayed) sessions replayed"])
    }

    /// Takes in that an engine could not be made or started, which may be only for want of a
    /// thread.
    ///
    /// - Parameter folder: The folder of the playing, whose name is another each time.
    mutating func takeRefusal(_ error: any Error, _ world: World, folder: String) throws {
      let text = "\(error)".replacingOccurrences(of: folder, with: "")
      guard world.report.refused > 0, text.contains("thread") else { throw error }
      unstarted += 1
      take(text.utf8)
    }

    /// Takes numbers into the digest (FNV-1a).
    mutating func take(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}
