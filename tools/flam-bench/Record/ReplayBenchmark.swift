// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Simulation

/// Sessions as random devices give them, on clocks that drift, with kits and mixer changed and notes struck: whether each is
/// the same when it is played again.
struct ReplayBenchmark {
  private static let periods = 1...1024

  let sessionCount: Int
  let seed: UInt64

  func run() -> Bool {
    print("replay: \(sessionCount) random sessions, each played again in blocks of another size")
    var generator = SeededGenerator(seed: seed)
    var (same, late, hits, kits, mixes, notes) = (0, 0, 0, 0, 0, 0)
    for number in 0..<UInt64(sessionCount) {
      let session = RandomSession(seed: seed &+ number)
      let periodFrames =
        Self.periods.lowerBound + Int(generator.next() % UInt64(Self.periods.count))
      hits += session.hits.count
      kits += session.journal.count { $0.command(KitPart.self) != nil }
      mixes += session.journal.count { if case .mix? = $0.moment { true } else { false } }
      notes += session.journal.count { $0.note != nil }
      if session.isSame(inPiecesOf: periodFrames) {
        same += 1
      } else if session.lateMixChanges + session.lateHearingChanges > 0 {
        // A session in which a change came after its frame is reported as one that cannot be played again.
        late += 1
        print(
          "  session \(seed &+ number): a change came too late for its frame, as it is reported")
      } else {
        print("  session \(seed &+ number) differs in blocks of \(periodFrames) frames")
      }
    }
    print(
      "  \(same) of \(sessionCount) are the same bits and hits: \(hits) hits, \(notes) notes from outside, \(kits) "
        + "changes of kit and \(mixes) of the mixer among them")
    return verdict("all but those reported as not repeatable", same + late == sessionCount)
  }
}
