// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

extension Encodable {
  /// The value as JSON for a page, its keys in alphabetical order: the same value is the same text each time, so
  /// that a page can see what changed. Throws an `EncodingError` for a number that is not finite.
  var pageJSON: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }
}
