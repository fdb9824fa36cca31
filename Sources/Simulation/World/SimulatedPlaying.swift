// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Foundation
import Instrument
import Kits
import Profiles
import Realtime
import Recording
import Sequencing
import Sessions
import SoundFiles
import Synchronization

/// A few seconds of playing in a ``World``, decided entirely by a seed: the players and their
/// changes, the order in which threads run, how late each wakes up, which cannot be started, when a
/// device is pulled out and a recording is removed. The rules are checked during the playing and at
/// its end.
///
/// The engine, its threads, its files and its sessions are those of normal playing; only clock,
/// order and devices are the world's.
public struct SimulatedPlaying {
  /// Devices are back after this time, since they are looked for each half second.
  private static let returnSeconds = 3.0

  private let seed: UInt64
  private let losses: SimulatedLosses
  private let folder: TemporaryFolder
  private let kits: [String]
  private let takePath: String
  private let takeFrames: Int
  private let isLooped: Bool
  private let memory = SampleMemory(megabytes: 24)

  /// Plays a seed.
  ///
  /// - Parameter reported: Receives the events that are the same each time, a line of JSON each.
  public static func play(
    seed: UInt64, reported: (String) -> Void = { _ in }
  ) throws -> Outcome {
    var dice = SeededGenerator(seed: seed ^ 0x5EED)
    var order = World.Order()
    order.seed = seed
    order.isShuffled = true
    order.lateOneOf = [nil, 200, 40, 10][Int(dice.next() % 4)]
    order.mostLateMilliseconds = [0.2, 2, 12, 60][Int(dice.next() % 4)]
    order.refusedThreadOneOf = dice.next() % 8 == 0 ? 12 : nil
    let world = World(order)
    var outcome = Outcome()
    do {
      let playing = try SimulatedPlaying(seed: seed, &dice)
      try world.run { try playing.run(&dice, &outcome, world, reported) }
      if playing.memory.freeBlockCount != playing.memory.blockCount {
        outcome.faults.append(
          "\(playing.memory.blockCount - playing.memory.freeBlockCount) blocks of memory are not free in the end"
        )
      }
    }
    let report = world.report
    if report.running > 0 { outcome.faults.append("\(report.running) threads have not ended") }
    outcome.world = report
    outcome.take(String(describing: report).utf8)
    return outcome
  }

  private init(seed: UInt64, _ dice: inout SeededGenerator) throws {
    self.seed = seed
    losses = [SimulatedLosses.none, .none, .devices, .recordings][Int(dice.next() % 4)]
    let made = TemporaryFolder()
    folder = made
    kits = try (0..<2).map { try SimulatedKits.write("kit\($0)", seed: $0, in: made.path) }
    takePath = "\(folder.path)/take.wav"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/recorded", withIntermediateDirectories: true)
    let amplitudes = (0..<4 + Int(dice.next() % 8)).map { _ in 0.05 + 0.8 * dice.uniform() }
    let sound = [StruckSounds.low, StruckSounds.middle, StruckSounds.high][Int(dice.next() % 3)]
    let take = StruckSounds.take(
      sound, amplitudes: amplitudes, spacingSeconds: [0.04, 0.1, 0.3][Int(dice.next() % 3)],
      seed: seed)
    takeFrames = take.samples.count
    isLooped = dice.next() % 2 == 0
    var file = try SoundFileWriter(path: takePath, sampleRateHz: 48_000, channelCount: 1)
    try take.samples.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
  }

  private func setup(_ dice: inout SeededGenerator) -> EngineSetup {
    var setup = EngineSetup(profile: .general, memory: memory)
    setup.input = .take(path: takePath, channels: .mean, isLooped: isLooped)
    setup.output = losses == .devices ? .device("null", isNamed: true) : .nothing
    setup.kit = kits[0]
    setup.adjustments = KitAdjustments(gain: .asIs)
    setup.settings.seed = seed
    setup.streams.periodFrames = [32, 64, 128, 441][Int(dice.next() % 4)]
    if dice.next() % 3 == 0 { setup.settings.monitorDecibels = -12 }
    setup.keepsJournal = dice.next() % 2 == 0
    let root = folder.path
    setup.journal = { begun in
      try Self.keeper(
        begun, in: SessionFolder(path: "\(root)/session-\(begun.number)"))
    }
    let recorded = recordedPath
    let other = elsePath
    let isRecorded = dice.next() % 2 == 0 || losses == .recordings
    if isRecorded && !setup.keepsJournal {
      setup.recording = EngineSetup.Recording(
        file: { _ in RecordingFile(path: recorded, elsePath: other) })
    }
    return setup
  }

  var recordedPath: String { "\(folder.path)/recorded/mix.wav" }
  var elsePath: String { "\(folder.path)/else/mix.wav" }

