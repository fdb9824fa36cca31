// SPDX-License-Identifier: GPL-3.0-or-later

/// What sounds of a note: a recorded tone, and how it sounds. It has the members of its settings.
@dynamicMemberLookup public struct Tone: Sendable {
  /// The tone, which must outlive its use.
  public let wave: ToneWave
  /// How it sounds.
  public let settings: ToneSettings

  /// A tone whose settings read the wave.
  public init(_ wave: ToneWave, _ settings: ToneSettings) {
    var read = settings
    read.wave = wave.view
    (self.wave, self.settings) = (wave, read)
  }

  /// A value of its settings.
  public subscript<Value>(dynamicMember path: KeyPath<ToneSettings, Value>) -> Value {
    settings[keyPath: path]
  }
}
