// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Looping
import Simulation

/// Loops: how often a loop of a free tempo is as long as it was meant, whether it drifts, and whether a session of looping is the
/// same when it is played again.
struct LoopsBenchmark {
  /// A loop is right within this of what was meant, in milliseconds.
  private static let toleranceMilliseconds = 20.0
  private static let cycleCount = 1000
  private static let missedFrames = 4800
  private static let sessionMinutes = (whole: 20.0, quick: 1.0)

  let isQuick: Bool
  let seed: UInt64
  /// Tables of recorded grooves, and their tempo; empty for none.
  var recorded: (paths: [String], beatsPerMinute: Double) = ([], 0)

  /// Prints the figures; true if they meet the targets.
  func run() throws -> Bool {
    let ours = try count(TakenGroove.fifty(seed: seed), "fifty grooves")
    var more: [TakenGroove] = []
    for number in 1..<UInt64(isQuick ? 3 : 20) {
      more += TakenGroove.fifty(seed: seed + 1000 * number)
    }
    _ = try count(more, "as many again by other seeds, \(more.count) in all")
    let takes = try BundledGrooves(seed: seed).grooves
    let played = try count(takes, "stretches of one to four bars of the bundled takes")
    if !recorded.paths.isEmpty {
      let grooves = try RecordedGrooves(
        recorded.paths, beatsPerMinute: recorded.beatsPerMinute, seed: seed
      ).grooves
      _ = try count(grooves, "stretches of one to eight bars of recorded grooves")
    }
    let drift = try drift()
    let session = try session()
    let areMet = [
      verdict("all of the fifty grooves", ours == 0),
      verdict("95 of 100 stretches of the takes", 20 * played <= takes.count),
      verdict("no drift, no frame too long", drift),
      verdict("the session is the same bits", session),
    ]
    return areMet.allSatisfy(\.self)
  }

  /// Prints how many are within the tolerance, and the others; returns how many these are.
  private func count(_ grooves: [TakenGroove], _ name: String) throws -> Int {
    let errors = try grooves.map { (groove: $0, error: try $0.errorMilliseconds()) }
    let wrong = errors.filter { abs($0.error) > Self.toleranceMilliseconds }
    let right = errors.map { abs($0.error) }.filter { $0 <= Self.toleranceMilliseconds }.sorted()
    let median = right.isEmpty ? 0 : right[right.count / 2]
    print(
      "loops: \(name): \(right.count) of \(grooves.count) within 20 ms of what was meant; of these half within "
        + "\(median.text(places: 1)) ms, all within \((right.last ?? 0).text(places: 1)) ms")
    for (groove, error) in wrong.prefix(5) { print("  \(groove): \(error.text(places: 0)) ms") }
    return wrong.count
  }

  /// Lets each of the first grooves run for a thousand cycles; false where a note is not exactly a whole number of cycles after
  /// it was struck, or the last cycle is longer than the first.
  private func drift() throws -> Bool {
    var wrong = 0
    var notes = 0
    for groove in TakenGroove.fifty(seed: seed).prefix(isQuick ? 2 : 10) {
      var looper = Looper(sampleRateHz: 48_000)
      try looper.perform(.record, atFrame: 0)
      for note in groove.notes { looper.hear(note) }
      _ = looper.advance(to: groove.pressFrame)
      try looper.perform(.record, atFrame: groove.pressFrame)
      guard let grid = looper.content.grid else { return false }
      // Notes that a late foot missed come with it.
      _ = looper.advance(to: max(groove.pressFrame, grid.start(ofCycle: 1)) + Self.missedFrames)
      let end = grid.start(ofCycle: Self.cycleCount)
      if end - grid.start(ofCycle: 0) != Self.cycleCount * grid.cycleFrames { wrong += 1 }
      for case .noteOn(let note, _) in looper.advance(to: end) {
        notes += 1
        if (note.frame - note.heard.frame) % grid.cycleFrames != 0 { wrong += 1 }
      }
    }
    print(
      "loops: \(Self.cycleCount) cycles: \(wrong) of \(notes) notes are not whole cycles after their hits, to the frame"
    )
    return wrong == 0
  }

  private func session() throws -> Bool {
    let minutes = isQuick ? Self.sessionMinutes.quick : Self.sessionMinutes.whole
    var session = LoopedSession(minutes: minutes, seed: seed)
    let outcome = try session.run()
    print(
      "loops: a session of \(minutes.text(places: 0)) minutes, \(outcome.hits) hits, \(outcome.commands) commands and "
        + "\(outcome.notes) notes of loops, is played again: "
        + (outcome.isSame ? "the same bits" : "OTHER bits")
        + (outcome.fault.map { ", \($0)" } ?? ""))
    return outcome.isSame && outcome.fault == nil
  }
}
