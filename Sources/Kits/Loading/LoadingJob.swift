// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Realtime
import ErrorAdvice

/// One kit on its way from disk into sample memory. Its description has been read, its sounds have
/// not.
struct LoadingJob {
  /// How long a kit waits for another one to ring out.
  private static let patienceMicroseconds = 20_000_000
  private static let pollMicroseconds = 5000

  private let path: String
  private let memory: SampleMemory
  private let textStamp: String?
  private let description: KitDescription
  private let adjustments: KitAdjustments
  private let maker: SoundMaker
  private let progress: LoadingProgress
  private let streamer: TailStreamer?
  private let cache: SampleCache
  /// Everything that will ever be struck; nil if that may be any pad.
  private let choices: [PadChoice]?
  private var files = SoundFiles()
  /// The stored figures of the kit, once they are read.
  private var known: KnownFigures?
  /// The whole kit, once it is planned.
  private var planned: KitPlanner.Outcome?
  /// What should be stored for the next time, once the kit is loaded; nil if it is stored already,
  /// or is too little to matter.
  private(set) var keeping: KitKeeping?
  /// The memory of its sketches, which play until the whole kit is loaded.
  private var sketchBlocks = 0

  /// - Parameters:
  ///   - streamer: Streams what does not fit; nil if the kit must fit.
  ///   - choices: Everything that will ever be struck; nil if that may be any pad.
  init(
    path: String, sampleRateHz: Int, adjustments: KitAdjustments = KitAdjustments(),
    memory: SampleMemory,
    streamer: TailStreamer? = nil,
    cache: SampleCache = SampleCache(), choices: [PadChoice]? = nil,
    progress: LoadingProgress = LoadingProgress()
  ) throws(KitError) {
    self.path = path
    self.memory = memory
    self.progress = progress
    self.streamer = streamer
    self.cache = cache
    self.choices = choices
    self.adjustments = adjustments
    maker = SoundMaker(sampleRateHz: sampleRateHz)
    // From before it is read: what changes while it is read is noticed.
    textStamp = Folder.stamp(path)
    description = try KitReader.describe(path: path) { share in
      progress.count(made: share)
      return !progress.isGivenUp
    }.adjusted(adjustments, path: path)
  }

  /// Nothing of it must be measured or made: the whole kit can be loaded at once.
  mutating func isKept() -> Bool {
    guard !knownFigures().isEmpty, let plan = try? plan().plan else { return false }
    return cache.known(plan.sounds, sampleRateHz: maker.sampleRateHz) != nil
  }

  /// The whole kit.
  mutating func whole() throws(KitError) -> LoadedKit {
    let outcome = try plan()
    let plan = outcome.plan
    progress.expect(toStore: plan.sounds.count)
    let kit = try kit(plan, isWhole: true)
    if streamer != nil, keptGainDecibels != plan.gainDecibels {
      cache.keep(gainDecibels: plan.gainDecibels, ofKit: path, adjustments)
    }
    return LoadedKit(
      kit: kit, problems: plan.problems,
      stamps: KitStamps(text: (path, textStamp), sounds: files.stamps))
  }

  private mutating func plan() throws(KitError) -> KitPlanner.Outcome {
    if let planned { return planned }
    progress.expect(sounds: Self.regionCount(description))
    let outcome = try KitLoader.plan(
      description, path: path, files: &files, known: knownFigures(), progress: progress)
    planned = outcome
    return outcome
  }

  private mutating func knownFigures() -> KnownFigures {
    let figures = known ?? cache.figures(ofKit: path)
    known = figures
    return figures
  }

  /// The gain of the whole kit when it was last loaded; nil if unknown.
  var keptGainDecibels: Float? {
    description.gain.isMatched ? cache.gainDecibels(ofKit: path, adjustments) : nil
  }

