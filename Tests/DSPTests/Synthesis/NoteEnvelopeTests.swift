// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct NoteEnvelopeTests {
  private static let times = NoteEnvelope.Times(
    attack: 0.01, hold: 0.02, decay: 0.1, sustain: 0.5, release: 0.05)

  @Test("it rises, holds, falls to its sustain and, after the end, to silence, in its times")
  func stages() {
    var envelope = NoteEnvelope(Self.times, sampleRateHz: 48_000)
    #expect(envelope.isSilent)
    envelope.begin()
    let held = (0..<24_000).map { _ in envelope.next() }
    #expect(abs(held[239] - 0.5) < 0.01 && abs(held[480] - 1) < 0.01)
    #expect(held[1400] == 1 && held[1700] < 1)
    // 95 % of the way to the sustain in 0.1 s.
    #expect(abs(held[1440 + 4800] - 0.525) < 0.002 && abs(held[23_999] - 0.5) < 1e-3)
    envelope.end()
    let ended = (0..<24_000).map { _ in envelope.next() }
    #expect(abs(ended[2400] - 0.025) < 0.001 && ended[23_999] == 0 && envelope.isSilent)
  }

  @Test("a note that begins while another sounds rises from there, without a step")
  func legato() {
    var envelope = NoteEnvelope(Self.times, sampleRateHz: 48_000)
    envelope.begin()
    var last: Float = 0
    for frame in 0..<20_000 {
      if frame == 9000 || frame == 15_000 { envelope.begin() }
      if frame == 12_000 { envelope.end() }
      let level = envelope.next()
      #expect(abs(level - last) < 1 / 470)
      last = level
    }
  }
}
