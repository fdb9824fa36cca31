// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Realtime
import Sessions
import Simulation
import TestSupport
import Testing

@testable import Web

/// Attacks on sessions by hostile pages; the player notices nothing, and no file changes.
@Suite(.simulated) struct SessionAttackTests {
  private let shown: ShownPage
  private let folder: SessionFolder

  init() throws {
    shown = try ShownPage()
    folder = try RenderedSession.make("kept", in: shown.folder.path + "/sessions")
    // Files outside must not be reached.
    try RenderedSession.make("outside", in: shown.folder.path)
  }

  private var paths: Set<String> {
    Set((try? FileManager.default.subpathsOfDirectory(atPath: shown.folder.path)) ?? [])
  }

  /// Asks, and returns the problem.
  private func problem(_ json: String) throws -> String? {
    let page = try #require(shown.page())
    _ = try #require(page.message("choices"))
    page.say(json)
    return try #require(page.message("reply"))["problem"] as? String
  }

  @Test(
    "no session and no version outside the list is opened, heard, kept or exported", .slow,
    arguments: [
      #""session":"../outside""#, #""session":"kept/../../outside""#, #""session":"""#,
      #""session":".""#, #""session":"..""#, #""session":"kept/""#, #""session":"/etc""#,
      #""session":"kept\u0000""#, #""session":"%2e%2e/outside""#, #""session":"last""#,
      #""session":"kept","version":"../../outside/hits""#, #""session":"kept","version":"hits""#,
      #""session":"kept","version":"""#, #""session":"kept","version":"edited ""#,
    ])
  func names(asked: String) throws {
    let before = paths
    for ask in [#""session""#, #""hear""#, #""keep""#, #""export","format":"csv""#] {
      let problem = try #require(try problem("{\"ask\":\(ask),\(asked)}"))
      #expect(problem.contains("there is none of that name"))
      #expect(!problem.contains(shown.folder.path))
    }
    #expect(paths == before)
  }

