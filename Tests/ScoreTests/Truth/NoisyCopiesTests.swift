// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Foundation
import Simulation
import Testing

@testable import flam_score

@Suite struct NoisyCopiesTests {
  @Test("a copy has the requested noise, and is gone with its owner")
  func noise() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/silence.wav"
    var writer = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 1)
    try writer.write([Float](repeating: 0, count: 48_000))
    try writer.commit()
    let recording = Recording(
      kind: "x", name: "silence", path: path, source: "x", player: nil, hits: [])
    var copies: NoisyCopies? = try NoisyCopies(of: [recording], decibels: -50)
    let copy = try #require(copies?.recordings.first?.path)
    let power = try Take(path: copy).samples.reduce(0) { $0 + $1 * $1 } / 48_000
    #expect(abs(Units.decibels(power: power) + 50) < 0.1)
    copies = nil
    #expect(!FileManager.default.fileExists(atPath: copy))
  }
}
