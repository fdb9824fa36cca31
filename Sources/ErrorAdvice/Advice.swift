// SPDX-License-Identifier: GPL-3.0-or-later

/// What to do next: text with suggestions in it. Each front end words the suggestions itself.
///
/// Written as a string literal: `"give another name, or \(.overwrite)"`.
public struct Advice: Hashable, Sendable {
  fileprivate enum Part: Hashable {
    case words(String)
    case suggestion(RecoverySuggestion)
  }
  private var parts: [Part]

  /// The advice with each suggestion worded by `wording`.
  public func text(_ wording: (RecoverySuggestion) -> String) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .suggestion(let suggestion): wording(suggestion)
      }
    }.joined()
  }
}

extension Advice: CustomStringConvertible {
  /// The advice in words that suit every front end.
  public var description: String { text(\.words) }
}

extension Advice: ExpressibleByStringInterpolation {
  /// Collects the words and suggestions of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Room for nothing; the sizes are hints that are not needed.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Literal text.
    public mutating func appendLiteral(_ words: String) { parts.append(.words(words)) }
    /// A suggestion.
    public mutating func appendInterpolation(_ suggestion: RecoverySuggestion) {
      parts.append(.suggestion(suggestion))
    }
    /// A value by its description.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.words(value.description))
    }
    /// Another advice.
    public mutating func appendInterpolation(_ advice: Advice) { parts += advice.parts }
  }

  /// Text without suggestions.
  public init(stringLiteral words: String) { parts = [.words(words)] }
  /// Text with suggestions.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}

/// An error that says what was attempted, why it failed, and what to do.
public protocol AdvisedError: Error, CustomStringConvertible {
  /// What was attempted, on what, and why it failed.
  var problem: String { get }
  /// What to do next.
  var advice: Advice { get }
}

extension AdvisedError {
  /// What was attempted, why it failed, what to do, with each suggestion worded by `wording`.
  public func text(_ wording: (RecoverySuggestion) -> String) -> String {
    "\(problem); \(advice.text(wording))"
  }
  /// What was attempted, why it failed, what to do, in words that suit every front end.
  public var description: String { text(\.words) }
}
