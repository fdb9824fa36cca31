// SPDX-License-Identifier: GPL-3.0-or-later

/// One of the sounds that a layer chooses from.
public struct Variation: BitwiseCopyable, Sendable {
  /// Its frames.
  public let sound: Sample
  /// Linear gain of this variation alone.
  public let gain: Float
  /// How much harder than the others of its layer it was struck, in standard deviations.
  public let strength: Float
  /// How much brighter than the others of its layer it is, in standard deviations.
  public let brightness: Float
  /// What ends this sound alone, and what it ends.
  public let choke: SoundChoke
  /// How far its pitch rises from velocity 0 to the full one.
  public let velocitySemitones: Float

  /// A sound with its own gain.
  public init(
    sound: Sample, gain: Float, strength: Float = 0, brightness: Float = 0,
    choke: SoundChoke = .none, velocitySemitones: Float = 0
  ) {
    self.sound = sound
    self.gain = gain
    self.strength = strength
    self.brightness = brightness
    self.choke = choke
    self.velocitySemitones = velocitySemitones
  }
}

/// The sounds of a pad for a range of velocities.
public struct Layer: Sendable {
  /// The range, 0...1, both ends included; of overlapping layers the first that fits is taken.
  public let velocities: ClosedRange<Float>
  /// Linear gain over velocity: 128 points from velocity 0 to 1, between them straight lines.
  public let velocityGains: [Float]
  /// At least one.
  public let variations: [Variation]
  /// All of them have the same sound: it must repeat. In other layers no sound comes twice running.
  public let isAccented: Bool
  /// For each variation, what sounds along with it in voices of their own, since other strokes end
  /// them; empty where nothing does in all the layer.
  public let partners: [[Variation]]

  /// A layer.
  public init(
    velocities: ClosedRange<Float>, velocityGains: [Float], variations: [Variation],
    isAccented: Bool = false, partners: [[Variation]] = []
  ) {
    precondition(velocityGains.count == 128, "a velocity curve has 128 points")
    precondition(!variations.isEmpty, "a layer has at least one variation")
    precondition(
      partners.isEmpty || partners.count == variations.count, "each variation has its partners")
    self.partners = partners
    self.velocities = velocities
    self.velocityGains = velocityGains
    self.variations = variations
    self.isAccented = isAccented
  }
}

extension Layer {
  /// All that it plays.
  var sounds: [Sample] { (variations + partners.joined()).map(\.sound) }
}

/// One drum of a kit.
public struct Pad: Sendable {
  /// Its role in a drum set.
  public let role: PadRole
  /// As its kit calls it.
  public let name: String
  /// The MIDI note that strikes it, if its kit names one: at that key it plays its sounds as they
  /// are in memory.
  public let note: Int?
  /// The keys that play it, ``note`` among them.
  public let zone: KeyZone
  /// Linear gain.
  public let gain: Float
  /// Place in the stereo image, -1 left ... 1 right.
  public let pan: Float
  /// How far its hits stray by chance.
  public let randomOffsets: RandomOffsets
  /// How many of its hits may sound at a time; nil for any number.
  public let voiceLimit: VoiceLimit?
  /// The centre of its spectrum, in Hz; 0 if unknown.
  public let brightnessHz: Float
  /// See ``PadCandidate/isRoll``.
  public let isRoll: Bool
  /// In order of velocity; at least one.
  public let layers: [Layer]

  /// A pad.
  public init(
    role: PadRole, name: String, note: Int? = nil, zone: KeyZone = KeyZone(), gain: Float = 1,
    pan: Float = 0,
    randomOffsets: RandomOffsets = RandomOffsets(),
    voiceLimit: VoiceLimit? = nil, brightnessHz: Float = 0, isRoll: Bool = false, layers: [Layer]
  ) {
    precondition(!layers.isEmpty, "a pad has at least one layer")
    self.role = role
    self.name = name
    self.note = note
    self.zone = zone
    self.gain = gain
    self.pan = pan
    self.randomOffsets = randomOffsets
    self.voiceLimit = voiceLimit
    self.brightnessHz = brightnessHz
    self.isRoll = isRoll
    self.layers = layers
  }
}

