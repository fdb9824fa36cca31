// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Foundation
import Kits
import Profiles
import Recording
import Simulation
import Testing

@testable import Instrument
@testable import Sessions

@Suite struct SessionPartsTests {
  private let folder = TemporaryFolder()

  /// The folders of a session that was in three, with these files; nil for a missing one.
  private func parts(_ names: [[String]?]) throws -> SessionParts {
    let folders = names.indices.map { SessionFolder(path: "\(folder.path)/\($0)") }
    var record = SessionRecord(
      startedAt: Date(timeIntervalSince1970: 0), sampleRateHz: 48_000,
      kit: SessionRecord.PlayedKit(
        name: "kit", path: "/kit", hash: "", adjustments: KitAdjustments()),
      profile: .general, settings: InstrumentSettings(),
      devices: SessionRecord.Devices(input: nil, output: nil, periodFrames: 64, periodCount: 2))
    for (number, (folder, names)) in zip(folders, names).enumerated() {
      guard let names else { continue }
      FallbackPlaces.makeFolder(of: folder.recordPath)
      record.place = SessionRecord.Place(number: number, folders: folders.map(\.path))
      try record.write(folder)
      for name in names {
        #expect(FileManager.default.createFile(atPath: "\(folder.path)/\(name)", contents: nil))
      }
    }
    let last = folders[try #require(names.lastIndex { $0 != nil })]
    return try SessionParts(last, SessionRecord.read(last))
  }

  @Test(
    "a recording is that of its folders one after the other; copied parts count once",
    arguments: [
      ([["mix.wav"], nil, nil], ["0/mix.wav"]),
      ([["mix.wav"], ["mix.wav"], nil], ["0/mix.wav", "1/mix.wav"]),
      ([["mix.wav"], nil, ["mix.wav"]], ["0/mix.wav", "2/mix.wav"]),
      ([nil, ["mix-before.wav", "mix.wav"], nil], ["1/mix-before.wav", "1/mix.wav"]),
      ([["mix.wav"], ["mix-before.wav", "mix.wav"], nil], ["1/mix-before.wav", "1/mix.wav"]),
      (
        [["mix.wav"], nil, ["mix-before.wav", "mix.wav"]],
        ["0/mix.wav", "2/mix-before.wav", "2/mix.wav"]
      ),
      (
        [["mix.wav"], ["mix.wav"], ["mix-before.wav", "mix.wav"]],
        ["0/mix.wav", "2/mix-before.wav", "2/mix.wav"]
      ),
    ] as [([[String]?], [String])])
  func paths(names: [[String]?], expected: [String]) throws {
    let paths = try parts(names).paths(\.mixPath)
    #expect(paths == expected.map { "\(folder.path)/\($0)" })
  }

  @Test("a beginning that is neither there nor copied is missing")
  func missing() throws {
    #expect(try parts([nil, ["microphone.wav"], nil]).missingBeginning == "\(folder.path)/0")
    #expect(try parts([nil, ["microphone-before.wav"], nil]).missingBeginning == nil)
    #expect(try parts([["mix.wav"], ["mix.wav"], nil]).missingBeginning == nil)
  }
}
