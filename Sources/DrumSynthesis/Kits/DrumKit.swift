// SPDX-License-Identifier: GPL-3.0-or-later

/// A kit of models: its pads, and its room.
package struct DrumKit: Sendable {
  /// The name by which the kit is chosen, and of its SFZ file.
  package let name: String
  /// A title for people.
  package let title: String
  let room: Room
  /// Decibels added to the peaks of all pads.
  var levelDecibels = 0.0
  package let pads: [Pad]

  /// Rises whenever a model changes. Kits that were made from an earlier version are made again.
  package static let version = 4
  /// The kits that are made when they are first played, and not bundled.
  package static let madeOnDemand = [brushes, electro, percussion]
}
