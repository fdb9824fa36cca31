// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Storage
import Testing

@Suite struct WholeFolderTests {
  private let folder = TemporaryFolder()

  private func names(_ path: String = "") -> [String] {
    FileSystem.names(in: folder.path + path).sorted()
  }

  @Test("its files are not at their place before all of them are there; folders above it are made")
  func whole() throws {
    let whole = try WholeFolder(at: folder.path + "/takes/monday/")
    try WholeFile.write("one".utf8, to: whole.unfinishedPath + "/a")
    #expect(!FileSystem.exists(folder.path + "/takes/monday"))
    try whole.finish()
    #expect(names("/takes") == ["monday"] && names("/takes/monday") == ["a"])
    #expect(whole.path == folder.path + "/takes/monday")
  }

  @Test("an empty folder gives way, and what is given up leaves nothing")
  func empty() throws {
    try WholeFile.make(folder.path + "/there")
    let whole = try WholeFolder(at: folder.path + "/there")
    try WholeFile.write("one".utf8, to: whole.unfinishedPath + "/a")
    try whole.finish()
    #expect(names() == ["there"] && names("/there") == ["a"])
    let other = try WholeFolder(at: folder.path + "/other")
    try WholeFile.write("one".utf8, to: other.unfinishedPath + "/a")
    other.discard()
    #expect(names() == ["there"])
  }

  @Test(
    "nothing is replaced: not a file, not a folder with something in it, not one that came meanwhile"
  )
  func taken() throws {
    folder.write(text: "mine", to: "file")
    folder.write(text: "mine", to: "full/file")
    let later = try WholeFolder(at: folder.path + "/later")
    folder.write(text: "mine", to: "later/file")
    for (name, reason) in [
      ("file", "a file of this name is there"), ("full", "there is something in this folder"),
      ("file/below", "Not a directory"),
    ] {
      #expect {
        try WholeFolder(at: folder.path + "/" + name)
      } throws: { "\($0)" == reason }
    }
    #expect {
      try later.finish()
    } throws: { "\($0)" == "there is something in this folder" }
    later.discard()
    #expect(names() == ["file", "full", "later"])
    for name in ["file", "full/file", "later/file"] {
      #expect(folder.bytes(name) == Array("mine".utf8))
    }
  }
}
