// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A kit as strokes find it: its tables, which variation comes next, how strokes differ, and which
/// of its pads has which role.
///
/// Made and freed off the audio thread; there it changes hands by its address.
public struct DrumSet: ~Copyable {
  let kit: CompiledKit
  /// Rises with each set that takes over.
  let number: Int
  /// How its pads are mixed.
  var strips: StripBank
  private var queues: VariationQueues
  private var humaniser: Humaniser
  private let brightness: UnsafeMutablePointer<BrightnessScale>
  private let padOfRole: UnsafeMutablePointer<Int>
  private let seed: UInt64

  /// The drums of a kit.
  ///
  /// - Parameters:
  ///   - playing: How variations are chosen, and how strokes differ in addition.
  ///   - seed: Determines the variations, and all other random values.
  ///   - strips: The mixer settings of the pads, in their order; the kit's own for missing ones.
  ///   - racks: The numbers of the pads' racks, in their order; none for missing ones.
  ///   - number: The number by which ``MixEvent`` names them; larger than that of the drums before.
  public init(
    kit: Kit, playing: PlayingStyle = PlayingStyle(), seed: UInt64,
    strips: [Strip] = [], racks: [Int?] = [], number: Int = 0
  ) {
    self.kit = CompiledKit(kit)
    self.number = number
    self.seed = seed
    self.strips = StripBank(kit.pads, strips, racks: racks)
    queues = VariationQueues(self.kit, choice: playing.choice, seed: seed)
    humaniser = Humaniser(playing.humanising, seed: seed)
    brightness = .allocate(capacity: kit.pads.count)
    brightness.initialize(repeating: BrightnessScale(), count: kit.pads.count)
    padOfRole = .allocate(capacity: PadRole.allCases.count)
    for role in PadRole.allCases { padOfRole[Int(role.rawValue)] = kit.pad(role: role) }
  }

  deinit {
    padOfRole.deallocate()
    brightness.deallocate()
  }

  /// The drums at an address of their own, until ``UnsafeMutablePointer/free()``.
  public static func make(
    kit: Kit, playing: PlayingStyle = PlayingStyle(), seed: UInt64,
    strips: [Strip] = [], racks: [Int?] = [], number: Int = 0
  ) -> DrumSetPointer {
    let pointer = DrumSetPointer.allocate(capacity: 1)
    pointer.initialize(
      to: DrumSet(
        kit: kit, playing: playing, seed: seed, strips: strips, racks: racks, number: number))
    return pointer
  }

  /// The pads that one turn of a part of a sound's rule strikes together: those that the kit has,
  /// by name or MIDI note, and those of roles, or the nearest that the kit has. If it has none of
  /// them, the pad of the sound's own role.
  @_noLocks func pads(of address: SoundAddress, part: Int, turn: Int) -> StruckPads {
    if let whole = kit.pad(key: address.wholeKey) { return StruckPads(whole) }
    var struck = StruckPads()
    for place in 0..<address.entryCount {
      let entry = address.entry(place)
      guard entry.part == part, entry.turn == turn else { continue }
      if entry.pad.key == 0 {
        struck.append(pad(ofRole: Int(entry.pad.roleNumber)))
      } else if let pad = kit.pad(key: entry.pad.key) {
        struck.append(pad)
      }
    }
    if struck.count == 0 { struck.append(pad(ofRole: address.roleNumber)) }
    return struck
  }

  /// The pad with the role of a number, or the nearest that the kit has.
  @_noLocks func pad(ofRole role: Int) -> Int { padOfRole[role] }

  /// The sound at a place of the queue of a layer, the next to be chosen from first; nil if there
  /// is none.
  @_noLocks func upcomingSound(layer: Int, place: Int) -> Sample? {
    guard let variation = queues.upcoming(kit, layer: layer, place: place) else { return nil }
    return kit.variations[variation].sound
  }

  /// What the pad at a place of a stroke plays that is heard since `startFrame`; the next one sounds
  /// different.
  @_noLocks mutating func choice(for stroke: NoteOn, at place: Int, startFrame: Int) -> VoiceChoice
  {
    let pad = stroke.pads[place]
    let layer = kit.layer(pad: pad, velocity: stroke.velocity)
    let choice: VoiceChoice
    switch stroke.draw {
    case .next: choice = next(for: stroke, pad: pad, layer: layer)
    case .again(let choices):
      if let known = choices[place], kit.isChoice(known, ofLayer: layer) {
        choice = known
      } else {
        choice = aside(layer: layer, pad: pad, startFrame: startFrame, before: nil)
      }
    case .aside(let choices, let later):
      if let known = choices?[place], kit.isChoice(known, ofLayer: layer) {
        choice = known
      } else {
        choice = aside(layer: layer, pad: pad, startFrame: startFrame, before: later)
      }
    }
    queues.last.note(
      kit.variations[choice.variation].sound, layer: layer, isAside: stroke.isAside)
    return choice
  }

  @_noLocks private mutating func next(for stroke: NoteOn, pad: Int, layer: Int) -> VoiceChoice {
    let variation = queues.draw(
      kit, layer: layer, strength: kit.strength(layer: layer, velocity: stroke.velocity),
      brightness: brightness[pad].deviation(octaves: stroke.brightnessOctaves))
    let touch = humaniser.draw(
      variationCount: kit.layers[layer].variationCount,
      randomOffsets: kit.pads[pad].randomOffsets)
    return VoiceChoice(layer: layer, variation: variation, touch: touch)
  }

  /// Follows from the frame, and from the sounds played before and after it.
  @_noLocks private func aside(
    layer: Int, pad: Int, startFrame: Int, before later: VoiceChoices?
  ) -> VoiceChoice {
    var frames = SeededGenerator(seed: UInt64(bitPattern: Int64(startFrame)))
    var generator = SeededGenerator(seed: seed ^ frames.next())
    let variation = queues.last.draw(kit, layer: layer, before: later, with: &generator)
    let touch = humaniser.draw(
      variationCount: kit.layers[layer].variationCount, randomOffsets: kit.pads[pad].randomOffsets,
      with: &generator)
    return VoiceChoice(layer: layer, variation: variation, touch: touch)
  }
}

/// The address of drums.
public typealias DrumSetPointer = UnsafeMutablePointer<DrumSet>

extension DrumSetPointer {
  /// Frees the drums; no thread may use them any more.
  public func free() {
    deinitialize(count: 1)
    deallocate()
  }
}
