// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Instrument
import KitMaking
import Profiles

/// The kit and the pad, and where its sounds come from.
struct SampledPadOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Name of your kit, or the path of its folder. It is made if it is not there.",
      valueName: "kit"))
  var kit: String

  @Argument(
    help: ArgumentHelp(
      "Its drum: \(SampledPadOptions.names.joined(separator: ", ")). Default: one after the other.",
      valueName: "pad"))
  var pad: String?

  @Argument(help: ArgumentHelp("Nothing else.", visibility: .hidden))
  var others: [String] = []

  @Option(
    help: ArgumentHelp("Take the hits of this recording, not the microphone.", valueName: "file"))
  var take: String?

  @Option(help: ArgumentHelp("Hits to ask for (1...50; default: 10).", valueName: "count"))
  var hits: Int?

  @Flag(help: "Keep the sounds that the pad has, beside the new ones.")
  var add = false

  @Option(
    help: ArgumentHelp("Put the new hits in place of this sound only.", valueName: "number"))
  var replace: Int?

  @Option(
    help: ArgumentHelp(
      "Teach these hits to a profile, too: the same sounds then play the kit.",
      valueName: "profile"))
  var learn: String?

  /// All pads of a kit of one's own.
  static let roles = PadRole.allCases.filter { $0 != .other }
  static var names: [String] { roles.map(\.name) }

  /// The named pad; nil if none is named.
  func role() throws -> PadRole? {
    guard let pad else { return nil }
    if let role = PadMapping.role(named: pad) { return role }
    let nearest =
      NearestName.of(pad, among: Self.names).map { "did you mean '\($0)'? The" } ?? "the"
    throw ValidationError(
      "There is no pad '\(pad)'; \(nearest) pads are \(Self.names.joined(separator: ", ")).")
  }

  func validate() throws {
    if let other = others.first {
      throw ValidationError(
        "'\(other)' is too much here; a recording stands behind --take: flam sample \(kit) kick --take \(other)."
      )
    }
    _ = try role()
    guard take == nil || pad != nil else {
      throw ValidationError("--take needs the pad: flam sample \(kit) kick --take \(take ?? "").")
    }
    guard take == nil || hits == nil else {
      throw ValidationError("--hits is for the microphone; leave it out with --take.")
    }
    if let hits, !(1...50).contains(hits) {
      throw ValidationError("--hits must lie in 1...50, not \(hits).")
    }
    guard !add || replace == nil else {
      throw ValidationError("Give either --add, to keep all sounds, or --replace, for one of them.")
    }
    guard replace == nil || pad != nil else {
      throw ValidationError("--replace needs the pad: flam sample \(kit) kick --replace 2.")
    }
    if let learn, learn == ProfileLocator.generalName {
      throw ValidationError("The profile 'general' is built in; choose another name.")
    }
  }

  /// The change that new sounds are.
  func change(_ sounds: [OwnSound]) -> PadChange {
    if let replace { return .replace(replace, by: sounds) }
    return add ? .add(sounds) : .set(sounds)
  }
}

/// What else can be done with the sounds of a kit.
struct SampleEditOptions: ParsableArguments {
  @Flag(help: "List the sounds of the kit, or of the pad.")
  var list = false

  @Flag(help: "Play the sounds of the pad, from soft to loud.")
  var play = false

  @Flag(help: "Take the last change back; once more brings it back.")
  var undo = false

  @Option(help: ArgumentHelp("Remove this sound of the pad.", valueName: "number"))
  var remove: Int?

  @Option(
    help: ArgumentHelp(
      "Play or change this sound only. Default: all of the pad.", valueName: "number"))
  var sound: Int?

  @Flag(help: "Cut off what is quiet before and after the sound.")
  var trim = false

  @Option(
    help: ArgumentHelp("Keep so much of its beginning.", valueName: "seconds"))
  var length: Double?

  @Flag(help: "Play it backwards.")
  var reverse = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Play it so much higher (-24...24).", valueName: "semitones"))
  var pitch: Double?

  @Flag(help: "Bring the loudest to a peak of -1 dBFS.")
  var normalise = false

  /// The changes of sounds, in the order in which they are made.
  var edits: [SoundEdit] {
    [
      trim ? .trim : nil, length.map { .length(seconds: $0) }, reverse ? .reverse : nil,
      pitch.map { .pitch(semitones: $0) }, normalise ? .normalise : nil,
    ].compactMap(\.self)
  }

  func validate() throws {
    if let length, !(SoundEdit.shortestSeconds...60).contains(length) {
      throw ValidationError(
        "--length must lie in \(SoundEdit.shortestSeconds)...60 s, not \(length).")
    }
    if let pitch, !SoundEdit.pitchesSemitones.contains(pitch) {
      throw ValidationError("--pitch must lie in -24...24 semitones, not \(pitch).")
    }
    guard [list, play, undo, remove != nil, !edits.isEmpty].count(where: \.self) <= 1 else {
      throw ValidationError("Give one of --list, --play, --undo, --remove, and changes of sounds.")
    }
    guard sound == nil || play || !edits.isEmpty else {
      throw ValidationError("--sound goes with --play or a change, such as --reverse.")
    }
  }
}

/// Who made the kit, and what others may do with it.
struct SampleTermsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Licence of the sounds, as CC0-1.0. Default: \(KitTerms.usualLicence), or as the kit has it.
      """, valueName: "text"))
  var licence: String?

  @Option(help: ArgumentHelp("Who made them.", valueName: "name"))
  var author: String?

  /// The terms of a kit that has others; nil leaves them.
  func terms(besides old: KitTerms) -> KitTerms? {
    guard licence != nil || author != nil else { return nil }
    return KitTerms(licence: licence ?? old.licence, author: author ?? old.author)
  }
}
