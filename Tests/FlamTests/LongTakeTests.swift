// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Takes that are longer than the memory that the program may have, which is that of a short one and a little more.
@Suite struct LongTakeTests {
  private let folder = TemporaryFolder()
  private let kit: String

  init() throws {
    kit = Tapping.writeKit(in: folder)
    // As 32-bit floats half an hour is 330 MB, two hours are 1.3 GB.
    try SparseWave.write(frameCount: 1800 * 48_000, rateHz: 48_000, to: folder.path + "/half.wav")
    try SparseWave.write(frameCount: 7200 * 48_000, rateHz: 48_000, to: folder.path + "/long.wav")
    try SparseWave.write(frameCount: 48_000, rateHz: 48_000, to: folder.path + "/short.wav")
  }

  /// Runs a command on the short take, in as little address space as it needs, and on the long one with 150 MB more.
  private func holds(_ line: String, _ long: String) throws {
    let search = """
      for megabytes in $(seq 300 100 1500); do
        (ulimit -v $((megabytes * 1024)); \(line.replacing("TAKE", with: "short.wav"))) && break
      done >/dev/null 2>&1
      ulimit -v $(((megabytes + 150) * 1024))
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
      "$FLAM render TAKE out.wav --force --kit \(kit) --sample-memory 8 --record-to .", "half.wav")
  }

  @Test("playing takes no memory for the length of a take", .slow)
  func play() throws {
    try holds(
      "$FLAM play --take TAKE --seconds 1 --kit \(kit) --sample-memory 8", "long.wav")
  }
}
