// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@testable import Web

/// Files made for pages take so much of the disk, and no more.
@Suite(.simulated) struct DownloadsTests {
  private func heard(_ page: PageCaller, _ name: String) throws -> [String: Any] {
    page.say("{\"ask\":\"hearKit\",\"name\":\"\(name)\"}")
    return try #require(page.message("reply"))
  }

  private func address(_ page: PageCaller, _ name: String) throws -> String {
    try #require((try heard(page, name)["result"] as? [String: Any])?["file"] as? String)
  }

  private func isThere(_ shown: ShownPage, _ address: String) -> Bool {
    guard let caller = PageCaller(port: shown.port) else { return false }
    caller.send(
      "GET \(address) HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\(shown.cookie)Range: bytes=0-3\r\n\r\n"
    )
    return caller.answer().hasPrefix("HTTP/1.1 206")
  }

  private func sounds(_ shown: ShownPage) -> Int {
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: shown.folder.path + "/scratch")
    return (paths ?? []).count { $0.hasSuffix(".wav") }
  }

  @Test("the next sound of a page replaces its last, and with the page its sound goes")
  func replaced() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    let other = try #require(shown.page())
    defer { withExtendedLifetime(other) {} }
    let others = try address(other, "flam")
    var first = ""
    do {
      let page = try #require(shown.page())
      first = try address(page, "flam")
      #expect(isThere(shown, first) && sounds(shown) == 2)
      let second = try address(page, "flam")
      #expect(!isThere(shown, first) && isThere(shown, second) && sounds(shown) == 2)
      first = second
    }
    _ = eventually { sounds(shown) <= 1 }
    #expect(!isThere(shown, first) && isThere(shown, others) && sounds(shown) == 1)
  }

  @Test("if all together are too large, the oldest goes")
  func together() throws {
    let shown = try ShownPage(soundBytes: PageLimits.madeBytes / 2 - 2)
    defer { shown.server.stop() }
    let pages = try (0..<3).map { _ in try #require(shown.page()) }
    defer { withExtendedLifetime(pages) {} }
    let small = try address(pages[0], "flam")
    let large = try pages[1...].map { try address($0, "other") }
    #expect(([small] + large).allSatisfy { isThere(shown, $0) })
    let last = try address(pages[0], "other")
    #expect(!isThere(shown, large[0]) && isThere(shown, large[1]) && isThere(shown, last))
    #expect(sounds(shown) == 2)
  }

  @Test("a single sound that is too large is refused in words")
  func alone() throws {
    let shown = try ShownPage(soundBytes: PageLimits.madeBytes + 1)
    defer { shown.server.stop() }
    let page = try #require(shown.page())
    let reply = try heard(page, "other")
    #expect((reply["problem"] as? String)?.contains("it takes more than 1 GB") == true)
    #expect(sounds(shown) == 0)
  }
}
