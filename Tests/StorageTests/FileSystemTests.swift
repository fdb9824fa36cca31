// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Storage
import Testing

@Suite struct FileSystemTests {
  private let folder = TemporaryFolder()

  private func content(_ name: String) -> String? {
    try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  private func make(_ name: String) throws {
    try WholeFile.write(Array(name.utf8), to: "\(folder.path)/\(name)", makingFolder: true)
  }

  @Test("a file and a folder are moved with all that is in them")
  func moves() throws {
    try make("one")
    try make("two/inside")
    try FileSystem.move("\(folder.path)/one", to: "\(folder.path)/two/one")
    try FileSystem.move("\(folder.path)/two", to: "\(folder.path)/three")
    #expect(content("three/one") == "one" && content("three/inside") == "two/inside")
    #expect(FileSystem.names(in: folder.path) == ["three"])
  }

  @Test("nothing that is there is replaced, whatever is moved", arguments: ["file", "full/inside"])
  func keeps(moved: String) throws {
    try make("file")
    try make("full/inside")
    try make("other/inside")
    for target in ["file", "other"] where target != moved {
      let path = "\(folder.path)/\(moved.split(separator: "/")[0])"
      #expect(throws: SystemError(code: EEXIST)) {
        try FileSystem.move(path, to: "\(folder.path)/\(target)")
      }
    }
    #expect(content("file") == "file" && content("full/inside") == "full/inside")
    #expect(content("other/inside") == "other/inside")
  }

  @Test("where a name is taken, what is moved gets the next number, before its ending")
  func movesToFreeNames() throws {
    let rows = [("a.wav", "take.wav"), ("b.wav", "take-2.wav"), ("c.wav", "take-3.wav")]
    for (name, free) in rows {
      try make(name)
      let moved = try FileSystem.moveFree(
        "\(folder.path)/\(name)", to: "\(folder.path)/take", ending: ".wav")
      #expect(FileNames.last(moved) == free)
    }
    #expect(content("take.wav") == "a.wav" && content("take-3.wav") == "c.wav")
    #expect(throws: SystemError(code: ENOENT)) {
      try FileSystem.moveFree("\(folder.path)/none", to: "\(folder.path)/take")
    }
    #expect(FileSystem.names(in: folder.path).count == 3)
  }

  @Test("what is not there leaves nothing behind")
  func missing() {
    #expect(throws: SystemError(code: ENOENT)) {
      try FileSystem.move("\(folder.path)/none", to: "\(folder.path)/new")
    }
    #expect(FileSystem.names(in: folder.path).isEmpty)
  }
}
