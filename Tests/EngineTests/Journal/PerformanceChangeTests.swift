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
      .learn(sound: 0, hits: 4), .certainty(.sure), .velocityCurve(.exp2),
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
      PerformanceChange.self, from: Data(#"{"mix":{"frame":96,"bus":"drums","gain":0.5}}"#.utf8))
    #expect(read.mix?.frame == 96 && read.hearing == nil)
  }
}
