// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument

/// One kit on its way from disk into sample memory: what it says has been read, its sounds have not.
struct LoadingJob {
  private let path: String
  private let memory: SampleMemory
  private let description: KitDescription
  private let maker: SoundMaker
  private let progress: LoadingProgress
  private var files = SoundFiles()

  init(
    path: String, sampleRateHz: Int, memory: SampleMemory,
    progress: LoadingProgress = LoadingProgress()
  ) throws(KitError) {
    self.path = path
    self.memory = memory
    self.progress = progress
    maker = SoundMaker(sampleRateHz: sampleRateHz)
    description = try KitReader.describe(path: path)
  }

  /// All of it.
  mutating func whole() throws(KitError) -> LoadedKit {
    progress.expect(sounds: description.pads.map(\.regions.count).reduce(0, +))
    let plan = try KitLoader.plan(description, path: path, files: &files, progress: progress)
    progress.expect(toStore: plan.sounds.count)
    return LoadedKit(
      kit: try kit(plan, isWhole: true), format: plan.format.rawValue,
      notes: plan.pads.map(\.note), problems: plan.problems)
  }

  /// The little of it that answers `roles` before the rest is there.
  mutating func sketch(
    _ detail: KitSketch.Detail, answering roles: [PadRole]
  ) throws(KitError) -> Kit {
    let sketch = KitSketch.description(of: description, detail, answering: roles)
    return try kit(KitLoader.plan(sketch, path: path, files: &files), isWhole: false)
  }

  private mutating func kit(_ plan: KitPlan, isWhole: Bool) throws(KitError) -> Kit {
    var sounds: [SoundRecipe: Sound] = [:]
    do {
      for recipe in plan.sounds {
        sounds[recipe] = try store(recipe, of: plan)
        if isWhole { progress.noteStored() }
      }
    } catch {
      for sound in sounds.values { memory.free(sound) }
      throw error
    }
    let assembly = KitAssembly(plan, sounds)
    return Kit(
      name: plan.name, sampleRateHz: maker.sampleRateHz, pads: assembly.pads,
      chokes: assembly.chokes, memory: memory, isWhole: isWhole)
  }

  private mutating func store(_ recipe: SoundRecipe, of plan: KitPlan) throws(KitError) -> Sound {
    if progress.isGivenUp {
      throw KitError(
        .unreadable, kit: path, reason: LoadingProgress.givenUpReason, advice: "try again")
    }
    let frames: [SIMD2<Float>]
    do {
      frames = try maker.frames(of: recipe, from: &files)
    } catch {
      throw KitError(
        .unreadable, kit: path, reason: error.description, advice: "try again",
        problems: plan.problems)
    }
    guard let sound = memory.store(frames) else {
      let needed = Int(plan.megabytes(sampleRateHz: maker.sampleRateHz).rounded(.up))
      throw KitError(
        .unsupported, kit: path,
        reason: "its sounds take \(needed) MB, and not so much of the \(memory.megabytes) MB of "
          + "sample memory is free",
        advice: "give more by --sample-memory, or choose a smaller kit")
    }
    return sound
  }
}
