// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Makes the plan of a kit from its description and its sounds.
struct KitPlanner {
  var description: KitDescription
  var files: SoundFiles
  var finder = FileFinder()
  var figures: [KitRegion.Slice: SliceFigures] = [:]
  /// What is wrong with slices that cannot be played.
  var broken: [KitRegion.Slice: String] = [:]
  /// Files that are played although something is wrong with them.
  var damaged: Set<String> = []
  /// Folders outside the kit from which sounds are taken.
  var outsideFolders: Set<String> = []
  /// The frames of the measured parts of sounds.
  var partFrames = 0
  var problems: ProblemList
  let known: KnownFigures
  let progress: LoadingProgress?

  /// A kit's plan, and the measurements for it.
  struct Outcome {
    let plan: KitPlan
    let regionCount: Int
    let figures: KnownFigures
  }

  /// Plans a kit. Its files are kept for loading them next.
  ///
  /// - Parameter known: Figures that need not be measured.
  static func plan(
    _ description: KitDescription, files: inout SoundFiles,
    known: KnownFigures = KnownFigures(), progress: LoadingProgress? = nil
  ) -> Outcome {
    var planner = KitPlanner(description, files, known, progress)
    let plan = planner.plan()
    files = planner.files
    return Outcome(
      plan: plan, regionCount: description.pads.map(\.regions.count).reduce(0, +),
      figures: KnownFigures(planner.figures, stamps: files.stamps))
  }

  private init(
    _ description: KitDescription, _ files: SoundFiles, _ known: KnownFigures,
    _ progress: LoadingProgress?
  ) {
    self.description = description
    self.files = files
    self.known = known
    self.progress = progress
    problems = ProblemList(description.problems)
  }

  private mutating func plan() -> KitPlan {
    var indices: [Int?] = []
    var pads: [MeasuredPad] = []
    for pad in description.pads {
      let measured = measured(pad)
      indices.append(measured == nil ? nil : pads.count)
      if let measured { pads.append(measured) }
    }
    let chokes = description.chokes.compactMap { choke -> KitDescription.Choke? in
      guard let by = indices[choke.by], let ends = indices[choke.ends] else { return nil }
      return .init(by: by, ends: ends, seconds: choke.seconds, isSteep: choke.isSteep)
    }
    let policy = VelocityPolicy(pads, declared: description.dynamics)
    let levelling = levelling
    let plans = pads.map { PadLeveller($0, policy, levelling, reporting: &problems).plan }
    return KitPlan(
      name: description.name, format: description.format, credits: description.credits,
      dynamics: policy.dynamics, pads: plans, microphones: description.microphones,
      gainDecibels: description.gain.isMatched ? KitLevel.matchingDecibels(plans) : 0,
      chokes: hasOwnHihat ? chokes : HihatChoke.ordered(chokes, roles: plans.map(\.role)),
      problems: problems.all)
  }

  /// Kits of sounds alone, and those of DrumGizmo, do not say how loud a velocity is: Flam does.
  private var levelling: PadLeveller.Levelling {
    let saysLoudness = description.format == .sfz || description.format == .hydrogen
    if description.gain == .asIs && saysLoudness { return .none }
    return description.gain == .matched ? .ringing : .early
  }

  /// The kit says itself which sounds of its hi-hats end.
  private var hasOwnHihat: Bool {
    description.pads.contains { pad in
      HihatChoke.openness(pad.role) != nil && pad.regions.contains { $0.voicing.choke.endedBy != 0 }
    }
  }

  /// How loud regions that fade into each other are together, beside the velocity at which they are
  /// mixed; nil where none fades. They are taken to be unlike each other: their powers add up.
  private static func response(
    _ microphones: [HitAlignment.Microphone], mixedAt velocity: Int
  ) -> VelocityResponse? {
    guard microphones.contains(where: { $0.region.crossfade != nil }) else { return nil }
    let powers = (0...127).map { at in
      microphones.reduce(Float(0)) { sum, microphone in
        let peak = microphone.figures.hit.peak * microphone.region.gain
        let gain = peak * (microphone.region.crossfade?[at] ?? 1)
        return sum + gain * gain
      }
    }
    let own = microphones[0].region.response
    guard powers[velocity] > 0 else { return nil }
    return VelocityResponse(
      gains: zip(powers, own.gains).map { ($0 / powers[velocity]).squareRoot() * $1 },
      isDeclared: own.isDeclared)
  }

  /// A sound in the parts that need voices of their own.
  private static func strands(
    _ sound: SoundRecipe, _ voicings: [KitRegion.Voicing]
  ) -> [HitPlan.Strand] {
    var strands: [HitPlan.Strand] = []
    for voicing in voicings where !strands.contains(where: { $0.voicing == voicing }) {
      var own = sound
      own.parts = zip(sound.parts, voicings).filter { $0.1 == voicing }.map(\.0)
      strands.append(HitPlan.Strand(sound: own, voicing: voicing))
    }
    return strands
  }

