// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

/// If the system gives too little memory, a command ends with an error and not by a signal;
/// `tools/faults` tries more.
@Suite(.waiting) struct MemoryShortageTests {
  private let folder = TemporaryFolder()
  private let kit: String

  init() {
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
  }

  @Test(
    "every command reports it, or does its work", .slow, arguments: [60, 120, 200, 300, 500, 1000])
  func addressSpace(megabytes: Int) throws {
    for command in [
      "render take.wav out.wav --force --kit \(kit)",
      "play --take take.wav --seconds 0.5 --kit \(kit)",
      "listen take.wav", "kits show \(kit)",
    ] {
      let outcome = try Command(in: folder).shell(
        "ulimit -v $((\(megabytes) * 1024)); exec $FLAM \(command)")
      // With less memory than a start takes, the system's loader reports it itself: 127.
      #expect(
        outcome.hasExited && [0, 69, 74, 77, 127].contains(outcome.exitCode),
        "\(command): \(outcome)")
      #expect(outcome.exitCode == 0 || !outcome.errors.isEmpty)
    }
  }

  @Test("unavailable sample memory is named, with what to do")
  func sampleMemory() throws {
    let outcome = try Command(in: folder).shell(
      "ulimit -v $((500 * 1024)); exec $FLAM render take.wav out.wav --kit \(kit) --sample-memory 1000"
    )
    #expect(outcome.exitCode == 69 && outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("1000 MB of sample memory"), "\(outcome.errors)")
  }
}
