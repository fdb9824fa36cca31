// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import Instrument
import Profiles
import Simulation
import Testing

@testable import Kits
@testable import Sessions

/// A session of a rendering that had only the pads in memory that its profile strikes, played again with more of them.
@Suite struct StruckPadsReplayTests {
  private static let sampleRateHz = 48_000
  private let folder = TemporaryFolder()
  private let path: String
  /// All of its pads, and those that the built-in guess strikes.
  private let whole: Kit
  private let struck: Kit
  /// Strokes of the snare strike the ride.
  private let other = Profile.general.playing(PadTable(["snare": "ride"]))

  init() throws {
    path = try Self.writeKit(in: folder)
    let choices = Profile.general.sounds.map(\.choice)
    whole = try Self.load(path, in: folder, struckOnlyAt: nil)
    struck = try Self.load(path, in: folder, struckOnlyAt: choices)
  }

  /// A kit of four drums that each ring at a pitch of their own; its path.
  private static func writeKit(in folder: TemporaryFolder) throws -> String {
    var text = ""
    for (name, key, hertz) in [
      ("kick", 36, 60), ("snare", 38, 200), ("hihat", 42, 7000), ("ride", 51, 4000),
    ] as [(String, Int, Float)] {
      var writer = try SoundFileWriter(
        path: "\(folder.path)/\(name).wav", sampleRateHz: sampleRateHz, channelCount: 1)
      try writer.write(
        (0..<9600).map { frame in
          0.5 * exp(-Float(frame) / 1920) * sin(2 * .pi * hertz * Float(frame) / 48_000)
        })
      try writer.finish()
      text += "<region> key=\(key) sample=\(name).wav\n"
    }
    folder.write(text: text, to: "kit.sfz")
    return "\(folder.path)/kit.sfz"
  }

  private static func load(
    _ path: String, in folder: TemporaryFolder, struckOnlyAt choices: [PadChoice]?
  ) throws -> Kit {
    var job = try LoadingJob(
      path: path, sampleRateHz: sampleRateHz, memory: SampleMemory(megabytes: 64),
      cache: SampleCache(folder: "\(folder.path)/cache", leastMegabytes: 0), choices: choices)
    let kit = try job.whole().kit
    job.keeping?.keep()
    return kit
  }

  private func frames(_ kit: Kit, padsNamed name: String) -> [[SIMD2<Float>]] {
    kit.pads(named: name).flatMap { kit.pads[$0].layers.flatMap(\.variations) }
      .map { kit.memory.frames(of: $0.sound) }
  }

  private func session(_ name: String, _ kit: Kit) throws -> SessionFolder {
    try RenderedSession.make(name, in: folder.path, kit: (kit, path))
  }

  /// The rendering of a session's take.
  private func rendered(_ kit: Kit, _ profile: Profile) -> [Float] {
    let performance = Performance(kit: kit, profile: profile, settings: InstrumentSettings())
    var samples: [Float] = []
    Rendering(performance, periodFrames: 256).run(
      HeldTake(RenderedSession.take()), write: { samples += $0.played }, report: { _ in })
    return samples
  }

  /// A session's output with all pads, heard by another profile, and with a hit more.
  private func replayed(
    _ session: SessionFolder, _ profile: Profile?, adding hit: KeptHit? = nil
  ) throws -> [Float] {
    let replay = try SessionReplay(session, hearsAgain: profile != nil)
    let edits = try hit.map {
      EditedHits(
        try HitFile.read(path: session.hitsPath, isWhole: true).map(\.hit) + [$0],
        sounds: replay.sounds(profile))
    }
    var samples: [Float] = []
    try replay.run(
      kit: whole, profile: profile, playing: edits, periodFrames: 100, laterKit: { _ in nil },
      write: { samples += $0 }, report: { _ in })
    return samples
  }

  @Test("a rendering with the struck pads is that with all of them, and so is its replay")
  func same() throws {
    #expect(frames(struck, padsNamed: "ride") != frames(whole, padsNamed: "ride"))
    let expected = rendered(whole, .general)
    #expect(rendered(struck, .general) == expected)
    #expect(try replayed(session("struck", struck), nil) == expected)
  }

  @Test("a sound that strikes another pad in the replay sounds as if all pads had been there")
  func otherPad() throws {
    let session = try session("struck", struck)
    let replayed = try replayed(session, other)
    #expect(replayed == rendered(whole, other))
    #expect(replayed != rendered(whole, .general))
  }

  @Test("an added hit on a missing pad sounds as if the pad had been there")
  func added() throws {
    let (session, full) = (try session("struck", struck), try session("whole", whole))
    let hit = KeptHit(hit: nil, frame: 62_000, sound: "snare", velocity: 0.8, startFrame: 62_400)
    let replayed = try replayed(session, other, adding: hit)
    #expect(try replayed == self.replayed(full, other, adding: hit))
    let without = try self.replayed(session, other)
    let begins = 2 * 62_400
    #expect(replayed.prefix(begins) == without.prefix(begins))
    #expect(replayed.dropFirst(begins) != without.dropFirst(begins))
  }
}
