// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Instrument

@Suite struct PadRuleTests {
  @Test("pads are struck together, in turn, or under a condition")
  func parts() throws {
    let rule = try PadRule(
      "snare + clap / tom-high, Side Stick from velocity 0.8, 53 brighter than 3000 Hz")
    #expect(
      rule.parts.map(\.turns) == [[["snare", "clap"], ["tom-high"]], [["Side Stick"]], [["53"]]])
    #expect(rule.parts.map(\.condition) == [.always, .fromVelocity(0.8), .brighter(thanHz: 3000)])
    let plain = try PadRule("Tom+Rim/2")
    #expect(!rule.isPlain && plain.isPlain)
  }

  @Test("a rule with other names for its pads means the same")
  func naming() throws {
    let text = "a + b / c, d from velocity 0.8, e brighter than 3000 Hz"
    #expect(
      try PadRule(text).naming { $0.uppercased() }.description
        == "A + B / C, D from velocity 0.8, E brighter than 3000 Hz")
    #expect(try PadRule(text).naming { $0 }.parts == PadRule(text).parts)
  }

  @Test(
    "two rules at once strike the pads of both; conditions of one of them are kept",
    arguments: [
      ("kick", "clap", "kick + clap"), ("kick", "kick", "kick"),
      ("kick + clap", "clap + snare", "kick + clap + snare"),
      ("kick", "tom-high / tom-low", "kick + tom-high / kick + tom-low"),
      ("a / b", "c / d / e", "a + c / b + d / a + e"),
      ("kick", "snare, rim from velocity 0.8", "kick + snare, kick + rim from velocity 0.8"),
      (
        "snare, rim brighter than 3000 Hz", "kick", "snare + kick, rim + kick brighter than 3000 Hz"
      ),
      ("a, b from velocity 0.5", "c, d from velocity 0.8", "a + c"),
      ("a + b + c", "d + e", "a + b + c + d"),
      ("k", "a / b / c / d / e / f / g", "k + a"),
    ])
  func together(one: String, other: String, both: String) throws {
    #expect(try PadRule(one).together(with: PadRule(other)).description == both)
  }

  @Test(
    "text that is no rule is reported with what to write",
    arguments: [
      ("kick + ", "missing"), ("", "missing"), ("kick, snare", "say when"),
      ("kick from velocity 0.5", "before a comma"), ("kick, snare from velocity loud", "0...1"),
      ("kick, snare brighter than 5 Hz", "20...20000"), ("a + b + c + d + e", "at most 4"),
      ("a / b / c / d / e / f / g / h / i / j / k / l / m", "12 pads"),
    ])
  func faults(text: String, reported: String) {
    let fault = #expect(throws: PadRule.Fault.self) { try PadRule(text) }
    #expect(fault?.description.contains(reported) == true)
    #expect(PadRule(kept: text).names == [text])
  }
}
