// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import CRealtime
import Engine
import Foundation
import Glibc
import Instrument
import Kits
import Profiles
import Simulation
import Synchronization
import Web

/// Each command that needs neither a board, nor loudspeakers, nor a folder of sessions, asked for again and again by each door:
/// what memory that takes, what is refused, and how long others wait meanwhile.
struct RequestsBenchmark {
  /// Ends within so much of the memory with which it began, in megabytes of 2^20 bytes.
  private static let mostMegabytes = 20.0
  private static let turnMicroseconds: useconds_t = 200
  private static let firstCount = 60
  private static let wholeCount = 10_000
  /// It rests within two minutes, or its figures show that it does not.
  private static let (lookMicroseconds, mostLooks): (useconds_t, Int) = (50_000, 2400)
  private static let firstKit = "flam"

  let count: Int

  /// Commands as JSON that take turns; each group is asked for `count` times.
  private static let groups: [[String]] = [
    [#"{"command":"note.on","pad":"kick","velocity":0.5}"#],
    [#"{"command":"note.off","id":"1"}"#],
    [#"{"command":"choke","pad":"crash"}"#],
    [#"{"command":"panic"}"#],
    [
      #"{"command":"mix.strip","drum":"snare","gain":0.5}"#,
      #"{"command":"mix.strip","drum":"snare","pan":-0.5}"#,
    ],
    [#"{"command":"mix.unsolo"}"#],
    [#"{"command":"mix.bus","bus":"room","gain":0.5}"#],
    [
      #"{"command":"effect.insert","bus":"drums","slot":1,"effect":"lowpass"}"#,
      #"{"command":"effect.set","bus":"drums","slot":1,"values":{"cutoff":900}}"#,
      #"{"command":"effect.bypass","bus":"drums","slot":1,"isBypassed":true}"#,
      #"{"command":"modulate","row":1,"source":"velocity","bus":"drums","slot":1,"parameter":"q","amount":0.1}"#,
      #"{"command":"modulate","row":1}"#,
      #"{"command":"effect.move","bus":"drums","slot":1,"to":2}"#,
      #"{"command":"effect.move","bus":"drums","slot":2,"to":1}"#,
      #"{"command":"effect.remove","bus":"drums","slot":1}"#,
    ],
    [
      #"{"command":"tempo","beatsPerMinute":90,"isClicking":true}"#,
      #"{"command":"tempo","beatsPerMinute":91,"isClicking":false}"#,
    ],
    [
      #"{"command":"backing.load","path":"TAKE"}"#, #"{"command":"backing.start"}"#,
      #"{"command":"backing.stop"}"#,
    ],
    [
      #"{"command":"hearing","sensitivity":60}"#,
      #"{"command":"hearing","strictness":"strict"}"#,
      #"{"command":"hearing","adapts":false}"#,
    ],
    [
      #"{"command":"sound.pad","sound":"snare","pad":"cowbell"}"#,
      #"{"command":"sound.pad","sound":"snare"}"#,
    ],
    [#"{"command":"profile","name":"general"}"#],
    [#"{"command":"kit","name":"flam"}"#, #"{"command":"kit","name":"OTHER"}"#],
    [#"{"command":"period","frames":128}"#, #"{"command":"period","frames":64}"#],
    [#"{"command":"recording.start","path":"FILE"}"#, #"{"command":"recording.stop"}"#],
    [#"{"command":"undo"}"#],
  ]

  /// Prints its figures; true if they meet the targets.
  func run() throws -> Bool {
    // As the program does.
    rt_share_heap()
    print("requests: each command \(count) times by each door, as fast as it can be sent")
    let folder = TemporaryFolder()
    guard let take = KitLocator().takes.first else {
      throw StartFailure(reason: "no bundled take; set FLAM_SAMPLES to the folder Samples")
    }
    let other = try SilentEngine.otherKit(in: folder.path)
    // The memory of sounds has its own limit: two kits that change places may fill it.
    let memory = SampleMemory(megabytes: 256)
    memory.pin()
    memory.pinWhole()
    var setup = EngineSetup(profile: .general, memory: memory)
    setup.input = .take(path: take, channels: .mean, isLooped: true)
    setup.output = .nothing
    let engine = try Engine(setup)
    try engine.start()
    while !(engine.state.kit.map { $0.isWhole } ?? false) { usleep(10_000) }
    let made = Atomic(0)
    let newPath: @Sendable () -> String = { [folder = folder.path] in
      "\(folder)/guest-\(made.add(1, ordering: .relaxed).newValue).wav"
    }
    let (host, page) = Self.hosts(other: other, in: folder.path, newPath)
    var worst = 0.0
    for make in Self.doors(engine, host, page, newPath) {
      let door = try make()
      // Each command by itself takes its time: in a short run, that of what is typed alone.
      let isEachSettled = count >= Self.wholeCount || door.name == "typed"
      worst = max(
        worst,
        try ask(
          door, isEachSettled, Files(take: take, other: other, folder: folder.path), resting: engine
        ))
    }
    worst = max(
      worst,
      try ControlCalls(
        count: count >= Self.wholeCount ? count : count / 10, engine: engine, host: page
      ).run(in: folder.path))
    let isPrompt = try FloodWaits(engine: engine, host: host, count: min(count, 400)).run()
    engine.stop()
    engine.finish()
    let isMet = worst <= Self.mostMegabytes
    print(
      "  target at most \(Int(Self.mostMegabytes)) MB more, by each door: \(worst.digits(1)) MB: "
        + (isMet ? "met" : "MISSED"))
    return isMet && isPrompt
  }

  /// All doors but the control socket, each opened when it is its turn.
  private static func doors(
    _ engine: Engine, _ host: CommandHost, _ page: PageHost,
    _ newPath: @escaping @Sendable () -> String
  ) -> [() throws -> any RequestDoor] {
    let board = BoardPlayer.Host(
      engine, reportingSeconds: 0, kits: { [] }, recordingPath: newPath, report: { _ in })
    return [
      { DirectDoor("typed") { command throws(EngineError) in try engine.perform(command) } },
      { try OSCDoor(engine, host) },
      { try PageDoor(engine, page) },
      {
        DirectDoor("MIDI") { command throws(EngineError) in
          try engine.perform(command, from: CommandCaller(.midi))
        }
      },
      { DirectDoor("board", board.perform) },
    ]
  }

  /// What guests may name.
  private static func hosts(
    other: String, in folder: String, _ newPath: @escaping @Sendable () -> String
  ) -> (CommandHost, PageHost) {
    let kits = [
      PageHost.Kit(name: "flam", path: "flam"), PageHost.Kit(name: "OTHER", path: other),
    ]
    let page = PageHost(
      kits: PageHost.Kits(list: { kits }, check: { _, _, _ in nil }, sound: { _, _, _ in nil }),
      profiles: PageHost.Profiles(
        list: { ["general"] }, read: { _ in .general }, keep: { _, _, _ in }), findings: { [] },
      recordingPath: newPath,
      sessions: PageHost.Sessions(parent: folder) { _, _, _, _ in nil }, scratch: folder)
    let host = CommandHost(
      kitPath: { name in kits.first { $0.name == name }?.path },
      hasProfile: { $0 == "general" }, recordingPath: newPath)
    return (host, page)
  }

  /// What the commands name.
  private struct Files {
    let take: String
    let other: String
    let folder: String

    /// A command with its names, for the request of a number.
    func filled(_ json: String, _ index: Int, by door: any RequestDoor) -> String {
      json.replacing("TAKE", with: take)
        .replacing("OTHER", with: door.isForGuests ? "OTHER" : other)
        .replacing("FILE", with: door.isForGuests ? "" : "\(folder)/\(door.name)-\(index).wav")
    }
  }

  /// Asks for all commands by a door, and closes it; returns how much memory that took, in megabytes.
  private func ask(
    _ door: any RequestDoor, _ isEachSettled: Bool, _ files: Files, resting engine: Engine
  ) throws -> Double {
    print("  \(door.name):")
    for group in Self.groups { _ = ask(group, 0..<Self.firstCount, by: door, files) }
    Self.rest(engine)
    let begin = ResidentMemory.kibibytes
    var (before, worst) = (begin, 0.0)
    for group in Self.groups {
      let outcome = ask(group, Self.firstCount..<Self.firstCount + count, by: door, files)
      var line = "    \(Self.names(group)): \(outcome.asked) asked, \(outcome.refused) refused"
      if isEachSettled {
        ResidentMemory.settle()
        let megabytes = Double(ResidentMemory.kibibytes - before) / 1024
        line += ", \(megabytes.digits(1)) MB more"
        (before, worst) = (ResidentMemory.kibibytes, max(worst, megabytes))
      }
      print(line + (outcome.firstRefusal.map { " (\($0))" } ?? ""))
    }
    // What waits for those behind a door goes with them.
    door.close()
    Self.rest(engine)
    let megabytes = Double(ResidentMemory.kibibytes - begin) / 1024
    print("    all: \(megabytes.digits(1)) MB more")
    return max(worst, megabytes)
  }

  /// Brings the engine to one and the same state, so that what it holds for its kit and its files is
  /// the same at each measurement: the kit of the beginning, whole; no recording, no backing; and what
  /// was freed returned to the system, as after each kit that is loaded.
  private static func rest(_ engine: Engine) {
    for _ in 0..<mostLooks {
      // One that has ended already is refused.
      _ = try? engine.perform(.endRecording)
      _ = try? engine.perform(.stopBacking)
      let state = engine.state
      if state.loading == nil, state.recordings.isEmpty, let kit = state.kit, kit.isWhole {
        if kit.name == firstKit { break }
        // Refused while kits were asked for too often.
        _ = try? engine.perform(.kit(EngineCommand.Kit(name: firstKit)))
      }
      usleep(lookMicroseconds)
    }
    rt_trim_memory()
    ResidentMemory.settle()
  }

  private func ask(
    _ group: [String], _ numbers: Range<Int>, by door: any RequestDoor, _ files: Files
  ) -> Outcome {
    var outcome = Outcome()
    for index in numbers {
      outcome.asked += 1
      if let reason = door.ask(files.filled(group[index % group.count], index, by: door)) {
        outcome.refused += 1
        outcome.firstRefusal = outcome.firstRefusal ?? reason
      }
      if index % 32 == 0 { usleep(Self.turnMicroseconds) }
    }
    outcome.firstRefusal = outcome.firstRefusal ?? door.settle()
    return outcome
  }

  private static func names(_ group: [String]) -> String {
    var seen: Set<String> = []
    return group.compactMap { json in
      json.firstMatch(of: #/"command":"([a-z.]+)"/#).map { String($0.1) }
    }
    .filter { seen.insert($0).inserted }.joined(separator: ", ")
  }

  private struct Outcome {
    var (asked, refused) = (0, 0)
    var firstRefusal: String?
  }
}
