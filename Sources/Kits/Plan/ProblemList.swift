// SPDX-License-Identifier: GPL-3.0-or-later

/// What is found wrong with a kit, each thing once and not without end.
struct ProblemList {
  /// Further ones are only counted.
  static let maximumCount = 1000

  private var known: Set<String> = []
  private var kept: [KitProblem] = []
  private var leftOut = 0

  init(_ problems: [KitProblem] = []) { problems.forEach { add($0) } }

  mutating func add(_ kind: KitProblem.Kind, _ line: SourceLine?, _ message: String) {
    add(KitProblem(kind: kind, line: line, message: message))
  }

  mutating func add(_ problem: KitProblem) {
    guard kept.count < Self.maximumCount else {
      leftOut += 1
      return
    }
    if known.insert(problem.description).inserted { kept.append(problem) }
  }

  /// In the order they were found.
  var all: [KitProblem] {
    guard leftOut > 0 else { return kept }
    return kept + [
      KitProblem(kind: .tooMuch, line: nil, message: "and \(leftOut) more problems")
    ]
  }
}
