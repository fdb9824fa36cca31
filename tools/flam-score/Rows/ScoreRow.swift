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
  /// Grace notes and their strokes.
  case flams
  /// Ringing strikes, each answered once.
  case doubles
  /// Fast rolls.
  case rolls
  /// Strikes under sounds that go on unchanged.
  case hum
  /// Soft notes under accents.
  case ghosts
  /// Velocities under sounds that have nothing to do with them.
  case velocity
  /// Ends, cuts and pauses.
  case breaks
  /// The times at which drums start.
  case steady
  /// Wrong first drums that are replaced, and what right ones lose for that.
  case firstDrum = "first-drum"
  /// Sounds distinguished, and own hits heard.
  case classes
  /// The same in another room.
  case anotherRoom = "another-room"
  /// The same on another day.
  case anotherDay = "another-day"
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
    case .rooms, .classes, .anotherRoom, .anotherDay, .speakers, .stereo: true
    default: false
    }
  }
}
