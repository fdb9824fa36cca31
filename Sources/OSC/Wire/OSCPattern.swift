// SPDX-License-Identifier: GPL-3.0-or-later

/// An address that may mean several: `?` is any letter, `*` any number of letters, `[a-f]` one of
/// these, `[!a-f]` any other, `{gain,pan}` one of these words. None of them matches a slash.
///
/// Source: The Open Sound Control 1.0 Specification, "OSC Message Dispatching and Pattern
/// Matching".
struct OSCPattern {
  private enum Token {
    case letter(UInt8)
    case any
    case run
    case oneOf(Set<UInt8>, isNegated: Bool)
    case words([[UInt8]])
  }

  /// A longer pattern is refused: it would only cost time.
  private static let longest = 256
  private static let slash = UInt8(ascii: "/")

  private let tokens: [Token]

  /// Whether an address has any of the letters that make it a pattern.
  static func isPattern(_ address: String) -> Bool {
    address.utf8.contains { "?*[{".utf8.contains($0) }
  }

  /// Reads a pattern; a fault if it is too long, or a bracket is not closed.
  init(_ text: String) throws(OSCFault) {
    guard text.utf8.count <= Self.longest else {
      throw OSCFault(reason: "an address with patterns has more than \(Self.longest) letters")
    }
    var tokens: [Token] = []
    var rest = Array(text.utf8)[...]
    /// The text up to a closing bracket, which is removed too.
    func upTo(_ end: Unicode.Scalar) throws(OSCFault) -> ArraySlice<UInt8> {
      guard let place = rest.firstIndex(of: UInt8(ascii: end)) else {
        throw OSCFault(reason: "'\(end)' is missing in its address")
      }
      defer { rest = rest[(place + 1)...] }
      return rest[..<place]
    }
    while let letter = rest.popFirst() {
      switch letter {
      case UInt8(ascii: "?"): tokens.append(.any)
      case UInt8(ascii: "*"): tokens.append(.run)
      case UInt8(ascii: "["): tokens.append(Self.oneOf(try upTo("]")))
      case UInt8(ascii: "{"):
        let words = try upTo("}").split(
          separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        tokens.append(.words(words.map(Array.init)))
      default: tokens.append(.letter(letter))
      }
    }
    self.tokens = tokens
  }

  /// Letters and ranges of them; a leading `!` means all others, `-` at an end means itself.
  private static func oneOf(_ list: ArraySlice<UInt8>) -> Token {
    let isNegated = list.first == UInt8(ascii: "!")
    var letters: Set<UInt8> = []
    var rest = isNegated ? list.dropFirst() : list
    while let first = rest.popFirst() {
      guard rest.count >= 2, rest.first == UInt8(ascii: "-") else {
        letters.insert(first)
        continue
      }
      let last = rest[rest.startIndex + 1]
      rest = rest.dropFirst(2)
      if first <= last { letters.formUnion(first...last) }
    }
    return .oneOf(letters, isNegated: isNegated)
  }

  /// The pattern matches an address. The work is bounded by the product of both lengths, whatever
  /// they contain.
  func matches(_ address: String) -> Bool {
    let letters = Array(address.utf8)
    /// The positions that the tokens so far may have reached.
    var places = [Bool](repeating: false, count: letters.count + 1)
    places[0] = true
    for token in tokens { places = Self.places(behind: token, from: places, in: letters) }
    return places[letters.count]
  }

  /// The positions where a token may end that begins at one of these positions.
  private static func places(
    behind token: Token, from places: [Bool], in letters: [UInt8]
  ) -> [Bool] {
    var ends = [Bool](repeating: false, count: places.count)
    func step(_ isMeant: (UInt8) -> Bool) {
      for place in letters.indices where places[place] && isMeant(letters[place]) {
        ends[place + 1] = true
      }
    }
    switch token {
    case .letter(let letter): step { $0 == letter }
    case .any: step { $0 != slash }
    case .run:
      for place in places.indices {
        let goesOn = place > 0 && ends[place - 1] && letters[place - 1] != slash
        ends[place] = places[place] || goesOn
      }
    case .oneOf(let meant, let isNegated):
      step { $0 != slash && meant.contains($0) != isNegated }
    case .words(let words):
      for place in places.indices where places[place] {
        for word in words where letters[place...].starts(with: word) {
          ends[place + word.count] = true
        }
      }
    }
    return ends
  }
}
