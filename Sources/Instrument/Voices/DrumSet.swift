// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A kit as strokes find it: its tables, which variation comes next, how strokes differ, and which of its pads has which
/// role.
///
/// Made and freed off the audio thread; there it changes hands by its address.
public struct DrumSet: ~Copyable {
  let kit: CompiledKit
  /// Tells them from those before and after: rises with each that takes over.
  let number: Int
  /// How its pads are mixed.
  var strips: StripBank
  private var queues: VariationQueues
  private var humaniser: Humaniser
  private let brightness: UnsafeMutablePointer<BrightnessScale>
  private let padOfRole: UnsafeMutablePointer<Int>
  private let seed: UInt64

  /// Drums that answer.
  ///
  /// - Parameters:
  ///   - playing: How variations are chosen, and how strokes differ beyond them.
  ///   - seed: Determines the variations, and what is random beside them.
  ///   - strips: How the pads are mixed, in their order; those beyond are as the kit has them.
  ///   - number: By which ``MixEvent`` names them; larger than that of the drums before.
  public init(
    kit: Kit, playing: PlayingStyle = PlayingStyle(), seed: UInt64,
    strips: [Strip] = [], number: Int = 0
  ) {
    self.kit = CompiledKit(kit)
    self.number = number
    self.seed = seed
    self.strips = StripBank(kit.pads, strips)
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
    strips: [Strip] = [], number: Int = 0
  ) -> DrumSetPointer {
    let pointer = DrumSetPointer.allocate(capacity: 1)
    pointer.initialize(
      to: DrumSet(
        kit: kit, playing: playing, seed: seed, strips: strips, number: number))
    return pointer
  }

  /// The pad at an address: the first of its name or MIDI note, else that of its role, or the nearest that the kit has.
  @_noLocks func pad(at address: PadAddress) -> Int {
    kit.pad(key: address.key) ?? pad(ofRole: address.roleNumber)
  }

  /// The pad with the role of a number, or the nearest that the kit has.
  @_noLocks func pad(ofRole role: Int) -> Int { padOfRole[role] }

  /// The sound at a place of the queue of a layer, the next to be chosen from first; nil where there is none.
  @_noLocks func upcomingSound(layer: Int, place: Int) -> Sample? {
    guard let variation = queues.upcoming(kit, layer: layer, place: place) else { return nil }
    return kit.variations[variation].sound
  }

  /// A voice for a stroke that is heard since `startFrame`; the next one sounds different.
  @_noLocks mutating func voice(
    for stroke: NoteOn, of address: DrumSetPointer, startFrame: Int
  ) -> Voice {
    let layer = kit.layer(pad: stroke.pad, velocity: stroke.velocity)
    let choice =
      switch stroke.draw {
      case .next: next(for: stroke, layer: layer)
      case .again(let choice) where kit.isChoice(choice, ofLayer: layer): choice
      case .again, .beside: beside(layer: layer, pad: stroke.pad, startFrame: startFrame)
      }
    return Voice(stroke, of: address, choice, startFrame: startFrame)
  }

  @_noLocks private mutating func next(for stroke: NoteOn, layer: Int) -> VoiceChoice {
    let variation = queues.draw(
      kit, layer: layer, strength: kit.strength(layer: layer, velocity: stroke.velocity),
      brightness: brightness[stroke.pad].deviation(octaves: stroke.brightnessOctaves))
    let touch = humaniser.draw(
      variationCount: kit.layers[layer].variationCount,
      randomOffsets: kit.pads[stroke.pad].randomOffsets)
    return VoiceChoice(layer: layer, variation: variation, touch: touch)
  }

  /// What follows from the frame alone.
  @_noLocks private func beside(layer: Int, pad: Int, startFrame: Int) -> VoiceChoice {
    var frames = SeededGenerator(seed: UInt64(bitPattern: Int64(startFrame)))
    var generator = SeededGenerator(seed: seed ^ frames.next())
    let variation = VariationQueues.draw(kit, layer: layer, with: &generator)
    let touch = humaniser.draw(
      variationCount: kit.layers[layer].variationCount, randomOffsets: kit.pads[pad].randomOffsets,
      with: &generator)
    return VoiceChoice(layer: layer, variation: variation, touch: touch)
  }
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
