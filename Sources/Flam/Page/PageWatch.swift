// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Whether an opened page is still shown: playing that begins again on other devices may not get
/// its port back.
struct PageWatch {
  private static let pause = Duration.seconds(1)
  private var next = MonotonicClock.now + Self.pause
  private var problem: String?

  /// A message to show, once; nil for nothing new.
  ///
  /// - Parameter ask: The state of the playing, asked at most once a second; nil if it does not
  ///   answer.
  mutating func message(_ ask: () -> PlayingNow?) -> String? {
    guard MonotonicClock.now >= next else { return nil }
    next = .now + Self.pause
    return ask().flatMap { message($0) }
  }

  /// The same for how the playing stands.
  mutating func message(_ now: PlayingNow) -> String? {
    // Between one playing and the next there is neither a page nor a problem.
    guard now.pageProblem != problem, now.pageProblem != nil || now.page != nil else { return nil }
    problem = now.pageProblem
    return problem.map { "\($0); then the page comes back by itself, Ctrl-C gives it up" }
      ?? now.page.map { "the page is back at \($0)" }
  }
}
