// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Controllers that each note sets anew, and the regions that they make of one.
///
/// Velocity moves loudness and pitch without steps. Sounds are made when the kit is loaded; so a
/// region becomes several where velocity moves its place or its beginning, where chance moves
/// anything, and where each key sounds otherwise. Source: sfzformat.info, "Extended MIDI CCs" of
/// ARIA.
enum SFZNoteController {
  /// Velocity, 0...127.
  static let velocity = 131
  /// The key, 0...127.
  static let key = 133
  /// Chance, 0 to 1.
  static let random = 135
  /// Chance, -1 to 1.
  static let bipolarRandom = 136
  /// 0 for a note, 1 for the next.
  static let alternate = 137
  /// All of them.
  static let all: Set<Int> = [velocity, key, random, bipolarRandom, alternate]
  /// Opcodes of these controllers end so.
  static let endings = all.map { "\($0)" }

  /// A region takes so many values by chance, and so many over velocity.
  private static let partCount = 4
  private static let filters = Array(SFZFilters.controlled.keys)
  private static let opcodes =
    ["offset", "amplitude", "volume", "pan", "tune", "delay"] + filters
  /// Where velocity moves a filter far, a region takes more values, at most so many.
  private static let mostFilterParts: Float = 12
  private static let centsPerPart: Float = 400

  /// A region in the making.
  struct Part {
    var opcodes: SFZOpcodes
    var control: SFZControl
    /// Its turns among its parts: the place of each, and how many there are.
    var turns: [(place: Int, count: Int)] = []
  }

  /// What the opcodes of a region stand for.
  static func parts(_ opcodes: SFZOpcodes, _ control: SFZControl, line: SourceLine) -> [Part] {
    var parts = [Part(opcodes: opcodes, control: control)]
    let cents = SFZFilters.centsOfVelocity(opcodes)
    let isFollowing =
      SFZFilters.followKeys(opcodes) || SFZCrossfade.followsKeys(opcodes)
      || (opcodes.number("amp_keytrack") ?? 0) != 0
    guard opcodes.areOfNotes || isFollowing || cents > 0 else { return parts }
    if Self.opcodes.contains(where: { opcodes.isMoved([$0], by: key) }) || isFollowing {
      parts = parts.flatMap { byKey($0, line) }
    }
    if opcodes.isMoved(["offset", "pan", "delay"] + filters, by: velocity) || cents > 0 {
      let count = max(partCount, Int(min(mostFilterParts, cents / centsPerPart)))
      parts = parts.flatMap { byVelocity($0, line, count) }
    }
    for controller in [random, bipolarRandom] where opcodes.isMoved(Self.opcodes, by: controller) {
      parts = parts.flatMap { byChance($0, controller, line) }
    }
    if opcodes.isMoved(Self.opcodes, by: alternate) {
      parts = parts.flatMap { part in
        (0..<2).map { place in
          var own = part
          own.control = part.control.with(alternate, at: Float(127 * place))
          own.turns.append((place, 2))
          return own
        }
      }
    }
    return parts
  }

  private static func byKey(_ part: Part, _ line: SourceLine) -> [Part] {
    let low = part.opcodes.text("lokey").flatMap(SFZOpcodes.note) ?? 0
    let high = part.opcodes.text("hikey").flatMap(SFZOpcodes.note) ?? 127
    guard low >= 0, high >= low, high <= 127 else { return [part] }
    // Keys that tune one drum are one pad, which is as loud at all of them.
    if let centre = part.opcodes.text("pitch_keycenter").flatMap(SFZOpcodes.note), high > low,
      part.opcodes.number("pitch_keytrack") ?? 100 != 0
    {
      var own = part
      own.control = part.control.with(key, at: Float(centre + part.control.noteOffset))
      return [own]
    }
    return (low...high).map { note in
      var own = part
      own.opcodes = part.opcodes.setting(["lokey": note, "hikey": note], line: line)
      own.control = part.control.with(key, at: Float(note + part.control.noteOffset))
      return own
    }
  }

  private static func byVelocity(_ part: Part, _ line: SourceLine, _ most: Int) -> [Part] {
    let low = min(127, max(0, part.opcodes.integer("lovel") ?? 0))
    let high = min(127, max(0, part.opcodes.integer("hivel") ?? 127))
    guard low <= high else { return [part] }
    let count = min(most, high - low + 1)
    return (0..<count).map { place in
      let first = low + (high - low + 1) * place / count
      let last = low + (high - low + 1) * (place + 1) / count - 1
      var own = part
      own.opcodes = part.opcodes.setting(["lovel": first, "hivel": last], line: line)
      // The softest and the hardest stroke are exact.
      let middle = Float(first + last) / 2
      own.control = part.control.with(
        velocity,
        at: count == 1
          ? middle : place == 0 ? Float(low) : place == count - 1 ? Float(high) : middle)
      return own
    }
  }

  /// Chances evenly spread, in an order by chance.
  private static func byChance(_ part: Part, _ controller: Int, _ line: SourceLine) -> [Part] {
    // Regions that sound together do not all draw alike.
    var generator = SeededGenerator(seed: UInt64(1000 * controller + line.number))
    return SFZRandomStarts.chances(partCount, &generator).enumerated().map { turn, chance in
      var own = part
      own.control = part.control.with(controller, at: 127 * chance)
      own.turns.append((turn, partCount))
      return own
    }
  }
}

extension KitRegion.Alternation {
  /// The turn of one of `count` parts of a region that has this turn.
  func part(_ place: Int, of count: Int) -> Self {
    guard case .draw(let length, let position, let low, let high) = self else {
      return .draw(length: count, position: place + 1, lowRandom: 0, highRandom: 1)
    }
    let bounded = min(length, Int.max / (2 * count))
    return .draw(
      length: bounded * count, position: position + bounded * place, lowRandom: low,
      highRandom: high)
  }
}
