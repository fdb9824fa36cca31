// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Reports

@Suite struct MicrophoneTextTests {
  @Test("a dead microphone is reported once, after a while; one that hears its own noise is not")
  func dead() {
    var text = MicrophoneText()
    #expect(text.message(peak: 0, atSeconds: 4) == nil)
    #expect(text.message(peak: 5e-5, atSeconds: 5)?.contains("dead") == true)
    #expect(text.message(peak: 0, atSeconds: 6) == nil)
    var noisy = MicrophoneText()
    #expect(noisy.message(peak: 3e-4, atSeconds: 1) == nil)
    #expect(noisy.message(peak: 0, atSeconds: 9) == nil)
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
