// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Instrument
import Kits
import Simulation
import Testing

@testable import Sessions

@Suite struct MixComparisonTests {
  private let folder = TemporaryFolder()

  @Test("the first difference, the greatest, and how many hits have one are shown")
  func differences() throws {
    let mix = (0..<2000).map { Float($0) / 4000 }
    var writer = try SoundFileWriter(
      path: "\(folder.path)/mix.wav", sampleRateHz: 48_000, channelCount: 2)
    try mix.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    func compared(_ samples: [Float]) throws -> (first: Int?, greatest: Float, hits: Int) {
      guard var comparison = MixComparison(with: parts()) else {
        Issue.record("the mix is there")
        return (nil, 0, 0)
      }
      for first in stride(from: 0, to: samples.count, by: 128) {
        let block = Array(samples[first..<min(samples.count, first + 128)])
        try block.withUnsafeBufferPointer { try comparison.compare($0) }
      }
      return (
        comparison.firstFrame, comparison.greatest, comparison.count(ofHits: [100, 300, 700])
      )
    }
    let same = try compared(mix)
    #expect(same.first == nil && same.greatest == 0 && same.hits == 0)
    var other = mix
    other[2 * 310 + 1] += 0.25
    other[2 * 800] -= 0.5
    let changed = try compared(other)
    #expect(changed.first == 310 && abs(changed.greatest - 0.5) < 1e-6 && changed.hits == 2)
  }

  private func parts() -> SessionParts {
    let record = SessionRecord(
      startedAt: Date(timeIntervalSince1970: 0), sampleRateHz: 48_000,
      kit: SessionRecord.PlayedKit(
        name: "kit", path: "/kit", hash: "", adjustments: KitAdjustments()),
      profile: .general, settings: InstrumentSettings(),
      devices: SessionRecord.Devices(input: nil, output: nil, periodFrames: 64, periodCount: 2))
    return SessionParts(SessionFolder(path: folder.path), record)
  }
}
