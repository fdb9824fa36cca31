// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Instrument

/// A hit as `flam play --json` tells it: along with its identity, where it comes from, and how busy the instrument was.
struct PlayedHit: Encodable {
  let line: HitLine
  /// Voices that sounded when the hit was told, its own included.
  let soundingVoices: Int

  func encode(to encoder: Encoder) throws {
    try line.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(line.id, forKey: .id)
    try container.encode(line.id.source, forKey: .source)
    try container.encode(soundingVoices, forKey: .soundingVoices)
  }

  enum CodingKeys: String, CodingKey {
    case id, source, soundingVoices
  }
}
