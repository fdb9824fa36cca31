// SPDX-License-Identifier: GPL-3.0-or-later

/// An instrument's numbers for the sounds of a profile. Those of the first profile are 0, 1, 2 ...;
/// a sound of a later profile has the number of the same sound, or a new one.
struct SoundPlaces: ~Copyable {
  private let places: UnsafeMutablePointer<Int>
  let count: Int

  /// The numbers of a profile's sounds.
  init(_ places: [Int]) {
    count = places.count
    self.places = .allocate(capacity: max(1, count))
    for (sound, place) in places.enumerated() { self.places[sound] = place }
  }

  deinit { places.deallocate() }

  /// The number of a sound.
  subscript(sound: Int) -> Int { @_noLocks get { places[sound] } }

  /// The sound of a number; nil if the profile has no such sound.
  @_noLocks func sound(at place: Int) -> Int? {
    for sound in 0..<count where places[sound] == place { return sound }
    return nil
  }
}
