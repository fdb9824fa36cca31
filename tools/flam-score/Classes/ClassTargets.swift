// SPDX-License-Identifier: GPL-3.0-or-later

/// What telling sounds apart is to reach, by the number of sounds and what makes them.
enum ClassTargets {
  /// The least accuracy by a moment, in milliseconds; infinite for the end.
  typealias Target = (milliseconds: Double, accuracy: Double)

  /// Tasks of these names are of voices.
  static let voices = ["beatbox", "voice"]

  static func targets(task: String, soundCount: Int, variant: ClassVariant) -> [Target] {
    switch variant {
    case .otherRoom: [(12, 0.75), (23, 0.85)]
    case .relearned: [(23, 0.95)]
    case .hard, .softTrained: []
    case .plain: plain(isVoice: voices.contains { task.hasPrefix($0) }, soundCount: soundCount)
    }
  }

  private static func plain(isVoice: Bool, soundCount: Int) -> [Target] {
    switch soundCount {
    case ...3 where isVoice: [(3, 0.78), (6, 0.80), (12, 0.85), (23, 0.88), (.infinity, 0.92)]
    case ...4: [(3, 0.93), (6, 0.96), (12, 0.98), (23, 0.985)]
    case ...6: [(3, 0.85), (6, 0.92), (12, 0.95), (23, 0.97)]
    case ...12: [(12, 0.90), (23, 0.96)]
    default: []
    }
  }

  /// Most that learning from soft hits may cost hard ones.
  static let mostSoftLoss = 0.05
}
