// SPDX-License-Identifier: GPL-3.0-or-later

import DSP

/// The text that an effect takes beside its numbers: which file, which bus, which plug-in.
public struct EffectSource: Sendable, Equatable {
  /// What the text names.
  public enum Kind: Sendable {
    /// A file, by its path; only the person who started Flam may name one.
    case file
    /// A ``MixBus``.
    case bus
    /// Anything else, such as a plug-in's URI.
    case name
  }

  /// The players' name for it: "file".
  public let name: String
  /// What it names.
  public let kind: Kind
  /// There is no effect without it.
  public let isNeeded: Bool
  /// An example: "room.wav".
  public let example: String
  /// Its meaning, in a few words.
  public let meaning: String

  /// What it accepts, as people write it: "a bus: drums, room, …".
  public var rangeText: String {
    switch kind {
    case .file: "a file"
    case .bus: MixBus.allCases.map(\.rawValue).joined(separator: ", ")
    case .name: "a name"
    }
  }

  /// It can be this text.
  public func accepts(_ text: String) -> Bool {
    switch kind {
    case .file, .name: !text.isEmpty && text.utf8.count <= 4096 && !text.utf8.contains(0)
    case .bus: MixBus(rawValue: text) != nil
    }
  }
}

/// What an effect is made of beside its numbers: a file's sound, a plug-in. It is read away from
/// the audio thread, before the effect is made.
public protocol EffectMaterial: AnyObject, Sendable {}

extension ImpulseResponse: EffectMaterial {}
