// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
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
      With the session's own kit and profile the output is that of then, to the last bit, whatever the devices and their \
      pops did. With others it is a new performance from the same taps.

        flam replay "2026-03-01 17.45.09" again.wav
        flam replay "2026-03-01 17.45.09" other.wav --kit GMRockKit
        flam replay ~/Music/Flam/monday better.wav --profile me
      """)

  @Argument(help: "A session's name, as 'flam sessions' lists it, or its folder.")
  var session: String

  @Argument(help: "WAV to write: stereo, 32 bit float.")
  var out: String

  @Option(
    help: ArgumentHelp("Other drums: a kit's name or path.", valueName: "name or path"))
  var kit: String?

  @Option(
    help: ArgumentHelp(
      "Other ears: a profile's name or path, such as one that was taught better since.",
      valueName: "name or path"))
  var profile: String?

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
      [out], inputs: folder.filePaths, isOverwriting: force)
    let replay = try SessionReplay(folder)
    if let reason = replay.record.outcome?.notReplayable {
      Terminal.tell("what comes may differ from what was played, \(reason)")
    }
    let performance = Performance(
      kit: try loadKit(replay.record),
      profile: try profile.map { try ProfileLocator().profile($0) } ?? replay.profile,
      settings: replay.record.settings)
    var writer = try SoundFileWriter(
      path: out, sampleRateHz: replay.record.sampleRateHz, channelCount: 2, isOverwriting: force)
    var hits: [HitLine] = []
    try replay.run(
      performance, periodFrames: period, kit: { try laterKit($0, replay) },
      write: { try writer.write($0) },
      tell: { hits.append($0) })
    try writer.finish()
    let seconds = Double(writer.frameCount) / Double(replay.record.sampleRateHz)
    Terminal.tell("\(out): \(hits.count) hits in \(seconds.text(places: 1)) s")
    if json { for hit in hits { try Terminal.print(hit.jsonLine) } }
  }

  /// A kit that took over while it was played, if it is still what it was; none where another is asked for.
  private func laterKit(
    _ part: PerformanceChange.KitPart, _ replay: SessionReplay
  ) throws -> Kit? {
    guard kit == nil else { return nil }
    if let hash = replay.record.laterKitHashes?[part.path] {
      guard try KitIdentity.hash(path: part.path) == hash else { throw otherKit(part.path) }
    }
    return try KitLoader.part(
      part.detail, ofKit: part.path, sampleRateHz: replay.record.sampleRateHz,
      into: memory.withoutClock, answering: replay.profile.sounds.map(\.role))
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
