// SPDX-License-Identifier: GPL-3.0-or-later

/// One of the sounds that a layer chooses from.
public struct Variation: BitwiseCopyable, Sendable {
  /// Where its frames lie.
  public let sound: Sound
  /// Linear gain of this variation alone.
  public let gain: Float

  /// A sound with its own gain.
  public init(sound: Sound, gain: Float) {
    self.sound = sound
    self.gain = gain
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

  /// A layer.
  public init(velocities: ClosedRange<Float>, velocityGains: [Float], variations: [Variation]) {
    precondition(velocityGains.count == 128, "a velocity curve has 128 points")
    precondition(!variations.isEmpty, "a layer has at least one variation")
    self.velocities = velocities
    self.velocityGains = velocityGains
    self.variations = variations
  }
}

/// One drum of a kit.
public struct Pad: Sendable {
  /// What it is in a drum set.
  public let role: PadRole
  /// As its kit calls it.
  public let name: String
  /// Linear gain.
  public let gain: Float
  /// Place in the stereo image, -1 left ... 1 right.
  public let pan: Float
  /// Pads with the same group of 1 or more belong together; 0 for none.
  public let chokeGroup: Int
  /// A new hit on this pad ends the voices of this group; 0 for none.
  public let chokes: Int
  /// How long a choked voice of this pad takes to fade, in seconds.
  public let chokeSeconds: Float
  /// In order of velocity; at least one.
  public let layers: [Layer]

  /// A pad.
  public init(
    role: PadRole, name: String, gain: Float = 1, pan: Float = 0, chokeGroup: Int = 0,
    chokes: Int = 0, chokeSeconds: Float = 0.006, layers: [Layer]
  ) {
    precondition(!layers.isEmpty, "a pad has at least one layer")
    self.role = role
    self.name = name
    self.gain = gain
    self.pan = pan
    self.chokeGroup = chokeGroup
    self.chokes = chokes
    self.chokeSeconds = chokeSeconds
    self.layers = layers
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
  /// Where the sounds lie.
  public let memory: SampleMemory

  /// A kit whose sounds lie in `memory`.
  public init(name: String, sampleRateHz: Int, pads: [Pad], memory: SampleMemory) {
    precondition(!pads.isEmpty, "a kit has at least one pad")
    self.name = name
    self.sampleRateHz = sampleRateHz
    self.pads = pads
    self.memory = memory
  }

  /// The pad with a role, or the nearest that the kit has: an open hi-hat answers for a missing closed one, and so on.
  public func pad(role: PadRole) -> Int {
    for candidate in [role] + role.substitutes {
      if let index = pads.firstIndex(where: { $0.role == candidate }) { return index }
    }
    return 0
  }
}
