// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// A kit as it will be played: its hits found, aligned, measured and levelled. Its sounds are not in memory yet.
public struct KitPlan: Sendable {
  /// As people call it.
  public let name: String
  /// Where it comes from.
  public let format: KitFormat
  /// Who made it, on what terms.
  public let credits: KitCredits
  /// Where its dynamics are.
  public let dynamics: KitDynamics
  /// Its drums.
  public let pads: [PadPlan]
  /// The microphones that the kit names.
  public let microphones: [String]
  /// Gain of the whole kit that makes it as loud as others, in decibels; 0 where it is played as it is.
  public internal(set) var gainDecibels: Float
  /// Which pads end which others.
  let chokes: [KitDescription.Choke]
  /// What is wrong with it although it plays.
  public internal(set) var problems: [KitProblem]

  /// The sounds that its hits are made of, each once, in order of the pads.
  var sounds: [SoundRecipe] {
    var known: Set<SoundRecipe> = []
    return pads.flatMap(\.hits).flatMap(\.sounds).filter { known.insert($0).inserted }
  }

  /// The sounds of the pads that choices strike, whichever way strokes go.
  func sounds(struckAt choices: [PadChoice]) -> [SoundRecipe] {
    let names = pads.map { (name: $0.name, note: $0.note) }
    let roles = pads.map(\.candidate)
    // What holds for all kits is read, too: a rule for this one may be taken back.
    let places = (choices + choices.map { PadChoice($0.role, rule: $0.rule) }).flatMap {
      $0.places(inKit: name, among: names) { $0.pad(among: roles) }
    }
    return Set(places.compactMap(\.self)).sorted().flatMap { pads[$0].hits }.flatMap(\.sounds)
  }

  /// Sample memory that its sounds take at a sample rate, in megabytes.
  public func megabytes(sampleRateHz: Int) -> Double {
    Double(blockCount(sampleRateHz: sampleRateHz) * SampleMemory.bytesPerBlock) / Double(1 << 20)
  }

  /// The same in blocks.
  func blockCount(sampleRateHz: Int) -> Int {
    var frames: [SoundRecipe: Int] = [:]
    for hit in pads.flatMap(\.hits) {
      for sound in hit.sounds {
        frames[sound] = Int(hit.durationSeconds * Double(sampleRateHz)) + 1
      }
    }
    return frames.values.map { SampleMemory.blocks(frameCount: $0) }.reduce(0, +)
  }
}

/// A drum of a kit as it will be played.
public struct PadPlan: Sendable {
  /// What it is in a drum set.
  public let role: PadRole
  /// As its kit calls it.
  public let name: String
  /// The MIDI note that strikes it, where the kit says it.
  public let note: Int?
  /// The keys that play it, ``note`` among them.
  public let zone: KeyZone
  /// Place in the stereo image, -1 left ... 1 right.
  public let pan: Float
  /// How far its hits stray by chance.
  let randomOffsets: RandomOffsets
  /// How many of its hits may sound; nil for any number.
  let voiceLimit: VoiceLimit?
  /// By rising velocity, without gaps.
  public let layers: [LayerPlan]
  /// Loudness at MIDI velocities 0...127, in decibels relative to full scale; -infinity for an explicit silence.
  public let loudnessDecibels: [Float]
  /// Level of the first 200 ms at MIDI velocities 0...127, in decibels relative to full scale; empty for an explicit silence.
  public let ringingDecibels: [Float]
  /// The largest step of loudness between neighbouring velocities that the kit itself would make, in decibels.
  public let kitStepDecibels: Float

  /// All its hits.
  public var hits: [HitPlan] { layers.flatMap(\.hits) }

  /// Where the weight of its spectrum lies, in Hz: the median of its hits; 0 for silence.
  public var brightnessHz: Float {
    let heard = hits.map(\.brightnessHz).filter { $0 > 0 }.sorted()
    return heard.isEmpty ? 0 : heard[heard.count / 2]
  }

