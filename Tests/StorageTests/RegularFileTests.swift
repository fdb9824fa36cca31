// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

@testable import Storage

@Suite struct RegularFileTests {
  let folder = TemporaryFolder()

  @Test("a file is opened and read, also by a link")
  func file() throws {
    let path = folder.write(text: "sound", to: "a")
    symlink("a", "\(folder.path)/link")
    #expect(try RegularFile.bytes(path) == Array("sound".utf8))
    #expect(try RegularFile.bytes("\(folder.path)/link") == Array("sound".utf8))
    let descriptor = try RegularFile.open(path)
    close(descriptor)
  }

  @Test("a pipe, a socket, a device and a folder say what they are, and nothing waits")
  func others() throws {
    mkfifo("\(folder.path)/pipe", 0o600)
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: "\(folder.path)/s".utf8.prefix($0.count - 1))
    }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
    for (path, words) in [
      ("\(folder.path)/pipe", "it is a pipe, not a file"),
      ("\(folder.path)/s", "it is a socket, not a file"),
      ("/dev/zero", "it is a device, not a file"), (folder.path, "it is a folder"),
      ("\(folder.path)/none", "No such file or directory"),
    ] {
      let opening = #expect(throws: SystemError.self) { try RegularFile.open(path) }
      #expect(opening?.description == words)
      let reading = #expect(throws: SystemError.self) { try RegularFile.bytes(path) }
      #expect(reading?.description == words)
    }
  }

  @Test("a file above its limit is not read")
  func size() throws {
    let path = folder.write(text: "12345", to: "a")
    #expect(try RegularFile.bytes(path, atMost: 5).count == 5)
    let error = #expect(throws: SystemError.self) { try RegularFile.bytes(path, atMost: 4) }
    #expect(error?.code == EFBIG && error?.description == "it has more than 4 bytes")
    // A hole of a terabyte is recognised by its length, before any memory is taken.
    try #require(truncate(path, 1 << 40) == 0)
    #expect(throws: SystemError.self) { try RegularFile.bytes(path) }
  }
}
