// SPDX-License-Identifier: GPL-3.0-or-later

/// The pad that each sound of a performance strikes. Sounds of profiles that take over are added, and keep their places to
/// the end.
struct SoundPads: ~Copyable {
  private let pads: UnsafeMutablePointer<PadAddress>
  /// Sounds that have a pad.
  private let areKnown: UnsafeMutablePointer<Bool>

  /// The first sounds, at most ``Instrument/mostSounds``.
  init(_ first: [PadAddress]) {
    precondition(first.count <= Instrument.mostSounds, "too many sounds")
    pads = .allocate(capacity: Instrument.mostSounds)
    pads.initialize(repeating: PadAddress(.other), count: Instrument.mostSounds)
    areKnown = .allocate(capacity: Instrument.mostSounds)
    areKnown.initialize(repeating: false, count: Instrument.mostSounds)
    for (sound, pad) in first.enumerated() { self[sound] = pad }
  }

  deinit {
    pads.deallocate()
    areKnown.deallocate()
  }

  /// The pad of a sound, or the change of it.
  subscript(sound: Int) -> PadAddress {
    @_noLocks get {
      precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
      return pads[sound]
    }
    @_noLocks nonmutating set {
      precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
      pads[sound] = newValue
      areKnown[sound] = true
    }
  }

  /// Adds a sound of a profile that takes over. One that has a pad keeps it: the player may have changed it, also before the
  /// profile took over.
  @_noLocks func add(_ pad: PadAddress, forSound sound: Int) {
    precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
    if !areKnown[sound] { self[sound] = pad }
  }
}
