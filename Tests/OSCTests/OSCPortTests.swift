// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Foundation
import Instrument
import Realtime
import Simulation
import TestSupport
import Testing

@testable import OSC

/// Open Sound Control with an engine that plays unheard, from another socket and by liblo's own
/// programs.
@Suite(.waiting) struct OSCPortTests {
  /// An engine that plays, and a socket of another program.
  private final class Rig {
    let silent: SilentEngine
    let port: OSCPort
    let other: UDPSocket
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: UDPSocket.longestDatagram, alignment: 8)
    var engine: Engine { silent.engine }
    var address: UDPAddress { UDPAddress(localPort: port.port) }

    init(isOnNetwork: Bool = false) throws {
      silent = try SilentEngine()
      port = try OSCPort(
        silent.engine, port: 0, isOnNetwork: isOnNetwork, host: OSCRequestTests.host)
      other = try UDPSocket(port: 0, isOnNetwork: false)
      try silent.engine.start()
    }

    deinit {
      port.stop()
      silent.engine.stop()
      buffer.deallocate()
    }

    func send(_ address: String, _ arguments: OSCMessage.Argument...) {
      other.send(OSCMessage(address, arguments).bytes, to: self.address)
    }

    /// The next message for which a condition holds; nil if none comes within a minute.
    func message(where holds: (OSCMessage) -> Bool) -> OSCMessage? {
      let end = MonotonicClock.now + .seconds(60)
      while MonotonicClock.now < end {
        guard let (bytes, _) = other.receive(into: buffer, waitingMilliseconds: 100),
          let message = try? OSCMessage(bytes)
        else { continue }
        if holds(message) { return message }
      }
      return nil
    }

