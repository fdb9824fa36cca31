// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import AudioIO
import CRealtimeTrap
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct BackingCheckTests {
  @Test("a backing that plays, runs out, comes back and ends does none of it")
  func backing() throws {
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
    var total = realtime_trap_counts()
    for round in 0..<12_000 {
      // From the moment it has run out it is read again.
      if track.exchange.dropoutCount > 0 && round % 8 == 0 { track.step() }
      realtime_trap_arm()
      performance.audioSide.play(into: &block, frameCount: 64, unlimited: &unlimited)
      let counts = realtime_trap_disarm()
      total.allocations += counts.allocations + counts.frees
      total.locks += counts.locks
      total.fileCalls += counts.fileCalls
    }
    #expect(total.allocations == 0 && total.locks == 0 && total.fileCalls == 0, "\(total)")
    #expect(track.exchange.dropoutCount == 1 && track.exchange.isOver)
  }
}
