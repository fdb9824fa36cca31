// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Scores

/// A score, and what must come of it: a sentence of the contract, from a file in `Cases`.
///
/// A case begins with `--- SENTENCE`. Its lines are the score, and those that begin with `-->` what is expected:
/// - `FRAME EVENT …`: each event of the score, in order, without `score.`; `*` stands for anything, `…` for any events.
/// - `heard SOUND FROM[..TO] [from PLACE] [gain G] [left L right R]`: the output is the sum of these, and silent elsewhere.
/// - `sounds FROM..TO [left|right]`: something is heard at the beginning and at the end, on both sides or on one alone.
/// - `silent FROM..TO`, `pitch HERTZ FROM..TO`.
/// - `error TEXT`: the score ends with an error that begins so.
struct ConformanceCase: CustomStringConvertible, Sendable {
  /// A sound that is heard.
  struct Heard: Sendable {
    let sound: String
    let start: Int
    /// Where it is cut off; nil for its own end.
    var end: Int?
    /// Where in the sound it starts.
    var place = 0
    var left: Float = 1
    var right: Float = 1
  }

  /// Something that is measured between two frames.
  struct Measured: Sendable {
    let what: String
    let frames: Range<Int>
    /// The side on which alone it is heard; nil for both.
    var side: String?
    var hertz = 0.0
  }

  let sentence: String
  private(set) var score = ""
  private(set) var events: [String] = []
  private(set) var heard: [Heard] = []
  private(set) var measured: [Measured] = []
  private(set) var error: String?

  var description: String { sentence }

  /// What it speaks differs a little from voice to voice.
  var speaks: Bool { events.contains { $0.contains(" speech ") } }

  /// The objects that every score has, on its first line.
  static let prelude = """
    local o, p = object "o", object "p" \
    for _, q in ipairs {o, p} do for _, n in ipairs {"a", "b", "t"} do q:sound(n, n .. ".wav") end end 
    """

  /// The cases of all files.
  static let all: [ConformanceCase] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".lua") }.sorted().flatMap { file in
      let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      return cases(text)
    }
  }()

  private static func cases(_ text: String) -> [ConformanceCase] {
    var cases: [ConformanceCase] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("--- ") {
        cases.append(ConformanceCase(sentence: String(line.dropFirst(4))))
      } else if line.hasPrefix("--> ") {
        cases[cases.count - 1].expect(String(line.dropFirst(4)))
      } else {
        cases[cases.count - 1].score += line + "\n"
      }
    }
    return cases
  }

  private init(sentence: String) { self.sentence = sentence }

  private mutating func expect(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch words[0] {
    case "error": error = String(line.dropFirst("error ".count))
    case "heard":
      let range = Self.frames(words[2])
      var sound = Heard(sound: words[1], start: range.lowerBound, end: range.upperBound)
      for (name, value) in zip(words, words.dropFirst()) {
        switch name {
        case "from": sound.place = Int(value) ?? 0
        case "gain": (sound.left, sound.right) = (Float(value) ?? .nan, Float(value) ?? .nan)
        case "left": sound.left = Float(value) ?? .nan
        case "right": sound.right = Float(value) ?? .nan
        default: break
        }
      }
      heard.append(sound)
    case "sounds", "silent", "pitch":
      let place = words[0] == "pitch" ? 2 : 1
      let range = Self.frames(words[place])
      var one = Measured(
        what: words[0], frames: range.lowerBound..<(range.upperBound ?? range.lowerBound))
      if words.indices.contains(place + 1) { one.side = words[place + 1] }
      if place == 2 { one.hertz = Double(words[1]) ?? .nan }
      measured.append(one)
    default: events.append(line)
    }
  }

  /// "100" or "100..200".
  private static func frames(_ text: String) -> (lowerBound: Int, upperBound: Int?) {
    let parts = text.split(separator: ".").compactMap { Int($0) }
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  /// How an event is written in a case.
  static func line(_ event: ScoreEvent) -> String {
    let words: [String?] = [
      String(event.event.dropFirst("score.".count)), event.waited, event.object, event.sound,
      event.drum, event.pad, event.note.map { "\($0)" }, event.effect, event.text,
      event.value.map { "\($0)" }, event.velocity.map { "\($0)" }, event.frames.map { "\($0)" },
    ]
    return "\(event.frame) " + words.compactMap(\.self).joined(separator: " ")
  }

  /// The first line that differs; nil for none.
  func difference(_ lines: [String]) -> String? {
    var (lines, isGap) = (lines[...], false)
    for expected in events {
      if expected.hasSuffix("…") {
        isGap = true
        continue
      }
      if isGap { lines = lines.drop { !Self.matches($0, expected) } }
      isGap = false
      guard let line = lines.popFirst(), Self.matches(line, expected) else {
        return "'\(expected)' expected, and '\(lines.first ?? "nothing")' comes after it"
      }
    }
    return lines.first.map { "'\($0)' comes beyond the end" }
  }

  private static func matches(_ line: String, _ expected: String) -> Bool {
    guard expected.contains("*") else { return line == expected }
    let parts = expected.components(separatedBy: "*")
    var rest = line[...]
    guard rest.hasPrefix(parts[0]) else { return false }
    for part in parts.dropFirst() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
