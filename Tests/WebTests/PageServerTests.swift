// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FlyingSocks
import Foundation
import Instrument
import Profiles
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Web

@Suite(.simulated) struct PageServerTests {
  @Test("a page receives the state, plays, mixes, changes kits and records", .slow)
  func plays() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    let state = try #require(page.message("state"))
    let kit = try #require(state["kit"] as? [String: Any])
    #expect(kit["name"] as? String == shown.engine.state.kit?.name)
    #expect((kit["pads"] as? [Any])?.count == shown.engine.state.kit?.pads.count)
    let choices = try #require(page.message("choices"))
    #expect(choices["kits"] as? [String] == ["flam", "other"])
    #expect(choices["kit"] as? String == "flam")
    #expect(page.message("levels") != nil)

    page.say(#"{"command":"note.on","pad":"kick","velocity":0.5,"source":"midi","ref":7}"#)
    let note = try #require(page.message("note"))
    #expect(note["source"] as? String == "page" && note["pad"] as? String == "kick")
    #expect(abs((note["velocity"] as? Double ?? 0) - 0.5) < 0.01)

    page.say(#"{"command":"mix.strip","drum":"kick","gain":0.25,"ref":8}"#)
    #expect(page.message("reply")?["ref"] as? Int == 8)
    #expect(
      eventually { shown.engine.state.kit?.pads.first { $0.name == "kick" }?.strip.gain == 0.25 })
    page.say(#"{"command":"undo"}"#)
    #expect(
      eventually { shown.engine.state.kit?.pads.first { $0.name == "kick" }?.strip.gain == 1 })

    page.say(#"{"command":"kit","name":"other"}"#)
    #expect(eventually { shown.engine.state.kit?.path?.contains("/other/") == true })
    page.say(#"{"command":"recording.start","path":""}"#)
    #expect(eventually { shown.engine.state.recordings == [shown.folder.path + "/kept.wav"] })
    page.say(#"{"command":"recording.stop"}"#)
    #expect(eventually { shown.engine.state.recordings.isEmpty })
    #expect(shown.engine.isRunning)
    shown.engine.stop()
  }

  @Test("a lesson that a page has begun ends with the page")
  func lesson() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let events = shown.engine.events.subscribe(capacity: 1000)
    func lessons() -> [Int] {
      events.wait(milliseconds: 10).events.compactMap { event in
        guard case .hearing(let change) = event else { return nil }
        return change.learnHits
      }
    }
    let sound = try #require(shown.engine.state.profile?.sounds.first)
    let page = try #require(shown.page())
    page.say("{\"command\":\"hearing\",\"sound\":\"\(sound)\",\"learnHits\":5,\"ref\":1}")
    #expect(page.message("reply")?["problem"] == nil)
    var answer: [Int] = []
    #expect(
      eventually {
        answer += lessons()
        return answer == [5]
      })
    page.send(PageCaller.masked(0x88, []))
    #expect(
      eventually {
        answer += lessons()
        return answer == [5, 0]
      })
    shown.engine.stop()
  }

  @Test("no path of the disk enters or leaves")
  func paths() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    let refused = [
      #""kit","name":"\#(shown.folder.path)/other/flam.sfz""#, #""kit","name":"../other""#,
      #""profile","name":"/etc/passwd""#, #""recording.start","path":"/tmp/x.wav""#,
      #""session.start","folder":"/tmp""#, #""backing.load","path":"/etc/passwd""#,
      #""period","frames":64"#, #""sweep""#, #""quit""#,
    ]
    for (ref, text) in refused.enumerated() {
      page.say("{\"command\":\(text),\"ref\":\(ref)}")
      let reply = try #require(page.message("reply"))
      #expect(reply["ref"] as? Int == ref && reply["problem"] != nil, "\(text)")
    }
    #expect(shown.engine.isRunning && shown.engine.state.recordings.isEmpty)

