// SPDX-License-Identifier: GPL-3.0-or-later

/// A pad by its role, or by its name or MIDI note, whatever the kit.
///
/// Names are compared by a hash (FNV-1a, 64 bits), so that a kit can take over without anything
/// being looked up for it.
struct PadAddress: BitwiseCopyable, Hashable {
  /// Key of the name; 0 for none.
  let key: UInt64
  /// The number of the role, if there is no name.
  let roleNumber: UInt8

  /// The pad that is called `name`: a role, a pad as its kit calls it, or a MIDI note, in any case
  /// of letters.
  init(_ name: String) {
    let named = PadRole(name: name.lowercased())
    roleNumber = (named ?? .other).rawValue
    key = named == nil ? Self.key(name) : 0
  }

  /// The pad of a role.
  init(_ role: PadRole) { (key, roleNumber) = (0, role.rawValue) }

  /// The same for names that differ in the case of letters only; never 0.
  static func key(_ name: String) -> UInt64 {
    let key = name.lowercased().utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return max(1, key)
  }
}
