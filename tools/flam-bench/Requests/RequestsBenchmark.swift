// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Engine
import Foundation
import Glibc
import Instrument
import Kits
import Profiles
import Simulation

/// Each command that needs neither a board, nor loudspeakers, nor a folder of sessions, asked for again and again as any door
/// can ask: what memory that takes, and what is refused.
struct RequestsBenchmark {
  /// Ends within so much of the memory with which it began, in megabytes of 2^20 bytes.
  private static let mostMegabytes = 20.0
  private static let turnMicroseconds: useconds_t = 200
  private static let firstCount = 60

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
    print("requests: each command \(count) times, as fast as it is answered")
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
    var worst = 0.0
    for group in Self.groups {
      worst = max(worst, try ask(group, of: engine, take: take, other: other, in: folder.path))
    }
    engine.stop()
    engine.finish()
    let isMet = worst <= Self.mostMegabytes
    print(
      "  target at most \(Int(Self.mostMegabytes)) MB more: \(worst.digits(1)) MB: "
        + (isMet ? "met" : "MISSED"))
    return isMet
  }

  /// Asks for the commands of a group; returns how much memory that took, in megabytes.
  private func ask(
    _ group: [String], of engine: Engine, take: String, other: String, in folder: String
  ) throws -> Double {
    var outcome = Outcome()
    func ask(_ index: Int) throws {
      let json = group[index % group.count].replacing("TAKE", with: take)
        .replacing("OTHER", with: other).replacing("FILE", with: "\(folder)/\(index).wav")
      do {
        try engine.perform(JSONDecoder().decode(EngineCommand.self, from: Data(json.utf8)))
        outcome.done += 1
      } catch let error as EngineError {
        outcome.refused += 1
        outcome.firstRefusal = outcome.firstRefusal ?? error.description
      }
      if index % 32 == 0 { usleep(Self.turnMicroseconds) }
    }
    // The first take what they need once.
    for index in 0..<Self.firstCount { try ask(index) }
    ResidentMemory.settle()
    let before = ResidentMemory.kibibytes
    for index in Self.firstCount..<Self.firstCount + count { try ask(index) }
    ResidentMemory.settle()
    let megabytes = Double(ResidentMemory.kibibytes - before) / 1024
    var seen: Set<String> = []
    let names = group.compactMap { json in
      json.firstMatch(of: #/"command":"([a-z.]+)"/#).map { String($0.1) }
    }
    .filter { seen.insert($0).inserted }
    print(
      "  \(names.joined(separator: ", ")): \(outcome.done) done, \(outcome.refused) refused, "
        + "\(megabytes.digits(1)) MB more"
        + (outcome.firstRefusal.map { " (\($0))" } ?? ""))
    return megabytes
  }

  private struct Outcome {
    var (done, refused) = (0, 0)
    var firstRefusal: String?
  }
}