  /// A keeper in a folder, as `flam play` makes it.
  static func keeper(_ begun: JournalStart, in folder: SessionFolder) throws -> SessionKeeper {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    let record = SessionRecord(
      startedAt: Date(timeIntervalSince1970: 1_800_000_000), sampleRateHz: begun.sampleRateHz,
      kit: SessionRecord.PlayedKit(
        name: begun.kitName, path: begun.kitPath,
        hash: try KitIdentity.hash(path: begun.kitPath), adjustments: begun.adjustments),
      profile: begun.profile, settings: begun.settings,
      devices: SessionRecord.Devices(
        input: begun.input, output: begun.output, periodFrames: begun.periodFrames,
        periodCount: begun.periodCount))
    return try SessionKeeper(
      record, profile: begun.profile, in: SessionPlaces(folder), history: begun.history,
      number: begun.number)
  }

  private func run(
    _ dice: inout SeededGenerator, _ outcome: inout Outcome, _ world: World,
    _ reported: (String) -> Void
  ) throws {
    let hub = EventHub()
    let events = hub.subscribe(capacity: 1 << 16)
    let setup = setup(&dice)
    let engine: Engine
    do { engine = try Engine(setup, events: hub) } catch {
      try outcome.takeRefusal(error, world, folder: folder.path)
      return
    }
    do { try engine.start() } catch {
      try outcome.takeRefusal(error, world, folder: folder.path)
      _ = engine.report()
      return
    }
    let counts = Mutex(AskedCommands())
    let seconds = 0.8 + 0.4 * Double(dice.next() % 5)
    let (kits, root) = (kits, folder.path)
    let players = (0..<1 + Int(dice.next() % 3)).compactMap { number in
      let playerSeed = seed &* 31 &+ UInt64(number)
      return WorkThread {
        var player = SimulatedPlayer(
          seed: playerSeed, kits: kits, folder: root, number: number)
        player.play(engine, seconds: seconds) { command, isDone, note in
          let frame = engine.snapshot.frame
          counts.withLock { $0.take(command, isDone: isDone, note, frame: frame) }
        }
      }
    }
    let thief = SimulatedThief(losses, seed: seed, recordedPath: recordedPath)
    let stolen = thief.steal(seconds: seconds)
    (outcome.outages, outcome.removals) = (stolen.outages, stolen.removals)
    for player in players { player.join() }
    // The last command may be for a later frame: it shall still sound.
    let lastFrame = counts.withLock { $0.lastFrame }
    while engine.isRunning, engine.snapshot.frame < lastFrame + AskedCommands.marginFrames {
      MonotonicClock.sleep(microseconds: 10_000)
    }
    MonotonicClock.sleep(microseconds: 200_000)
    var isWatched = false
    if losses == .devices {
      MonotonicClock.sleep(microseconds: Int(1e6 * Self.returnSeconds))
      isWatched = engine.isRunning
      let away = isWatched ? engine.state.awayDevices : []
      if !away.isEmpty { outcome.faults.append("\(away) did not come back") }
    }
    let endsByItself = !engine.isRunning
    engine.stop()
    engine.finish()
    let report = engine.report()
    if endsByItself, isLooped || report.snapshot.heardFrames < takeFrames {
      outcome.faults.append(
        "it ended by itself after \(report.snapshot.heardFrames) of \(takeFrames) frames of its take"
      )
    }
    let asked = counts.withLock { $0 }
    (outcome.commands, outcome.refused) = (asked.done, asked.refused)
    outcome.pops = report.loop.pops
    let batch = events.take()
    var watch = EventWatch()
    if batch.lostCount > 0 { outcome.faults.append("\(batch.lostCount) events were lost") }
    for event in batch.events { watch.take(event) }
    watch.end(
      state: engine.state, heardFrames: report.snapshot.heardFrames,
      hits: report.snapshot.hits - report.unreportedHits,
      pops: report.loop.pops - report.loop.unreportedPops)
    outcome.faults += watch.faults
    if isWatched, outcome.outages > 0, watch.losses == 0 {
      outcome.faults.append("devices were pulled out, and nobody said so")
    }
    outcome.hits = watch.settled
    outcome.notes = watch.notes.values.count { $0.contains(.on) }
    outcome.loopNotes = watch.notes.count { $0.key.source == .loop && $0.value.contains(.on) }
    outcome.faults += asked.faults(of: watch, until: report.snapshot.frame)
    for event in batch.events where event.isReproducible {
      let line = event.jsonLine.replacingOccurrences(of: folder.path, with: "")
      reported(line)
      outcome.take(line.utf8)
    }
    try expectRecording(setup, report, refused: world.report.refused, &outcome)
    for session in report.sessions {
      try expectSession(session, isWhole: setup.keepsJournal, &outcome)
    }
    if setup.keepsJournal,
      let mix = report.sessions.first.map({ SessionFolder(path: $0.path).mixPath })
    {
      for path in watch.wholeRecordings where path.hasPrefix("\(folder.path)/extra") {
        try expectPart(path, of: Self.samples(mix), &outcome)
      }
    }
  }
}
