// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Sessions
import Simulation
import Storage
import TestSupport
import Testing

@testable import Web

/// What a page asks for while its disk is nearly full.
@Suite(.simulated) struct FullDiskTests {
  @Test(
    "copies and exports of changed hits are refused while little of their disk is free",
    arguments: [
      #""keep""#, #""export","format":"wav""#, #""hear""#,
    ])
  func refused(ask: String) throws {
    let shown = try ShownPage(space: { _ in
      FreeSpace(freeBytes: 499_000_000, allBytes: 1_000_000_000_000)
    })
    let folder = try RenderedSession.make("kept", in: shown.folder.path + "/sessions")
    let before = FileSystem.names(in: folder.path).sorted()
    let page = try #require(shown.page())
    _ = try #require(page.message("choices"))
    page.say(
      "{\"ask\":\(ask),\"session\":\"kept\",\"changes\":[{\"place\":0,\"velocity\":1}]}")
    let reply = try #require(page.message("reply"))
    let problem = try #require(reply["problem"] as? String)
    #expect(problem.contains("only 499 MB of its disk are free"))
    #expect(problem.contains("the last 500 MB are left to other programs"))
    #expect(problem.contains("delete something there"))
    #expect(FileSystem.names(in: folder.path).sorted() == before)
  }
}
