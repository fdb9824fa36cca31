// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Kits

/// Kits that Flam computes when they are first played.
@Suite struct SynthesisedKitTests {
  private static let made = ["brushes", "electro", "percussion"]

  let folder = TemporaryFolder()

  private func kit(_ name: String, cache: String = "cache") throws -> SynthesisedKit {
    try #require(SynthesisedKit.all(cache: "\(folder.path)/\(cache)").first { $0.name == name })
  }

  private func loaded(_ kit: SynthesisedKit) throws -> LoadedKit {
    try KitLoader.load(
      path: kit.path, sampleRateHz: 48_000, into: SampleMemory(megabytes: 256))
  }

  /// A tenth of a second of a stroke on each pad.
  private func strokes(_ kit: Kit) -> [[SIMD2<Float>]] {
    kit.pads.indices.map { pad in
      var voices = VoiceBank(kit: kit, seed: 7)
      voices.start(NoteOn(hit: 1, pad: pad, velocity: 0.7), atFrame: 0)
      return voices.rendered(frameCount: 4800)
    }
  }

  @Test("each is found by its name before it is made, after a person's own kits")
  func names() throws {
    folder.write(text: "", to: "data/flam/kits/electro.sfz")
    let locator = KitLocator(
      environment: ["XDG_DATA_HOME": "\(folder.path)/data", "XDG_CACHE_HOME": folder.path],
      executablePath: "")
    #expect(locator.synthesisedKits.map(\.name) == Self.made)
    #expect(try locator.kit("percussion").hasPrefix("\(folder.path)/flam/kits/percussion"))
    #expect(try locator.kit("electro") == "\(folder.path)/data/flam/kits/electro.sfz")
    #expect(locator.synthesisedKits.allSatisfy { !$0.isMade })
    for made in locator.synthesisedKits { #expect(try locator.kit(made.path) == made.path) }
  }

  @Test(
    "a kit is made with progress, plays every pad at every velocity, and an earlier version goes",
    .slow, arguments: TestLoad.cases(made, else: [1]))
  func plays(name: String) throws {
    let earlier = folder.write(text: "", to: "cache/\(name)-made0/\(name).sfz")
    chmod("\(folder.path)/cache", 0o700)
    let kit = try kit(name)
    var shares: [Double] = []
    try kit.make {
      shares.append($0)
      return true
    }
    #expect(kit.isMade && shares == shares.sorted() && shares.last == 1 && shares.count > 5)
    #expect(!FileManager.default.fileExists(atPath: earlier))
    let loaded = try loaded(kit)
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    #expect(StruckKit(loaded.kit).silences(rounds: 1, seed: 1).isEmpty)
    for role in [PadRole.kick, .snare, .hihatClosed, .tomLow, .tomMid, .tomHigh] {
      #expect(loaded.kit.pads.contains { $0.role == role }, "\(role)")
    }
    for hit in RenderedKit(loaded.kit).hits() {
      #expect(hit.lateSeconds.map { $0 <= 0.0005 } == true, "\(loaded.kit.pads[hit.pad].name)")
    }
  }

  @Test("a kit that is no longer wanted leaves nothing")
  func givenUp() throws {
    let kit = try kit("percussion")
    var count = 0
    #expect(throws: KitError.self) {
      try kit.make { _ in
        count += 1
        return false
      }
    }
    #expect(count == 1 && !kit.isMade)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/cache").isEmpty)
  }

  @Test("made twice, a kit sounds the same, sample by sample", .slow)
  func deterministic() throws {
    let (one, other) = (try kit("percussion"), try kit("percussion", cache: "other"))
    try one.make()
    try other.make()
    #expect(try strokes(loaded(one).kit) == strokes(loaded(other).kit))
  }

  @Test("a file that was cut off, changed or lost is noticed, and the kit is made anew", .slow)
  func brokenCache() throws {
    let kit = try kit("electro")
    try kit.make()
    let sound = URL(filePath: kit.path).deletingLastPathComponent()
      .appending(path: "kick/kick-1-1.ogg")
    let whole = try Data(contentsOf: sound)
    for broken in [whole.prefix(100), whole.dropLast() + [7]] {
      try broken.write(to: sound)
      #expect(!kit.isMade)
      try whole.write(to: sound)
      #expect(kit.isMade)
    }
    try FileManager.default.removeItem(at: sound)
    #expect(!kit.isMade)
    try kit.make()
    #expect(try kit.isMade && Data(contentsOf: sound).count == whole.count)
  }

  @Test("if the cache cannot be written to, that is reported with what to do")
  func noCache() throws {
    folder.write(text: "", to: "cache")
    let kit = try kit("electro")
    do {
      try kit.make()
      Issue.record("made in a file")
    } catch {
      #expect("\(error)".contains("XDG_CACHE_HOME"))
    }
  }
}
