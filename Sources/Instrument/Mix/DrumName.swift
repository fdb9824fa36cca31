// SPDX-License-Identifier: GPL-3.0-or-later

/// The players' names for drums.
public enum DrumName {
  /// All that a drum is called, in small letters: by its role, as its kit does, by its MIDI note,
  /// by other keys that play it.
  public static func names(
    role: PadRole, name: String, note: Int?, keys: [Int] = []
  ) -> [String] {
    (role == .other ? [] : [role.name]) + [name.lowercased()] + (note.map { ["\($0)"] } ?? [])
      + keys.filter { $0 != note }.map { "\($0)" }
  }

  /// Places of the drums that a name matches, ignoring case: drums of exactly that name; else those
  /// with a name that begins with it; else those with a name that contains it.
  ///
  /// - Parameter names: Those of each drum.
  public static func places(named asked: String, in names: [[String]]) -> [Int] {
    let asked = asked.lowercased()
    guard !asked.isEmpty else { return [] }
    let ways: [(String) -> Bool] = [
      { $0 == asked }, { $0.hasPrefix(asked) }, { occurs(asked, in: $0) },
    ]
    for means in ways {
      let places = names.indices.filter { names[$0].contains(where: means) }
      if !places.isEmpty { return places }
    }
    return []
  }

  private static func occurs(_ part: String, in name: String) -> Bool {
    name.indices.contains { name[$0...].hasPrefix(part) }
  }
}
