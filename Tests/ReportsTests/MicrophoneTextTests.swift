// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import AudioIO
@testable import Reports

@Suite struct MicrophoneTextTests {
  private static let none = (heard: InputChannels.channel(1), peaks: ChannelPeaks())

  /// Peaks of channels, in dBFS; -200 is silence.
  private static func peaks(_ decibels: [Float]) -> ChannelPeaks {
    let frame = decibels.map { $0 <= -200 ? 0 : -Units.amplitude(decibels: $0) }
    var peaks = ChannelPeaks()
    withUnsafePointer(to: SIMD8<Float>(frame + [Float](repeating: 0, count: 8 - frame.count))) {
      peaks.hear($0, count: 1, FrameLayout(format: .float, channelCount: decibels.count))
    }
    return peaks
  }

  @Test(
    "the sound is found on another channel, and its option named",
    arguments: [
      // Digital silence where Flam hears, and a microphone's own noise on the second channel.
      ([-200, -75], InputChannels.channel(1), "--input-channel 2"),
      // The noise of an empty input, and strokes on the fourth.
      ([-82, -80, -90, -12], .channel(1), "--input-channel 4"),
      ([-82, -80, -90, -12], .pair(1, 2), "--input-channel 4"),
      ([-12, -82], .channel(2), "--input-channel 1"),
      // Nothing is plugged in anywhere, one hears well enough, or the strokes are there.
      ([-90, -70], .channel(1), nil), ([-20, -12], .channel(1), nil),
      ([-9, -60], .channel(1), nil),
      ([-200, -200], .channel(1), nil), ([-12], .channel(1), nil),
      ([-12, -82], .pair(1, 2), nil),
    ] as [([Float], InputChannels, String?)])
  func channels(decibels: [Float], heard: InputChannels, option: String?) {
    let text = ChannelText.message(Self.peaks(decibels), heard: heard, heardPeak: 0.001)
    #expect(text?.contains(option ?? "nothing") ?? (option == nil), "\(text ?? "nothing")")
  }

  @Test("channels that cancel each other are reported; their sum is not")
  func cancelling() {
    let peaks = Self.peaks([-12, -12])
    let text = ChannelText.message(peaks, heard: .sum, heardPeak: 0.01)
    #expect(text?.contains("cancel each other") == true && text?.contains("channel 1") == true)
    #expect(ChannelText.message(peaks, heard: .sum, heardPeak: 0.5) == nil)
  }

  @Test("it is reported within five seconds, once, and the microphone is not called dead")
  func once() {
    var text = MicrophoneText()
    let channels = (heard: InputChannels.channel(1), peaks: Self.peaks([-200, -20]))
    let reported = (0...100).compactMap {
      text.message(peak: 0, channels: channels, atSeconds: 0.1 * Double($0))
    }
    #expect(reported.count == 1 && reported[0].contains("--input-channel 2"))
    var onScreen = MicrophoneText()
    let named = onScreen.message(peak: 0, channels: channels, atSeconds: 3, isScreen: true)
    #expect(named?.contains("channel 2 (up to -20 dBFS)") == true)
    #expect(named?.hasSuffix("H hears channel 2") == true)
  }

  @Test("a dead microphone is reported once, after a while; one that hears its own noise is not")
  func dead() {
    var text = MicrophoneText()
    #expect(text.message(peak: 0, channels: Self.none, atSeconds: 4) == nil)
    #expect(text.message(peak: 5e-5, channels: Self.none, atSeconds: 5)?.contains("dead") == true)
    #expect(text.message(peak: 0, channels: Self.none, atSeconds: 6) == nil)
    var noisy = MicrophoneText()
    #expect(noisy.message(peak: 3e-4, channels: Self.none, atSeconds: 1) == nil)
    #expect(noisy.message(peak: 0, channels: Self.none, atSeconds: 9) == nil)
  }

  @Test(
    "hits that are faint or clipped are reported once, others never",
    arguments: [
      ([Float](repeating: -35, count: 12), "faint, at most -35 dBFS"),
      ([-40, -20, -40, -40, -40, -40, -40, -40], nil),
      ([-9, 0, -9, 0, -9, 0, 0, 0], "clipped"),
      ([-9, 0, -9, -9, -9, -9, -9, 0, -9, -9], nil),
    ])
  func levels(hits: [Float], expected: String?) {
    var text = MicrophoneText()
    let reported = hits.compactMap { text.message(hitDecibels: $0) }
    #expect(reported.count == (expected == nil ? 0 : 1))
    if let expected { #expect(reported.first?.contains(expected) == true) }
  }
}
