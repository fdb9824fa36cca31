// SPDX-License-Identifier: GPL-3.0-or-later

/// What is in a kit, as the command line tells it in JSON, as far as a page shows it.
struct PageKit: Codable, Sendable {
  /// A layer as it is recorded.
  struct Layer: Codable {
    /// MIDI velocities: least and most.
    let velocities: [Int]
    /// Recordings.
    let variations: Int
    /// Nil for silence.
    let loudnessDecibels: Float?
  }

  /// A drum.
  struct Pad: Codable {
    let name: String
    let role: String
    let layersInDetail: [Layer]
    /// As it is played, at MIDI velocities 1...127; nil where some of them are silent.
    let loudnessDecibels: [Float]?
  }

  /// What is wrong with it.
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
