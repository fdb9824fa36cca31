// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import ErrorAdvice

/// A player's changes to a kit: its gain, and pads and microphones by their names.
public struct KitAdjustments: Codable, Sendable, Equatable {
  /// One drum.
  public struct Pad: Codable, Sendable, Equatable {
    /// See ``Instrument/DrumName/places(named:in:keys:)``.
    public let name: String
    /// Added to the kit's own.
    public var pitchSemitones: Float = 0
    /// Beyond it sound is damped by 12 dB an octave; nil for nowhere.
    public var cutoffHz: Float?
    /// Falls by a further 60 dB in this time; nil for as it rings by itself.
    public var decaySeconds: Float?

    /// What ``pitchSemitones`` can be.
    public static let pitchesSemitones: ClosedRange<Float> = -24...24
    /// What ``cutoffHz`` can be.
    public static let cutoffsHz: ClosedRange<Float> = 20...20_000
    /// What ``decaySeconds`` can be.
    public static let decaysSeconds: ClosedRange<Float> = 0.01...60

    /// A drum as it is.
    public init(name: String) { self.name = name }

    fileprivate var isPossible: Bool {
      Self.pitchesSemitones.contains(pitchSemitones) && Self.cutoffsHz.contains(cutoffHz ?? 20)
        && Self.decaysSeconds.contains(decaySeconds ?? 1)
    }
  }

  /// One microphone of a kit of several, or some whose names begin alike.
  public struct Microphone: Codable, Sendable, Equatable {
    /// As the kit has it.
    public let name: String
    /// Added to the kit's own.
    public let gainDecibels: Float

    /// What ``gainDecibels`` can be.
    public static let gainsDecibels: ClosedRange<Float> = -60...24

    /// A microphone of another gain.
    public init(name: String, gainDecibels: Float) {
      (self.name, self.gainDecibels) = (name, gainDecibels)
    }
  }

  /// In order; all that name a drum change it.
  public var pads: [Pad]
  /// In order; all that name a microphone change it.
  public var microphones: [Microphone]
  /// How loud it is played beside others; nil for as its makers left it, which was all that there was once.
  public var gain: KitGain?

  /// By default, no changes.
  public init(pads: [Pad] = [], microphones: [Microphone] = [], gain: KitGain? = nil) {
    (self.pads, self.microphones, self.gain) = (pads, microphones, gain)
  }

  /// Its numbers are some that a kit can be played with: they can come from a file.
  public var isPossible: Bool {
    pads.allSatisfy(\.isPossible)
      && microphones.allSatisfy { Microphone.gainsDecibels.contains($0.gainDecibels) }
  }
}

extension KitDescription {
  /// The kit as a player has it.
  ///
  /// - Parameter path: Of the kit, for who reads the error: it has no drum or no microphone of such a name.
  func adjusted(_ adjustments: KitAdjustments, path: String) throws(KitError) -> KitDescription {
    var description = self
    description.gain = adjustments.gain
    for adjustment in adjustments.pads {
      let named = DrumName.places(
        named: adjustment.name,
        in: pads.map { DrumName.names(role: $0.role, name: $0.name, note: $0.note) },
        keys: pads.map(\.zone.keys))
      guard !named.isEmpty else {
        throw KitError(
          .unknownPart, kit: path, reason: "the kit has no drum '\(adjustment.name)'",
          advice: "it has \(Self.list(pads.compactMap(\.names.first)))")
      }
      for index in named { description.pads[index].adjust(adjustment) }
    }
    for adjustment in adjustments.microphones {
      let known = microphones
      let named = MicrophoneName(adjustment.name).matches(in: known)
      guard !named.isEmpty else {
        throw KitError(
          .unknownPart, kit: path, reason: "the kit has no microphone '\(adjustment.name)'",
          advice: known.isEmpty
            ? "\(.leaveKitMicrophones): they are already mixed"
            : "it has \(Self.list(known))")
      }
      let gain = Units.amplitude(decibels: adjustment.gainDecibels)
      for pad in description.pads.indices {
        for region in description.pads[pad].regions.indices
        where description.pads[pad].regions[region].microphone.map(named.contains) == true {
          description.pads[pad].regions[region].gain *= gain
        }
      }
    }
    return description.reachable
  }

  /// The names of its microphones, each once; empty if it does not list them.
  var microphones: [String] {
    Set(pads.flatMap(\.regions).compactMap(\.microphone)).sorted()
  }

  private static func list(_ names: [String]) -> String {
    var known: Set<String> = []
    let different = names.filter { known.insert($0).inserted }
    let more = different.count > 40 ? " and \(different.count - 40) more" : ""
    return different.prefix(40).joined(separator: ", ") + more
  }
}

extension PadDescription {
  /// What it can be called.
  fileprivate var names: [String] { role == .other ? [name] : [role.name, name] }

  fileprivate mutating func adjust(_ adjustment: KitAdjustments.Pad) {
    for index in regions.indices {
      regions[index].pitchSemitones = min(
        48, max(-48, regions[index].pitchSemitones + adjustment.pitchSemitones))
      if let cutoffHz = adjustment.cutoffHz {
        regions[index].filters.append(.integrators(LowPass(cutoffHz: cutoffHz)))
      }
      regions[index].envelope.fallSeconds =
        adjustment.decaySeconds ?? regions[index].envelope.fallSeconds
    }
  }
}

/// A microphone as a player calls it.
private struct MicrophoneName {
  /// Beginnings of names that mean the same.
  private static let alike = [["overhead", "oh", "over"], ["room", "amb", "ambience"]]

  private let beginnings: [String]
  private let whole: String

  init(_ name: String) {
    whole = name.lowercased()
    beginnings = Self.alike.first { [whole] in $0.contains(whole) } ?? [whole]
  }

  /// The one of that very name, else those that begin so.
  func matches(in names: [String]) -> Set<String> {
    let exact = names.filter { $0.lowercased() == whole }
    if !exact.isEmpty { return Set(exact) }
    return Set(names.filter { name in beginnings.contains { name.lowercased().hasPrefix($0) } })
  }
}
