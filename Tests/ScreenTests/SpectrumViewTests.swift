// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Simulation
import Testing
import TextScreen

@testable import Screen

@Suite(.simulated) struct SpectrumViewTests {
  /// Thirty bands: one at full scale, the next at -30 dB, the others silent.
  private static func spectrum(loudest: Int) throws -> OutputSpectrum {
    let named: [Double] = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8]
    let bands = (14...43).map { place in
      let hertz = named[place % 10] * pow(10, Double(place / 10))
      let decibels = place - 14 == loudest ? ",\"decibels\":0" : ""
      return "{\"hertz\":\(hertz)\(place - 14 == loudest + 1 ? ",\"decibels\":-30" : decibels)}"
    }
    let json = """
      {"correlation":0.9,"balanceDecibels":0,"bands":[\(bands.joined(separator: ","))],
       "strongest":{"hertz":61.7,"note":"B1","cents":3,"decibels":-1}}
      """
    return try JSONDecoder().decode(OutputSpectrum.self, from: Data(json.utf8))
  }

  @Test("a band at full scale fills its column, one at -30 dB half of it, over their frequencies")
  func bars() throws {
    // The band of 63 Hz.
    let spectrum = try Self.spectrum(loudest: 4)
    let lines = SpectrumView(spectrum: spectrum, columns: 80).lines(rows: 6).map(\.text)
    #expect(lines.count == 6)
    #expect(lines[0] == "      phase +0.9, balance 0.0 dB, strongest 61.7 Hz (B1 +3)")
    let graph = lines[1...4].map(Array.init)
    let place = 6 + 2 * 4
    #expect(graph.map { $0[place] } == ["█", "█", "█", "█"])
    #expect(graph.map { $0[place + 2] } == [" ", " ", "█", "█"])
    #expect(graph.allSatisfy { $0[6..<place].allSatisfy { $0 == " " } && $0.count == 65 })
    let names = Array(lines[5])
    #expect(String(names[place..<place + 2]) == "63" && lines[5].hasSuffix("8k    16k"))
    #expect(lines[5].contains("  31    63    125   250   500   1k    2k    4k"))
  }

  @Test("on a narrow screen each band has one column, and every other octave its name")
  func narrow() throws {
    let lines = SpectrumView(spectrum: try Self.spectrum(loudest: 16), columns: 60).lines(rows: 3)
      .map(\.text)
    #expect(lines.count == 3 && lines[1].count == 36)
    #expect(Array(lines[1])[6 + 16] == "█" && Array(lines[1])[6 + 17] == "▄")
    #expect(lines[2] == "       31    125   500   2k    8k")
  }

  @Test(
    "the key F shows it in place of the trace, at any size, and leaves the meters",
    arguments: [(16, 60), (24, 80), (60, 200)])
  func shown(rows: Int, columns: Int) throws {
    let silent = try SilentEngine()
    let state = silent.engine.state
    #expect(ScreenAction.spectrum.keyName == "F")
    var view = PlayView(
      state: state, snapshot: silent.engine.snapshot, recent: RecentPlaying(state), seconds: 2,
      arePopsShown: true, tiles: PadTile.all(state, RecentPlaying(state)), columns: columns)
    view.spectrum = try Self.spectrum(loudest: 4)
    let lines = view.playing(rows: rows - 7).map { $0.fitted(to: columns).text }
    #expect(lines.count <= rows - 7)
    #expect(lines.contains { $0.hasPrefix("  OUT ") })
    #expect(lines.contains { $0.contains("phase +0.9, balance 0.0 dB, strongest 61.7 Hz (B1 +3)") })
    #expect(lines.contains { $0.contains("█") && $0.hasPrefix("          ") })
  }

  @Test("'spectrum' can be typed: silence is shown as that, with each band")
  func typed() throws {
    let silent = try SilentEngine()
    let answer = SpectrumCommand(silent.engine).carryOut("spectrum")
    #expect(answer?.first == "silence" && answer?.count == 7)
    #expect(answer?[1].contains("31.5") == true && answer?[5].hasSuffix("20k") == true)
    #expect(SpectrumCommand(silent.engine).carryOut("snare -3") == nil)
    #expect(TypedCommand.help("phase").first?.hasPrefix("spectrum ") == true)
  }
}
