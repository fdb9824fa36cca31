// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Sessions
import Simulation
import TestSupport
import Testing

@testable import Web

/// A page's questions about sessions, and the answers.
@Suite(.simulated) struct PageSessionTests {
  private static let name = "2026-03-01 17.45.09"

  private let shown: ShownPage
  private let folder: SessionFolder

  init() throws {
    shown = try ShownPage()
    folder = try RenderedSession.make(Self.name, in: shown.folder.path + "/sessions")
  }

  private func page() throws -> PageCaller {
    let page = try #require(shown.page())
    _ = try #require(page.message("choices"))
    return page
  }

  /// The answer to a question about the session.
  private func asked(_ page: PageCaller, _ ask: String, _ more: String = "") throws -> [String: Any]
  {
    page.say("{\"ask\":\"\(ask)\",\"session\":\"\(Self.name)\"\(more)}")
    return try #require(page.message("reply"))
  }

  private func result(_ page: PageCaller, _ ask: String, _ more: String = "") throws -> [String:
    Any]
  {
    let reply = try asked(page, ask, more)
    return try #require(reply["result"] as? [String: Any], "\(reply)")
  }

  private func fetched(_ address: Any?, _ header: String = "") throws -> (head: String, body: Data)
  {
    let caller = try #require(PageCaller(port: shown.port))
    let address = try #require(address as? String)
    caller.send(
      "GET \(address) HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\(shown.cookie)\(header)\r\n")
    var bytes: [UInt8] = []
    while let more = caller.receive() { bytes += more }
    let end = try #require(bytes.firstRange(of: HTTPRequest.end))
    return (
      String(decoding: bytes[..<end.lowerBound], as: UTF8.self), Data(bytes[end.upperBound...])
    )
  }

  private var files: [String: Data] {
    Dictionary(
      uniqueKeysWithValues: folder.filePaths.map {
        ($0, FileManager.default.contents(atPath: $0) ?? Data())
      })
  }

