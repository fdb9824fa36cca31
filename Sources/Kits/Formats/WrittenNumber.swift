// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers as people and programs write them into kits.
enum WrittenNumber {
  /// The number that a text begins with, after white space; nil if it begins with none, or with one
  /// that is not finite. "38Garbage" is 38, as the players of these kits read it.
  ///
  /// - Parameter decimalSigns: What may stand before the fraction.
  static func leading(_ text: some StringProtocol, decimalSigns: Set<Character> = ["."]) -> Float? {
    // Most texts are a number and nothing else.
    if let whole = Float(text), whole.isFinite { return whole }
    var rest = text.drop { $0.isWhitespace }
    var number = ""
    func takeDigits() -> Int {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      number += digits
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    if let sign = rest.first, "+-".contains(sign) {
      number.append(sign)
      rest = rest.dropFirst()
    }
    var count = takeDigits()
    if let sign = rest.first, decimalSigns.contains(sign) {
      number.append(".")
      rest = rest.dropFirst()
      count += takeDigits()
    }
    guard count > 0 else { return nil }
    if let letter = rest.first, "eE".contains(letter) {
      let whole = number
      number.append("e")
      rest = rest.dropFirst()
      if let sign = rest.first, "+-".contains(sign) {
        number.append(sign)
        rest = rest.dropFirst()
      }
      if takeDigits() == 0 { number = whole }
    }
    if number.hasSuffix(".") { number.append("0") }
    return Float(number).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The number that a value of an XML file begins with; some programs write its decimal sign as
  /// their user's language does.
  static func inXML(_ text: some StringProtocol) -> Float? {
    leading(text, decimalSigns: [".", ","])
  }
}
