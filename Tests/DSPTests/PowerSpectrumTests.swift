// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct PowerSpectrumTests {
  @Test("a cosine of three periods has (n/2)² in bin 3 and nothing elsewhere")
  func cosine() {
    var spectrum = PowerSpectrum(minimumSize: 60)
    let size = spectrum.size
    for frame in 0..<size {
      spectrum.input[frame] = cosf(2 * .pi * 3 * Float(frame) / Float(size))
    }
    spectrum.transform()
    let expected = Float(size * size) / 4
    for bin in 0...size / 2 {
      #expect(abs(spectrum.power(bin: bin) - (bin == 3 ? expected : 0)) < 1e-3 * expected)
    }
  }

  @Test(
    "sizes have no prime factor over 5", arguments: [(1, 2), (57, 60), (1024, 1024), (1025, 1080)])
  func sizes(minimum: Int, size: Int) {
    #expect(PowerSpectrum(minimumSize: minimum).size == size)
  }
}
