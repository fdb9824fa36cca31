// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Realtime
import Simulation
import Storage
import Synchronization
import Testing

@Suite struct WholeFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/file" }

  private func content(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  @Test("a file is written whole, in place of the old one, whose mode it keeps")
  func replaces() throws {
    try WholeFile.write(Array("one".utf8), to: path)
    #expect(content(path) == "one" && names == ["file"])
    try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: path)
    try WholeFile.write("other".utf8, to: path)
    #expect(content(path) == "other" && names == ["file"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o664)
  }

  @Test("a link leads to the file that is written, and stays a link")
  func link() throws {
    try WholeFile.write("one".utf8, to: path)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try WholeFile.write("two".utf8, to: link)
    #expect(content(path) == "two")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    // To a file that does not exist yet, too.
    let ahead = folder.path + "/ahead"
    try FileManager.default.createSymbolicLink(atPath: ahead, withDestinationPath: "new")
    try WholeFile.write("three".utf8, to: ahead)
    #expect(content(folder.path + "/new") == "three" && content(ahead) == "three")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: ahead) == "new")
  }

  @Test("if it cannot be written, nothing is left behind, and the old file stays")
  func failure() throws {
    try WholeFile.write("one".utf8, to: path)
    #expect(throws: SystemError(code: ENOENT)) {
      try WholeFile.write("x".utf8, to: folder.path + "/none/file")
    }
    #expect(throws: SystemError(code: ENOSPC)) { try WholeFile.write("x".utf8, to: "/dev/full") }
    #expect(throws: SystemError(code: ENOTDIR)) { try WholeFile.write("x".utf8, to: path + "/x") }
    #expect(content(path) == "one" && names == ["file"])
    try WholeFile.write("deep".utf8, to: folder.path + "/a/b/c", makingFolder: true)
    #expect(content(folder.path + "/a/b/c") == "deep")
  }

  @Test("if the system writes only a part, that is an error")
  func part() async {
    let path = path
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(1), &limit)  // RLIMIT_FSIZE
      #expect(throws: SystemError(code: EFBIG)) {
        try WholeFile.write([UInt8](repeating: 1, count: 3000), to: path)
      }
    }
    #expect(names.isEmpty)
  }

  @Test("a target that is no file is written to directly, in as many pieces as it takes")
  func pipe() throws {
    let pipe = Pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    // A task might have to wait until the threads of the other tests are free, of which this one is kept busy by the pipe.
    let read = Mutex(Data())
    let reader = try #require(
      WorkThread {
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        read.withLock { $0 = data }
      })
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    try WholeFile.append(bytes, to: descriptor)
    try pipe.fileHandleForWriting.close()
    reader.join()
    #expect(read.withLock { [UInt8]($0) } == bytes)
  }
}