    page.say(#"{"command":"recording.start","path":""}"#)
    page.say(#"{"command":"kit","name":"other"}"#)
    var answer = ""
    let end = MonotonicClock.now + .seconds(2)
    while MonotonicClock.now < end, let frame = page.frame() {
      answer += String(decoding: frame.payload, as: UTF8.self)
    }
    #expect(answer.contains("kept.wav") && answer.contains("\"state\""))
    for part in shown.folder.path.split(separator: "/") + ["Samples"] {
      #expect(!answer.contains("\(part)/"), "\(part)")
    }
    shown.engine.stop()
  }

  @Test(
    "several pages see the same, a page that comes again sees the present state, and all end with the server"
  )
  func several() throws {
    let shown = try ShownPage()
    try shown.engine.start()
    let pages = try (0..<8).map { _ in try #require(shown.page()) }
    for page in pages { _ = try #require(page.message("state")) }
    pages[0].say(#"{"command":"mix.bus","bus":"room","gain":0.5}"#)
    for page in pages {
      var gain: Double?
      while gain != 0.5, let state = page.message("state") {
        gain = (state["buses"] as? [String: [String: Any]])?["room"]?["gain"] as? Double
      }
      #expect(gain == 0.5)
    }
    #expect(shown.server.pageCount == 8)
    let again = try #require(shown.page())
    let state = try #require(again.message("state"))
    let buses = state["buses"] as? [String: [String: Any]]
    #expect(buses?["room"]?["gain"] as? Double == 0.5)
    shown.server.stop()
    for page in pages { #expect(page.closing() == 1001) }
    #expect(PageCaller(port: shown.port) == nil && shown.server.pageCount == 0)
    shown.engine.stop()
  }

  @Test("a slow page loses its oldest events, learns that, and then sees the present state", .slow)
  func slow() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    _ = try #require(page.message("state"))
    // More than the buffers of the system and the page's own queue can hold.
    let note = EngineEvent.Note(
      id: HitIdentity(1, from: .page), action: .on, pad: "kick", velocity: 1, startFrame: 0,
      askedFrame: 0)
    for _ in 0..<100_000 { shown.engine.events.publish(.note(note)) }
    #expect(shown.engine.isRunning)
    let answer = try #require(page.message("lost"))
    #expect(answer["count"] as? Int ?? 0 > 0)
    #expect(page.message("state") != nil)
    shown.engine.stop()
  }

  @Test("a busy port is reported, with what to do")
  func taken() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    let host = PageHost(
      kits: ShownPage.kits([]),
      profiles: PageHost.Profiles(
        list: { [] }, read: { _ in .general }, keep: { _, _, _ in }), findings: { [] },
      recordingPath: { "" },
      sessions: ShownPage.sessions(in: shown.folder.path), scratch: shown.folder.path)
    let error = #expect(throws: PageError.self) {
      try PageServer(shown.engine, host, port: shown.port)
    }
    #expect(error?.description.contains("give another port") == true)
  }

  @Test("programs that Flam starts get none of the page's sockets")
  func closedOnExec() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    let page = try #require(shown.page())
    _ = try #require(page.message("state"))
    var isKept: [Bool] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      guard let descriptor = Int32(name) else { continue }
      let socket = Socket(file: Socket.FileDescriptor(rawValue: descriptor))
      switch try? socket.sockname() {
      case .ip4(_, port: shown.port), .ip6(_, port: shown.port):
        isKept.append(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
      default: break
      }
    }
    // The listener and the page's own end.
    #expect(isKept.count >= 2 && !isKept.contains(false))
  }

  @Test(
    "the address holds a token, without which nothing is served, on this machine or the network",
    arguments: [false, true])
  func token(isOnNetwork: Bool) throws {
    let shown = try ShownPage(isOnNetwork: isOnNetwork)
    defer { shown.server.stop() }
    let token = try #require(shown.server.address.split(separator: "=").last)
    let head = " HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\r\n"
    #expect(token.count == 32)
    #expect(PageCaller.status(port: shown.port, "GET /" + head) == 403)
    #expect(PageCaller.status(port: shown.port, "GET /?token=\(token)" + head) == 303)
    #expect(PageCaller.page(port: shown.port, address: "") == nil)
    #expect(PageCaller.page(port: shown.port, address: "?token=\(PageToken().text)") == nil)
    #expect(shown.page() != nil)
  }
}
