// SPDX-License-Identifier: GPL-3.0-or-later

/// A player's change of the ``Strip`` of a drum.
public struct StripChange: ParameterChange {
  /// A drum or several; see ``Kit/pads(named:)``.
  public var drum: String
  /// The changes.
  public var values: [StripParameter: Float?] = [:]
  /// The drum.
  public var channel: String { drum }

  /// No change.
  public init(channel: String) { drum = channel }

  /// No change.
  public init(drum: String) { self.drum = drum }

  /// A change of one value; nil for the kit's own.
  public init(drum: String, _ parameter: StripParameter, _ value: Float?) {
    self.drum = drum
    self[parameter] = value
  }
}