    func message(_ address: String) -> OSCMessage? { message { $0.address == address } }
  }

  @Test("a subscriber receives the state, notes and changes, and the end", .slow)
  func subscriber() throws {
    let rig = try Rig()
    rig.send("/flam/subscribe")
    #expect(rig.message("/flam/kit")?.arguments == [.text(rig.engine.state.kit?.name ?? "")])
    #expect(rig.message("/flam/strip")?.arguments.count == 1 + StripParameter.allCases.count)
    #expect(rig.message("/flam/alive")?.arguments == [.int(1)])
    #expect(rig.message("/flam/meters")?.arguments.count == 6)
    #expect(rig.message("/flam/spectrum")?.arguments.count == 30)
    rig.send("/flam/note/on", .text("kick"), .float(0.5))
    let note = try #require(rig.message("/flam/note"))
    #expect(note.arguments[0] == .text("on"))
    #expect(note.arguments[2...] == [.text("kick"), .float(0.5), .text("osc")])
    rig.send("/flam/strip/gain", .text("snare"), .float(0.25))
    #expect(
      rig.message("/flam/strip/gain")?.arguments == [.text("snare"), .float(0.25)])
    rig.send("/flam/undo")
    #expect(rig.message("/flam/strip/gain")?.arguments == [.text("snare"), .float(1)])
    rig.send("/flam/tempo", .float(90))
    #expect(rig.message("/flam/tempo")?.arguments == [.float(90)])
    rig.port.stop()
    #expect(rig.message("/flam/ended") != nil)
  }

  @Test("a preset takes the place of what is on its buses; one that is none is an error", .slow)
  func preset() throws {
    let rig = try Rig()
    func effects() -> [Effect]? {
      rig.engine.state.racks["drums"]?.sorted { $0.key < $1.key }.map(\.value.effect)
    }
    rig.send("/flam/effect/insert", .text("drums"), .text("crush"))
    #expect(eventually { effects() == [.crush] })
    rig.send("/flam/preset", .text("dub"))
    #expect(eventually { effects() == [.delay] })
    rig.send("/flam/undo")
    #expect(eventually { effects() == [.crush] })
    // A path is no name; what is sent back has none of its folders.
    for name in ["dubb", "../dub"] {
      rig.send("/flam/preset", .text(name))
      let shown = name.split(separator: "/").last ?? ""
      #expect(
        rig.message("/flam/error")?.arguments
          == [.text("/flam/preset"), .text("cannot use '\(shown)': there is none; take dub")])
      #expect(effects() == [.crush])
    }
  }

  @Test("a lesson is sent as it goes on, and a later subscriber receives its present step", .slow)
  func lesson() throws {
    let rig = try Rig()
    func steps(until last: String) -> [String] {
      var steps: [String] = []
      while steps.last != last, let message = rig.message("/flam/lesson"),
        case .text(let step)? = message.arguments.first
      {
        steps.append(step)
      }
      return steps
    }
    rig.send("/flam/subscribe")
    #expect(rig.message("/flam/kit") != nil)
    let microphone = try rig.engine.holdForLesson(of: "clap", plays: "clap")
    #expect(steps(until: "begun") == ["begun"])
    rig.send("/flam/subscribe")
    #expect(steps(until: "begun") == ["begun"])
    microphone.end()
    #expect(steps(until: "ended") == ["ended"])
  }

  @Test("notes of bundles come as far apart as their time tags", .slow)
  func timeTags() throws {
    let rig = try Rig()
    let events = rig.engine.events.subscribe(capacity: 4096)
    #expect(eventually { rig.engine.frame(answeringSeconds: OSCClock.nowSeconds) != nil })
    func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let note = OSCMessage("/flam/note/on", .text("kick"), .float(0.5)).bytes
    let start = OSCClock.nowTag &+ 1 << 31
    for step: UInt64 in 0..<3 {
      rig.other.send(
        Array("#bundle\0".utf8) + bytes(start &+ step << 29, 8) + bytes(UInt64(note.count), 4)
          + note, to: rig.address)
    }
    var starts: [Int] = []
    #expect(
      eventually {
        for case .note(let note) in events.take().events { starts.append(note.startFrame) }
        return starts.count == 3
      })
    // An eighth of a second; frames follow the clock of the device, which is measured anew meanwhile.
    for (one, next) in zip(starts, starts.dropFirst()) { #expect(abs(next - one - 6000) <= 48) }
  }

  @Test("an impossible request is answered with a reason, and nothing of the disk", .slow)
  func refusals() throws {
    let rig = try Rig()
    func reason(_ address: String) -> String? {
      guard
        let message = rig.message(where: {
          $0.address == "/flam/error" && $0.arguments.first == .text(address)
        })
      else { return nil }
      return message.arguments[1].text
    }
    rig.send("/flam/nothing")
    #expect(reason("/flam/nothing") == "Flam knows no such address")
    rig.send("/flam/note/on", .text("no such drum"), .float(1))
    #expect(reason("/flam/note/on")?.contains("no such drum") == true)
    rig.send("/flam/note/on", .text("kick"), .float(7))
    #expect(reason("/flam/note/on")?.contains("0...1") == true)
    rig.send("/flam/strip/gain", .text("kick"), .float(-1))
    #expect(reason("/flam/strip/gain") != nil)
    rig.send("/flam/kit", .text("mine"))
    #expect(reason("/flam/kit")?.contains("/kits") == false)
    rig.other.send(Array("garbage".utf8), to: rig.address)
    #expect(reason("") != nil)
    rig.send("/flam/error", .text("/flam/x"), .text("y"))
    rig.send("/flam/last")
    #expect(rig.message("/flam/error")?.arguments.first == .text("/flam/last"))
    #expect(rig.engine.isRunning)
  }

  @Test("10 000 malformed datagrams end nothing, and a note after them is played", .slow)
  func malformed() throws {
    let rig = try Rig()
    let events = rig.engine.events.subscribe(capacity: 4096)
    var generator = SeededGenerator(seed: 3)
    let seeds = [
      OSCMessage("/flam/note/on", .text("kick"), .float(0.5)).bytes,
      Array("#bundle\0\0\0\0\0\0\0\0\u{1}\0\0\0\u{10}/flam/undo\0\0,\0\0\0".utf8),
    ]
    for turn in 0..<10_000 {
      rig.other.send(seeds[turn % seeds.count].damaged(by: &generator), to: rig.address)
    }
    var isPlayed = false
    #expect(
      eventually {
        rig.send("/flam/note/on", .text("crash"), .float(0.9))
        for case .note(let note) in events.take().events where note.pad == "crash" {
          isPlayed = true
        }
        return isPlayed
      })
    #expect(rig.engine.isRunning)
  }

  @Test("a subscriber that vanishes is forgotten after its requested time", .slow)
  func vanishes() throws {
    let rig = try Rig()
    rig.send("/flam/subscribe")
    do {
      let gone = try UDPSocket(port: 0, isOnNetwork: false)
      gone.send(OSCMessage("/flam/subscribe", .int(2)).bytes, to: rig.address)
    }
    #expect(rig.message { $0 == OSCMessage("/flam/alive", .int(2)) } != nil)
    #expect(rig.message { $0 == OSCMessage("/flam/alive", .int(1)) } != nil)
  }

  @Test(
    "only this machine is listened to, by IPv4 and IPv6, unless the network is requested", .slow)
  func addresses() throws {
    func bound(_ port: UInt16, _ table: String) throws -> Substring? {
      let hex = String(port, radix: 16, uppercase: true)
      let end = ":" + String(repeating: "0", count: 4 - hex.count) + hex
      return try String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: " ") }
        .first { $0.count > 1 && $0[1].hasSuffix(end) }?[1].prefix { $0 != ":" }
    }
    let own = try Rig()
    #expect(try bound(own.port.port, "udp") == "0100007F")
    let open = try Rig(isOnNetwork: true)
    #expect(try bound(open.port.port, "udp") == "00000000")
    if Self.hasIPv6 {
      #expect(try bound(own.port.port, "udp6") == "00000000000000000000000001000000")
      #expect(try bound(open.port.port, "udp6") == "00000000000000000000000000000000")
    }
    #expect {
      try OSCPort(
        own.engine, port: own.port.port, isOnNetwork: false, host: OSCRequestTests.host)
    } throws: { error in
      "\(error)".contains("another program uses it")
    }
  }

  /// Systems may be without.
  private static let hasIPv6 =
    (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)) ?? "" != ""

  @Test("a client by IPv6 is answered there, also on another port", .slow, .enabled(if: hasIPv6))
  func version6() throws {
    let rig = try Rig()
    let other = try UDPSocket(port: 0, isOnNetwork: false)
    let door = UDPAddress(localPort: rig.port.port, .v6)
    other.send(OSCMessage("/flam/subscribe", .int(30), .int(Int32(rig.other.port))).bytes, to: door)
    #expect(rig.message("/flam/alive")?.arguments == [.int(1)])
    other.send(OSCMessage("/flam/note/on", .text("kick"), .float(0.5)).bytes, to: door)
    #expect(rig.message("/flam/note")?.arguments.last == .text("osc"))
  }

  @Test("a message with a pattern is each message that it matches, and no match is a fault", .slow)
  func patterns() throws {
    let rig = try Rig()
    rig.send("/flam/subscribe")
    #expect(rig.message("/flam/alive") != nil)
    rig.send("/flam/strip/[m-s]{ute,olo}", .text("snare"), .int(1))
    #expect(rig.message("/flam/strip/mute")?.arguments == [.text("snare"), .int(1)])
    #expect(rig.message("/flam/strip/solo")?.arguments == [.text("snare"), .int(1)])
    rig.send("/flam/n?te/*", .text("kick"), .float(0.5))
    // A choke takes no velocity.
    #expect(
      rig.message("/flam/error")?.arguments
        == [.text("/flam/note/choke"), .text("it takes s:pad")])
    #expect(rig.message("/flam/note")?.arguments[2] == .text("kick"))
    rig.send("/flam/strip/x*", .text("snare"), .float(1))
    #expect(
      rig.message("/flam/error")?.arguments
        == [.text("/flam/strip/x*"), .text("it matches none of Flam's addresses")])
    rig.send("/flam/strip/[g", .text("snare"), .float(1))
    #expect(rig.message("/flam/error")?.arguments.last == .text("']' is missing in its address"))
    rig.send("/flam/profile", .text("general"))
    #expect(rig.message("/flam/profile")?.arguments == [.text("general")])
  }

  /// Where `tools/test` puts python-osc.
  private static let pythonOSC =
    (ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache")
    + "/flam-tests/python-osc-1.10.2"

  @Test(
    "python-osc plays by IPv4 and IPv6, with patterns, and hears of it", .slow,
    .enabled(if: FileManager.default.fileExists(atPath: pythonOSC), "tools/test gets python-osc"),
    arguments: hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"])
  func python(host: String) throws {
    let rig = try Rig()
    let folder = TemporaryFolder()
    folder.write(
      text: """
        import sys
        from pythonosc.osc_message import OscMessage
        from pythonosc.udp_client import SimpleUDPClient

        client = SimpleUDPClient(sys.argv[1], int(sys.argv[2]))
        client.send_message("/flam/subscribe", [30])
        client.send_message("/flam/strip/{gain,send}", ["snare", 0.25])
        client.send_message("/flam/note/on", ["kick", 0.5])
        wanted = {"/flam/strip/gain", "/flam/strip/send", "/flam/note"}
        while wanted:
            message = OscMessage(client.receive(10))
            if message.address in wanted:
                wanted.remove(message.address)
                print(message.address, *message.params[-2:], flush=True)
        """, to: "play.py")
    let program = try Program.start(
      "/usr/bin/python3", ["-B", "play.py", host, "\(rig.port.port)"],
      environment: ["PYTHONPATH": Self.pythonOSC], in: folder)
    let outcome = program.wait()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      Set(outcome.output.split(separator: "\n")) == [
        "/flam/strip/gain snare 0.25", "/flam/strip/send snare 0.25", "/flam/note 0.5 osc",
      ])
  }

  @Test("oscsend plays, and oscdump prints the events", .slow)
  func programs() throws {
    let rig = try Rig()
    let folder = TemporaryFolder()
    // Free a moment ago.
    let dumped = try UDPSocket(port: 0, isOnNetwork: false).port
    let dump = try Program.start(
      "/usr/bin/oscdump", ["-L", "\(dumped)"], environment: [:], in: folder)
    defer {
      dump.send(SIGTERM)
      _ = dump.wait()
    }
    func send(_ words: String...) throws {
      let sent = try Program.start(
        "/usr/bin/oscsend", ["127.0.0.1", "\(rig.port.port)"] + words, environment: [:], in: folder)
      #expect(sent.wait().exitCode == 0)
    }
    try send("/flam/subscribe", "ii", "30", "\(dumped)")
    #expect(eventually { dump.output.contains("/flam/alive i 1") })
    try send("/flam/note/on", "sf", "kick", "0.5")
    try send("/flam/s*p/m?te", "si", "snare", "1")
    #expect(
      eventually {
        dump.output.contains(#"/flam/note sssfs "on""#)
          && dump.output.contains(#"/flam/strip/mute si "snare" 1"#)
      }, "\(dump.output)")
  }
}
