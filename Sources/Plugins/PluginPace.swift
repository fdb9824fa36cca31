// SPDX-License-Identifier: GPL-3.0-or-later
import CPluginLine

/// Whether somebody waits for a plug-in.
package enum PluginPace: Equatable, Sendable {
  /// Its sound is waited for: it goes into a file.
  case waited
  /// It plays, in periods of so many frames; what comes too late is passed by.
  case live(periodFrames: Int)

  /// Longer periods leave a plug-in no time for its sound.
  package static let mostPeriodFrames = Int(plugin_block_frames)
}
