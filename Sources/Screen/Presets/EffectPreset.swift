// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Racks of effects in a text that a person can write: a bus a line, with its effects in the words
/// of `--fx`.
///
/// ```
/// # Echoes that get darker
/// drums: delay:time=0.375:feedback=0.6, lowpass:cutoff=3000
/// ```
package struct EffectPreset: Equatable, Sendable {
  /// What it sounds like: the first comment; empty for none.
  package var meaning: String
  /// The racks, in the order of the text.
  package var chains: [BusChain]

  package init(meaning: String = "", _ chains: [BusChain]) {
    (self.meaning, self.chains) = (meaning, chains)
  }

  /// A line that has no meaning, counted from 1, and why.
  package struct Fault: Error, Equatable {
    package let line: Int
    package let reason: String
  }

  /// Reads a text.
  package init(text: String) throws(Fault) {
    self.init([])
    for (place, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = Self.trimmed(line)
      if line.hasPrefix("#") {
        if meaning.isEmpty { meaning = Self.trimmed(line.drop { $0 == "#" }) }
        continue
      }
      guard !line.isEmpty else { continue }
      do throws(TypedFault) {
        chains.append(try Self.chain(line))
        _ = try BusChain.slots(chains)
      } catch {
        throw Fault(line: place + 1, reason: error.description)
      }
    }
  }

  /// "drums: delay:time=0.3, lowpass", with blanks beside colons and commas or without.
  private static func chain(_ line: String) throws(TypedFault) -> BusChain {
    let parts = line.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.split(separator: ":", omittingEmptySubsequences: false).map(trimmed)
        .joined(separator: ":")
    }
    return try EffectText.bus(parts.joined(separator: ","))
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop { $0.isWhitespace })
  }

  /// The text that reads as it.
  package var text: String {
    let lines = chains.map { chain in
      "\(chain.bus): \(chain.effects.map(EffectText.written).joined(separator: ", "))"
    }
    return ((meaning.isEmpty ? [] : ["# \(meaning)"]) + lines).map { $0 + "\n" }.joined()
  }

  /// The effects of a sound file: those of its only bus, or of the drums; nil if that is not clear.
  package var only: [EffectSetting]? {
    let buses = chains.reduce(into: [RackPlace]()) { if !$0.contains($1.bus) { $0.append($1.bus) } }
    let bus = buses.count == 1 ? buses[0] : .drums
    let effects = chains.filter { $0.bus == bus }.flatMap(\.effects)
    return effects.isEmpty ? nil : effects
  }
}
