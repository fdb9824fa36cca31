// SPDX-License-Identifier: GPL-3.0-or-later

/// The pad that each sound of a performance strikes. Sounds of profiles that take over are added, and keep their places to
/// the end.
struct SoundPads: ~Copyable {
  private let pads: UnsafeMutablePointer<PadAddress>
  /// Sounds so far.
  private var count: Int

  /// The first sounds, at most ``Instrument/mostSounds``.
  init(_ first: [PadAddress]) {
    precondition(first.count <= Instrument.mostSounds, "too many sounds")
    pads = .allocate(capacity: Instrument.mostSounds)
    pads.initialize(repeating: PadAddress(.other), count: Instrument.mostSounds)
    for (sound, pad) in first.enumerated() { pads[sound] = pad }
    count = first.count
  }

  deinit { pads.deallocate() }

  /// The pad of a sound, or the change of it.
  subscript(sound: Int) -> PadAddress {
    @_noLocks get {
      precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
      return pads[sound]
    }
    @_noLocks nonmutating set {
      precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
      pads[sound] = newValue
    }
  }

  /// Adds a sound of a profile that takes over. One that there is already keeps its pad, which the player may have changed.
  @_noLocks mutating func add(_ pad: PadAddress, forSound sound: Int) {
    guard sound >= count else { return }
    self[sound] = pad
    count = sound + 1
  }
}
