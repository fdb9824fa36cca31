// SPDX-License-Identifier: GPL-3.0-or-later

/// A kit of models: what can be struck, and the room it stands in.
package struct DrumKit: Sendable {
  /// By which it is asked for; its SFZ file is called so.
  package let name: String
  /// What it is, for people.
  package let title: String
  let room: Room
  package let pads: [Pad]
}
