// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Flam

@Suite struct UnheardTakeTests {
  private let folder = TemporaryFolder()

  @Test(
    "a take whose level is to blame says so", arguments: [(Float(0), "silent"), (1000, "60 dB")])
  func level(gain: Float, words: String) throws {
    folder.write(WaveFile.bytes(Tapping.take().samples.map { $0 * gain }), to: "take.wav")
    let kit = Tapping.writeKit(in: folder)
    for arguments in [["listen", "take.wav"], ["render", "take.wav", "out.wav", "--kit", kit]] {
      let outcome = try Command(in: folder).run(arguments + ["--json"])
      #expect(outcome.exitCode == 0)
      #expect(try !outcome.hits().isEmpty || outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test("what is loud enough is not blamed")
  func reasons() {
    #expect(UnheardTake.reason(peak: 0)?.contains("silent") == true)
    #expect(UnheardTake.reason(peak: 1000)?.contains("60 dB over full scale") == true)
    #expect(UnheardTake.reason(peak: 3e-5)?.contains("-90 dBFS") == true)
    #expect(UnheardTake.reason(peak: 0.01) == nil && UnheardTake.reason(peak: 1) == nil)
  }
}
