// SPDX-License-Identifier: GPL-3.0-or-later

/// The problems of a kit, each once, and limited in number.
struct ProblemList {
  /// Further problems are only counted.
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

  /// Faults first, then by file and line.
  var all: [KitProblem] {
    var sorted = kept.enumerated().sorted { Self.place($0) < Self.place($1) }.map(\.element)
    if leftOut > 0 {
      sorted.append(
        KitProblem(kind: .tooMuch, line: nil, message: "and \(leftOut) more problems"))
    }
    return sorted
  }

  private typealias Place = (Int, String, Int, Int)

  private static func place(_ problem: (offset: Int, element: KitProblem)) -> Place {
    let line = problem.element.line
    return (
      problem.element.isFault ? 0 : 1, line?.file ?? "", line?.number ?? 0, problem.offset
    )
  }
}
