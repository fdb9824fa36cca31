// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// Reports pops in plain words: which buffer was late, why, and what to try. It sums up frequent
/// pops.
package struct XrunText {
  /// Seconds between two lines at first; doubled while pops continue, up to the longest.
  private static let shortestPause = 1.0
  private static let longestPause = 60.0

  package let periodFrames: Int
  package let periodNanoseconds: Int
  private var unreported: [EngineEvent.Xrun] = []
  private var pause = XrunText.shortestPause
  private var lastReportSeconds = -XrunText.longestPause

  package init(periodFrames: Int, periodNanoseconds: Int) {
    self.periodFrames = periodFrames
    self.periodNanoseconds = periodNanoseconds
  }

  /// A line on pops; nil if there were none, or the last line is too recent.
  ///
  /// - Parameter seconds: The time, from any beginning.
  package mutating func message(_ pops: [EngineEvent.Xrun], atSeconds seconds: Double) -> String? {
    unreported += pops
    let quiet = seconds - lastReportSeconds
    guard !unreported.isEmpty, quiet >= pause else { return nil }
    pause = quiet < 2 * pause ? min(2 * pause, Self.longestPause) : Self.shortestPause
    lastReportSeconds = seconds
    return rest()
  }

  /// The line on unreported pops, at any time.
  package mutating func rest() -> String? {
    guard let worst = unreported.max(by: { $0.milliseconds < $1.milliseconds }) else {
      return nil
    }
    defer { unreported = [] }
    guard unreported.count > 1 else { return "pop \(worst.number): \(text(worst))" }
    let ours = unreported.count { $0.cause == .work }
    let shares = ours > 0 && ours < unreported.count ? " (\(ours) of them are ours)" : ""
    return "\(unreported.count) pops\(shares), the worst was pop \(worst.number): \(text(worst))"
  }

  private func text(_ pop: EngineEvent.Xrun) -> String {
    let late = pop.milliseconds.text(places: 1)
    let what = pop.side == .capture ? "the microphone was read" : "the drums were"
    let work = pop.workMilliseconds.text(places: 2)
    let heldUp = pop.heldUpMilliseconds.text(places: 1)
    let period = (Double(periodNanoseconds) / 1e6).text(places: 2)
    let cause =
      pop.cause == .work
      ? "Flam took \(work) of \(period) ms: \(Advice.ownWork(periodFrames: periodFrames))"
      : "Flam took \(work) of \(period) ms, and the computer was busy for \(heldUp) ms: "
        + Advice.otherWork(periodFrames: periodFrames)
    return "\(what) \(late) ms late; \(cause)"
  }
}
