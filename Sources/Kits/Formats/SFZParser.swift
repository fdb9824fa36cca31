// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A header of an SFZ file with the opcodes that follow it.
struct SFZSection {
  /// Without its angle brackets.
  let header: String
  let line: SourceLine
  var opcodes: [SFZOpcode] = []
}

/// A setting in an SFZ file.
struct SFZOpcode {
  let name: String
  let value: String
  let line: SourceLine
}

/// Reads the text of SFZ files into sections.
///
/// Lenient, as kits that exist demand: words that are no opcode are counted and skipped, never the end.
/// Source: sfzformat.info, headers and directives of the SFZ format.
struct SFZParser {
  private(set) var sections: [SFZSection] = []
  private(set) var problems: [KitProblem] = []
  private var definitions: [String: String] = [:]
  /// Of the names that are defined, in bytes, the longest first.
  private var nameLengths: [Int] = []
  private var openFiles: [String] = []
  private var includeCount = 0
  private var byteCount = 0
  private var expansionCount = 0
  private var isInComment = false
  private var strayWordCount = 0
  private var firstStrayLine: SourceLine?
  private let folder: String
  private var finder = FileFinder()

  /// Deepest nesting of `#include`.
  static let maximumDepth = Limits.kitIncludeDepth
  /// Most includes in all.
  static let maximumIncludes = Limits.kitIncludes
  /// Longest text of a kit with all that it includes, in bytes.
  static let maximumBytes = Limits.kitIncludedBytes
  /// Most names that can be defined.
  static let maximumDefinitions = Limits.kitDefinitions
  /// Most times that they are replaced.
  static let maximumExpansions = Limits.kitExpansions
  /// Longest name that can be defined, in bytes; longer ones are no names.
  static let maximumNameBytes = Limits.kitDefinitionNameBytes
  /// Longest text that a `$name` may stand for, in bytes; longer ones are cut.
  static let maximumValueBytes = Limits.kitDefinitionLetters

  /// Reads the file at `path` and all that it includes.
  init(path: String) throws(TextFile.Errno) {
    folder = Folder.holding(path)
    try read(String(path.split(separator: "/").last ?? ""))
    if let line = firstStrayLine {
      problems.append(
        KitProblem(
          kind: .unclearText, line: line,
          message: "\(strayWordCount) words are not SFZ opcodes and are skipped; this is the first")
      )
    }
  }

  private mutating func read(_ file: String) throws(TextFile.Errno) {
    let lines = try TextFile.lines(path: "\(folder)/\(file)")
    byteCount += lines.map(\.count).reduce(0, +)
    guard byteCount <= Self.maximumBytes else { throw TextFile.Errno(code: EFBIG) }
    openFiles.append(file)
    for (index, text) in lines.enumerated() {
      read(withoutComments(text), line: SourceLine(file: file, number: index + 1))
    }
    openFiles.removeLast()
  }

  private mutating func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var index = 0
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      switch (isInComment, text[index], next) {
      case (true, UInt8(ascii: "*"), UInt8(ascii: "/")):
        isInComment = false
        index += 2
      case (true, _, _): index += 1
      case (false, UInt8(ascii: "/"), UInt8(ascii: "*")):
        isInComment = true
        index += 2
      case (false, UInt8(ascii: "/"), UInt8(ascii: "/")): return kept
      default:
        kept.append(text[index])
        index += 1
      }
    }
    return kept
  }

  private mutating func read(_ text: [UInt8], line: SourceLine) {
    var scanner = SFZScanner(text: text)
    while let token = scanner.next() {
      switch token {
      case .header(let name):
        sections.append(SFZSection(header: expanded(name).lowercased(), line: line))
      case .opcode(let name, let value) where !sections.isEmpty:
        let opcode = SFZOpcode(
          name: expanded(name).lowercased(), value: expanded(value), line: line)
        sections[sections.count - 1].opcodes.append(opcode)
      case .define(let name, let value):
        define(name, expanded(value))
      case .include(let file): include(expanded(file), line)
      case .opcode, .word:
        strayWordCount += 1
        firstStrayLine = firstStrayLine ?? line
      }
    }
  }

  private mutating func include(_ name: String, _ line: SourceLine) {
    let components = name.split { $0 == "/" || $0 == "\\" }
    let named = components.joined(separator: "/")
    let found = finder.find(named, in: folder)?.dropFirst(folder.count + 1)
    let file = found.map(String.init) ?? named
    includeCount += 1
    var failure: String?
    if Self.foldersUp(components) > Limits.kitFoldersUp {
      failure = "it lies more than \(Limits.kitFoldersUp) folders above the kit"
    } else if openFiles.contains(file) {
      failure = "it would include itself"
    } else if openFiles.count >= Self.maximumDepth || includeCount > Self.maximumIncludes {
      failure = "too many files include each other"
    } else {
      do { try read(file) } catch { failure = error.text }
    }
    if let failure {
      problems.append(
        KitProblem(
          kind: .missingInclude, line: line, message: "cannot include '\(name)': \(failure)"))
    }
  }

  /// How many folders above the one where it begins a path leads on its way.
  private static func foldersUp(_ components: [Substring]) -> Int {
    var (up, most) = (0, 0)
    for component in components where component != "." {
      up += component == ".." ? 1 : -1
      most = max(most, up)
    }
    return most
  }

  /// The longest name that `text` begins with, and what it stands for; nil if it begins with none.
  private func definition(beginning text: Substring) -> (name: String, value: String)? {
    for length in nameLengths {
      if let name = String(text.utf8.prefix(length)), let value = definitions[name] {
        return (name, value)
      }
    }
    return nil
  }

  private mutating func define(_ name: String, _ value: String) {
    let length = name.utf8.count
    guard length <= Self.maximumNameBytes,
      definitions.count < Self.maximumDefinitions || definitions[name] != nil
    else { return }
    definitions[name] = String(value.prefix(Self.maximumValueBytes))
    guard !nameLengths.contains(length) else { return }
    nameLengths = (nameLengths + [length]).sorted(by: >)
  }

  /// Replaces `$names`, of several that fit the longest.
  private mutating func expanded(_ text: String) -> String {
    guard text.contains("$"), !definitions.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while expansionCount < Self.maximumExpansions, let dollar = rest.firstIndex(of: "$") {
      expansionCount += 1
      result += rest[..<dollar]
      rest = rest[dollar...]
      if let (name, value) = definition(beginning: rest) {
        result += value
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: name.utf8.count)...]
        byteCount += value.utf8.count
        if byteCount > Self.maximumBytes { expansionCount = Self.maximumExpansions }
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
