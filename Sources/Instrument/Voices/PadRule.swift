// SPDX-License-Identifier: GPL-3.0-or-later

/// What a sound plays, as people write it:
///
///     cowbell                                  a pad: by what it is, its name in the kit, or its MIDI note
///     kick + clap                              struck together
///     tom-high / tom-low                       in turn
///     snare, side-stick from velocity 0.8      by how hard the stroke is
///     snare, cowbell brighter than 3000 Hz     by how bright it is heard
///
/// The part that plays is the last one whose condition holds; the first has none.
public struct PadRule: Hashable, Sendable, CustomStringConvertible {
  /// When a part plays.
  public enum Condition: Hashable, Sendable {
    case always
    /// Velocities from this one up, 0...1.
    case fromVelocity(Float)
    /// Hits with the middle of their spectrum above a frequency.
    case brighter(thanHz: Float)
  }

  /// Pads that are struck together, in turn with others, if a condition holds.
  public struct Part: Hashable, Sendable {
    /// Names of pads that are struck together, one turn after the other; one or more each.
    public let turns: [[String]]
    /// When it plays.
    public let condition: Condition
  }

  /// Why a text is no rule.
  public struct Fault: Error, Equatable, CustomStringConvertible {
    /// Its error, and the remedy.
    public let description: String
  }

  /// Pads that a rule names at most.
  public static let mostPads = 12
  /// Pads that are struck together at most.
  public static let mostTogether = StruckPads.most
  /// Parts that it has at most.
  public static let mostParts = 4

  /// As it was written.
  public let description: String
  /// One or more.
  public let parts: [Part]

  /// All names in it.
  public var names: [String] { parts.flatMap { $0.turns.joined() } }
  /// It is one pad alone.
  public var isPlain: Bool { names.count == 1 }

  /// Reads a rule as people write it.
  public init(_ text: String) throws(Fault) {
    var parts: [Part] = []
    for part in Self.pieces(of: text, between: ", ") { parts.append(try Self.part(part)) }
    guard case .always = parts[0].condition else {
      throw Fault(description: "the first pad plays always: write it before a comma and the others")
    }
    guard parts.dropFirst().allSatisfy({ $0.condition != .always }) else {
      throw Fault(
        description: "behind a comma say when: 'from velocity 0.8' or 'brighter than 3000 Hz'")
    }
    description = Self.trimmed(text[...])
    self.parts = parts
    guard parts.count <= Self.mostParts, names.count <= Self.mostPads else {
      throw Fault(description: "it has at most \(Self.mostParts) parts and \(Self.mostPads) pads")
    }
    guard parts.allSatisfy({ $0.turns.allSatisfy { $0.count <= Self.mostTogether } }) else {
      throw Fault(description: "at most \(Self.mostTogether) pads are struck together")
    }
  }

  /// A stored text: a rule, else any pad name.
  public init(kept text: String) {
    do { self = try PadRule(text) } catch {
      description = text
      parts = [Part(turns: [[text]], condition: .always)]
    }
  }

  /// The rule with other names of its pads.
  public func naming<Failure: Error>(
    _ name: (String) throws(Failure) -> String
  ) throws(Failure) -> PadRule {
    var named: [Part] = []
    for part in parts {
      var turns: [[String]] = []
      for turn in part.turns {
        var pads: [String] = []
        for pad in turn { pads.append(try name(pad)) }
        turns.append(pads)
      }
      named.append(Part(turns: turns, condition: part.condition))
    }
    return PadRule(kept: Self.text(named))
  }

  /// The rule that strikes the pads of this one and of another at once. If both have conditions, or
  /// too many pads, it strikes the first ones of each.
  func together(with other: PadRule) -> PadRule {
    let own = parts.count == 1 ? Array(repeating: parts[0], count: other.parts.count) : parts
    let others =
      other.parts.count == 1 ? Array(repeating: other.parts[0], count: own.count) : other.parts
    let hasConditions = parts.count > 1 && other.parts.count > 1
    let both = zip(own, others).prefix(hasConditions ? 1 : own.count).map { own, other in
      Part(
        turns: (0..<max(own.turns.count, other.turns.count)).map {
          Self.struck(own.turns[$0 % own.turns.count], other.turns[$0 % other.turns.count])
        }, condition: own.condition == .always ? other.condition : own.condition)
    }
    do { return try PadRule(Self.text(both)) } catch {
      let first = Self.struck(parts[0].turns[0], other.parts[0].turns[0])
      return PadRule(kept: first.joined(separator: " + "))
    }
  }

  /// The pads of both, as many as can be struck at once.
  private static func struck(_ pads: [String], _ others: [String]) -> [String] {
    Array((pads + others.filter { !pads.contains($0) }).prefix(mostTogether))
  }

  private static func text(_ parts: [Part]) -> String {
    parts.map { part in
      part.turns.map { $0.joined(separator: " + ") }.joined(separator: " / ")
        + text(part.condition)
    }.joined(separator: ", ")
  }

  private static func text(_ condition: Condition) -> String {
    switch condition {
    case .always: ""
    case .fromVelocity(let velocity): "\(velocityWords)\(velocity)"
    case .brighter(let hertz): "\(brightnessWords)\(Int(hertz)) Hz"
    }
  }

  private static let velocityWords = " from velocity "
  private static let brightnessWords = " brighter than "

  private static func part(_ text: String) throws(Fault) -> Part {
    var pads = text
    var condition = Condition.always
    if let (before, after) = split(text, at: velocityWords) {
      guard let velocity = Float(after), (0...1).contains(velocity) else {
        throw Fault(description: "'\(after)' is no velocity: give one in 0...1")
      }
      (pads, condition) = (before, .fromVelocity(velocity))
    } else if let (before, after) = split(text, at: brightnessWords) {
      let number = after.lowercased().hasSuffix("hz") ? String(after.dropLast(2)) : after
      guard let hertz = Float(trimmed(number[...])), (20...20_000).contains(hertz) else {
        throw Fault(description: "'\(after)' is no frequency: give one in 20...20000 Hz")
      }
      (pads, condition) = (before, .brighter(thanHz: hertz))
    }
    // A sign at either end has an empty neighbour.
    let turns = pieces(of: " \(pads) ", between: " / ").map {
      pieces(of: " \($0) ", between: " + ")
    }
    guard turns.joined().allSatisfy({ !$0.isEmpty }) else {
      throw Fault(description: "a pad is missing beside a '+', a '/' or a comma")
    }
    return Part(turns: turns, condition: condition)
  }

  private static func pieces(of text: String, between separator: String) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while let place = place(of: separator, in: rest) {
      pieces.append(trimmed(rest[..<place]))
      rest = rest[rest.index(place, offsetBy: separator.count)...]
    }
    return pieces + [trimmed(rest)]
  }

  private static func split(_ text: String, at words: String) -> (String, String)? {
    guard let place = place(of: words, in: text.lowercased()[...]) else { return nil }
    let count = text.lowercased().distance(from: text.lowercased().startIndex, to: place)
    return (
      trimmed(text.prefix(count)), trimmed(text.dropFirst(count + words.count))
    )
  }

  private static func place(of part: String, in text: Substring) -> String.Index? {
    text.indices.first { text[$0...].hasPrefix(part) }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
