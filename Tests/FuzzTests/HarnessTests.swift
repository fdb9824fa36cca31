// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import flam_fuzz

/// The inputs that `tools/fuzz` begins with, and its finds.
@Suite struct HarnessTests {
  let sandbox = Sandbox()

  @Test(
    "each seed is understood, and broken off at any tenth it ends no program", .slow,
    arguments: Harness.all.map(\.name))
  func seeds(name: String) throws {
    let harness = try #require(Harness.all.first { $0.name == name })
    for (number, seed) in try harness.seeds().enumerated() {
      #expect(harness.run(FuzzInput(seed), in: sandbox), "seed \(number) of \(name)")
      for tenth in 0..<10 {
        let beginning = FuzzInput(Array(seed.prefix(seed.count * tenth / 10)))
        _ = harness.run(beginning, in: sandbox)
      }
    }
  }

  @Test("earlier finds end no program any more", arguments: Self.finds)
  func found(path: String) throws {
    let url = URL(filePath: path)
    let name = url.deletingLastPathComponent().lastPathComponent
    let harness = try #require(Harness.all.first { $0.name == name })
    _ = harness.run(FuzzInput([UInt8](try Data(contentsOf: url))), in: sandbox)
  }

  /// The files in `Finds`, a folder for each parser.
  private static let finds: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Finds").path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.map { "\(folder)/\($0)" }.filter {
      var isFolder = ObjCBool(false)
      return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }()
}
