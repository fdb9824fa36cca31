// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Simulation
import Storage
import Testing

@testable import MIDI

/// The file with a player's choices about MIDI.
@Suite struct MIDITableTests {
  @Test("omitted values are the usual ones, kept ones are read again")
  func file() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/new/midi.json"
    #expect(try MIDITable.read(path) == MIDITable())
    var table = MIDITable()
    (table.controls, table.channelIn, table.sending) = (["20": "snare"], 10, .settled)
    try table.keep(at: path)
    #expect(try MIDITable.read(path) == table)
    try WholeFile.write(Array(#"{"notesIn":{"60":"bell"}}"#.utf8), to: path)
    table = MIDITable()
    table.notesIn = ["60": "bell"]
    #expect(try MIDITable.read(path) == table)
  }

  @Test(
    "an impossible value is refused with its place",
    arguments: [
      (#"{"channelIn":0}"#, "a channel is 1...16, not 0"),
      (#"{"notesIn":{"x":"kick"}}"#, "\"x\" in \"notesIn\" is not a number in 0...127"),
      (#"{"notesOut":{"kick":128}}"#, "the note of \"kick\" is 0...127, not 128"),
      (#"{"noteMilliseconds":0}"#, "\"noteMilliseconds\" is 1...10000, not 0"),
      (#"{"sending":"later"}"#, "an unknown value at \"sending\""),
      ("{", "it is not JSON"),
    ])
  func faults(text: String, reason: String) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/midi.json"
    try WholeFile.write(Array(text.utf8), to: path)
    let error = #expect(throws: EngineError.self) { try MIDITable.read(path) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains(path) == true)
  }
}
