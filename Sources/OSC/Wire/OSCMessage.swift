// SPDX-License-Identifier: GPL-3.0-or-later

/// A message of Open Sound Control 1.0.
package struct OSCMessage: Sendable, Equatable {
  /// What a message carries.
  package enum Argument: Sendable, Equatable {
    case int(Int32)
    case float(Float)
    case text(String)
    /// A type tag that no message of Flam has.
    case other

    /// The text; nil for anything else.
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number; nil for anything else.
    var number: Float? {
      switch self {
      case .int(let number): Float(number)
      case .float(let number): number
      case .text, .other: nil
      }
    }
  }

  /// "/flam/note/on".
  package var address: String
  var arguments: [Argument]

  /// A message.
  package init(_ address: String, _ arguments: Argument...) {
    (self.address, self.arguments) = (address, arguments)
  }

  /// A message.
  init(_ address: String, _ arguments: [Argument]) {
    (self.address, self.arguments) = (address, arguments)
  }
}
