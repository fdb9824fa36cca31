// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Sessions
import Simulation
import SoundFiles
import Storage
import TestSupport
import Testing

@testable import Web

/// Recordings and sessions that a page lists, plays, renames, fetches, deletes and brings back.
@Suite(.simulated) struct PageShelfTests {
  private let shown: ShownPage
  private let folder: String
  private let page: PageCaller

  init() throws {
    shown = try ShownPage()
    folder = shown.folder.path + "/sessions"
    try RenderedSession.make("played", in: folder)
    for (name, seconds) in ["groove.wav": 2, "take.wav": 1] {
      var file = try SoundFileWriter(
        path: "\(folder)/\(name)", sampleRateHz: 48_000, channelCount: 1)
      try [Float](repeating: 0.25, count: 48_000 * seconds).withUnsafeBufferPointer {
        try file.write($0)
      }
      try file.commit()
    }
    page = try #require(shown.page())
    _ = try #require(page.message("choices"))
  }

  private var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
  }

  private func asked(_ json: String) throws -> [String: Any] {
    page.say(json)
    return try #require(page.message("reply"))
  }

  private func problem(_ json: String) throws -> String? { try asked(json)["problem"] as? String }

  private func name(_ json: String) throws -> String? {
    (try asked(json)["result"] as? [String: Any])?["name"] as? String
  }

  private func listed(_ list: String) throws -> [[String: Any]] {
    let lists = try asked(#"{"ask":"shelf"}"#)["result"] as? [String: Any]
    return try #require(lists?[list] as? [[String: Any]])
  }

  private func downloaded(_ ask: String, _ name: String) throws -> (head: String, body: Data) {
    let result = try asked("{\"ask\":\"\(ask)\",\"name\":\"\(name)\"}")["result"] as? [String: Any]
    let address = try #require(result?["file"] as? String)
    let caller = try #require(PageCaller(port: shown.port))
    caller.send(
      "GET \(address) HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\(shown.cookie)\r\n")
    var bytes: [UInt8] = []
    while let more = caller.receive() { bytes += more }
    let end = try #require(bytes.firstRange(of: HTTPRequest.end))
    return (
      String(decoding: bytes[..<end.lowerBound], as: UTF8.self), Data(bytes[end.upperBound...])
    )
  }

  @Test("recordings are listed with their length, heard and fetched byte by byte")
  func recordings() throws {
    let list = try listed("recordings")
    #expect(Set(list.compactMap { $0["name"] as? String }) == ["groove.wav", "take.wav"])
    let groove = try #require(list.first { $0["name"] as? String == "groove.wav" })
    #expect(groove["seconds"] as? Double == 2 && groove["isBeingRecorded"] as? Bool == false)
    let bytes = try #require(FileManager.default.contents(atPath: folder + "/groove.wav"))
    #expect(groove["bytes"] as? Int == bytes.count)
    let heard = try downloaded("hearRecording", "groove.wav")
    #expect(heard.body == bytes && !heard.head.contains("attachment"))
    let fetched = try downloaded("fetchRecording", "groove.wav")
    #expect(fetched.body == bytes)
    #expect(fetched.head.contains("attachment; filename=\"groove.wav\""))
  }

  @Test("a recording and a session are renamed, and keep every byte")
  func renamed() throws {
    let bytes = FileManager.default.contents(atPath: folder + "/take.wav")
    #expect(
      try name(#"{"ask":"rename","kind":"recording","name":"take.wav","to":" Für Élise "}"#)
        == "Für Élise.wav")
    #expect(FileManager.default.contents(atPath: folder + "/Für Élise.wav") == bytes)
    #expect(
      try name(#"{"ask":"rename","kind":"session","name":"played","to":"practice"}"#) == "practice")
    #expect(names == ["groove.wav", "Für Élise.wav", "practice"])
    let opened = try asked(#"{"ask":"session","session":"practice"}"#)
    #expect(opened["result"] is [String: Any])
  }

  @Test("what is deleted lies in the bin, from which it comes back, never over another one")
  func binned() throws {
    let bytes = FileManager.default.contents(atPath: folder + "/take.wav")
    let discard = #"{"ask":"discard","kind":"recording","name":"take.wav"}"#
    #expect(try name(discard) == "take.wav")
    #expect(try name(#"{"ask":"discard","kind":"session","name":"played"}"#) == "played")
    #expect(names == ["groove.wav", "Bin"])
    let bin = try listed("bin").map { "\($0["kind"] ?? "") \($0["name"] ?? "")" }
    #expect(bin.sorted() == ["recording take.wav", "session played"])
    #expect(
      try name(#"{"ask":"rename","kind":"recording","name":"groove.wav","to":"take"}"#)
        == "take.wav")
    #expect(
      try name(#"{"ask":"restore","kind":"recording","name":"take.wav"}"#) == "take-2.wav")
    #expect(try name(#"{"ask":"restore","kind":"session","name":"played"}"#) == "played")
    #expect(FileManager.default.contents(atPath: folder + "/take-2.wav") == bytes)
    #expect(try listed("bin").isEmpty && listed("sessions").count == 1)
    #expect(try name(discard) == "take.wav")
    #expect(
      try name(#"{"ask":"rename","kind":"recording","name":"take-2.wav","to":"take"}"#)
        == "take.wav")
    #expect(try name(discard) == "take-2.wav", "the bin keeps both")
  }

  @Test(
    "names that lead elsewhere, are taken or are none, are refused with a reason", .slow,
    arguments: [
      "../outside", "a/b", ".hidden", "", "  ", "bin", "groove", "line\\u000abreak",
      String(repeating: "x", count: 41),
    ])
  func named(given: String) throws {
    let before = names
    let problem = try #require(
      try problem(
        "{\"ask\":\"rename\",\"kind\":\"recording\",\"name\":\"take.wav\",\"to\":\"\(given)\"}"))
    #expect(problem.hasPrefix("cannot rename the recording 'take.wav': "))
    #expect(problem.hasSuffix("; give another name") && !problem.contains(shown.folder.path))
    #expect(names == before)
  }

  @Test(
    "nothing outside the list is opened or moved", .slow,
    arguments: [
      "../kept.wav", "played/mix.wav", "/etc/passwd", "", ".", "..", "Bin", "link.wav",
      "take.wav\\u0000", "%2e%2e/kept.wav", "played", "text.txt",
    ])
  func foreign(name: String) throws {
    let outside = shown.folder.path + "/kept.wav"
    for path in [outside, folder + "/text.txt"] {
      #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8)))
    }
    symlink("/etc/passwd", folder + "/link.wav")
    let before = names
    let item = "\"kind\":\"recording\",\"name\":\"\(name)\""
    for ask in ["hearRecording", "fetchRecording", "discard", "restore"] {
      #expect(
        try problem("{\"ask\":\"\(ask)\",\(item)}")?.contains("there is none of that name") == true)
    }
    #expect(
      try problem("{\"ask\":\"rename\",\(item),\"to\":\"mine\"}")?
        .contains("there is none of that name") == true)
    #expect(names == before && FileSystem.exists(outside))
  }

  @Test("a session that is being played, and a file that is being recorded, stay where they are")
  func busy() throws {
    for (kind, name) in [("recording", "take.wav"), ("session", "played")] {
      let descriptor = open("\(folder)/\(name)", O_RDONLY)
      defer { close(descriptor) }
      #expect(flock(descriptor, LOCK_EX) == 0)
      for (ask, more) in [("discard", ""), ("rename", ",\"to\":\"other\"")] {
        #expect(
          try problem("{\"ask\":\"\(ask)\",\"kind\":\"\(kind)\",\"name\":\"\(name)\"\(more)}")?
            .contains("it is still being") == true)
      }
      flock(descriptor, LOCK_UN)
    }
    #expect(names == ["groove.wav", "take.wav", "played"])
  }

  @Test("more changes than a minute allows are refused, and nothing is lost", .slow)
  func masses() throws {
    var refused: String?
    for number in 0..<200 where refused == nil {
      let (from, to) = number == 0 ? ("take", "0") : ("\(number - 1)", "\(number)")
      refused = try problem(
        "{\"ask\":\"rename\",\"kind\":\"recording\",\"name\":\"\(from).wav\",\"to\":\"\(to)\"}")
    }
    #expect(refused?.contains("a minute") == true, "\(refused ?? "none")")
    #expect(names.count == 3)
  }

  @Test("of a large bin the latest are listed, with how many more there are")
  func largeBin() throws {
    for number in 0..<PageLimits.recordings {
      shown.folder.write([], to: "sessions/Bin/\(number).wav")
    }
    for name in ["groove", "take"] {
      let discard = "{\"ask\":\"discard\",\"kind\":\"recording\",\"name\":\"\(name).wav\"}"
      #expect(try self.name(discard) == "\(name).wav")
    }
    let lists = try #require(try asked(#"{"ask":"shelf"}"#)["result"] as? [String: Any])
    #expect(lists["binMore"] as? Int == 2)
    let bin = try #require(lists["bin"] as? [[String: Any]]).compactMap { $0["name"] as? String }
    #expect(bin.count == PageLimits.recordings)
    #expect(Set(bin).isSuperset(of: ["groove.wav", "take.wav"]))
  }

  @Test("of many recordings the latest are listed, the last one first")
  func manyRecordings() throws {
    for number in 0..<PageLimits.recordings {
      let path = "\(folder)/\(number).wav"
      shown.folder.write([], to: "sessions/\(number).wav")
      var times = [timespec](repeating: timespec(tv_sec: 1_000_000 + number, tv_nsec: 0), count: 2)
      #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    }
    let list = try listed("recordings").compactMap { $0["name"] as? String }
    #expect(list.count == PageLimits.recordings)
    #expect(Set(list.prefix(2)) == ["groove.wav", "take.wav"])
    let others = (2..<PageLimits.recordings).reversed().map { "\($0).wav" }
    #expect(Array(list.dropFirst(2)) == others)
  }
}