  @Test("a session is listed and opened, with its hits and the outline of its sound")
  func opened() throws {
    let page = try page()
    page.say(#"{"ask":"sessions","ref":5}"#)
    let reply = try #require(page.message("reply"))
    let list = try #require(reply["result"] as? [[String: Any]])
    #expect(reply["ref"] as? Int == 5 && list.count == 1)
    #expect(list[0]["name"] as? String == Self.name && list[0]["hits"] as? Int == 4)
    #expect(list[0]["isBeingPlayed"] as? Bool == false)
    let reported = try result(page, "session")
    #expect(reported["sounds"] as? [String] == shown.engine.state.profile?.sounds.sorted())
    let hits = try fetched(reported["hits"])
    #expect(hits.head.contains("application/json"))
    let columns = try #require(
      JSONSerialization.jsonObject(with: hits.body) as? [String: [Any]])
    #expect(try columns["frames"] as? [Int] == SessionHits(folder).hits.map(\.frame))
    #expect(columns["starts"]?.count == 4 && columns["sounds"]?.count == 4)
    let partSeconds = try #require(reported["partSeconds"] as? Double)
    let outline = try fetched(reported["outline"]).body
    #expect(
      abs(Double(outline.count / 2) * partSeconds - (list[0]["seconds"] as? Double ?? 0)) < 0.01)
    #expect(outline.contains { Int8(bitPattern: $0) > 20 })
  }

  @Test("its own recording is heard as it was played, in parts on request")
  func recording() throws {
    let page = try page()
    let reported = try result(page, "hear")
    let mix = try #require(FileManager.default.contents(atPath: folder.mixPath))
    #expect(try fetched(reported["sound"]).body == mix)
    let part = try fetched(reported["sound"], "Range: bytes=100-199\r\n")
    #expect(part.head.hasPrefix("HTTP/1.1 206") && part.body == mix[100..<200])
    #expect(part.head.contains("Content-Range: bytes 100-199/\(mix.count)"))
    let beyond = try fetched(reported["sound"], "Range: bytes=\(mix.count)-\r\n")
    #expect(beyond.head.hasPrefix("HTTP/1.1 416") && beyond.body.isEmpty)
  }

  @Test(
    "a changed table is heard and kept as 'flam replay --hits' has it; the original stays", .slow
  )
  func changed() throws {
    let page = try page()
    let before = files
    let changes =
      #","changes":[{"place":1,"isDeleted":true},{"place":2,"laterFrames":4800,"velocity":0.25}]"#
    let heard = try fetched(result(page, "hear", changes)["sound"]).body
    page.say(#"{"ask":"changes","changes":[{"place":1,"isDeleted":true}]}"#)
    let rest = #","changes":[{"place":2,"laterFrames":4800,"velocity":0.25}]"#
    let kept = try #require(try result(page, "keep", rest)["version"] as? String)
    let path = try #require(folder.path(ofVersion: kept))
    let out = shown.folder.path + "/again.wav"
    try RenderedSession.replay(folder.path, hitsPath: path, out: out)
    #expect(FileManager.default.contents(atPath: out) == heard)
    #expect(heard != FileManager.default.contents(atPath: folder.mixPath))
    let now = files
    #expect(before.allSatisfy { now[$0.key] == $0.value } && now.count == before.count + 1)
    let reported = try result(page, "session", ",\"version\":\"\(kept)\"")
    #expect(reported["versions"] as? [String] == [kept])
    let was = try SessionHits(folder).hits
    let table = try HitFile.read(path: path, isWhole: true).map(\.hit)
    #expect(table.map(\.frame) == [was[0].frame, was[2].frame + 4800, was[3].frame])
    #expect(table[1].velocity == 0.25 && table[0] == was[0])
  }

  @Test("an added hit is heard as 'flam replay --hits' plays it, and kept", .slow)
  func added() throws {
    let page = try page()
    let was = try SessionHits(folder).hits
    let sound = try #require(was[1].sound)
    let frame = was[1].frame + 9600
    let changes =
      ",\"changes\":[{\"place\":4,\"frame\":\(frame),\"sound\":\"\(sound)\",\"velocity\":0.9}]"
    let heard = try fetched(result(page, "hear", changes)["sound"]).body
    let kept = try #require(try result(page, "keep", changes)["version"] as? String)
    let path = try #require(folder.path(ofVersion: kept))
    let out = shown.folder.path + "/again.wav"
    try RenderedSession.replay(folder.path, hitsPath: path, out: out)
    #expect(FileManager.default.contents(atPath: out) == heard)
    #expect(heard != FileManager.default.contents(atPath: folder.mixPath))
    let table = try HitFile.read(path: path, isWhole: true).map(\.hit)
    #expect(table.filter { $0.hit != nil } == was)
    #expect(table.filter { $0.hit == nil }.map(\.frame) == [frame])
  }

  @Test("a table is fetched as MIDI, as a table and as JSON lines, under a plain name")
  func exported() throws {
    let page = try page()
    for (format, start) in ["mid": "MThd", "csv": "seconds,frame", "jsonl": "{\"frame\":"] {
      let reported = try result(page, "export", ",\"format\":\"\(format)\"")
      let file = try fetched(reported["file"])
      #expect(file.body.starts(with: Data(start.utf8)))
      #expect(file.head.contains("attachment; filename=\"\(Self.name).\(format)\""))
    }
    #expect(PageExport.csv.fileName("a\"\r\nb/ü", isAsPlayed: false) == "a___b__ edited.csv")
  }

  @Test("a sound that was made goes with the page's server")
  func scratch() throws {
    let page = try page()
    _ = try result(page, "hear", #","changes":[{"place":0,"isDeleted":true}]"#)
    let scratch = shown.folder.path + "/scratch"
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: scratch).contains { $0.hasSuffix(".wav") }
    )
    shown.server.stop()
    #expect(
      try !FileManager.default.subpathsOfDirectory(atPath: scratch).contains {
        $0.hasSuffix(".wav")
      })
  }
}
