// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Instrument

/// Each row of the table of a strip's values.
@Suite struct StripParameterTests {
  /// For each a value that a strip does not have in the beginning.
  private static let values: [(StripParameter, Float)] =
    [(.gain, 0.5), (.pan, -0.25), (.send, 2), (.mute, 1), (.solo, 1)]
    + StripParameter.allCases.dropFirst(5).map {
      ($0, $0.scale.moved($0.value(in: Strip()) ?? 0, steps: 1))
    }

  private func strip(_ parameter: StripParameter, _ value: Float?) -> Strip {
    StripChange(drum: "kick", parameter, value).applied(to: Strip())
  }

  @Test("each row has a value here")
  func all() { #expect(Self.values.map(\.0) == StripParameter.allCases) }

  @Test("a change sets its value alone, and its inverse takes that back", arguments: values)
  func changes(parameter: StripParameter, value: Float) {
    let change = StripChange(drum: "kick", parameter, value)
    let strip = change.applied(to: Strip())
    for other in StripParameter.allCases {
      #expect(other.value(in: strip) == (other == parameter ? value : other.value(in: Strip())))
    }
    #expect(change.inverse(of: Strip(), channel: "kick").applied(to: strip) == Strip())
    #expect(self.strip(parameter, nil) == Strip())
  }

  @Test("changes and strips are written as JSON and read back", arguments: values)
  func json(parameter: StripParameter, value: Float) throws {
    for change in [
      StripChange(drum: "kick", parameter, value), StripChange(drum: "kick", parameter, nil),
    ] {
      let data = try JSONEncoder().encode(change)
      #expect(try JSONDecoder().decode(StripChange.self, from: data) == change)
      let strip = change.applied(to: Strip())
      #expect(try JSONDecoder().decode(Strip.self, from: JSONEncoder().encode(strip)) == strip)
    }
  }

  @Test("the JSON has the names that people type")
  func names() throws {
    let json = #"{"drum":"kick","gain":0.5,"mute":true,"pan":null,"send":2,"solo":false}"#
    let change = try JSONDecoder().decode(StripChange.self, from: Data(json.utf8))
    #expect(change.parameters == [.gain, .pan, .send, .mute, .solo])
    #expect([.gain, .pan, .send, .mute, .solo].map { change[$0] } == [0.5, nil, 2, 1, 0])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == json)
  }

  @Test("a value out of range is named")
  func impossible() {
    for (parameter, value) in Self.values {
      #expect(StripChange(drum: "kick", parameter, value).impossible == nil)
      let range = parameter.scale.range
      for wrong in [range.lowerBound - 0.01, range.upperBound + 0.01, .nan, .infinity] {
        #expect(StripChange(drum: "kick", parameter, wrong).impossible == parameter)
      }
    }
  }

  @Test("a strip is described in words")
  func words() {
    #expect("\(Strip())" == "0.0 dB")
    let reported = Self.values.prefix(5).map { "\(strip($0.0, $0.1))" }
    #expect(
      reported == [
        "-6.0 dB", "0.0 dB, 25 % left", "0.0 dB, 6.0 dB into the room", "0.0 dB, muted",
        "0.0 dB, solo",
      ])
  }

  @Test("numbers are read in the unit in which people write them")
  func written() {
    let (gain, send, pan) = (
      StripParameter.gain.scale, StripParameter.send.scale, StripParameter.pan.scale
    )
    #expect(gain.value(written: "-inf") == 0 && gain.value(written: "0") == 1)
    #expect(gain.value(written: "24") != nil && gain.value(written: "24.1") == nil)
    #expect(send.value(written: "12") != nil && send.value(written: "12.1") == nil)
    #expect(pan.value(written: "-1") == -1 && pan.value(written: "-inf") == nil)
    #expect(gain.value(written: "nan") == nil && pan.value(written: "left") == nil)
  }

  @Test("a key moves a gain on whole decibels, down to silence, and a place on tenths")
  func moved() {
    let (gain, pan) = (StripParameter.gain.scale, StripParameter.pan.scale)
    #expect(abs(gain.moved(1, steps: -1) - 0.891_251) < 1e-5)
    #expect(gain.moved(gain.moved(0, steps: 1), steps: -1) == 0)
    #expect(gain.moved(16, steps: 1) == 16)
    #expect(abs(pan.moved(0.24, steps: 1) - 0.3) < 1e-6 && pan.moved(1, steps: 1) == 1)
    #expect(StripParameter.mute.scale.moved(1, steps: 1) == 0)
  }

  @Test("a number moves by steps, a ratio by octaves, and both are written to three digits")
  func numbers() {
    let (number, ratio) = (
      ParameterScale.number(-24...24, step: 0.5, unit: "dB"),
      ParameterScale.ratio(20...20_000, stepOctaves: 0.5, unit: "Hz")
    )
    #expect(number.moved(0.2, steps: 1) == 0.5 && number.moved(24, steps: 1) == 24)
    #expect(ratio.moved(100, steps: 2) == 200 && ratio.moved(30, steps: -2) == 20)
    #expect(number.value(atShare: 0.75, gain: 0) == 12)
    #expect(abs(ratio.value(atShare: 1 / 3.0, gain: 0) - 200) < 0.01)
    #expect(number.text(-3) == "-3 dB" && ratio.text(1234.5) == "1235 Hz")
    #expect(ParameterScale.number(0...2, step: 0.1).text(0.707) == "0.71")
    #expect(ratio.rangeText == "20...20000 Hz")
    #expect(ratio.value(written: "440") == 440 && ratio.value(written: "10") == nil)
  }
}
