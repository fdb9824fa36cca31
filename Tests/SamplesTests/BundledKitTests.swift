// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import DrumSynthesis

private let sticks = DrumKit.sticks.pads

@Suite struct BundledKitTests {
  private let kitFolder = samplesFolder.appendingPathComponent("kit")

  @Test("every sound of the kit starts within 0.3 ms, ends quiet and wastes at most one bit")
  func soundsAreTight() throws {
    for path in try regions().map(\.sample) {
      let file = try SoundFile(kitFolder.appendingPathComponent(path))
      let peak = file.magnitudes.max() ?? 0
      #expect(file.sampleRateHz == 48_000, "\(path)")
      #expect((0.42...0.86).contains(peak), "\(path) peaks at \(peak)")
      let start = file.magnitudes.prefix(14).max() ?? 0
      #expect(start > 0.01 * peak, "\(path) starts late")
      let end = file.magnitudes.suffix(48).max() ?? 1
      #expect(end < 0.001, "\(path) ends at \(end)")
    }
  }

  @Test("the map names every sound file once, and nothing else")
  func mapIsComplete() throws {
    let mapped = try regions().map(\.sample)
    let found = try FileManager.default.subpathsOfDirectory(atPath: kitFolder.path)
      .filter { [".flac", ".ogg"].contains(where: $0.hasSuffix) }
    #expect(mapped.sorted() == found.sorted())
  }

  @Test("every pad answers to every velocity, and louder to a harder one, in steps under 3 dB")
  func loudnessFollowsVelocity() throws {
    let regions = try regions().map { region in
      // The loudest 100 ms lie in the first half second.
      let file = try SoundFile(kitFolder.appendingPathComponent(region.sample), seconds: 0.5)
      return (region, region.volumeDecibels + file.sound.strikeLoudnessDecibels)
    }
    for pad in sticks {
      let loudness = (1...127).map { velocity in
        let answering = regions.filter { $0.0.key == pad.note && $0.0.answers(to: velocity) }
        let sum = answering.reduce(0) { $0 + $1.1 + $1.0.gainDecibels(at: velocity) }
        return sum / Double(answering.count)
      }
      for (velocity, (softer, louder)) in zip(loudness, loudness.dropFirst()).enumerated() {
        #expect(louder > softer, "\(pad.name) at \(velocity + 2)")
        // Below 10 a step of velocity is itself a step of more than a decibel.
        if velocity > 10 { #expect(louder - softer < 3, "\(pad.name) at \(velocity + 2)") }
      }
    }
  }

  @Test("no file exceeds 2 MB, nor everything together 20 MB")
  func sizes() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: samplesFolder.path)
    let sizes = try files.map { path in
      let full = samplesFolder.appendingPathComponent(path).path
      return try FileManager.default.attributesOfItem(atPath: full)[.size] as? Int ?? 0
    }
    #expect((sizes.max() ?? 0) < 2_000_000)
    #expect(sizes.reduce(0, +) < 20_000_000)
  }

  private func regions() throws -> [MappedRegion] {
    let map = kitFolder.appendingPathComponent("flam.sfz")
    return MappedRegion.all(in: try String(contentsOf: map, encoding: .utf8))
  }
}