  /// The small part that is struck before the rest is loaded; an error if it would leave too little
  /// memory for the rest.
  ///
  /// - Parameter gainDecibels: The gain of the whole kit; nil for what the part itself asks for.
  mutating func sketch(
    _ detail: KitDetail, struckAt choices: [PadChoice], gainDecibels: Float? = nil
  ) throws(KitError) -> Kit {
    let sketch = KitSketch.description(of: description, detail, struckAt: choices)
    var plan = try KitLoader.plan(sketch, path: path, files: &files).plan
    if let gainDecibels { plan.gainDecibels = gainDecibels }
    let blocks = plan.blockCount(sampleRateHz: maker.sampleRateHz)
    if streamer != nil, sketchBlocks + blocks > memory.blockCount - mostResidentBlocks {
      // What is finally streamed can begin with large hits, but needs the memory of its layers.
      let regions = max(1, Self.regionCount(sketch))
      let likelyBlocks = blocks * Self.regionCount(description) / regions
      guard detail == .hit && likelyBlocks > mostResidentBlocks else { throw tooLarge(plan) }
    }
    let kit = try kit(plan, isWhole: false)
    sketchBlocks += blocks
    return kit
  }

  /// A larger kit is streamed; the rest of the memory is for sketches.
  private var mostResidentBlocks: Int { memory.blockCount * 3 / 4 }

  private static func regionCount(_ description: KitDescription) -> Int {
    description.pads.map(\.regions.count).reduce(0, +)
  }

  private mutating func kit(_ plan: KitPlan, isWhole: Bool) throws(KitError) -> Kit {
    let blocks = plan.blockCount(sampleRateHz: maker.sampleRateHz)
    defer { streamer?.endReservation() }
    if let streamer {
      // Blocks of a kit that leaves are freed as it rings out; those of its own sketches are not.
      let fits = blocks <= mostResidentBlocks && sketchBlocks + blocks <= memory.blockCount
      let hasRoom = fits && waitForRoom(streamer, blocks: blocks)
      try progress.checkIsWanted(path)
      if isWhole && !hasRoom { return try streamedKit(plan, streamer) }
    }
    return try residentKit(plan, isWhole: isWhole)
  }

  private func waitForRoom(_ streamer: TailStreamer, blocks: Int) -> Bool {
    var waited = 0
    while streamer.availableBlocks < blocks && waited < Self.patienceMicroseconds
      && !progress.isGivenUp
    {
      MonotonicClock.sleep(microseconds: Self.pollMicroseconds)
      waited += Self.pollMicroseconds
    }
    return !progress.isGivenUp && streamer.reserve(blocks: blocks)
  }

  /// All its sounds in memory.
  private mutating func residentKit(_ plan: KitPlan, isWhole: Bool) throws(KitError) -> Kit {
    let recipes = plan.sounds
    let megabytes = plan.megabytes(sampleRateHz: maker.sampleRateHz)
    let isLarge = isWhole && megabytes >= cache.leastMegabytes
    let kept = isLarge ? cache.known(recipes, sampleRateHz: maker.sampleRateHz) : nil
    // What is not stored is made from all of its files, for the next time.
    let struck = kept == nil ? [] : Set(choices.map(plan.sounds(struckAt:)) ?? [])
    var sounds: [SoundRecipe: StoredSound] = [:]
    let lastUses = Self.lastUses(recipes)
    do throws(KitError) {
      for (index, recipe) in recipes.enumerated() where struck.isEmpty || struck.contains(recipe) {
        if let sound = kept?.stored(index, in: memory, sampleRateHz: maker.sampleRateHz) {
          sounds[recipe] = sound
        } else {
          let frames = try frames(of: recipe)
          if isWhole { lastUses[index]?.forEach { files.forget($0) } }
          guard let sound = memory.store(frames) else { throw tooLarge(plan) }
          sounds[recipe] = stored(sound, frames)
        }
        streamer?.take(
          blocks: SampleMemory.blocks(frameCount: sounds[recipe]?.sound.frameCount ?? 0))
        if isWhole { progress.countStored() }
      }
    } catch {
      for stored in sounds.values { memory.free(stored.sound) }
      throw error
    }
    // What nothing strikes is never heard. If it were, it would be another drum and not silence.
    let standIn = recipes.compactMap { sounds[$0] }
      .max { $0.sound.frameCount < $1.sound.frameCount }
    for recipe in recipes where sounds[recipe] == nil { sounds[recipe] = standIn }
    let kit = kit(plan, sounds, isWhole: isWhole)
    if isLarge { keep(kit, kept == nil ? sounds.mapValues(\.sound) : [:]) }
    return kit
  }

