// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

extension Optional<ExitTest.Result> {
  /// Checks RealtimeSanitizer's message about a process that it ended.
  func reportOffence() {
    guard let text = map({ String(decoding: $0.standardErrorContent, as: UTF8.self) }),
      let offence = text.range(of: "RealtimeSanitizer")
    else { return }
    Issue.record("\(text[offence.lowerBound...])")
  }
}
