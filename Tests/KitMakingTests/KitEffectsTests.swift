// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation
import Storage
import Testing

@testable import KitMaking

/// Effects that are kept with a kit, while the kit changes.
@Suite struct KitEffectsTests {
  private let folder = TemporaryFolder()
  private let place: OwnKitPlace

  init() throws { place = try OwnKitPlace("\(folder.path)/mouth") }

  private func change(_ level: Float) throws {
    let sound = OwnSound(
      samples: (0..<4800).map { level * Float(sin(Double($0) * 0.1)) }, sampleRateHz: 48_000)
    try OwnKit.change([(.kick, .set([sound]))], of: place)
  }

  private func write(_ text: String, _ name: String = KitEffects.fileName) throws {
    try WholeFile.write(Array(text.utf8), to: "\(place.folder)/\(name)")
  }

  private func read(_ name: String = KitEffects.fileName) -> String? {
    (try? RegularFile.bytes("\(place.folder)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The sound of the kick, as its file has it.
  private func kick() throws -> [UInt8] {
    let pad = try #require(try OwnKit(at: place)?.pad(.kick))
    return try RegularFile.bytes("\(place.folder)/\(pad.files[0])")
  }

  @Test("an undo brings sounds back, and not the effects that were replaced since")
  func replaced() throws {
    try change(0.5)
    try write("drums: crush")
    try change(0.25)
    try write("drums: delay")
    let later = try kick()
    _ = try OwnKit.undo(place)
    #expect(read() == "drums: delay")
    #expect(try kick() != later)
    try write("drums: width")
    _ = try OwnKit.undo(place)
    #expect(read() == "drums: width")
    #expect(try kick() == later)
  }

  @Test("effects that were removed stay removed after an undo")
  func removed() throws {
    try change(0.5)
    try write("drums: crush")
    try write("drums: delay", "effects-before.txt")
    try change(0.25)
    FileSystem.remove("\(place.folder)/effects.txt")
    _ = try OwnKit.undo(place)
    #expect(read() == nil)
    #expect(read("effects-before.txt") == "drums: delay")
  }

  @Test("a kit that is undone comes back with its effects, and so does a new one in its place")
  func whole() throws {
    try change(0.5)
    try write("drums: crush")
    #expect(try OwnKit.undo(place) == nil)
    #expect(try OwnKit.undo(place) != nil)
    #expect(read() == "drums: crush")
    _ = try OwnKit.undo(place)
    try change(0.25)
    #expect(read() == "drums: crush")
  }
}
