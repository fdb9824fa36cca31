// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Kits

/// Kits that really exist: those of Debian's hydrogen-drumkits, hydrogen-data and sonic-pi-samples.
@Suite(.serialized) struct InstalledKitsTests {
  private static let found = KitLocator(environment: [:], executablePath: "").kits
  private static let names = TestLoad.isWhole ? all : some
  private static let all = [
    "Audiophob", "BJA_Pacific", "ColomboAcousticDrumkit", "ElectricEmpireKit", "ForzeeStereo",
    "GMRockKit", "Gimme A Hand 1.0", "HardElectro1", "Millo-Drums_v.1", "Millo_MultiLayered2",
    "Millo_MultiLayered3", "TR808EmulationKit", "The Black Pearl 1.0", "VariBreaks",
    "circAfrique v4", "rumpf_kit_z01_h2", "sonic-pi",
  ]
  /// One of each kind: layers, a missing sound, one sound a pad, a folder of sounds.
  private static let some = [
    "GMRockKit", "Millo_MultiLayered2", "TR808EmulationKit", "sonic-pi",
  ]

  /// Their real faults.
  private static let faults = [
    "Millo_MultiLayered2": ["drumkit.xml:391: sound 'misc_Cowbell.flac' is missing"]
  ]

  /// Kits of the list that are installed; a warning in the list of tests names the missing ones.
  private static func path(_ name: String) -> String? { found.first { $0.name == name }?.path }

  @Test(
    "every installed kit comes across, aligned and levelled, with its faults named",
    .slow,
    .enabled(
      if: names.contains { path($0) != nil },
      "install hydrogen-drumkits, hydrogen-data and sonic-pi-samples: tools/setup kits"),
    arguments: names.filter { path($0) != nil })
  func installed(name: String) throws {
    let path = try #require(Self.path(name))
    var files = SoundFiles()
    let plan = KitPlanner.plan(try KitReader.describe(path: path), files: &files).plan
    let faults = plan.problems.filter(\.isFault).map(\.description)
    #expect(faults == Self.faults[name, default: []])
    for pad in plan.pads {
      let curve = pad.loudnessDecibels.dropFirst()
      let steps = zip(curve, curve.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { (0...3).contains($0) }, "\(pad.name)")
      #expect(pad.layers.first?.velocities.lowerBound == 0, "\(pad.name)")
      #expect(pad.layers.last?.velocities.upperBound == 127, "\(pad.name)")
      for (lower, upper) in zip(pad.layers, pad.layers.dropFirst()) {
        #expect(lower.velocities.upperBound + 1 == upper.velocities.lowerBound, "\(pad.name)")
      }
    }
    let kit = try KitLoader.load(
      path: path, sampleRateHz: 48_000, into: SampleMemory(megabytes: 4096)
    ).kit
    expectHeard(kit)
    let silences = StruckKit(kit).silences(rounds: 3, seed: 5)
    #expect(silences.isEmpty, "\(silences.map { "\(kit.pads[$0.pad].name) \($0.velocity)" })")
  }

  @Test(
    "at the lowest of output rates a hit sounds at once, detuned or not, and louder the harder it is",
    .slow, .enabled(if: names.contains { path($0) != nil }, "tools/setup kits"),
    arguments: names.filter { path($0) != nil })
  func lowRate(name: String) throws {
    let path = try #require(Self.path(name))
    let kit = try KitLoader.load(
      path: path, sampleRateHz: 22_050, into: SampleMemory(megabytes: 2048)
    ).kit
    for hit in RenderedKit(kit, humanising: .slight).hits() {
      #expect(hit.lateSeconds.map { $0 <= 0.0005 } == true, "\(kit.pads[hit.pad].name)")
    }
    expectRising(kit)
  }

  /// Hits come at once, and are louder the harder they are.
  private func expectHeard(_ kit: Kit) {
    let rendered = RenderedKit(kit)
    for hit in rendered.hits() {
      #expect(
        hit.lateSeconds.map { $0 <= 0.0005 } == true,
        "\(kit.pads[hit.pad].name), layer \(hit.layer): \(hit.lateSeconds ?? .infinity)")
    }
    expectRising(kit)
  }

  /// At every border between layers.
  private func expectRising(_ kit: Kit) {
    let rendered = RenderedKit(kit)
    for pad in kit.pads.indices {
      for (velocity, step) in rendered.borderStepsDecibels(pad: pad) {
        // Rounding is worth less than 0.01 dB.
        #expect((-0.01...3).contains(step), "\(kit.pads[pad].name) above \(velocity): \(step)")
      }
    }
  }
}
