// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A kit in memory, and the problems that were found.
public struct LoadedKit: Sendable {
  /// Ready to be played.
  public let kit: Kit
  /// What is wrong with it although it plays.
  public let problems: [KitProblem]
  /// Its files, as they were when it was read.
  public let stamps: KitStamps
}

/// Loads kits from disk into sample memory.
public enum KitLoader {
  /// Loads the kit at `path` into `memory`, with its sounds converted to `sampleRateHz`.
  ///
  /// A kit plays if at least one of its sounds does. What is missing is among the problems.
  ///
  /// - Parameters:
  ///   - adjustments: The player's changes to the kit.
  ///   - choices: Everything that will ever be struck. If the kit is stored as it is played, only
  ///     that is read. Nil if any pad may be struck.
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

  /// Loads a part of the kit at `path` into `memory`, as it is played while the rest is loaded. It
  /// is the same for the same choices and gain.
  ///
  /// - Parameters:
  ///   - adjustments: The player's changes to the kit.
  ///   - choices: What will be struck first. The other pads are not loaded. If it is empty, all
  ///     pads are.
  ///   - gainDecibels: The gain with which it is played; nil for what the part itself asks for.
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

  /// The plan of the kit at `path`, and what is wrong with it.
  ///
  /// - Parameter adjustments: The player's changes to the kit.
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
