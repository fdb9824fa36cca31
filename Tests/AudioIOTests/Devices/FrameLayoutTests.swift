// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Testing

@Suite struct FrameLayoutTests {
  /// Two device frames made of `stereo`, read back channel by channel.
  private func written(_ stereo: [Float], channelCount: Int) -> [Float] {
    let layout = FrameLayout(format: .float, channelCount: channelCount)
    var samples = [Float](repeating: 9, count: stereo.count / 2 * channelCount)
    samples.withUnsafeMutableBytes {
      layout.write(stereo, count: stereo.count / 2, into: $0.baseAddress.unsafelyUnwrapped)
    }
    return samples
  }

  private func heard(_ frames: [Float], channelCount: Int, channel: Int) -> [Float] {
    let layout = FrameLayout(format: .float, channelCount: channelCount)
    var mono = [Float](repeating: 9, count: frames.count / channelCount)
    frames.withUnsafeBytes { bytes in
      mono.withUnsafeMutableBufferPointer {
        layout.read(
          bytes.baseAddress.unsafelyUnwrapped, count: $0.count, channel: channel,
          into: $0.baseAddress.unsafelyUnwrapped)
      }
    }
    return mono
  }

  @Test("stereo goes to the first two channels, the others are silent")
  func manyChannels() {
    #expect(written([0.1, 0.2, 0.3, 0.4], channelCount: 4) == [0.1, 0.2, 0, 0, 0.3, 0.4, 0, 0])
    #expect(written([0.1, 0.2], channelCount: 2) == [0.1, 0.2])
  }

  @Test("a mono device gets the mean")
  func mono() { #expect(written([0.5, 0.25], channelCount: 1) == [0.375]) }

  @Test("one channel is heard, or the sum of all")
  func choice() {
    let frames: [Float] = [0.5, 0.25, 0.125, -0.5, 0, 0]
    #expect(heard(frames, channelCount: 3, channel: 2) == [0.25, 0])
    #expect(heard(frames, channelCount: 3, channel: 0) == [0.875, -0.5])
  }
}
