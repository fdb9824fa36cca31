// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import Foundation
import Simulation
import Testing

@testable import Flam

/// What is typed to record and to end, on an engine that plays unheard.
@Suite struct TransportCommandTests {
  private let folder = TemporaryFolder()

  @Test("a recording begins and ends by typing, and its file is whole")
  func record() throws {
    let engine = try SilentEngine().engine
    try engine.start()
    let path = folder.path + "/groove.wav"
    let command = TransportCommand(engine)
    #expect(command.carryOut("record \(path)") == ["recording to '\(path)'"])
    #expect(engine.state.recordings == [path])
    #expect(command.carryOut("record \(path)")?.first?.contains("is being recorded") == true)
    #expect(command.carryOut("record stop") == ["recording ends"])
    #expect(command.carryOut("record stop")?.first?.contains("none was begun") == true)
    #expect(command.carryOut("record \(path)")?.first?.contains("File exists") == true)
    engine.stop()
    engine.finish()
    #expect(try SoundFileReader(path: path).channelCount == 2)
  }

  @Test(
    "quit ends the playing; what is something else is left to others", arguments: ["quit", "q"])
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
