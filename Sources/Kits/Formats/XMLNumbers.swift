// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds values of a kit's XML that should be numbers and are none: they are left out, and what a kit
/// leaves out of its maker's text, it reports.
enum XMLNumbers {
  /// Further ones are not counted apart.
  private static let mostKinds = 100

  /// What is wrong; nil if each value is a number or empty.
  ///
  /// - Parameters:
  ///   - elements: Names of elements that hold numbers.
  ///   - attributes: Names of attributes that do.
  static func problem(
    in root: XMLElement, elements: Set<String>, attributes: Set<String> = []
  ) -> KitProblem? {
    var counts: [String: Int] = [:]
    func note(_ name: String, _ value: String) {
      guard !value.isEmpty, WrittenNumber.inXML(value) == nil, counts.count < mostKinds else {
        return
      }
      counts["\(name)=\(value.prefix(40))", default: 0] += 1
    }
    func walk(_ element: XMLElement) {
      if elements.contains(element.name) { note(element.name, element.text) }
      for (name, value) in element.attributes where attributes.contains(name) { note(name, value) }
      element.children.forEach(walk)
    }
    walk(root)
    guard !counts.isEmpty else { return nil }
    let text = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    return KitProblem(
      kind: .unclearText, line: nil,
      message: "values that are no numbers, and are left out: \(text)")
  }
}
