// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Storage
import Testing

@Suite struct FreeSpaceTests {
  @Test(
    "500 MB stay free, or a twentieth of a smaller disk",
    arguments: [
      (500_000_000, 1_000_000_000_000, nil),
      (499_999_999, 1_000_000_000_000, "only 499 MB of its disk are free, and the last 500 MB"),
      (0, 1_000_000_000_000, "only 0 kB of its disk are free, and the last 500 MB"),
      (400_000_000, 8_000_000_000, nil),
      (399_000_000, 8_000_000_000, "only 399 MB of its disk are free, and the last 400 MB"),
      (50_000, 1_048_576, "only 50 kB of its disk are free, and the last 52 kB"),
      (53_000, 1_048_576, nil),
      (0, 0, nil),
    ] as [(Int, Int, String?)])
  func kept(free: Int, all: Int, expected: String?) {
    let shortage = FreeSpace(freeBytes: free, allBytes: all).shortage
    #expect(
      shortage == expected.map { $0 + " are left to other programs" })
  }

  @Test("what is still to be made is on the disk of the nearest folder that is there")
  func missing() throws {
    let folder = TemporaryFolder()
    let own = try #require(FreeSpace(at: folder.path))
    let later = try #require(FreeSpace(at: "\(folder.path)/a/b/c.wav"))
    #expect(own.allBytes > 0 && later.allBytes == own.allBytes)
    #expect(FreeSpace(at: "a.wav")?.allBytes == FreeSpace(at: ".")?.allBytes)
    #expect(FreeSpace(at: "\(folder.path)/\(String(repeating: "x", count: 300))") == nil)
  }
}
