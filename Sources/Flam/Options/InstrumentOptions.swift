// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Instrument
import Kits
import Profiles
import Sessions

/// What answers, and to which sounds.
struct InstrumentOptions: ParsableArguments {
  @Option(help: "Kit: a name or the path of an SFZ file. Default: the bundled kit.")
  var kit: String?

  @Option(
    help: "Profile: a name or a path, made by 'flam learn'. Default: low, middle and high sounds.")
  var profile: String?

  @Option(help: "Number that determines everything random, 0 or more.")
  var seed: UInt64?

  @Option(help: "Gain of all drums in decibels (-60...24).")
  var gain: Float = InstrumentSettings().gainDecibels

  func validate() throws {
    guard (-60...24).contains(gain) else {
      throw ValidationError("--gain must lie in -60...24, not \(gain).")
    }
  }

  /// The profile that is meant.
  func loadProfile() throws -> Profile { try ProfileLocator().profile(profile) }

  /// The instrument that is meant, at a sample rate; what is wrong with its kit is told.
  func performance(sampleRateHz: Int, defaultSeed: UInt64) throws -> Performance {
    let profile = try loadProfile()
    let loaded = try KitLoader.load(path: KitLocator().kit(kit), sampleRateHz: sampleRateHz)
    for problem in loaded.problems.prefix(3) { Terminal.tell("kit: \(problem)") }
    if loaded.problems.count > 3 {
      Terminal.tell("kit: and \(loaded.problems.count - 3) more problems")
    }
    var settings = InstrumentSettings()
    settings.seed = seed ?? defaultSeed
    settings.gainDecibels = gain
    return Performance(kit: loaded.kit, profile: profile, settings: settings)
  }
}
