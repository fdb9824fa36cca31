// SPDX-License-Identifier: GPL-3.0-or-later

/// A kit of models: what can be struck, and the room it stands in.
package struct DrumKit: Sendable {
  /// By which it is asked for; its SFZ file is called so.
  package let name: String
  /// What it is, for people.
  package let title: String
  let room: Room
  /// Added to the peaks of all pads.
  var levelDecibels = 0.0
  package let pads: [Pad]

  /// Rises whenever a model changes: kits that were made of it before are made again.
  package static let version = 2
  /// Those that are made where they are first played, rather than bundled.
  package static let madeOnDemand = [brushes, electro, percussion]
}
