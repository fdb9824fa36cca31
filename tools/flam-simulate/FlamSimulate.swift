// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Simulation

@main struct FlamSimulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flam-simulate",
    abstract: "Play in a simulated world, where one seed decides everything.",
    discussion: """
      A seed decides who plays, in which order threads run, how late each thread wakes up and what fails. Time is \
      computed, not waited for. A seed that fails fails again in the same way.

      EXAMPLES:
        flam-simulate --seeds 200           seeds 1 to 200
        flam-simulate --first 1000          200 other seeds
        flam-simulate --seed 17 --verbose   one seed, with all figures

      Exit code 1 where a seed fails, or where a hundred seeds or more leave something untried.
      """)

  @Option(help: "How many seeds are played.") var seeds = 200
  @Option(help: "The first seed.") var first: UInt64 = 1
  @Option(help: "This seed alone.") var seed: UInt64?
  @Option(help: "One of so many seeds is played twice and must go the same way; 0 for none.")
  var twice: UInt64 = 10
  @Flag(help: "Print the figures of each seed.") var verbose = false
  @Flag(help: "Print the events of each seed, to compare two runs of one that goes another way.")
  var events = false

  func run() throws {
    let all = seed.map { $0...$0 } ?? first...first + UInt64(max(1, seeds) - 1)
    var total = SimulatedPlaying.Outcome()
    var virtualSeconds = 0.0
    var failed: [UInt64] = []
    for seed in all {
      let faults = play(seed, &total, &virtualSeconds)
      for fault in faults { print("seed \(seed): \(fault)") }
      if !faults.isEmpty { failed.append(seed) }
    }
    let sessions = total.replayed + total.reasons.count
    print(
      "simulation: seeds \(all.lowerBound) to \(all.upperBound), \(Int(virtualSeconds)) s of playing, \(total.hits) hits, "
        + "\(total.notes) notes (\(total.loopNotes) of loops), \(total.commands) commands (\(total.refused) refused), \(total.pops) pops, "
        + "\(total.replayed) of \(sessions) sessions replayed bit for bit, "
        + "\(total.parts) recordings begun meanwhile, \(total.outages) times devices were pulled out, "
        + "\(total.removals) recordings were removed while they were written, "
        + "\(total.unstarted) engines were not started for want of a thread")
    for (reason, count) in Dictionary(grouping: total.reasons, by: \.self).mapValues(\.count)
      .sorted(by: { $0.key < $1.key })
    {
      print("simulation: \(count) sessions cannot be replayed, \(reason)")
    }
    guard failed.isEmpty else {
      let again = failed.map { "flam-simulate --seed \($0)" }.prefix(3).joined(separator: "; ")
      print("simulation: \(failed.count) of \(all.count) seeds failed. Again: \(again)")
      throw ExitCode(1)
    }
    let untried = all.count < 100 ? [] : total.untried
    guard untried.isEmpty else {
      print("simulation: these seeds tried too little: \(untried.joined(separator: ", "))")
      throw ExitCode(1)
    }
    print("simulation: all held")
  }

  /// Plays a seed, once or twice; the broken invariants.
  private func play(
    _ seed: UInt64, _ total: inout SimulatedPlaying.Outcome, _ virtualSeconds: inout Double
  ) -> [String] {
    do {
      let outcome = try SimulatedPlaying.play(seed: seed) { if events { print($0) } }
      if verbose { print("seed \(seed): \(outcome)") }
      total.add(outcome)
      virtualSeconds += outcome.world?.seconds ?? 0
      guard twice > 0, seed % twice == 0 else { return outcome.faults }
      let again = try SimulatedPlaying.play(seed: seed)
      return outcome.faults + (again == outcome ? [] : ["went another way the second time"])
    } catch {
      return ["\(error)"]
    }
  }
}
