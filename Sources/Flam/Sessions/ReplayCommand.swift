// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import DSP
import Engine
import Glibc
import Instrument
import Kits
import Profiles
import Reports
import Sessions
import SoundFiles

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play a session again, bit for bit, into a file.",
    usage: "flam replay [<session>] [<out>] [<options>]",
    discussion: """
        flam replay last again.wav
        flam replay "2026-03-01 17.45.09" again.wav
        flam replay monday other.wav --kit GMRockKit    the same hits on other drums
        flam replay monday better.wav --hear-again      heard as Flam hears today
        flam replay monday better.wav --profile me      heard with another profile
        flam replay monday mended.wav --hits mended.jsonl

      Replay plays the same bits as you played, whatever the devices and their pops did.

      To change hits, copy hits.jsonl of the session and edit the copy. Change a "sound" or \
      a "velocity", delete a line, or add one:
      {"frame":48000,"sound":"snare","velocity":0.7}

      A drum begins at the "startFrame" of its hit. Without one, it comes as long after its \
      "frame" as the drum before. Hits that you leave alone stay as they were.
      """)

  /// The session to play and the file to write.
  struct Files: ParsableArguments {
    @OptionGroup var chosen: ChosenSession

    @Argument(
      help: """
        WAV to write. A .flac or .ogg works, too, but rounds. Default: replay.wav, or replay-2.wav and so on where \
        that exists.
        """)
    var out: String?
  }

  /// The kit to play, if it is not the session's own.
  struct OtherKit: ParsableArguments {
    @Option(
      help: ArgumentHelp("Play other drums: name or path of a kit.", valueName: "name"))
    var kit: String?
  }

  /// The hits to play, if they are not the session's own.
  struct HeardAgain: ParsableArguments {
    @Flag(help: "Hear microphone.wav again, as Flam hears today.")
    var hearAgain = false

    @Option(
      help: ArgumentHelp(
        "Hear microphone.wav again, with this profile: name or path.", valueName: "name"))
    var profile: String?

    @Option(
      help: ArgumentHelp("Play these hits, one JSON object a line.", valueName: "file"))
    var hits: String?
  }

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.sound) var other: OtherKit
  @OptionGroup(title: HelpSection.sound) var racks: RackOptions
  @OptionGroup(title: HelpSection.hearing) var hearing: HeardAgain
  @OptionGroup(title: HelpSection.advanced) var block: BlockOption
  @OptionGroup(title: HelpSection.advanced) var memory: MemoryOptions
  @OptionGroup(title: HelpSection.advanced) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var session: String { files.chosen.session }
  var kit: String? { other.kit }
  var hearAgain: Bool { hearing.hearAgain }
  var profile: String? { hearing.profile }
  var hits: String? { hearing.hits }
  var period: Int { block.period }
  var json: Bool { output.json }
  var force: Bool { overwriting.force }

  func run() throws {
    let folder = try SessionsCommand.folder(session)
    let out = files.out ?? OutputFiles.freeName("replay")
    try OutputFiles.check(
      [out], inputs: folder.ownPaths + [hits].compactMap { $0 }, isOverwriting: force)
    let effects = try racks.slots()
    _ = try racks.matrix.rows(effects, isLater: true)
    let replay = try SessionReplay(folder, hearsAgain: hearAgain || profile != nil)
    replay.parts.warning(for: replay.record).map(Terminal.report)
    if let reason = replay.record.outcome?.notReplayable {
      Terminal.report("what comes may differ from what was played, \(reason)")
    }
    if let fault = replay.backingFault {
      Terminal.report("what comes lacks what was played along: \(fault)")
    }
    let profile = try profile.map { try ProfileLocator().profile($0) }
    if replay.hearsAgain, let note = replay.microphonesNote(profile) {
      Terminal.report(note.text(\.options))
    }
    let edits = try hits.map { path throws in
      try EditedHits(
        path: path, sounds: replay.sounds(profile),
        answerFrames: Units.frames(
          seconds: replay.record.settings.certainty.answerDelaySeconds,
          sampleRateHz: Float(replay.record.sampleRateHz)))
    }
    let kit = try loadKit(replay, profile)
    var struck = self.kit == nil ? replay : replay.onOtherKit(kit)
    if let effects = try racks.slots(on: kit) { struck = struck.withEffects(effects) }
    let rows = try racks.matrix.rows(on: kit, struck.record.settings.effects, isLater: true)
    if let rows { struck = struck.withModulations(rows) }
    let isUnchanged =
      self.kit == nil && self.profile == nil && edits == nil && effects == nil && rows == nil
    var comparison = isUnchanged ? MixComparison(with: replay.parts) : nil
    var writer = try SoundFileWriter(
      path: out, sampleRateHz: replay.record.sampleRateHz, channelCount: 2, isOverwriting: force)
    var lines = edits?.hits.map(\.jsonLine) ?? []
    var startFrames: [Int] = []
    var laterKits: [KitPart: Kit?] = [:]
    try struck.run(
      kit: kit, profile: profile, playing: edits, periodFrames: period,
      laterKit: { part throws in
        if let known = laterKits[part] { return known }
        let loaded = try laterKit(part, replay, profile)
        laterKits[part] = loaded
        return loaded
      },
      write: { block throws in
        try comparison?.compare(block)
        try writer.write(block)
      },
      report: { hit throws in
        lines.append(hit.jsonLine)
        if let frame = hit.startFrame { startFrames.append(frame) }
      })
    try writer.finish()
    let seconds = Double(writer.frameCount) / Double(replay.record.sampleRateHz)
    let notes = edits == nil ? replay.noteCount : 0
    Terminal.report(
      "\(out): \(lines.count) hits\(notes > 0 ? " and \(notes) notes" : "") in \(seconds.text(places: 1)) s"
    )
    if let comparison { reportComparison(comparison, startFrames, of: replay) }
    let unheard = edits?.hits.count { $0.startFrame ?? 0 >= writer.frameCount } ?? 0
    if unheard > 0 {
      Terminal.report(
        "\(unheard) of them \(unheard == 1 ? "begins" : "begin") after the end of the session and "
          + "\(unheard == 1 ? "is" : "are") not heard: give \(unheard == 1 ? "it" : "them") an earlier \"startFrame\""
      )
    }
    let isShort = seconds < replay.seconds - SessionParts.unnoticedSeconds
    if isShort {
      Terminal.report(
        "that is not all of its \(replay.seconds.text(places: 1)) s: its microphone.wav or calls.jsonl ends there; "
          + "'flam repair' finds what a file holds, and mix.wav is what was played")
    }
    if lines.isEmpty && notes == 0 && !isShort {
      Terminal.report(
        hits.map { "there is no hit in '\($0)' that sounds" }
          ?? "no hit was heard: was the microphone on? 'flam listen' reports on its microphone.wav; --hear-again and "
          + "--profile hear it anew")
    }
    if !out.lowercased().hasSuffix(".wav") {
      Terminal.report("'\(out)' is rounded; a .wav holds each bit of what was played")
    }
    if json { for line in lines { try Terminal.print(line) } }
  }

  /// Reports whether the output is the same as the session's mix, and where it differs.
  private func reportComparison(
    _ comparison: borrowing MixComparison, _ startFrames: [Int], of replay: SessionReplay
  ) {
    guard let firstFrame = comparison.firstFrame else {
      return Terminal.report("these are the same bits as were played")
    }
    let seconds = Double(firstFrame) / Double(replay.record.sampleRateHz)
    let level = Units.decibels(amplitude: comparison.greatest)
    let count = comparison.count(ofHits: startFrames)
    let extent =
      "from \(seconds.text(places: 1)) s on, in \(count) of \(startFrames.count) hits, by at most "
      + "\(Double(level).text(places: 0)) dBFS"
    guard replay.hearsAgain else {
      return Terminal.report(
        "it differs from what was played \(extent); its mix.wav is what was played")
    }
    let before = replay.beganLater ? ", and nothing of what came before the session" : ""
    Terminal.report("it differs from what was played \(extent): it was heard anew\(before)")
  }

  /// Loads a kit that the player changed to. Fails if its files changed; nil if --kit is given.
  private func laterKit(
    _ part: KitPart, _ replay: SessionReplay, _ profile: Profile?
  ) throws -> Kit? {
    guard kit == nil else { return nil }
    let record = replay.record
    let isOwn = part.isAdjusted == true
    let isFirst = isOwn || part.path == record.kit.path
    if let hash = record.laterKitHashes?[part.path] ?? (isFirst ? record.kit.hash : nil) {
      guard try KitIdentity.hash(path: part.path) == hash else { throw otherKit(part.path) }
    } else if !KitLocator().kits.contains(where: { $0.path == part.path }) {
      // A session of another person may name any file.
      throw CommandFailure(
        .brokenData,
        "cannot replay '\(session)': it names the kit '\(part.path)', but not what that held; say which to play "
          + "with --kit")
    }
    return try KitLoader.part(
      part.detail, ofKit: part.path, sampleRateHz: replay.record.sampleRateHz,
      adjustments: isOwn ? replay.record.kit.adjustments : KitAdjustments(gain: part.gain),
      into: memory.withoutClock(),
      struckAt: profile?.sounds.map(\.choice) ?? replay.choices(of: part),
      gainDecibels: part.gainDecibels)
  }

  private func otherKit(_ path: String) -> CommandFailure {
    CommandFailure(
      .brokenData,
      "cannot replay '\(session)': its kit '\(path)' is no longer the same; put the old one back, "
        + "or say which to play with --kit")
  }

  /// Loads the kit of --kit, or the session's own. Fails if the files of the latter changed.
  private func loadKit(_ replay: SessionReplay, _ profile: Profile?) throws -> Kit {
    let record = replay.record
    if let part = record.kitPart, let kit = try laterKit(part, replay, profile) { return kit }
    let path = try kit.map { try KitLocator().kit($0) } ?? record.kit.path
    if kit == nil, try KitIdentity.hash(path: path) != record.kit.hash {
      throw otherKit(path)
    }
    let loaded = try KitLoader.load(
      path: path, sampleRateHz: record.sampleRateHz,
      adjustments: kit == nil ? record.kit.adjustments : KitAdjustments(gain: .matched),
      into: memory.withoutClock())
    KitText.faults(loaded.problems).forEach(Terminal.report)
    return loaded.kit
  }
}
