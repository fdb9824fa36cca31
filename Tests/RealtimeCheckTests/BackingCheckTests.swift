// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import SoundFiles
import CRealtime
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct BackingCheckTests {
  @Test("a backing that plays, runs out, comes back and ends does none of it")
  func backing() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { try Self.play() }
    result.reportOffence()
  }

  private static func play() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/backing.wav"
    var writer = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 1)
    try Signal.noise(count: 480_000, amplitude: 0.1).withUnsafeBufferPointer {
      try writer.write($0)
    }
    try writer.commit()
    let track = try BackingTrack(path: path, sampleRateHz: 48_000, isThreaded: false)
    let performance = Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 480)), profile: .general,
      settings: InstrumentSettings(), backing: track)
    var block = [Float](repeating: 0, count: 128)
    var unlimited = [Float](repeating: 0, count: 128)
    for round in 0..<12_000 {
      // From the moment it has run out it is read again.
      if track.exchange.dropoutCount > 0 && round % 8 == 0 { track.step() }
      rt_region_enter()
      performance.audioSide.play(into: &block, frameCount: 64, unlimited: &unlimited)
      rt_region_exit()
    }
    #expect(track.exchange.dropoutCount == 1 && track.exchange.isOver)
  }
}
