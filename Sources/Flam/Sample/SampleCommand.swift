// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Instrument
import KitMaking
import Reports

struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Make a drum kit of your own sounds.",
    usage: "flam sample <kit> [<pad>] [<options>]",
    discussion: """
        flam sample mouth                          record kick, snare and hi-hat
        flam sample mouth clap                     record one more drum
        flam sample mouth kick --take kicks.wav    the hits of a recording
        flam sample mouth kick --play              hear its sounds
        flam sample mouth kick --remove 3          without its third sound
        flam sample mouth --undo                   take the last change back

      Then play it: flam play --kit mouth

      Flam finds the hits, cuts each out with its whole attack and ring, and sorts them by \
      strength: soft hits answer soft taps, and hits of one strength take turns. Hit softly \
      and hard. Return or Ctrl-C ends a drum.

      New hits take the place of a pad's sounds; --add keeps those. Changes can follow \
      each other in one command: --trim --pitch -2. A running 'flam play' takes them up.

      With --learn me, 'flam play --kit mouth --profile me' answers the same sounds.
      """)

  @OptionGroup(title: HelpSection.need) var sampled: SampledPadOptions
  @OptionGroup(title: HelpSection.sound) var edit: SampleEditOptions
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.devices) var level: Learn.LevelOption
  @OptionGroup(title: HelpSection.devices) var speech: SpeechOption
  @OptionGroup(title: HelpSection.recording) var terms: SampleTermsOptions
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  func validate() throws {
    let needsPad = edit.play || edit.remove != nil || !edit.edits.isEmpty
    guard !needsPad || sampled.pad != nil else {
      throw ValidationError("Name the pad, too: flam sample \(sampled.kit) kick …")
    }
    let records = sampled.take != nil || sampled.hits != nil || sampled.add
    guard !records && sampled.replace == nil && sampled.learn == nil || !hasEdit else {
      throw ValidationError("Record sounds first, and change them with another command.")
    }
    guard sampled.take == nil || !level.setLevel && speech.speech == nil else {
      throw ValidationError("--set-level and --speech are for the microphone, not for --take.")
    }
    if sampled.take == nil { try devices.stream.validateForDevices() }
  }

  private var hasEdit: Bool {
    edit.list || edit.play || edit.undo || edit.remove != nil || !edit.edits.isEmpty
  }

  func run() throws {
    let place = try OwnKitPlace(sampled.kit)
    let role = try sampled.role()
    if edit.undo { return try undo(place) }
    if edit.list { return try list(OwnKit.found(at: place), role) }
    if let role, edit.play {
      let pad = try OwnKit.found(at: place).pad(role)
      return try SampleAudition(devices: devices).play(pad, sound: edit.sound, kit: place.name)
    }
    if let role, hasEdit {
      let change =
        edit.remove.map { PadChange.remove($0) } ?? .edit(edit.edits, sound: edit.sound)
      return try save([(role, change)], place)
    }
    let kit = try OwnKit(at: place)
    let records = sampled.hits != nil || sampled.learn != nil || sampled.add
    if let kit, role == nil, !records, let terms = terms.terms(besides: kit.terms) {
      try OwnKit.change([], of: place, terms: terms)
      return Terminal.report(Self.line(terms, place))
    }
    try record(role, kit, place)
  }

  /// Records the pad, or one after another, and keeps what was heard.
  private func record(_ role: PadRole?, _ kit: OwnKit?, _ place: OwnKitPlace) throws {
    let signals = sampled.take == nil ? StopSignals() : nil
    let terms = try terms.asked(kit?.terms, signals)
    // Said before anything is recorded.
    try OwnKit.checkIsWritable(at: place)
    if let number = sampled.replace, let role {
      _ = try OwnKit.found(at: place).pad(role).index(of: number, kit: place.name)
    }
    let recording = SampleRecording(command: self, signals: signals)
    let heard = try recording.sounds(role)
    for pad in heard.pads {
      pad.reports.forEach(Terminal.report)
    }
    try save(heard.pads.map { ($0.role, sampled.change($0.sounds)) }, place, terms: terms)
    if let terms { Terminal.report(Self.line(terms, place)) }
    if let profile = sampled.learn {
      try SampleLesson(profile: profile, kit: sampled.kit).learn(heard.pads.map(\.lesson))
    }
    if let failure = heard.failure { throw failure }
  }

  /// Changes pads, and shows them.
  private func save(
    _ changes: [(role: PadRole, change: PadChange)], _ place: OwnKitPlace, terms: KitTerms? = nil
  ) throws {
    let pads = try OwnKit.change(changes, of: place, terms: terms)
    try show(pads)
    Terminal.report(
      "Written to \(place.textPath.printable). Play it: flam play --kit \(sampled.kit.printable)")
    Terminal.report("To take it back: flam sample \(sampled.kit.printable) --undo")
  }

  private func list(_ kit: OwnKit, _ role: PadRole?) throws {
    let roles = role.map { [$0] } ?? kit.roles
    if !output.json {
      try Terminal.print("\(kit.place.textPath)")
      try Terminal.print(Self.line(kit.terms, kit.place))
    }
    try show(roles.map { try kit.pad($0) })
  }

  private func undo(_ place: OwnKitPlace) throws {
    guard let kit = try OwnKit.undo(place) else {
      return Terminal.report("The kit '\(place.name)' is gone again; once more brings it back.")
    }
    Terminal.report("The last change of '\(place.name)' is taken back; once more brings it back.")
    try list(kit, nil)
  }

  private func show(_ pads: [OwnKit.Pad]) throws {
    for pad in pads {
      let text = OwnPadText(pad)
      try Terminal.printLines(output.json ? text.jsonLines : text.lines)
    }
  }

  private static func line(_ terms: KitTerms, _ place: OwnKitPlace) -> String {
    "Licence: \(terms.licence). By: \(terms.author ?? "unknown")."
  }
}
