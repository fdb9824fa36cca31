// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Why a typed word or an option has no meaning here; names the possible ones.
package struct TypedFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Numbers as people type them.
package enum TypedValue {
  /// A value of a parameter: a gain in decibels, a place from left to right.
  package static func value(
    _ text: String, _ name: String, _ scale: ParameterScale
  ) throws(TypedFault) -> Float {
    if let value = scale.value(written: text) { return value }
    if scale.kind == .choice || scale.kind == .note {
      throw TypedFault("\(name) is one of \(scale.rangeText), not '\(text)'.")
    }
    return try number(text, name, scale.writtenRange)
  }

  /// A number in a range.
  package static func number(
    _ text: String, _ name: String, _ range: ClosedRange<Float>
  ) throws(TypedFault) -> Float {
    guard let number = Float(text) else {
      throw TypedFault("\(name) is a number, not '\(text)'.")
    }
    guard range.contains(number) else {
      throw TypedFault(
        "\(name) must lie in \(ParameterScale.digits(range.lowerBound))..."
          + "\(ParameterScale.digits(range.upperBound)), not \(text).")
    }
    return number
  }

  /// A mask time in milliseconds: "60".
  package static func maskMilliseconds(_ text: String) throws(TypedFault) -> Float {
    guard let number = Float(text), HearingControls.masksSeconds.contains(number / 1000) else {
      throw TypedFault("a mask time lies in 0...500 ms, not '\(text)'.")
    }
    return number
  }

  /// A threshold in dBFS: "-30".
  package static func thresholdDecibels(_ text: String) throws(TypedFault) -> Float {
    guard let number = Float(text), HearingControls.thresholdsDecibels.contains(number) else {
      throw TypedFault("a threshold lies in -90...0 dBFS, not '\(text)'.")
    }
    return number
  }
}
