// SPDX-License-Identifier: GPL-3.0-or-later

/// The drum that each sound of a performance strikes. Sounds of profiles that take over are added, and keep their places to
/// the end.
struct SoundRoles: ~Copyable {
  private let roles: UnsafeMutablePointer<Int>

  /// The first sounds, at most ``Instrument/mostSounds``.
  init(_ first: [PadRole]) {
    precondition(first.count <= Instrument.mostSounds, "too many sounds")
    roles = .allocate(capacity: Instrument.mostSounds)
    roles.initialize(repeating: Int(PadRole.other.rawValue), count: Instrument.mostSounds)
    for (sound, role) in first.enumerated() { roles[sound] = Int(role.rawValue) }
  }

  deinit { roles.deallocate() }

  /// The number of the role of a sound, or the change of it.
  subscript(sound: Int) -> Int {
    @_noLocks get {
      precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
      return roles[sound]
    }
    @_noLocks nonmutating set {
      precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
      roles[sound] = newValue
    }
  }
}
