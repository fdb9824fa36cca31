// SPDX-License-Identifier: GPL-3.0-or-later

extension BinaryFloatingPoint {
  /// The number with a fixed count of decimal places, right-aligned.
  package func text(places: Int, width: Int = 0) -> String {
    guard magnitude < 1e12 else { return "\(self)".padded(toRight: width) }  // nor NaN
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let rounded = Int((Double(self) * Double(scale)).rounded())
    let sign = rounded < 0 ? "-" : ""
    let whole = rounded.magnitude / UInt(scale)
    let fraction = String(rounded.magnitude % UInt(scale))
    let zeros = String(repeating: "0", count: max(0, places - fraction.count))
    let text = places > 0 ? "\(sign)\(whole).\(zeros)\(fraction)" : "\(sign)\(whole)"
    return text.padded(toRight: width)
  }
}

extension String {
  /// At least `width` characters, filled with blanks on the right.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// At least `width` characters, filled with blanks on the left.
  package func padded(toRight width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
