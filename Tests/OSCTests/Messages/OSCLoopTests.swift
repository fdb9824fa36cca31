// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Looping
import Testing

@testable import OSC

/// Messages for the loop.
@Suite struct OSCLoopTests {
  private func loop(
    _ address: String, _ arguments: OSCMessage.Argument...
  ) throws(OSCFault) -> LoopCommand? {
    let message = OSCMessage("/flam/loop/" + address, arguments)
    guard case .command(.loop(let command)) = try OSCRequest(message, OSCRequestTests.host) else {
      return nil
    }
    return command
  }

  @Test("a press is one word, of SooperLooper's or ours")
  func hit() throws {
    let words: [(String, LoopCommand)] = [
      ("record", .record), ("overdub", .overdub(nil)), ("undo", .undo), ("redo", .redo),
      ("undo_all", .undoAll), ("redo_all", .redoAll), ("mute", .mute(nil, layer: nil)),
      ("mute_on", .mute(true, layer: nil)), ("pause", .pause), ("pause_on", .stop),
      ("multiply", .double), ("half", .half), ("clear", .clear), ("lock_off", .lock(false)),
    ]
    for (word, command) in words {
      #expect(try loop("hit", .text(word)) == command, "\(word)")
    }
    let fault = #expect(throws: OSCFault.self) { try loop("hit", .text("reverse")) }
    #expect(fault?.reason.contains("undo_all") == true)
  }

  @Test("values have addresses of their own; what has only a name has one, too")
  func values() throws {
    #expect(try loop("arm") == .arm(LoopSetup()))
    #expect(
      try loop("arm", .float(96), .int(0), .int(2))
        == .arm(LoopSetup(beatsPerMinute: 96, countInBars: 2)))
    #expect(try loop("mute", .int(1)) == .mute(true, layer: nil))
    #expect(try loop("mute", .int(0), .int(3)) == .mute(false, layer: 3))
    #expect(try loop("solo", .int(1), .int(2)) == .solo(true, layer: 2))
    #expect(try loop("source", .text("microphone")) == .source(.microphone))
    #expect(throws: OSCFault.self) { try loop("source", .text("piano")) }
    #expect(try loop("overdub", .int(0)) == .overdub(false))
    #expect(try loop("bars", .int(4)) == .bars(4))
    #expect(try loop("quantise", .float(0.6)) == .quantise(0.6))
    #expect(try loop("move", .int(2), .float(-0.1)) == .move(layer: 2, beats: -0.1))
    #expect(try loop("swing") == .swing(nil))
    #expect(try loop("swing", .float(0.62)) == .swing(0.62))
    #expect(try loop("humanise", .float(0.3)) == .humanise(0.3, seed: 1))
    #expect(try loop("lock", .int(1)) == .lock(true))
    #expect(try loop("undo/all") == .undoAll)
    #expect(try loop("record") == .record)
    #expect(throws: OSCFault.self) { try loop("bars", .float(1.5)) }
    #expect(throws: OSCFault.self) { try loop("solo", .int(1)) }
    #expect(throws: OSCFault.self) { try loop("move", .float(1.5), .float(1)) }
  }
}