  /// Nil if none of its sounds can be played.
  private mutating func measured(_ pad: PadDescription) -> MeasuredPad? {
    var pad = pad
    pad.regions = pad.regions.compactMap { found($0) }
    pad = pad.withOwnResponses
    let mute = MuteRegions(pad) { figures[$0]?.hit.peak }
    mute.hits.forEach { reportSilence($0) }
    pad.regions = mute.heard
    guard let first = pad.regions.first else { return nil }
    let isOnePan = pad.regions.allSatisfy { $0.pan == first.pan }
    pad.pan = isOnePan ? first.pan : 0
    let hits = HitGroups(pad.regions)
    let layers: [MeasuredLayer]
    if hits.areMeasured {
      let measuredHits = hits.all.map { measure($0, pad, velocity: 127) }
      layers = LoudnessLayers.layers(of: measuredHits, reporting: &problems, line: pad.line)
    } else {
      layers = hits.layers(pad, reporting: &problems).map { layer in
        let middle = (layer.velocities.lowerBound + layer.velocities.upperBound) / 2
        return MeasuredLayer(
          velocities: layer.velocities, anchor: nil,
          hits: layer.variations.map { measure($0, pad, velocity: middle) })
      }
    }
    return layers.isEmpty ? nil : MeasuredPad(pad, layers)
  }

  /// Reports what is wrong with a file.
  private mutating func reportSilence(_ region: KitRegion) {
    guard !damaged.contains(region.slice?.path ?? "") else { return }
    problems.add(.silentSound, region.line, MuteRegions.text(region))
  }

  /// An attack that is shorter is that of a stroke.
  private static let quickSeconds: Float = 0.005

  private mutating func measure(
    _ indices: [Int], _ pad: PadDescription, velocity: Int
  ) -> MeasuredHit {
    let regions = indices.map { pad.regions[$0] }
    let microphones = regions.compactMap { region -> HitAlignment.Microphone? in
      guard let slice = region.slice, let figures = figures[slice] else { return nil }
      let gain = region.crossfade?[velocity] ?? 1
      return HitAlignment.Microphone(region: region, slice: slice, figures: figures, gain: gain)
    }
    let voicings = microphones.map(\.region.voicing)
    let isSplit = Set(voicings).count > 1
    let alignment = HitAlignment(microphones, padPan: pad.pan, isSplit: isSplit)
    var first = microphones.first?.region ?? regions[0]
    if levelling == .none, let response = Self.response(microphones, mixedAt: velocity) {
      first.response = response
    }
    var sound = SoundRecipe(parts: alignment.parts)
    // What its kit lets rise slowly, or describes from its first frame on, is no delay.
    let isRising =
      microphones.allSatisfy { $0.slice.tone != nil }
      || microphones.contains { $0.region.envelope.attackSeconds > Self.quickSeconds }
    if !sound.parts.isEmpty, !isSplit, !isRising {
      // A sound that is the same on both sides begins in the same way wherever it is panned.
      let isCentral =
        microphones.allSatisfy(\.figures.isMono) && sound.parts.allSatisfy { $0.pan == 0 }
      sound.beginning = .init(pan: isCentral ? 0 : pad.pan, isCut: alignment.isCut)
    }
    guard let rate = microphones.first?.framesPerSecond else {
      return MeasuredHit(
        sound: sound, strands: [HitPlan.Strand(sound: sound, voicing: first.voicing)], gain: 1,
        figures: .silence, durationSeconds: 0, region: first)
    }
    var meter = HitMeter(sampleRateHz: rate)
    let heard = meter.measure(sound, of: microphones, alignment: alignment, padPan: pad.pan)
    if heard.loudnessDecibels == -.infinity { reportSilence(first) }
    if alignment.swellSeconds > HitAlignment.swellSeconds {
      problems.add(
        .trimmedSwell, first.line,
        "'\(Folder.stem(first.slice?.path ?? ""))' swells: \(Int(alignment.swellSeconds * 1000)) ms before it is "
          + "within 20 dB of its loudest are left out")
    }
    // One sound serves hits of different gains.
    var gain: Float = 1
    if sound.parts.count == 1 {
      gain = abs(sound.parts[0].gain)
      // Upside down or not.
      sound.parts[0].gain = sound.parts[0].gain < 0 ? -1 : 1
    }
    let end = microphones.map { $0.seconds(frame: $0.figures.frameCount) }.max() ?? 0
    return MeasuredHit(
      sound: sound, strands: Self.strands(sound, voicings), gain: gain,
      figures: heard, durationSeconds: end - alignment.startSeconds,
      region: first)
  }
}
