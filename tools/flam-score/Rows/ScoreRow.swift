// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// Rows of the table of targets that are scored together.
enum ScoreRow: String, CaseIterable, Codable, ExpressibleByArgument {
  /// Hits found in recordings, and how soon.
  case onsets
  /// What hearing costs.
  case cost
  /// Strikes after noise that ends.
  case neverDeaf = "never-deaf"
  /// Strikes around backgrounds that change.
  case backgrounds
  /// Strikes over real backgrounds that come and go.
  case rooms
  /// The times at which drums start.
  case steady
  /// Sounds distinguished, and own hits heard.
  case classes
  /// The same in another room.
  case anotherRoom = "another-room"
  /// Profiles used by other people.
  case speakers
  /// Hits in sound without playing.
  case negatives
  /// Beatbox improvisations.
  case voices
  /// Strikes on a simulated table, heard by two microphones.
  case stereo

  /// Needs tasks in the folder.
  var needsTasks: Bool {
    switch self {
    case .rooms, .classes, .anotherRoom, .speakers, .stereo: true
    default: false
    }
  }
}
