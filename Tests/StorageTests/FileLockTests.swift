// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation
import Storage
import Testing

@Suite struct FileLockTests {
  private let folder = TemporaryFolder()

  private func opened() -> Int32 { open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  @Test("one at a time has it, until its descriptor is closed")
  func onlyOne() {
    let (first, second, looker) = (opened(), opened(), opened())
    #expect(FileLock.take(first))
    #expect(FileLock.isTaken(looker) && !FileLock.take(second))
    close(first)
    #expect(FileLock.take(second) && FileLock.isTaken(looker))
    close(second)
    #expect(!FileLock.isTaken(looker))
    close(looker)
  }
}
