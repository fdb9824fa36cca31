// SPDX-License-Identifier: GPL-3.0-or-later

extension KeyedEncodingContainer {
  /// Writes a level in decibels as all commands do: null for silence, which has none.
  mutating func encodeLevel(_ decibels: Float, forKey key: Key) throws {
    // By `encode`, which writes null where `encodeIfPresent` writes nothing.
    try encode(decibels.isFinite ? decibels : nil, forKey: key)
  }
}
