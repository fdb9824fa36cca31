// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A kit in memory, and what was found wrong with it on the way.
public struct LoadedKit: Sendable {
  /// Ready to be played.
  public let kit: Kit
  /// What is wrong with it although it plays.
  public let problems: [KitProblem]
}

/// Brings kits from disk into sample memory.
public enum KitLoader {
  /// Loads the kit at `path` into `memory`, its sounds converted to `sampleRateHz`.
  ///
  /// A kit plays as long as one of its sounds does; what is missing is among the problems.
  ///
  /// - Parameters:
  ///   - adjustments: What the player has otherwise than the kit.
  ///   - choices: All that will ever be struck of it: where the kit is kept as it is played, only that is read. Nil if any
  ///     of its pads may be struck.
  public static func load(
    path: String, sampleRateHz: Int, adjustments: KitAdjustments = KitAdjustments(),
    into memory: SampleMemory, struckOnlyAt choices: [PadChoice]? = nil
  ) throws(KitError) -> LoadedKit {
    var job = try LoadingJob(
      path: path, sampleRateHz: sampleRateHz, adjustments: adjustments, memory: memory,
      choices: choices)
    let loaded = try job.whole()
    job.keeping?.keepLater()
    return loaded
  }

  /// Loads a part of the kit at `path` into `memory`, as it is played while the rest is on its way: the same for the same
  /// choices and gain.
  ///
  /// - Parameters:
  ///   - adjustments: What the player has otherwise than the kit.
  ///   - choices: What will be struck first: of the other pads there is nothing. All pads where it is empty.
  ///   - gainDecibels: With which it is played; nil for what the part itself asks for.
  public static func part(
    _ detail: KitDetail, ofKit path: String, sampleRateHz: Int,
    adjustments: KitAdjustments = KitAdjustments(), into memory: SampleMemory,
    struckAt choices: [PadChoice], gainDecibels: Float? = nil
  ) throws(KitError) -> Kit {
    var job = try LoadingJob(
      path: path, sampleRateHz: sampleRateHz, adjustments: adjustments, memory: memory)
    guard detail != .whole else { return try job.whole().kit }
    return try job.sketch(detail, struckAt: choices, gainDecibels: gainDecibels)
  }

  /// What would be played of the kit at `path`, and what is wrong with it.
  ///
  /// - Parameter adjustments: What the player has otherwise than the kit.
  public static func plan(
    path: String, adjustments: KitAdjustments = KitAdjustments()
  ) throws(KitError) -> KitPlan {
    var files = SoundFiles()
    let description = try KitReader.describe(path: path).adjusted(adjustments, path: path)
    return try plan(description, path: path, files: &files).plan
  }

  static func plan(
    _ description: KitDescription, path: String, files: inout SoundFiles,
    known: KnownFigures = KnownFigures(), progress: LoadingProgress? = nil
  ) throws(KitError) -> KitPlanner.Outcome {
    let outcome = KitPlanner.plan(description, files: &files, known: known, progress: progress)
    let regionCount = outcome.regionCount
    guard !outcome.plan.pads.isEmpty else {
      throw KitError(
        .broken, kit: path,
        reason: regionCount == 0 ? "it names no sounds" : "none of its sounds can be played",
        advice: regionCount == 0
          ? "check that it is a kit" : "put its sounds in their places",
        problems: outcome.plan.problems)
    }
    return outcome
  }
}
