// SPDX-License-Identifier: GPL-3.0-or-later

extension StringProtocol {
  /// The text as it may reach a terminal: what controls one, breaks a line, hides or turns writing around is spelled out as
  /// JSON spells it, `\u001b`; a byte of a file's name that is no UTF-8 as `\xe9`. So a name from outside can neither colour nor move nor fake anything, and a line of JSON
  /// stays the same line of JSON.
  public var printable: String {
    guard !utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      if let byte = FileNames.byte(scalar) {
        text += "\\x" + String(byte, radix: 16)
        continue
      }
      guard Self.isUnsafe(scalar) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }

  /// Two marks that join letters of many scripts and emoji are left alone.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }
}
