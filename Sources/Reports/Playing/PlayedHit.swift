// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// A hit as `flam play --json` prints it: with its identity, its source, and the load of the
/// instrument.
package struct PlayedHit: Encodable {
  package let line: HitLine
  /// Voices that sounded when the hit was printed, its own included.
  package let soundingVoices: Int

  package init(line: HitLine, soundingVoices: Int) {
    (self.line, self.soundingVoices) = (line, soundingVoices)
  }

  package func encode(to encoder: Encoder) throws {
    try line.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(line.id, forKey: .id)
    try container.encode(line.id.source, forKey: .source)
    try container.encode(soundingVoices, forKey: .soundingVoices)
  }

  package enum CodingKeys: String, CodingKey {
    case id, source, soundingVoices
  }
}
