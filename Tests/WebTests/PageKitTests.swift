// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@testable import Web

/// A page's data about kits before it picks one.
@Suite(.simulated) struct PageKitTests {
  private func reply(_ page: PageCaller, _ ask: String, _ name: String) throws -> [String: Any] {
    page.say("{\"ask\":\"\(ask)\",\"name\":\"\(name)\"}")
    return try #require(page.message("reply"))
  }

  private func fetched(_ shown: ShownPage, _ reply: [String: Any]) throws -> String {
    let file = try #require((reply["result"] as? [String: Any])?["file"] as? String)
    let caller = try #require(PageCaller(port: shown.port))
    caller.send("GET \(file) HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\(shown.cookie)\r\n")
    let answer = caller.answer()
    return String(answer[try #require(answer.firstRange(of: "\r\n\r\n")).upperBound...])
  }

  @Test("its layers are sent without paths, and its sound can be fetched")
  func layers() throws {
    let shown = try ShownPage()
    let page = try #require(shown.page())
    let received = try fetched(shown, reply(page, "kit", "flam"))
    let kit = try JSONDecoder().decode(PageKit.self, from: Data(received.utf8))
    #expect(kit.pads[0].layersInDetail.map(\.velocities) == [[1, 63], [64, 127]])
    #expect(kit.problems[0].message == "'flam.sfz' is loud" && !received.contains("/"))
    #expect(try fetched(shown, reply(page, "hearKit", "flam")) == "WAVE")
  }

  @Test(
    "no kit outside the list is looked into or played", .slow,
    arguments: ["../other", "/etc/passwd", "", "flam/", "flam.sfz", "<img src=x>"])
  func names(name: String) throws {
    let shown = try ShownPage()
    let page = try #require(shown.page())
    for ask in ["kit", "hearKit"] {
      let problem = try #require(try reply(page, ask, name)["problem"] as? String)
      #expect(problem.contains("there is none of that name"))
    }
  }

  @Test("a page that looks at one kit after the other sees the last, and none is refused")
  func leafing() throws {
    let shown = try ShownPage()
    let page = try #require(shown.page())
    for ref in 1...100 { page.say("{\"ask\":\"kit\",\"name\":\"flam\",\"ref\":\(ref)}") }
    var replies: [Int: [String: Any]] = [:]
    while replies.count < 100, let reply = page.message("reply") {
      replies[reply["ref"] as? Int ?? 0] = reply
    }
    #expect(replies.count == 100 && replies.values.allSatisfy { $0["problem"] == nil })
    #expect(replies[100]?["result"] != nil)
  }

  @Test("a kit that cannot be read is reported without its path")
  func damaged() throws {
    let shown = try ShownPage()
    let page = try #require(shown.page())
    let problem = try #require(try reply(page, "kit", "other")["problem"] as? String)
    #expect(problem.contains("is damaged") && !problem.contains(shown.folder.path))
  }
}
