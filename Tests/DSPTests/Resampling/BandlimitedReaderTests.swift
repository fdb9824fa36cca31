// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct BandlimitedReaderTests {
  private func sine(_ cyclesPerFrame: Double, _ position: Double) -> Double {
    sin(2 * .pi * cyclesPerFrame * position)
  }

  @Test("a tone is read between its frames to -60 dB", arguments: [0.01, 0.13, 0.3, 0.37])
  func tone(cyclesPerFrame: Double) {
    let reader = BandlimitedReader(
      (0..<400).map { Float(sine(cyclesPerFrame, Double($0))) })
    for step in 0..<400 {
      let position = 100 + 0.503 * Double(step)
      #expect(abs(Double(reader.value(at: position)) - sine(cyclesPerFrame, position)) < 1e-3)
    }
  }

  @Test("a frame is read as it is, and silence around them all")
  func frames() {
    let reader = BandlimitedReader([0.25, -0.5])
    #expect(reader.value(at: 0) == 0.25 && reader.value(at: 1) == -0.5)
    for aside in [1e-12, 1e-7, 1e-5, 1e-4] {
      #expect(abs(reader.value(at: aside) - 0.25) < 1e-3)
      #expect(abs(reader.value(at: 1 - aside) + 0.5) < 1e-3)
    }
    #expect(reader.value(at: -1) == 0 && reader.value(at: 2) == 0)
    #expect(reader.value(at: 1e6 + 0.5) == 0 && reader.value(at: -1e6 - 0.5) == 0)
  }
}
