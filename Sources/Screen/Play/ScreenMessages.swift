// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Storage

/// The messages of the screen: events, and the answer to the last key. Each stays for a while, the
/// latest at the bottom.
struct ScreenMessages {
  /// How long each stays.
  static let staySeconds = 12.0
  /// Rows that all of them have.
  static let mostRows = 3

  private struct Message {
    let text: String
    let seconds: Double
    let isAnswer: Bool
  }

  private var shown: [Message] = []

  /// Shows a message.
  mutating func show(_ message: String, atSeconds seconds: Double) {
    shown.removeAll { $0.text == message }
    add(Message(text: message, seconds: seconds, isAnswer: false))
  }

  /// Answers a key, in place of the answer before.
  mutating func answer(_ text: String, atSeconds seconds: Double) {
    shown.removeAll(where: \.isAnswer)
    add(Message(text: text, seconds: seconds, isAnswer: true))
  }

  private mutating func add(_ message: Message) {
    shown = (shown + [message]).suffix(Self.mostRows)
  }

  /// The rows that show them, at least one: as many of the latest as fit as a whole, and of a long
  /// one the beginning.
  func rows(width: Int, atSeconds seconds: Double) -> [String] {
    var rows: [String] = []
    for message in shown.reversed() where seconds - message.seconds < Self.staySeconds {
      let lines = WrappedText.lines(message.text.printable, width: width)
      guard rows.isEmpty || rows.count + lines.count <= Self.mostRows else { break }
      rows = lines.prefix(Self.mostRows) + rows
    }
    return rows.isEmpty ? [""] : rows
  }
}
