// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// The page of a program that plays and was started without one.
@Suite(.waiting) struct WebTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private var flam: Command { Command(in: folder) }

  private struct Page: Decodable {
    let address: String
    let port: UInt16
    let isOnNetwork: Bool
    let isLasting: Bool
  }

  init() {
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
  }

  /// A program once it has written its first line.
  private func begun(_ arguments: [String]) throws -> Program.Running {
    let running = try flam.start(arguments)
    _ = eventually { running.output.contains("\n") }
    return running
  }

  private func playing(_ arguments: String...) throws -> Program.Running {
    try begun(["play", "--take", "take.wav", "--loop", "--kit", kit, "--json"] + arguments)
  }

  private func page(_ running: Program.Running) throws -> Page {
    try JSONDecoder().decode(Page.self, from: Data(running.output.utf8))
  }

  /// The first line of the page's answer; empty if nobody listens.
  private func answer(_ page: Page) throws -> String {
    try answer(
      port: page.port, cookie: PageCaller.cookie(port: page.port, address: page.address))
  }

  private func answer(port: UInt16, cookie: String = "") throws -> String {
    let line = cookie.replacing("\r\n", with: #"\r\n"#)
    return try flam.shell(
      #"exec 3<>/dev/tcp/127.0.0.1/\#(port) && printf 'GET / HTTP/1.1\r\nHost: localhost:\#(port)\r\n\#(line)\r\n' >&3 && head -n 1 <&3"#
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("a program that plays shows its page until Ctrl-C, again and again, and plays on", .slow)
  func shown() throws {
    let play = try playing()
    var addresses: Set<String> = []
    for _ in 1...2 {
      let web = try begun(["web", "0", "--json"])
      let page = try page(web)
      #expect(page.address.hasPrefix("http://localhost:\(page.port)/?token="))
      #expect(!page.isOnNetwork && !page.isLasting)
      #expect(try answer(page) == "HTTP/1.1 200 OK")
      #expect(try answer(port: page.port) == "HTTP/1.1 403 Forbidden")
      addresses.insert(page.address.split(separator: "=").last.map(String.init) ?? "")
      web.send(SIGINT)
      #expect(web.wait().exitCode == 0)
      #expect(try eventually { try answer(port: page.port).isEmpty })
    }
    #expect(addresses.count == 1)
    let hits = play.output.count
    #expect(eventually { play.output.count > hits })
    play.send(SIGINT)
    let outcome = play.wait()
    #expect(outcome.exitCode == 0 && outcome.errors.contains("'flam web' shows the page at"))
  }

  @Test(
    "no other thread of a program that plays takes Ctrl-C from the one that waits for it", .slow)
  func signals() throws {
    let play = try playing()
    let tasks = "/proc/\(play.processID)/task"
    let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
    // The first one waits for them.
    for thread in threads where thread != "\(play.processID)" {
      // A program that has ended by now takes nothing.
      guard let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
      else { continue }
      let mask = try #require(status.firstMatch(of: /SigBlk:\s+([0-9a-f]+)/)?.output.1)
      let blocked = try #require(UInt64(mask, radix: 16))
      for signal in [SIGINT, SIGTERM, SIGHUP] {
        #expect(blocked & 1 << UInt64(signal - 1) != 0, "\(thread) of \(threads.count)")
      }
    }
    #expect(threads.count > 3)
    play.send(SIGINT)
    #expect(play.wait().exitCode == 0)
  }

  @Test("a killed 'flam web' leaves no page; the end of 'flam play' ends the others", .slow)
  func killed() throws {
    let play = try playing()
    let web = try begun(["web", "0", "--json", "--web-lan"])
    let opened = try page(web)
    #expect(opened.isOnNetwork && opened.address.contains("?token="))
    let other = try begun(["web", "--json"])
    #expect(try page(other).address == opened.address)
    let refused = try flam("web", "1")
    #expect(refused.exitCode == 69 && refused.errors.contains("end the other 'flam web' first"))
    web.send(SIGKILL)
    _ = web.wait()
    #expect(try answer(port: opened.port) == "HTTP/1.1 403 Forbidden")
    play.send(SIGTERM)
    #expect(play.wait().exitCode == 0)
    let ended = other.wait()
    #expect(ended.exitCode == 0 && ended.errors.contains("the playing has ended"))
    #expect(try answer(port: opened.port).isEmpty)
  }

  @Test(
    "without 'flam play' it ends with 69 and shows what to do; a killed one's remains do not count",
    .slow)
  func none() throws {
    let bare = try flam("web")
    let text =
      "flam: cannot show the page: no 'flam play' runs; start 'flam play', then ask again\n"
    #expect(bare.exitCode == 69 && bare.errors == text)
    let play = try playing()
    play.send(SIGKILL)
    _ = play.wait()
    #expect(try flam("web").errors == text)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/.cache/flam")
        .allSatisfy { !$0.hasPrefix("play.") })
  }

  @Test(
    "of several programs one must be chosen; the page of 'play --web' is shown, and stays", .slow)
  func several() throws {
    let plays = try [playing("--web", "0"), playing()]
    let unclear = try flam("web")
    #expect(
      unclear.exitCode == 69 && unclear.errors.contains("2 of them run; pick one with --process"))
    let processes = unclear.errors.matches(of: /process (\d+): kit/).map { String($0.1) }
    #expect(processes.count == 2)
    let webs = try processes.map { try begun(["web", "0", "--json", "--process", $0]) }
    let pages = try webs.map(page)
    #expect(pages.count(where: \.isLasting) == 1)
    for (web, page) in zip(webs, pages) {
      if !page.isLasting { web.send(SIGINT) }
      let outcome = web.wait()
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors.contains("it stays until that ends") == page.isLasting)
      // 'flam play' notices the end a moment later.
      #expect(
        try eventually {
          try (answer(page) == "HTTP/1.1 200 OK") == page.isLasting
        })
    }
    for play in plays { play.send(SIGINT) }
    for play in plays { #expect(play.wait().exitCode == 0) }
  }
}
