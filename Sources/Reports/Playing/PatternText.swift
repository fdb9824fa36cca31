// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// How it goes with a pattern.
package enum PatternText {
  /// The event as text; nil if there is nothing to report.
  package static func text(_ pattern: EngineEvent.Pattern) -> String? {
    switch pattern.change {
    case .loaded, .bar: nil
    case .begun:
      "\(pattern.title.printable) plays along, \(CountText.of(pattern.bars, "bar")); J or 'pattern stop' ends it"
    case .ended: "the pattern is over"
    }
  }
}
