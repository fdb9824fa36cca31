// SPDX-License-Identifier: GPL-3.0-or-later

/// The pads of each sound of a performance. Later profiles' sounds are added, and keep their places
/// to the end.
struct SoundPads: ~Copyable {
  /// The highest number of rules for single kits.
  static var mostKitAddresses: Int { @_noLocks get { 1024 } }

  /// A sound's pads in a kit.
  private struct KitAddress: BitwiseCopyable {
    let sound: Int
    let kit: UInt64
    let address: SoundAddress
  }

  /// A sound's pads, and the turn.
  private struct Entry: BitwiseCopyable {
    var isKnown = false
    /// As it was learned.
    var learned: SoundAddress
    /// As the player chose, in all kits; nil for as it was learned.
    var chosen: SoundAddress?
    /// The turn of its next stroke.
    var nextTurn: Int32 = 0
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let kitAddresses: UnsafeMutablePointer<KitAddress>
  private let kitAddressCount: UnsafeMutablePointer<Int>

  /// The first sounds, at most ``Instrument/mostSounds``.
  init(_ first: [SoundAddresses]) {
    precondition(first.count <= Instrument.mostSounds, "too many sounds")
    entries = .allocate(capacity: Instrument.mostSounds)
    entries.initialize(
      repeating: Entry(learned: SoundAddress(nil, .other)), count: Instrument.mostSounds)
    kitAddresses = .allocate(capacity: Self.mostKitAddresses)
    kitAddressCount = .allocate(capacity: 1)
    kitAddressCount.initialize(to: 0)
    for (sound, addresses) in first.enumerated() {
      add(addresses.every, forSound: sound)
      for own in addresses.byKit { add(own.address, forSound: sound, inKit: own.kit) }
    }
  }

  deinit {
    entries.deallocate()
    kitAddresses.deallocate()
    kitAddressCount.deallocate()
  }

  /// A sound's pads in a kit.
  @_noLocks func address(ofSound sound: Int, inKit kit: UInt64) -> SoundAddress {
    precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
    if let chosen = entries[sound].chosen { return chosen }
    for place in 0..<kitAddressCount.pointee
    where kitAddresses[place].sound == sound && kitAddresses[place].kit == kit {
      return kitAddresses[place].address
    }
    return entries[sound].learned
  }

  /// Changes a sound's pads in all kits; nil for the learned ones.
  @_noLocks func choose(_ address: SoundAddress?, forSound sound: Int) {
    precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
    entries[sound].chosen = address
  }

  /// Adds a sound of a profile that takes over, unless it is there already.
  @_noLocks func add(_ learned: SoundAddress, forSound sound: Int) {
    precondition(sound >= 0 && sound < Instrument.mostSounds, "no such sound")
    guard !entries[sound].isKnown else { return }
    entries[sound].learned = learned
    entries[sound].isKnown = true
  }

  /// Adds a sound's pads in a kit, unless they are known, or there is no room for more.
  @_noLocks func add(_ address: SoundAddress, forSound sound: Int, inKit kit: UInt64) {
    let count = kitAddressCount.pointee
    guard count < Self.mostKitAddresses else { return }
    for place in 0..<count
    where kitAddresses[place].sound == sound && kitAddresses[place].kit == kit { return }
    (kitAddresses + count).initialize(to: KitAddress(sound: sound, kit: kit, address: address))
    kitAddressCount.pointee += 1
  }

  /// The turn of the next stroke of a sound, which it has taken then.
  @_noLocks func takeTurn(ofSound sound: Int) -> Int {
    let turn = Int(entries[sound].nextTurn)
    take(turn: turn, ofSound: sound)
    return turn
  }

  /// A stroke of a sound has a turn; the next is that of the one after it.
  @_noLocks func take(turn: Int, ofSound sound: Int) {
    entries[sound].nextTurn = Int32(truncatingIfNeeded: turn) &+ 1
  }
}