  /// - Parameter sounds: Those that are not stored yet.
  private mutating func keep(_ kit: Kit, _ sounds: [SoundRecipe: Sample]) {
    guard let planned else { return }
    let isMeasured = !knownFigures().holdsAll(of: planned.figures)
    guard isMeasured || !sounds.isEmpty else { return }
    keeping = KitKeeping(
      cache: cache, path: path, figures: isMeasured ? planned.figures : nil,
      recipes: sounds.isEmpty ? [] : planned.plan.sounds, kit: kit, sounds: sounds)
  }

  /// The files that no later recipe uses, by the place of the last one that does.
  private static func lastUses(_ recipes: [SoundRecipe]) -> [Int: [String]] {
    var places: [String: Int] = [:]
    for (index, recipe) in recipes.enumerated() {
      for part in recipe.parts { places[part.slice.path] = index }
    }
    return Dictionary(grouping: places.keys) { places[$0] ?? 0 }
  }

  /// The heads of its sounds in memory, all of them in a file of the cache.
  private mutating func streamedKit(
    _ plan: KitPlan, _ streamer: TailStreamer
  ) throws(KitError) -> Kit {
    let recipes = plan.sounds
    let cooked: SampleCacheFile
    do {
      cooked = try cache.sounds(recipes, sampleRateHz: maker.sampleRateHz) {
        recipe throws(KitError) in
        progress.countStored()
        return try frames(of: recipe)
      }
    } catch let failure as SampleCache.Failure {
      throw KitError(.unreadable, kit: path, reason: failure.reason, advice: failure.advice)
    } catch {
      throw error as? KitError ?? tooLarge(plan)
    }
    var heads = StreamedHeads(cooked, sampleRateHz: maker.sampleRateHz)
    let blocks = heads.blockCount(within: streamer.availableBlocks / 2)
    defer { streamer.endReservation() }
    guard streamer.reserve(blocks: blocks),
      let tails = heads.tails(in: memory, takeBlocks: { streamer.take(blocks: $0) })
    else {
      throw tooLarge(plan)
    }
    streamer.adopt(tails.filter(\.sound.isStreamed))
    memory.pinWhole()
    var sounds: [SoundRecipe: StoredSound] = [:]
    for (index, recipe) in recipes.enumerated() {
      let count = BeginningPower.frameCount(sampleRateHz: maker.sampleRateHz)
      sounds[recipe] = stored(tails[index].sound, cooked.beginning(index, frameCount: count))
    }
    let kit = kit(plan, sounds, isWhole: true) { streamer.takeBack($0) }
    keep(kit, [:])
    return kit
  }

  private func stored(_ sound: Sample, _ frames: [SIMD2<Float>]) -> StoredSound {
    StoredSound(
      sound: sound, power: BeginningPower(frames, sampleRateHz: maker.sampleRateHz))
  }

  private func kit(
    _ plan: KitPlan, _ sounds: [SoundRecipe: StoredSound], isWhole: Bool,
    takeBack: (@Sendable ([Sample]) -> Void)? = nil
  ) -> Kit {
    let assembly = KitAssembly(plan, sounds)
    return Kit(
      name: plan.name, sampleRateHz: maker.sampleRateHz, pads: assembly.pads,
      chokes: assembly.chokes, memory: memory, gainDecibels: plan.gainDecibels, isWhole: isWhole,
      takeBack: takeBack)
  }

  private mutating func frames(of recipe: SoundRecipe) throws(KitError) -> [SIMD2<Float>] {
    try progress.checkIsWanted(path)
    do {
      return try maker.frames(of: recipe, from: &files)
    } catch {
      throw KitError(.unreadable, kit: path, reason: error.description, advice: "try again")
    }
  }

  private func tooLarge(_ plan: KitPlan) -> KitError {
    let needed = Int(plan.megabytes(sampleRateHz: maker.sampleRateHz).rounded(.up))
    return KitError(
      .unsupported, kit: path,
      reason: "its sounds take \(needed) MB, but less than that of the \(memory.megabytes) MB of "
        + "sample memory is free",
      advice: "\(.moreSampleMemory), or choose a smaller kit")
  }
}
