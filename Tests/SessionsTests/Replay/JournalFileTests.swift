// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Simulation
import Testing

@testable import Sessions

/// The journal of a session as it is read and waits to be carried out again.
@Suite struct JournalFileTests {
  private let folder = TemporaryFolder()

  private func replay(_ lines: [String]) throws -> SessionReplay {
    let session = try RenderedSession.make("monday", in: folder.path)
    let text = lines.map { $0 + "\n" }.joined()
    try text.write(toFile: session.journalPath, atomically: true, encoding: .utf8)
    return try SessionReplay(session)
  }

  @Test("an impossible entry is refused, and its line is named")
  func impossible() throws {
    let error = #expect(throws: SessionError.self) {
      try replay([
        #"{"command":"mix.bus","mixFrame":100,"bus":"drums","gain":0.5}"#,
        #"{"command":"mix.bus","mixFrame":200,"bus":"drums","gain":17}"#,
      ])
    }
    let text = try #require(error?.description)
    #expect(text.contains("journal.jsonl', line 2"))
    #expect(text.contains("it cannot change the mix of drums: 17.0 is no gain"))
  }

  private func entries(_ lines: [String]) throws -> WaitingEntries {
    try WaitingEntries(
      lines.map { try JSONDecoder().decode(JournalEntry.self, from: Data($0.utf8)) },
      leadFrames: 1000)
  }

  private func taken(
    _ waiting: inout WaitingEntries, heardFrame: Int, outputFrame: Int, arrivedDrums: Int
  ) -> [String] {
    let now = WaitingEntries.Moment(
      inputFrame: heardFrame + 64, heardFrame: heardFrame, outputFrame: outputFrame,
      arrivedDrums: arrivedDrums)
    var names: [String] = []
    while let entry = waiting.next(now) {
      names.append(
        entry.command(KitPart.self) != nil
          ? "kit"
          : entry.command(EngineCommand.Hearing.self) != nil
            ? "hearing" : entry.command(EngineCommand.Bus.self) != nil ? "bus" : "sweep")
    }
    return names
  }

  @Test("while nothing is played, drums wait and the mixer with them, but neither ears nor echo do")
  func waitsForDrums() throws {
    var waiting = try entries([
      #"{"command":"kit","name":"a","path":"/a.sfz","detail":"whole"}"#,
      #"{"command":"mix.bus","mixFrame":100,"bus":"drums","gain":0.5}"#,
      #"{"command":"hearing","inputFrame":300,"adapts":true}"#,
      #"{"command":"sweep","mixFrame":0,"inputFrame":128,"left":[0],"right":[0],"#
        + #""delayFrames":0,"gainDecibels":-18,"confidence":0.9,"faintestDecibels":-60}"#,
    ])
    #expect(taken(&waiting, heardFrame: 0, outputFrame: 0, arrivedDrums: 0) == ["hearing"])
    #expect(taken(&waiting, heardFrame: 64, outputFrame: 0, arrivedDrums: 0) == [])
    #expect(taken(&waiting, heardFrame: 128, outputFrame: 0, arrivedDrums: 0) == ["sweep"])
    #expect(taken(&waiting, heardFrame: 192, outputFrame: 0, arrivedDrums: 1) == ["kit", "bus"])
    #expect(taken(&waiting, heardFrame: 256, outputFrame: 64, arrivedDrums: 2) == [])
  }

  @Test("what is sent ahead is sent so long before its frame, in its order")
  func ahead() throws {
    var waiting = try entries([
      #"{"command":"mix.bus","mixFrame":1500,"bus":"drums","gain":0.5}"#,
      #"{"command":"hearing","inputFrame":100,"adapts":true}"#,
    ])
    #expect(taken(&waiting, heardFrame: 500, outputFrame: 500, arrivedDrums: 0) == [])
    #expect(
      taken(&waiting, heardFrame: 564, outputFrame: 564, arrivedDrums: 0) == ["bus", "hearing"])
  }
}
