// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Testing

@testable import Web

@Suite struct PageResultTests {
  @Test("an answer that JSON cannot hold is a problem in words, not silence")
  func unspeakable() throws {
    #expect(try PageResult(ref: 1, result: [0.5]).json.count > 0)
    let error = #expect(throws: EngineError.self) {
      try PageResult(ref: 1, result: [Double.nan]).json
    }
    #expect(error?.description.contains("a number that is not finite") == true)
  }

  @Test("the same state is the same text each time, so that a page draws only what changed")
  func order() throws {
    let places = (1...8).map { "drum \($0)" }
    let texts = try (0..<20).map { _ in
      // A table of its own each time: its order differs from that of another one.
      try Dictionary(uniqueKeysWithValues: places.map { ($0, $0) }).pageJSON
    }
    #expect(Set(texts).count == 1)
    #expect(
      texts[0]
        == Array(("{" + places.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}").utf8))
  }
}
