// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// A time as people write it: 90s, 30m, 1h; a bare number is seconds.
struct SoakDuration: ExpressibleByArgument {
  let seconds: Double

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()), number > 0,
      number * (unit ?? 1) < 1e6
    else { return nil }
    seconds = number * (unit ?? 1)
  }
}