  /// Its hits last as rolls do, on average: those of a snare or a tom, since cymbals ring anyway.
  var isRoll: Bool {
    guard Self.rolled.contains(role) else { return false }
    let lasting = zip(loudnessDecibels, ringingDecibels).map { $1 - $0 }.filter(\.isFinite)
    guard !lasting.isEmpty else { return false }
    return lasting.reduce(0, +) / Float(lasting.count) > Self.rollDecibels
  }

  /// The first 200 ms of a roll are at most this much softer than the first 50, in decibels; those of
  /// strokes on recorded snares fall by 2 to 5.
  private static let rollDecibels: Float = -1
  private static let rolled: Set<PadRole> = [.kick, .snare, .sideStick, .tomLow, .tomMid, .tomHigh]

  /// It as one that may answer for a role.
  var candidate: PadCandidate {
    PadCandidate(
      role: role, note: note, brightnessHz: brightnessHz, recordingCount: hits.count,
      isRoll: isRoll)
  }

  /// By how much the first 200 ms are softer at most than at a lower MIDI velocity from 1 on, in decibels.
  public var ringingFallDecibels: Float {
    var highest = -Float.infinity
    return ringingDecibels.dropFirst().reduce(0) { fall, level in
      highest = max(highest, level)
      return max(fall, highest - level)
    }
  }

  /// The largest step of loudness between neighbouring MIDI velocities from 1 on, in decibels.
  public var stepDecibels: Float {
    zip(loudnessDecibels.dropFirst(), loudnessDecibels.dropFirst(2)).map { abs($1 - $0) }
      .filter(\.isFinite).max() ?? 0
  }
}

/// The hits that answer a range of velocities.
public struct LayerPlan: Sendable {
  /// MIDI velocities.
  public let velocities: ClosedRange<Int>
  /// Loudness of its hits as the kit has them, on average; -infinity for silence.
  public let loudnessDecibels: Float
  /// At least one.
  public let hits: [HitPlan]
  /// Linear gain over MIDI velocity, 128 points.
  let velocityGains: [Float]
}

/// A variation: the sounds of one hit.
public struct HitPlan: Sendable {
  /// As its kit has it, at full velocity, in decibels relative to full scale; -infinity for silence.
  public let loudnessDecibels: Float
  /// Where the weight of its spectrum lies, in Hz; 0 for silence.
  public let brightnessHz: Float
  /// How late it is in its files.
  public let hiddenLatencySeconds: Double
  /// How late it is as it will be played.
  public let latencySeconds: Double
  /// How long it sounds as it will be played.
  public let durationSeconds: Double
  /// The files that it is made of.
  public var paths: [String] { sounds.flatMap(\.parts).map(\.slice.path) }

  /// A sound in a voice of its own.
  struct Strand: Sendable {
    let sound: SoundRecipe
    let voicing: KitRegion.Voicing
  }

  /// At least one.
  let strands: [Strand]
  /// Linear: brings it to the loudness of its layer.
  let gain: Float
  /// Loudness of its sound alone, as measured in its files, in decibels relative to full scale.
  let soundDecibels: Float

  /// Its sounds, each in a voice of its own.
  var sounds: [SoundRecipe] { strands.map(\.sound) }

  /// Most that a sound is brought back to the loudness of its files, in decibels.
  private static let mostConversionDecibels: Float = 12
  /// Less than this is rounding, in decibels.
  private static let leastConversionDecibels: Float = 0.005

  /// ``gain`` of a sound that came out otherwise than it was measured in its files: it is as loud as planned.
  func gain(ofSoundAt decibels: Float) -> Float {
    // What a part of it lost says nothing of the whole.
    let lost = strands.count == 1 ? soundDecibels - decibels : 0
    guard lost.isFinite, abs(lost) >= Self.leastConversionDecibels else { return gain }
    let most = Self.mostConversionDecibels
    return gain * Units.amplitude(decibels: min(most, max(-most, lost)))
  }
}
