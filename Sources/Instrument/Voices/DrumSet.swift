// SPDX-License-Identifier: GPL-3.0-or-later

/// A kit as strokes find it: its tables, which variation comes next, and which of its pads answers which sound.
///
/// Made and freed off the audio thread; there it changes hands by its address.
public struct DrumSet: ~Copyable {
  let kit: CompiledKit
  private var bags: VariationBags
  private let padOfSound: UnsafeMutablePointer<Int>
  private let soundCount: Int

  /// Drums that answer.
  ///
  /// - Parameters:
  ///   - padOfSound: For each sound of the profile the index of the pad that answers.
  ///   - seed: Determines the order of the variations.
  public init(kit: Kit, padOfSound: [Int] = [], seed: UInt64) {
    precondition(padOfSound.allSatisfy { kit.pads.indices.contains($0) }, "no such pad in the kit")
    self.kit = CompiledKit(kit)
    bags = VariationBags(self.kit, seed: seed)
    soundCount = padOfSound.count
    self.padOfSound = .allocate(capacity: max(1, padOfSound.count))
    for (sound, pad) in padOfSound.enumerated() { self.padOfSound[sound] = pad }
  }

  deinit { padOfSound.deallocate() }

  /// The drums at an address of their own, until ``UnsafeMutablePointer/free()``.
  public static func make(kit: Kit, padOfSound: [Int] = [], seed: UInt64) -> DrumSetPointer {
    let pointer = DrumSetPointer.allocate(capacity: 1)
    pointer.initialize(to: DrumSet(kit: kit, padOfSound: padOfSound, seed: seed))
    return pointer
  }

  /// The pad that answers a sound of the profile.
  @_noLocks func pad(ofSound sound: Int) -> Int {
    precondition(sound >= 0 && sound < soundCount, "no such sound in the profile")
    return padOfSound[sound]
  }

  /// The variation that the next stroke on a layer plays.
  @_noLocks mutating func draw(layer: Int) -> Int { bags.draw(kit, layer: layer) }
}

/// Where drums lie.
public typealias DrumSetPointer = UnsafeMutablePointer<DrumSet>

extension DrumSetPointer {
  /// Frees the drums; no thread may use them any more.
  public func free() {
    deinitialize(count: 1)
    deallocate()
  }
}
