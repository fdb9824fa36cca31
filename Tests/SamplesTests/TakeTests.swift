// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import make_samples

@Suite struct TakeTests {
  struct TrueStroke {
    let frame: Int
    let sound: String
    let velocity: Double
  }

  @Test(
    "a take is 20 to 30 s of at least 80 strokes in order, soft ones among them",
    arguments: takes.map(\.name))
  func truth(name: String) throws {
    let strokes = try strokes(of: name)
    let recording = try recording(of: name)
    #expect((20...30).contains(Double(recording.count) / 48_000))
    #expect(strokes.count >= 80)
    #expect(zip(strokes, strokes.dropFirst()).allSatisfy { $0.frame < $1.frame })
    #expect(Set(strokes.map(\.sound)) == ["kick", "snare", "hihat-closed"])
    #expect((strokes.map(\.velocity).min() ?? 1) < 0.35)
    #expect((strokes.map(\.velocity).max() ?? 0) > 0.85)
  }

  @Test(
    "at a stroke's frame the recording rises by 8 dB or more within 10 ms",
    arguments: takes.map(\.name))
  func truthIsExact(name: String) throws {
    let recording = try recording(of: name)
    for stroke in try strokes(of: name) where stroke.velocity > 0.3 {
      let before = recording[(stroke.frame - 240)..<stroke.frame].map(abs).max() ?? 1
      let after = recording[stroke.frame..<(stroke.frame + 480)].map(abs).max() ?? 0
      #expect(after > 2.5 * before, "\(stroke.sound) at \(stroke.frame)")
    }
  }

  @Test(
    "kicks lie mostly below 300 Hz, snares between, hi-hats above 2.5 kHz",
    arguments: takes.map(\.name))
  func registers(name: String) throws {
    let recording = try recording(of: name)
    for stroke in try strokes(of: name) where stroke.velocity > 0.5 {
      let heard = Array(recording[stroke.frame..<(stroke.frame + 1_440)])
      switch stroke.sound {
      case "kick": #expect(heard.energyShare(aboveHz: 300) < 0.2, "kick at \(stroke.frame)")
      case "snare":
        #expect(heard.energyShare(aboveHz: 300) > 0.7, "snare at \(stroke.frame)")
        #expect(heard.energyShare(aboveHz: 3_000) < 0.3, "snare at \(stroke.frame)")
      default: #expect(heard.energyShare(aboveHz: 2_500) > 0.5, "hi-hat at \(stroke.frame)")
      }
    }
  }

  private func strokes(of name: String) throws -> [TrueStroke] {
    let url = samplesFolder.appendingPathComponent("takes/\(name).csv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.first == "frame,sound,velocity")
    return try lines.dropFirst().map { line in
      let fields = line.split(separator: ",").map(String.init)
      return TrueStroke(
        frame: try #require(Int(fields[0])), sound: fields[1],
        velocity: try #require(Double(fields[2])))
    }
  }

  private func recording(of name: String) throws -> [Double] {
    try SoundFile(samplesFolder.appendingPathComponent("takes/\(name).flac")).sound.left
  }
}
