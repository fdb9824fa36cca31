// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

@testable import Storage

@Suite struct PrivateFolderTests {
  let folder = TemporaryFolder()

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test("it is made for its owner alone, and one that all may read becomes so")
  func making() throws {
    try PrivateFolder.make("\(folder.path)/a/b")
    #expect(mode("\(folder.path)/a/b") == 0o700 && mode("\(folder.path)/a") == 0o700)
    mkdir("\(folder.path)/c", 0o755)
    try PrivateFolder.make("\(folder.path)/c")
    #expect(mode("\(folder.path)/c") == 0o700)
  }

  @Test("a link in its place is refused, and nothing is made through it")
  func link() {
    mkdir("\(folder.path)/theirs", 0o755)
    symlink("theirs", "\(folder.path)/mine")
    let error = #expect(throws: SystemError.self) { try PrivateFolder.make("\(folder.path)/mine") }
    #expect(error?.description.hasSuffix("is a link or not a folder") == true)
    #expect(mode("\(folder.path)/theirs") == 0o755)
  }

  @Test(
    "somebody else's is refused", .enabled(if: geteuid() == 0, "only root gives folders away"))
  func owner() {
    mkdir("\(folder.path)/theirs", 0o755)
    chown("\(folder.path)/theirs", 65_534, 65_534)
    for path in ["theirs", "theirs/below"] {
      let error = #expect(throws: SystemError.self) {
        try PrivateFolder.make("\(folder.path)/\(path)")
      }
      #expect(error?.description == "'\(folder.path)/theirs' belongs to somebody else")
    }
  }

  @Test(
    "a link of somebody else above it is refused, wherever it leads",
    .enabled(if: geteuid() == 0, "only root gives links away"))
  func linkAbove() {
    mkdir("\(folder.path)/open", 0o700)
    chmod("\(folder.path)/open", 0o1777)
    mkdir("\(folder.path)/victim", 0o700)
    symlink("../victim", "\(folder.path)/open/link")
    lchown("\(folder.path)/open/link", 65_534, 65_534)
    #expect(throws: SystemError.self) { try PrivateFolder.make("\(folder.path)/open/link/mine") }
  }

  @Test("if all may write above it, only a sticky folder is safe")
  func above() throws {
    mkdir("\(folder.path)/open", 0o700)
    chmod("\(folder.path)/open", 0o777)
    let error = #expect(throws: SystemError.self) {
      try PrivateFolder.make("\(folder.path)/open/mine")
    }
    #expect(error?.description == "others may write to '\(folder.path)/open'")
    chmod("\(folder.path)/open", 0o1777)
    try PrivateFolder.make("\(folder.path)/open/mine")
  }

  @Test("a program's unfinished files are removed, those still being made are not")
  func unfinished() throws {
    let path = "\(folder.path)/kit"
    let living = try UnfinishedFolder(for: path)
    mkdir("\(path).999999-1.part", 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var removed: [String] = []
    UnfinishedFolder.clean(names, in: folder.path) { removed.append($0) }
    #expect(removed == ["\(path).999999-1.part"])
    #expect(living.path.hasSuffix(".part") && mode(living.path) == 0o700)
  }
}