  @Test(
    "changes that no table can have are refused in words", .slow,
    arguments: [
      #"{"place":4,"isDeleted":true}"#, #"{"place":-1}"#, #"{"place":0,"laterFrames":-9000000}"#,
      #"{"place":0,"laterFrames":9223372036854775807}"#, #"{"place":0,"velocity":2}"#,
      #"{"place":0,"velocity":-0.1}"#, #"{"place":0,"sound":"<img src=x>"}"#,
      #"{"place":0,"isDeleted":true},{"place":0}"#,
    ])
  func changes(change: String) throws {
    let before = paths
    for ask in [#""hear""#, #""keep""#, #""export","format":"wav""#] {
      #expect(
        try problem("{\"ask\":\(ask),\"session\":\"kept\",\"changes\":[\(change)]}") != nil)
    }
    #expect(paths == before)
  }

  @Test(
    "too many changes, jobs or bytes, and other messages, do not affect other pages", .slow,
    .waiting)
  func masses() throws {
    try shown.engine.start()
    let huge = try #require(shown.page())
    let many = (0..<100).map { "{\"place\":\($0)}" }.joined(separator: ",")
    for _ in 0...PageLimits.changes / 100 {
      huge.say("{\"ask\":\"changes\",\"changes\":[\(many)]}")
    }
    #expect(huge.closing() == 1008)
    for wrong in [
      #"{"ask":"passwd"}"#, #"{"ask":null}"#, #"{"ask":"session"}"#,
      #"{"ask":"export","session":"kept"}"#,
      #"{"ask":"export","session":"kept","format":"exe"}"#, #"{"ask":"keep","session":7}"#,
      #"{"ask":"keep","session":"kept","changes":[{"place":1e99}]}"#,
      #"{"ask":"keep","session":"kept","changes":[{"place":0,"velocity":NaN}]}"#,
    ] {
      let page = try #require(shown.page())
      page.say(wrong)
      #expect(page.closing() == 1003, "\(wrong)")
    }
    let greedy = try #require(shown.page())
    _ = try #require(greedy.message("choices"))
    for _ in 0..<100 {
      greedy.say(
        #"{"ask":"export","session":"kept","format":"wav","changes":[{"place":0,"isDeleted":true}]}"#
      )
    }
    #expect((greedy.message("reply")?["problem"] as? String)?.contains("waits for") == true)
    let other = try #require(shown.page())
    _ = try #require(other.message("state"))
    other.say(#"{"command":"note.on","pad":"snare","velocity":1}"#)
    #expect(other.message("note")?["pad"] as? String == "snare")
    #expect(shown.engine.isRunning)
    shown.engine.stop()
    shown.server.stop()
  }

  @Test("downloads are found by their address alone, and not without the token")
  func downloads() throws {
    let head = " HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\(shown.cookie)\r\n"
    for address in [
      "/downloads/", "/downloads/x", "/downloads/../app.js", "/downloads/\(PageToken().text)",
    ] {
      #expect(PageCaller.status(port: shown.port, "GET \(address)" + head) == 404)
    }
    #expect(
      PageCaller.status(
        port: shown.port, "GET /downloads/x HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\r\n")
        == 403)
  }

  @Test(
    "a browser that downloads and reads nothing delays neither messages nor other requests", .slow)
  func stuck() throws {
    try shown.engine.start()
    let page = try #require(shown.page())
    _ = try #require(page.message("choices"))
    // More than the buffers of the system hold.
    try Data(count: 64 << 20).write(to: URL(filePath: folder.mixPath))
    page.say(#"{"ask":"export","session":"kept","format":"wav"}"#)
    let result = try #require(page.message("reply"))["result"] as? [String: Any]
    let file = try #require(result?["file"] as? String)
    let request = "GET \(file) HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\(shown.cookie)\r\n"
    let stuck = (0..<PageLimits.downloadsAtOnce).compactMap { _ in PageCaller(port: shown.port) }
    // They stay until the end, which the compiler need not see to.
    defer { withExtendedLifetime(stuck) {} }
    for caller in stuck {
      caller.send(request)
      #expect(caller.receive() != nil)
    }
    #expect(PageCaller.status(port: shown.port, request) == 503)
    let start = MonotonicClock.now
    page.say(#"{"command":"note.on","pad":"snare","velocity":1}"#)
    #expect(page.message("note")?["pad"] as? String == "snare")
    #expect(
      PageCaller.status(
        port: shown.port, "GET / HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\(shown.cookie)\r\n")
        == 200)
    // Before those are given up.
    #expect(MonotonicClock.now - start < .seconds(PageLimits.stuckSeconds))
    shown.engine.stop()
    shown.server.stop()
  }

  @Test("a link out of a session, or another file in place of a table, is refused")
  func links() throws {
    let path = folder.path + "/edited 2026-01-01 00.00.00.jsonl"
    let ask = #"{"ask":"session","session":"kept","version":"edited 2026-01-01 00.00.00"}"#
    try "no table\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try problem(ask)?.contains("cannot read") == true)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    #expect(try problem(ask)?.contains("a link to what lies outside") == true)
  }

  @Test("a replay for a page ends when the page leaves")
  func left() throws {
    let (begun, ended) = (Semaphore(), Semaphore())
    let shown = try ShownPage { _, _, _, isWanted in
      begun.signal()
      while isWanted() { MonotonicClock.sleep(microseconds: 5000) }
      ended.signal()
      return "it is not wanted any more"
    }
    defer { shown.server.stop() }
    _ = try RenderedSession.make("long", in: shown.folder.path + "/sessions")
    do {
      let page = try #require(shown.page())
      page.say(
        #"{"ask":"hear","session":"long","changes":[{"place":0,"isDeleted":true}]}"#)
      #expect(begun.wait(seconds: 20))
      #expect(!ended.wait(seconds: 0))
    }
    #expect(ended.wait(seconds: 10))
  }
}
