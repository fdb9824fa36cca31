// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Takes that are longer than the memory allowed, which is that of a short one and a little more.
@Suite(.waiting) struct LongTakeTests {
  private let folder = TemporaryFolder()
  private let kit: String

  init() throws {
    kit = Tapping.writeKit(in: folder)
    // As 32-bit floats 700 s are 134 MB, two hours are 1.3 GB.
    try SparseWave.write(frameCount: 700 * 48_000, rateHz: 48_000, to: folder.path + "/minutes.wav")
    try SparseWave.write(frameCount: 7200 * 48_000, rateHz: 48_000, to: folder.path + "/long.wav")
    try SparseWave.write(frameCount: 48_000, rateHz: 48_000, to: folder.path + "/short.wav")
  }

  /// Runs a command on the short take, in as little address space as it needs, to within 25 MB, and on the long one with
  /// 75 MB more.
  private func holds(_ line: String, _ long: String) throws {
    let search = """
      fits() { (ulimit -v $(($1 * 1024)); \(line.replacing("TAKE", with: "short.wav"))); }
      {
        for megabytes in $(seq 300 100 1500); do fits $megabytes && break; done
        for less in 50 25; do fits $((megabytes - less)) && ((megabytes -= less)); done
      } >/dev/null 2>&1
      ulimit -v $(((megabytes + 75) * 1024))
      \(line.replacing("TAKE", with: long))
      """
    let outcome = try Command(in: folder).shell(search)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  @Test("listening takes no memory for the length of a take", .slow)
  func listen() throws { try holds("$FLAM listen TAKE --seconds 1", "long.wav") }

  @Test("rendering takes no memory for the length of a take, nor does its session", .slow)
  func render() throws {
    try holds(
      "$FLAM render TAKE out.wav --force --kit \(kit) --sample-memory 8 --record-to .",
      "minutes.wav")
  }

  @Test("playing takes no memory for the length of a take", .slow)
  func play() throws {
    try holds(
      "$FLAM play --take TAKE --seconds 1 --kit \(kit) --sample-memory 8", "long.wav")
  }
}
