// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Foundation
import Recording
import Simulation
import Testing

@testable import Sessions

@Suite struct KeptLinesTests {
  private let folder = TemporaryFolder()

  private func read(_ name: String) -> [String] {
    String(decoding: folder.bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("adding waits for no disk: a minute of hits waits in memory and is written in its order")
  func queued() throws {
    let lines = try KeptLines(path: "\(folder.path)/a.jsonl")
    let hits = (0..<6000).map { String(repeating: "x", count: 300) + "\($0)" }
    for hit in hits { lines.add([hit]) }
    #expect(read("a.jsonl").isEmpty && lines.failure == nil)
    lines.drain(isSafe: false)
    #expect(read("a.jsonl") == hits)
  }

  @Test("the waiting lines have a limit: passing it is reported")
  func bounded() throws {
    let lines = try KeptLines(path: "\(folder.path)/a.jsonl")
    let long = String(repeating: "x", count: 1 << 20)
    for _ in 0..<100 where lines.failure == nil { lines.add([long]) }
    #expect(lines.failure?.reason.contains("stood still") == true)
  }

  @Test("lines are safe once they are on the disk, not before")
  func synchronised() throws {
    var file = try LineFile(path: "\(folder.path)/a.jsonl")
    try file.write(["one", "two"])
    #expect(file.safeLines.isEmpty)
    try file.synchronise()
    #expect(file.safeLines == ["one", "two"])
  }

  @Test("removed with its folder, all of it goes on there if no other place was given")
  func removed() throws {
    let path = "\(folder.path)/kept/a.jsonl"
    FallbackPlaces.makeFolder(of: path)
    let lines = try KeptLines(path: path)
    lines.add(["one"])
    lines.drain(isSafe: true)
    lines.add(["two"])
    lines.drain(isSafe: false)
    try FileManager.default.removeItem(atPath: "\(folder.path)/kept")
    // Also if nothing more is added.
    lines.drain(isSafe: true)
    #expect(read("kept/a.jsonl") == ["one", "two"] && lines.failure == nil)
    lines.add(["three"])
    lines.drain(isSafe: true)
    #expect(read("kept/a.jsonl") == ["one", "two", "three"])
  }

  @Test("when its disk fails, no line is missing or twice: unsafe lines go on with the rest")
  func failing() async throws {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(1), &limit)  // RLIMIT_FSIZE
      let lines = try KeptLines(path: "\(path)/here", elsePath: "\(path)/there")
      let text = (0..<12).map { "a line of twenty, \($0 + 10)" }
      for index in text.indices {
        lines.add([text[index]])
        lines.drain(isSafe: index == 1)
      }
      lines.drain(isSafe: true)
      precondition(lines.failure != nil)
      let (here, there) = try (
        String(contentsOfFile: "\(path)/here", encoding: .utf8),
        String(contentsOfFile: "\(path)/there", encoding: .utf8)
      )
      precondition(here == text[..<2].map { "\($0)\n" }.joined())
      precondition(there.hasPrefix(text[2..<5].map { "\($0)\n" }.joined()))
    }
  }
}
