// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@testable import Flam

@Suite(.waiting) struct UnheardTakeTests {
  private let folder = TemporaryFolder()

  @Test(
    "a take that is not heard because of its level says so", .slow,
    arguments: [(Float(0), "silent"), (1000, "60 dB")])
  func level(gain: Float, words: String) throws {
    folder.write(WaveFile.bytes(Tapping.take().samples.map { $0 * gain }), to: "take.wav")
    let kit = Tapping.writeKit(in: folder)
    for arguments in [["listen", "take.wav"], ["render", "take.wav", "out.wav", "--kit", kit]] {
      let outcome = try Command(in: folder).run(arguments + ["--json"])
      #expect(outcome.exitCode == 0)
      #expect(try !outcome.hits().isEmpty || outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test("learn says what is wrong with the level of a take without hits")
  func learn() throws {
    let taps = Tapping.take().samples
    let noise = (0..<48_000).map { Float(($0 * 7919) % 1000) / 1000 - 0.5 }
    let cases: [(samples: [Float], words: String)] = [
      (taps.map { _ in 0 }, "it is silent: all samples are 0; record it again"),
      (taps.map { _ in 1000 }, "60 dB over full scale, where nothing stands out; sox"),
      (noise.map { $0 < 0 ? -1 : 1 }, "100 % of its samples are clipped at full scale; record"),
      (noise.map { $0 * 1e-5 }, "it is very soft, at most -106 dBFS; record it louder"),
      (noise, "nothing stands out of its background; its peak is -6 dBFS; record it again"),
    ]
    for (samples, words) in cases {
      folder.write(WaveFile.bytes(samples), to: "take.wav")
      let outcome = try Command(in: folder).run(["learn", "./me.json", "--take", "kick=take.wav"])
      #expect(outcome.exitCode == 65 && outcome.errors.contains(words), "\(outcome.errors)")
    }
  }
}
