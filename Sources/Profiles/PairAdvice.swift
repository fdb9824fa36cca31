// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Why two sounds are mistaken for each other, and what to change.
public struct PairAdvice: Sendable {
  /// Hearing cannot rely on smaller differences in brightness and length, in octaves; nor on those
  /// below the sounds' own deviations.
  static let plainOctaves: Float = 0.5

  private typealias Sound = (name: String, character: SoundCharacter)
  private let first: Sound
  private let second: Sound
  /// The pair, if one of the sounds is struck in the other one, too.
  private let pair: SoundPair?

  /// Advice on two sounds by their examples.
  public init(first: Profile.SoundClass, second: Profile.SoundClass) {
    self.first = (first.name, SoundCharacter(examples: first.examples))
    self.second = (second.name, SoundCharacter(examples: second.examples))
    pair =
      [(first.name, second.name), (second.name, first.name)].lazy
      .compactMap { name, other in
        SoundPair(named: name).flatMap { [$0.first, $0.second].contains(other) ? $0 : nil }
      }.first
  }

  /// What is alike in the two, with numbers, and what differs.
  public var why: String {
    if let pair { return "“\(pair.name)” contains the other" }
    let bright = "\(hertz(first)) against \(hertz(second)) Hz"
    let long = "\(milliseconds(first)) against \(milliseconds(second)) ms"
    let sameBrightness =
      isNear(\.brightnessOctaves)
      ? "both are about as bright (\(bright))" : "their brightness overlaps (\(bright) on average)"
    let sameLength =
      isNear(\.lengthOctaves)
      ? "both are about as long (\(long))" : "their lengths overlap (\(long) on average)"
    switch (isAlike(\.brightnessOctaves), isAlike(\.lengthOctaves)) {
    case (true, true):
      return isNear(\.brightnessOctaves) && isNear(\.lengthOctaves)
        ? "both are about as bright (\(bright)) and as long (\(long))"
        : "\(sameBrightness), and \(sameLength)"
    case (true, false): return "\(sameBrightness), only their length differs (\(long))"
    case (false, true): return "\(sameLength), only their brightness differs (\(bright))"
    case (false, false):
      return "their brightness (\(bright)) and length (\(long)) differ, but not in every hit"
    }
  }

  /// What to do: the change that moves the sounds further apart where they already differ.
  public var advice: String {
    if let pair { return pair.advice }
    let (duller, brighter) = ordered(\.brightnessOctaves)
    let (shorter, longer) = ordered(\.lengthOctaves)
    if isAlike(\.brightnessOctaves) {
      return "hit “\(brighter.name)” nearer to the microphone, or with a finger nail or a stick, "
        + "and “\(duller.name)” with the pad of a finger or the flat hand, on something softer"
    }
    if isAlike(\.lengthOctaves) {
      return "hit “\(longer.name)” on something that rings (a cup, a box), "
        + "and “\(shorter.name)” on something dead (a book, a cloth)"
    }
    let unsteady = strays(first) > strays(second) ? first : second
    return "hit “\(unsteady.name)” on the same spot and in the same way each time"
  }

  /// The averages differ too little to be heard.
  private func isNear(_ trait: KeyPath<SoundCharacter, SoundCharacter.Trait>) -> Bool {
    abs(first.character[keyPath: trait].mean - second.character[keyPath: trait].mean)
      < Self.plainOctaves
  }

  private func isAlike(_ trait: KeyPath<SoundCharacter, SoundCharacter.Trait>) -> Bool {
    let (one, other) = (first.character[keyPath: trait], second.character[keyPath: trait])
    let overlap = one.deviation + other.deviation
    return abs(one.mean - other.mean) < max(Self.plainOctaves, overlap)
  }

  private func ordered(
    _ trait: KeyPath<SoundCharacter, SoundCharacter.Trait>
  ) -> (less: Sound, more: Sound) {
    let isOrdered = first.character[keyPath: trait].mean <= second.character[keyPath: trait].mean
    return isOrdered ? (first, second) : (second, first)
  }

  private func strays(_ sound: Sound) -> Float {
    max(sound.character.brightnessOctaves.deviation, sound.character.lengthOctaves.deviation)
  }

  private func hertz(_ sound: Sound) -> Int {
    10 * Int((sound.character.centroidHz / 10).rounded())
  }
  private func milliseconds(_ sound: Sound) -> Int {
    Int(sound.character.decayMilliseconds.rounded())
  }
}