/// A stroke on one pad that ends the voices of another, or of its own earlier hits.
public struct Choke: Hashable, Sendable {
  /// Index of the pad that is struck.
  public let strokePad: Int
  /// Index of the pad whose voices end.
  public let endedPad: Int
  /// How long they take to fade, in seconds.
  public let seconds: Float
  /// They fade as envelopes do, see ``GainRamp``.
  public let isSteep: Bool

  /// A stroke on `strokePad` ends the sounds of `endedPad`.
  public init(strokePad: Int, endedPad: Int, seconds: Float, isSteep: Bool = false) {
    self.strokePad = strokePad
    self.endedPad = endedPad
    self.seconds = seconds
    self.isSteep = isSteep
  }
}

/// A drum set in memory, ready to be played at one sample rate.
public final class Kit: Sendable {
  /// As people call it.
  public let name: String
  /// The rate its sounds were converted to.
  public let sampleRateHz: Int
  /// Its drums.
  public let pads: [Pad]
  /// Which pads choke which; at most one for two pads.
  public let chokes: [Choke]
  /// The memory of the sounds.
  public let memory: SampleMemory
  /// Gain of the whole kit that makes it as loud as others, in decibels. Its pads have it already.
  public let gainDecibels: Float
  /// It is completely loaded; otherwise the nearest loaded sounds answer.
  public let isWhole: Bool
  /// Takes the sounds of a streamed kit back.
  private let takeBack: (@Sendable ([Sample]) -> Void)?

  /// A kit whose sounds lie in `memory`, which it gives back in the end.
  ///
  /// - Parameter takeBack: Gives the sounds back instead, if their tails are streamed.
  public init(
    name: String, sampleRateHz: Int, pads: [Pad], chokes: [Choke] = [], memory: SampleMemory,
    gainDecibels: Float = 0, isWhole: Bool = true,
    takeBack: (@Sendable ([Sample]) -> Void)? = nil
  ) {
    precondition(!pads.isEmpty, "a kit has at least one pad")
    precondition(
      chokes.allSatisfy {
        pads.indices.contains($0.strokePad) && pads.indices.contains($0.endedPad)
      }, "a choke names two pads of the kit")
    self.name = name
    self.sampleRateHz = sampleRateHz
    self.pads = pads
    self.chokes = chokes
    self.memory = memory
    self.gainDecibels = gainDecibels
    self.isWhole = isWhole
    self.takeBack = takeBack
  }

  /// Gives its blocks back: a kit goes where no thread plays it.
  deinit {
    let sounds = Set(pads.flatMap(\.layers).flatMap(\.sounds))
    if let takeBack { return takeBack(Array(sounds)) }
    for sound in sounds { memory.free(sound) }
  }

  /// Only the beginnings of its long sounds are always in memory.
  public var isStreamed: Bool {
    pads.contains { $0.layers.contains { $0.sounds.contains(where: \.isStreamed) } }
  }

  /// Its pads as those that may answer for a role.
  public var candidates: [PadCandidate] {
    pads.map { pad in
      PadCandidate(
        role: pad.role, note: pad.note, brightnessHz: pad.brightnessHz,
        recordingCount: pad.layers.reduce(0) { $0 + $1.variations.count }, isRoll: pad.isRoll)
    }
  }

  /// The pad with a role, or the nearest that the kit has: an open hi-hat answers for a missing
  /// closed one, and so on. Of a kit that has none of them, such as one of percussion, its pads
  /// answer from dark to bright as drums do from low to high.
  public func pad(role: PadRole) -> Int {
    role.pad(among: candidates)
  }
}
