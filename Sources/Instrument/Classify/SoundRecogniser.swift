// SPDX-License-Identifier: GPL-3.0-or-later

/// The part of hearing that depends on the profile: it changes with the profile, while onset
/// detection goes on.
///
/// Made and freed off the audio thread; there it is swapped by its address. After the swap, the
/// address holds the earlier recogniser.
public struct SoundRecogniser: ~Copyable {
  var classifier: Classifier
  var levels: LevelGate
  var judge: HitValidator
  var places: SoundPlaces
  /// The pads of each sound.
  private let pads: UnsafeMutablePointer<SoundAddress>
  /// How long after a hit of each sound no other is answered, in seconds.
  private let masksSeconds: UnsafeMutablePointer<Float>
  private let kitPads: UnsafeMutablePointer<KitPad>
  private let kitPadCount: Int

  /// A sound's pads in a single kit, in place of ``pads``.
  private struct KitPad: BitwiseCopyable {
    let sound: Int
    let kit: UInt64
    let address: SoundAddress
  }

  /// Distinguishes the sounds of a profile.
  ///
  /// - Parameters:
  ///   - places: The number of each sound in the instrument, below ``Instrument/mostSounds``; nil
  ///     for those of the first profile.
  ///   - pads: The pads of each sound.
  ///   - changes: Hearing settings that differ from the usual ones.
  public init(
    classifier: consuming Classifier, judge: consuming HitValidator, usualPeaksDecibels: [Float?],
    places: [Int]? = nil, pads: [SoundAddresses], changes: [HearingChange] = []
  ) {
    let places = places ?? Array(pads.indices)
    precondition(
      places.count == pads.count && places.allSatisfy { 0..<Instrument.mostSounds ~= $0 },
      "each sound has a number and a pad")
    self.classifier = classifier
    self.judge = judge
    levels = LevelGate(usualPeaksDecibels: usualPeaksDecibels)
    self.places = SoundPlaces(places)
    masksSeconds = .allocate(capacity: max(1, pads.count))
    masksSeconds.initialize(repeating: 0, count: max(1, pads.count))
    self.pads = .allocate(capacity: max(1, pads.count))
    for (sound, pad) in pads.enumerated() { (self.pads + sound).initialize(to: pad.every) }
    let inKits = pads.enumerated().flatMap { sound, pad in
      pad.byKit.map { KitPad(sound: sound, kit: $0.kit, address: $0.address) }
    }
    kitPads = .allocate(capacity: max(1, inKits.count))
    kitPadCount = inKits.count
    for (place, pad) in inKits.enumerated() { (kitPads + place).initialize(to: pad) }
    for change in changes { apply(change) }
  }

  deinit {
    pads.deallocate()
    masksSeconds.deallocate()
    kitPads.deallocate()
  }

  /// Adds the pads of its sounds to those of all sounds.
  @_noLocks func addPads(to all: borrowing SoundPads) {
    for sound in 0..<places.count { all.add(pads[sound], forSound: places[sound]) }
    for place in 0..<kitPadCount {
      let own = kitPads[place]
      all.add(own.address, forSound: places[own.sound], inKit: own.kit)
    }
  }

  /// How long after a hit of a sound no other is answered, in seconds.
  @_noLocks func maskSeconds(sound: Int) -> Float { masksSeconds[sound] }

  /// The pads of the sounds. Not for the audio thread.
  var allPads: [SoundAddresses] {
    (0..<places.count).map { sound in
      SoundAddresses(
        every: pads[sound],
        byKit: (0..<kitPadCount).filter { kitPads[$0].sound == sound }
          .map { (kitPads[$0].kit, kitPads[$0].address) })
    }
  }

  /// The teaching of each sound while playing; nil for none. Not for the audio thread.
  public func taughtSounds() -> [TaughtSound?] { classifier.taughtSounds() }

  /// Changes how the player is heard by it.
  @_noLocks mutating func apply(_ change: HearingChange) {
    switch change {
    case .sensitivity(let sensitivity): levels.set(sensitivity: sensitivity)
    case .threshold(let sound, let decibels):
      levels.set(thresholdDecibels: decibels, sound: sound)
    case .mask(let sound, let seconds):
      if 0..<places.count ~= sound { masksSeconds[sound] = seconds }
    case .adapts(let isOn): classifier.adapts(isOn)
    case .learn(let sound, let hits): classifier.expect(sound: sound, hits: hits)
    case .strictness(let strictness): judge.strictness = strictness
    case .velocityCurve(let curve): classifier.bendVelocity(curve)
    case .certainty: break
    }
  }
}

/// The address of a recogniser.
public typealias SoundRecogniserPointer = UnsafeMutablePointer<SoundRecogniser>
