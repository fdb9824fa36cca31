// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Profiles
import Foundation
import Instrument
import Simulation
import Testing

@Suite struct PerformanceChangeTests {
  private let sounds = ["kick", "snare"]

  @Test(
    "a change of the ears comes back from its line as it was",
    arguments: [
      HearingChange.sensitivity(60), .strictness(.strict), .adapts(false),
      .threshold(sound: 1, decibels: -30), .threshold(sound: 1, decibels: nil),
      .learn(sound: 0, hits: 4), .learn(sound: 0, hits: 0), .certainty(.sure),
      .velocityCurve(.exp2),
    ])
  func roundTrip(change: HearingChange) throws {
    let written = PerformanceChange(
      PerformanceChange.Hearing(change, sounds: sounds, frame: 4800))
    let read = try JSONDecoder().decode(
      PerformanceChange.self, from: Data(written.jsonLine.utf8))
    #expect(read == written && read.kit == nil && read.mix == nil)
    #expect(read.hearing?.frame == 4800)
    #expect(read.hearing?.change(sounds: sounds) == change)
  }

  @Test(
    "a change whose numbers none can have is told apart: it would end whoever plays it again",
    arguments: [
      #"{"note":{"id":"72057594037927937","source":"midi","action":"on","place":0,"velocity":1,"#
        + #""startFrame":-9223372036854775808,"askedFrame":0}}"#,
      #"{"note":{"id":"72057594037927937","source":"midi","action":"on","place":-1,"velocity":1,"#
        + #""startFrame":500,"askedFrame":0}}"#,
      #"{"mix":{"frame":100,"strip":{"drum":"kick","gain":"nan"}}}"#,
      #"{"mix":{"frame":100,"bus":{"bus":"drums","gain":1e30}}}"#,
      #"{"mix":{"frame":-1,"bus":{"bus":"drums","gain":1}}}"#,
      #"{"hearing":{"frame":500,"sensitivity":"nan"}}"#,
      #"{"hearing":{"frame":500,"threshold":{"sound":"kick","decibels":1e30}}}"#,
      #"{"hearing":{"frame":500,"learn":{"sound":"kick","hits":-9223372036854775808}}}"#,
      #"{"echo":{"inputFrame":0,"outputFrame":0,"path":{"left":[0,0.1],"right":[0],"delayFrames":0,"#
        + #""gainDecibels":-18,"confidence":0.9,"faintestDecibels":-60}}}"#,
    ])
  func impossible(line: String) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(try !decoder.decode(PerformanceChange.self, from: Data(line.utf8)).isPossible)
  }

  @Test("a line is short, and names the sound of a threshold")
  func line() {
    let change = PerformanceChange(
      PerformanceChange.Hearing(
        .threshold(sound: 1, decibels: -30), sounds: sounds, frame: 4800))
    #expect(
      change.jsonLine
        == #"{"hearing":{"frame":4800,"threshold":{"decibels":-30,"sound":"snare"}}}"#)
    #expect(change.hearing?.change(sounds: ["clap"]) == nil)
  }

  @Test("lines that were written before the ears could be changed are read")
  func oldLine() throws {
    let read = try JSONDecoder().decode(
      PerformanceChange.self,
      from: Data(#"{"mix":{"frame":96,"bus":{"bus":"drums","gain":0.5}}}"#.utf8))
    #expect(read.mix?.frame == 96 && read.hearing == nil)
  }
}
