// SPDX-License-Identifier: GPL-3.0-or-later

/// Which pad a sound strikes, whatever the kit: the one of a name or a MIDI note, where the kit has it, else the one of a
/// role.
///
/// Names are compared by a hash (FNV-1a, 64 bits), so that a kit can take over without anything being looked up for it.
public struct PadAddress: BitwiseCopyable, Hashable, Sendable {
  /// The number of the role that answers where the kit has no pad of the name.
  let roleNumber: Int
  /// Key of the name; 0 for none.
  let key: UInt64

  private init(roleNumber: Int, key: UInt64) { (self.roleNumber, self.key) = (roleNumber, key) }

  /// The pad of a role.
  public init(_ role: PadRole) { self.init(roleNumber: Int(role.rawValue), key: 0) }

  /// The pad that is called `name`: a role, a pad as its kit calls it, or a MIDI note, in any case of letters. Where a kit
  /// has no such pad, that of `role` answers.
  public init(_ name: String, orElse role: PadRole) {
    if let named = PadRole(name: name.lowercased()) {
      self.init(named)
    } else {
      self.init(roleNumber: Int(role.rawValue), key: Self.key(name))
    }
  }

  /// The same for names that differ in the case of letters only; never 0.
  static func key(_ name: String) -> UInt64 {
    let key = name.lowercased().utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return max(1, key)
  }
}
