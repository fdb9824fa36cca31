// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import CRealtime
import Instrument
import Profiles
import Simulation
import Testing

/// RealtimeSanitizer ends the program at the first offence.
@Suite struct RealtimeCheckTests {
  @Test("an instrument that hears, answers, steals, chokes and limits does none of it")
  func instrument() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { Self.play() }
    result.reportOffence()
  }

  private static func play() {
    var drums = TestKit.noiseDrums(frameCount: 96_000)
    for index in drums.indices {
      drums[index].chokeGroup = index
      drums[index].chokes = index
    }
    var settings = InstrumentSettings()
    settings.voiceCount = 8
    let performance = Performance(
      kit: TestKit.kit(drums),
      profile: .general, settings: settings)
    let input = Signal.taps(count: 480_000, everyFrames: 1920)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 128)
    defer { output.deallocate() }
    var peak: Float = 0
    input.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for frame in stride(from: 0, to: samples.count, by: 64) {
        rt_region_enter()
        performance.audioSide.process(base + frame, into: output, frameCount: 64)
        rt_region_exit()
        peak = max(peak, output[0])
      }
    }
    #expect(peak > 0.5 && performance.snapshot.hits > 200)
  }
}
