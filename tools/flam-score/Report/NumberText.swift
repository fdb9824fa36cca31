// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

extension Double {
  /// The number with so many decimals, in digits.
  func fixed(_ decimals: Int) -> String {
    guard isFinite else { return "-" }
    let scale = Glibc.pow(10, Double(decimals))
    let scaled = (abs(self) * scale).rounded()
    let whole = Int(scaled / scale)
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = "\(Int(scaled.truncatingRemainder(dividingBy: scale)))"
    let zeros = String(repeating: "0", count: decimals - digits.count)
    return "\(sign)\(whole).\(zeros)\(digits)"
  }
}

extension Double? {
  /// The number with so many decimals; a dash if there is none.
  func fixed(_ decimals: Int) -> String { self?.fixed(decimals) ?? "-" }
}
