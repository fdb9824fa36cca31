// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation

/// A kit whose drums identify themselves: the kick is left only, the snare right only, the hi-hat
/// both. Each is short, so that the output is silent, bit by bit, before the next.
enum ShortKit {
  /// Writes it into `folder`; returns its path.
  static func write(in folder: String) throws -> String {
    let gains: [(key: Int, left: Float, right: Float)] = [(36, 1, 0), (38, 0, 1), (42, 1, 1)]
    var text = "<global> loop_mode=one_shot amp_veltrack=0\n"
    for drum in gains {
      let path = "\(folder)/\(drum.key).wav"
      var file = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 2)
      let frames = (0..<2400).flatMap { frame in
        let sample = 0.4 * (1 - Float(frame) / 2400)
        return [sample * drum.left, sample * drum.right]
      }
      try file.write(frames)
      try file.commit()
      text += "<region> key=\(drum.key) sample=\(drum.key).wav\n"
    }
    try text.write(toFile: "\(folder)/kit.sfz", atomically: true, encoding: .utf8)
    return "\(folder)/kit.sfz"
  }
}
