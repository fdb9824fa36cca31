// SPDX-License-Identifier: GPL-3.0-or-later

/// An LV2 plug-in, as it describes itself and as it was when it was tried.
package struct Plugin: Codable, Sendable, Equatable {
  /// A value of a plug-in that a player can set.
  package struct Parameter: Codable, Sendable, Equatable {
    /// The plug-in's short name for it, which is typed.
    package let symbol: String
    /// The plug-in's name for it, which is read.
    package let title: String
    /// The least possible value.
    package let least: Float
    /// The greatest possible value.
    package let most: Float
    /// The value that it has unless a player sets it.
    package let usual: Float
  }

  /// Longer delays are no latency.
  static let mostLatencySeconds = 2

  /// The address that names it in the whole world; it need not lead anywhere.
  package let uri: String
  /// The maker's name for it.
  package let title: String
  /// The file of its program.
  package let binaryPath: String
  /// Channels that go in.
  package let inputs: Int
  /// Channels that come out.
  package let outputs: Int
  /// In the plug-in's order.
  package let parameters: [Parameter]
  /// Its maker says that it never keeps the audio thread waiting.
  package let isHardRealtimeCapable: Bool
  /// By how many frames it delays its sound, at its usual values; nil if it was not tried.
  package var latencyFrames: Int?
  /// Why Flam cannot use it; nil if it can.
  package var refusal: String?
}

/// What the process of a plug-in says, a line each.
enum HostMessage: Codable {
  /// A plug-in of the list is tried next.
  case trying(uri: String, place: Int)
  /// A plug-in of the list was tried.
  case tried(Plugin)
  /// There are no more.
  case finished
  /// The plug-in waits for sound.
  case ready(Plugin)
  /// The plug-in cannot run, and why, what to do.
  case refused(reason: String, advice: String)
}
