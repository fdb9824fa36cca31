// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import Testing

@Suite struct FrameLayoutTests {
  /// Two device frames made of `stereo`, read back channel by channel.
  private func written(
    _ stereo: [Float], channelCount: Int, _ channels: OutputChannels = OutputChannels()
  ) -> [Float] {
    let layout = FrameLayout(format: .float, channelCount: channelCount)
    var samples = [Float](repeating: 9, count: stereo.count / 2 * channelCount)
    samples.withUnsafeMutableBytes {
      var quantiser = SampleQuantiser(bits: 32, ditherSeed: nil)
      layout.write(
        stereo, count: stereo.count / 2, into: $0.baseAddress.unsafelyUnwrapped, channels: channels,
        quantiser: &quantiser)
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

  @Test("each side goes to its chosen channel, one channel gets the mean")
  func channels() {
    let stereo: [Float] = [0.5, 0.25]
    #expect(
      written(stereo, channelCount: 4, OutputChannels(left: 3, right: 4)) == [0, 0, 0.5, 0.25])
    #expect(written(stereo, channelCount: 3, OutputChannels(left: 3, right: 1)) == [0.25, 0, 0.5])
    #expect(written(stereo, channelCount: 2, OutputChannels(left: 2, right: 2)) == [0, 0.375])
  }

  @Test("samples written to 16 and 24 bits are dithered, except silence and those that fit")
  func dither() {
    for (format, steps) in [(SampleFormat.s16, Float(32_768)), (.s24, 8_388_608)] {
      let layout = FrameLayout(format: format, channelCount: 4)
      var quantiser = SampleQuantiser(bits: format.bits, ditherSeed: 1)
      func codes(_ stereo: [Float]) -> [[Float]] {
        var bytes = [UInt8](repeating: 9, count: stereo.count / 2 * layout.bytesPerFrame)
        return bytes.withUnsafeMutableBytes { all in
          let base = all.baseAddress.unsafelyUnwrapped
          layout.write(stereo, count: stereo.count / 2, into: base, quantiser: &quantiser)
          return (0..<stereo.count / 2).map { frame in
            (0..<4).map {
              steps * format.decode(base + frame * layout.bytesPerFrame + $0 * format.bytes)
            }
          }
        }
      }
      let exact = codes([5 / steps, -7 / steps, 0, 0])
      #expect(exact == [[5, -7, 0, 0], [0, 0, 0, 0]])
      let between = codes([Float](repeating: 0.25 / steps, count: 4000))
      let left = between.map { $0[0] }
      #expect(abs(left.reduce(0, +) / 2000 - 0.25) < 0.05 && Set(left) == [-1, 0, 1])
      #expect(left != between.map { $0[1] } && between.allSatisfy { $0[2] == 0 && $0[3] == 0 })
    }
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
