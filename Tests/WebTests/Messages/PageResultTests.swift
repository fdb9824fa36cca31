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
}
