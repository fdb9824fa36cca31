// SPDX-License-Identifier: GPL-3.0-or-later

/// What is in a kit: the part of its report that a page shows.
struct PageKit: Codable, Sendable {
  /// A recorded layer.
  struct Layer: Codable {
    /// MIDI velocities: lowest and highest.
    let velocities: [Int]
    /// The number of recordings.
    let variations: Int
    /// Nil for silence.
    let loudnessDecibels: Float?
  }

  /// A drum.
  struct Pad: Codable {
    let name: String
    let role: String
    let layersInDetail: [Layer]
    /// How loud it plays at MIDI velocities 1...127; nil if some of them are silent.
    let loudnessDecibels: [Float]?
  }

  /// A problem of the kit.
  struct Problem: Codable {
    let isFault: Bool
    var message: String
  }

  let name: String
  let format: String
  let author: String?
  let licence: String?
  let pads: [Pad]
  var problems: [Problem]
}
