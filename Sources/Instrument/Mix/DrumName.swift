// SPDX-License-Identifier: GPL-3.0-or-later

/// The players' names for drums.
public enum DrumName {
  /// All that a drum is called, in small letters: by its role, as its kit does, by its MIDI note.
  public static func names(role: PadRole, name: String, note: Int?) -> [String] {
    (role == .other ? [] : [role.name]) + [name.lowercased()] + (note.map { ["\($0)"] } ?? [])
  }

  /// Places of the drums that a name matches, ignoring case: drums of exactly that name; else those
  /// that a key of that number plays; else those with a name that begins with it; else those with a
  /// name that contains it.
  ///
  /// - Parameters:
  ///   - names: Those of each drum.
  ///   - keys: The MIDI notes that play each drum.
  public static func places(
    named asked: String, in names: [[String]], keys: [[Int]]
  ) -> [Int] {
    let asked = asked.lowercased()
    guard !asked.isEmpty else { return [] }
    func named(_ means: (String) -> Bool) -> [Int] {
      names.indices.filter { names[$0].contains(where: means) }
    }
    let exact = named { $0 == asked }
    if !exact.isEmpty { return exact }
    if let key = Int(asked) {
      let played = keys.indices.filter { keys[$0].contains(key) }
      if !played.isEmpty { return played }
    }
    let begun = named { $0.hasPrefix(asked) }
    return begun.isEmpty ? named { occurs(asked, in: $0) } : begun
  }

  private static func occurs(_ part: String, in name: String) -> Bool {
    name.indices.contains { name[$0...].hasPrefix(part) }
  }
}
