// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Realtime

@Suite struct SampleHistoryTests {
  @Test("the last samples are read by their frames; those before are gone")
  func frames() {
    let history = SampleHistory(minimumFrames: 100)
    for block in 0..<50 {
      let samples = (0..<37).map { Float(37 * block + $0) }
      history.writer.append(samples, count: samples.count)
    }
    #expect(history.endFrame == 1850)
    #expect(history.frames.upperBound == 1850 && history.frames.count >= 100)
    var read: [Float] = [-1]
    #expect(history.read(1780..<1800, into: &read) == 1780..<1800)
    #expect(read == [-1] + (1780..<1800).map(Float.init))
    // What has not been written, and what is long past.
    read = []
    #expect(history.read(1840..<1900, into: &read) == 1840..<1850)
    #expect(read == (1840..<1850).map(Float.init))
    read = []
    #expect(history.read(0..<10, into: &read).isEmpty && read.isEmpty)
  }
}
