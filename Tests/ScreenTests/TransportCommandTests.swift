// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import Simulation
import TestSupport
import Testing

@testable import Screen

/// Commands that record and end, on an engine that plays unheard.
@Suite struct TransportCommandTests {
  private let folder = TemporaryFolder()

  @Test("a recording begins and ends by typing, and its file is whole", .slow)
  func record() throws {
    let engine = try SilentEngine().engine
    try engine.start()
    let path = folder.path + "/groove.wav"
    let command = TransportCommand(engine)
    #expect(command.carryOut("record \(path)") == ["recording to '\(path)'"])
    #expect(engine.state.recordings == [path])
    #expect(command.carryOut("record \(path)")?.first?.contains("is being recorded") == true)
    #expect(command.carryOut("record stop") == ["recording ends"])
    #expect(command.carryOut("record stop")?.first?.contains("no recording was begun") == true)
    #expect(command.carryOut("record \(path)")?.first?.contains("File exists") == true)
    engine.stop()
    engine.finish()
    #expect(try SoundFileReader(path: path).channelCount == 2)
  }

  @Test("a session that cannot begin or end says why", .slow)
  func session() throws {
    let engine = try SilentEngine().engine
    try engine.start()
    let command = TransportCommand(engine)
    #expect(command.carryOut("session")?.first?.contains("nothing here keeps sessions") == true)
    #expect(command.carryOut("session stop")?.first?.contains("no session is being kept") == true)
    #expect(command.carryOut("session of mine") == nil)
    engine.stop()
  }

  @Test(
    "a backing is played along, ended and begun anew by typing; a gain is left to the mixer", .slow)
  func backing() throws {
    let engine = try SilentEngine().engine
    try engine.start()
    let path = folder.path + "/long song.wav"
    var writer = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 1)
    try [Float](repeating: 0.1, count: 480_000).withUnsafeBufferPointer { try writer.write($0) }
    try writer.commit()
    let command = TransportCommand(engine)
    #expect(command.carryOut("backing start")?.first?.contains("no backing is loaded") == true)
    #expect(command.carryOut("backing \(path)") == ["playing '\(path)' along"])
    #expect(engine.state.backing == path)
    #expect(command.carryOut("backing stop") == [] && engine.state.backing == nil)
    #expect(command.carryOut("backing stop")?.first?.contains("nothing is played along") == true)
    #expect(command.carryOut("backing start") == ["the backing begins"])
    #expect(engine.state.backing == path)
    #expect(command.carryOut("backing nothing.wav")?.first?.contains("nothing.wav") == true)
    for gain in ["backing -6", "backing -6 dB", "backing -inf", "backing"] {
      #expect(command.carryOut(gain) == nil, "\(gain)")
    }
  }

  @Test("another profile takes over by typing; a missing one is reported", .slow)
  func profile() throws {
    let engine = try SilentEngine().engine
    try engine.start()
    let command = TransportCommand(engine)
    #expect(
      command.carryOut("profile \(folder.path)/none.json")?.first?.contains("there is none") == true
    )
    #expect(command.carryOut("profile general") == [])
    // A take is heard, to which nothing can return.
    #expect(command.carryOut("sweep")?.first?.contains("nothing can return") == true)
    let profile = try #require(engine.state.profile)
    #expect(profile.name == "general" && profile.isGuess)
    #expect(TransportCommand.text(profile).hasPrefix("sounds of the built-in guess: kick"))
    #expect(command.carryOut("profile")?.first?.contains("profiles: general") == true)
  }

  @Test("tempo, meter and click are typed, and shown as they stand", .slow)
  func tempo() throws {
    let engine = try SilentEngine().engine
    try engine.start()
    let command = TransportCommand(engine)
    #expect(command.carryOut("tempo") == ["120 beats a minute, 4/4, click off"])
    #expect(command.carryOut("tempo 96.5") == ["96.5 beats a minute, 4/4, click off"])
    #expect(command.carryOut("tempo 6/8") == ["96.5 beats a minute, 6/8, click off"])
    #expect(command.carryOut("click on") == ["96.5 beats a minute, 6/8, click on"])
    #expect(command.carryOut("click -6") == nil)
    #expect(command.carryOut("tempo 1000")?.first?.contains("20...500") == true)
    #expect(command.carryOut("tempo slow")?.first?.contains("tempo 96") == true)
    #expect(command.carryOut("click off") == ["96.5 beats a minute, 6/8, click off"])
  }

  @Test(
    "quit ends the playing; other commands are left to others", .slow,
    arguments: ["quit", "q"])
  func quit(word: String) throws {
    let engine = try SilentEngine().engine
    let command = TransportCommand(engine)
    for line in ["quiet", "recorder kit", "kick -6", ""] {
      #expect(command.carryOut(line) == nil, "\(line)")
    }
    try engine.start()
    #expect(engine.isRunning)
    #expect(command.carryOut(word) == [])
    #expect(engine.stop() == .stopped && !engine.isRunning)
    #expect(command.carryOut("record x.wav")?.first?.contains("playing has ended") == true)
  }
}
