// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ArgumentParser
import AudioIO
import DSP
import Glibc
import Instrument
import Kits
import Profiles
import Sessions

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play a session again, bit for bit; or what was tapped with other drums.",
    discussion: """
      The session's strokes are played as they were played then, to the last bit, whatever the devices and their pops \
      did. Today's Flam may hear better: --hear-again hears the session's microphone.wav anew, and so does --profile. \
      With --kit other drums play the same strokes.

        flam replay "2026-03-01 17.45.09" again.wav
        flam replay "2026-03-01 17.45.09" other.wav --kit GMRockKit
        flam replay ~/Music/Flam/monday better.wav --hear-again
        flam replay ~/Music/Flam/monday better.wav --profile me
        flam replay monday mended.wav --hits mended.jsonl

      To mend hits, copy the session's hits.jsonl and change the copy: another "sound" or "velocity", a line \
      less, or one more, such as {"frame":48000,"sound":"snare","velocity":0.7}. A hit sounds at its \
      "startFrame"; without that key, as long after its "frame" as the one before. Hits that you leave alone stay as they \
      were, to the last bit, and so do the changes of kit and mixer.
      """)

  @Argument(help: "A session's name, as 'flam sessions' lists it, or its folder.")
  var session: String

  @Argument(
    help:
      "File to write: a WAV of 32-bit floats, as the session is; a FLAC or OGG by its name rounds."
  )
  var out: String

  @Option(
    help: ArgumentHelp("Other drums: a kit's name or path.", valueName: "name or path"))
  var kit: String?

  @Option(
    help: ArgumentHelp(
      "Hear the session anew with another profile, by its name or path, such as one that was taught better since.",
      valueName: "name or path"))
  var profile: String?

  @Flag(
    help: """
      Hear the session's microphone.wav anew, as Flam hears today. Otherwise the strokes are those that were played.
      """)
  var hearAgain = false

  @Option(
    help: ArgumentHelp(
      "Hits to play in place of those that were heard, one JSON object a line.",
      valueName: "file"))
  var hits: String?

  @Option(
    help: ArgumentHelp(
      "Block size in frames (1...8192); the result does not depend on it.", valueName: "frames"))
  var period = StreamSettings().periodFrames

  @OptionGroup var memory: MemoryOptions

  @Flag(help: "Write the hits to standard output, one JSON object a line.")
  var json = false

  @Flag(help: "Overwrite what exists.")
  var force = false

  func validate() throws {
    guard (1...8192).contains(period) else {
      throw ValidationError("--period must lie in 1...8192 frames, not \(period).")
    }
  }

  func run() throws {
    let folder = try SessionsCommand.folder(session)
    try OutputFiles.check(
      [out], inputs: folder.filePaths + [hits].compactMap { $0 }, isOverwriting: force)
    let replay = try SessionReplay(folder, hearsAgain: hearAgain || profile != nil)
    replay.parts.note(replay.record).map(Terminal.tell)
    if let reason = replay.record.outcome?.notReplayable {
      Terminal.tell("what comes may differ from what was played, \(reason)")
    }
    if let fault = replay.backingFault {
      Terminal.tell("what comes lacks what was played along: \(fault)")
    }
    let profile = try profile.map { try ProfileLocator().profile($0) } ?? replay.profile
    let edits = try hits.map { path throws in
      try EditedHits(
        path: path, sounds: profile.sounds.map(\.name),
        answerFrames: Units.frames(
          seconds: replay.record.settings.certainty.answerDelaySeconds,
          sampleRateHz: Float(replay.record.sampleRateHz)))
    }
    let kit = try loadKit(replay.record)
    let isUnchanged = self.kit == nil && self.profile == nil && edits == nil
    var comparison = isUnchanged ? MixComparison(with: replay.parts) : nil
    var writer = try SoundFileWriter(
      path: out, sampleRateHz: replay.record.sampleRateHz, channelCount: 2, isOverwriting: force)
    var lines = edits?.hits.map(\.jsonLine) ?? []
    var startFrames: [Int] = []
    var laterKits: [PerformanceChange.KitPart: Kit?] = [:]
    try replay.run(
      kit: kit, profile: profile, playing: edits, periodFrames: period,
      laterKit: { part throws in
        if let known = laterKits[part] { return known }
        let loaded = try laterKit(part, replay, profile)
        laterKits[part] = loaded
        return loaded
      },
      write: { block throws in
        let then = try comparison?.compare(block)
        // Where strokes had to be found again, what was played is what was recorded.
        guard let then, replay.source == .found else { return try writer.write(block) }
        try then.withUnsafeBufferPointer { try writer.write($0) }
      },
      tell: { hit throws in
        lines.append(hit.jsonLine)
        if let frame = hit.startFrame { startFrames.append(frame) }
      })
    try writer.finish()
    let seconds = Double(writer.frameCount) / Double(replay.record.sampleRateHz)
    Terminal.tell("\(out): \(lines.count) hits in \(seconds.text(places: 1)) s")
    if let comparison { tell(comparison, startFrames, of: replay) }
    let unheard = edits?.hits.count { $0.startFrame ?? 0 >= writer.frameCount } ?? 0
    if unheard > 0 {
      Terminal.tell(
        "\(unheard) of them \(unheard == 1 ? "begins" : "begin") after the end of the session and "
          + "\(unheard == 1 ? "is" : "are") not heard: give \(unheard == 1 ? "it" : "them") an earlier \"startFrame\""
      )
    }
    let isShort = seconds < replay.seconds - SessionParts.unnoticedSeconds
    if isShort {
      Terminal.tell(
        "that is not all of its \(replay.seconds.text(places: 1)) s: its microphone.wav or calls.jsonl ends there; "
          + "'flam repair' finds what a file holds, and mix.wav is what was played")
    }
    if lines.isEmpty && !isShort {
      Terminal.tell(
        hits.map { "there is no hit in '\($0)' that sounds" }
          ?? "no hit was heard: was the microphone on? 'flam listen' tells of its microphone.wav; --hear-again and "
          + "--profile hear it anew")
    }
    if !out.lowercased().hasSuffix(".wav") {
      Terminal.tell("'\(out)' is rounded; a .wav holds each bit of what was played")
    }
    if json { for line in lines { try Terminal.print(line) } }
  }

  /// Says whether it is what was played, and where it is not.
  private func tell(
    _ comparison: borrowing MixComparison, _ startFrames: [Int], of replay: SessionReplay
  ) {
    guard let firstFrame = comparison.firstFrame else {
      return Terminal.tell("these are the same bits as were played")
    }
    let seconds = Double(firstFrame) / Double(replay.record.sampleRateHz)
    let level = Units.decibels(amplitude: comparison.greatest)
    let count = comparison.count(ofHits: startFrames)
    let extent =
      "from \(seconds.text(places: 1)) s on, in \(count) of \(startFrames.count) strokes, by at most "
      + "\(Double(level).text(places: 0)) dBFS"
    switch replay.source {
    case .heard: Terminal.tell("it differs from what was played \(extent): it was heard anew")
    case .found:
      Terminal.tell(
        "these are the bits of its mix.wav, as they were played. An earlier Flam kept the hits of this session, but not "
          + "every stroke: what --kit and --hits play differs a little \(extent). --hear-again hears it anew"
      )
    case .kept:
      Terminal.tell("it differs from what was played \(extent); its mix.wav is what was played")
    }
  }

  /// A kit that took over while it was played, if it is still what it was; none where another is asked for.
  private func laterKit(
    _ part: PerformanceChange.KitPart, _ replay: SessionReplay, _ profile: Profile
  ) throws -> Kit? {
    guard kit == nil else { return nil }
    if let hash = replay.record.laterKitHashes?[part.path] {
      guard try KitIdentity.hash(path: part.path) == hash else { throw otherKit(part.path) }
    }
    return try KitLoader.part(
      part.detail, ofKit: part.path, sampleRateHz: replay.record.sampleRateHz,
      into: memory.withoutClock, answering: profile.sounds.map(\.role))
  }

  private func otherKit(_ path: String) -> CommandFailure {
    CommandFailure(
      .brokenData,
      "cannot replay '\(session)': its kit '\(path)' is no longer the same; put the old one back, "
        + "or say which to play with --kit")
  }

  /// The kit that was asked for, or the session's own, if it is still what it was.
  private func loadKit(_ record: SessionRecord) throws -> Kit {
    let path = try kit.map { try KitLocator().kit($0) } ?? record.kit.path
    if kit == nil, try KitIdentity.hash(path: path) != record.kit.hash {
      throw otherKit(path)
    }
    let loaded = try KitLoader.load(
      path: path, sampleRateHz: record.sampleRateHz,
      adjustments: kit == nil ? record.kit.adjustments : KitAdjustments(), into: memory.withoutClock
    )
    KitText.tell(loaded.problems)
    return loaded.kit
  }
}
