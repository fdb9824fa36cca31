// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation

/// Kits of a few short sounds on disk, which load at once.
public enum SimulatedKits {
  private static let drums: [(note: Int, seconds: Double)] = [
    (36, 0.2), (38, 0.15), (37, 0.05), (42, 0.05), (44, 0.05), (46, 0.3), (49, 0.4), (51, 0.3),
    (39, 0.1), (41, 0.2), (45, 0.2), (48, 0.2),
  ]

  /// Writes one as SFZ, of noise that is unlike that of other seeds; its path.
  ///
  /// - Parameter seed: Of the noise; also how much louder its two layers of each drum are than the
  ///   next.
  public static func write(_ name: String, seed: UInt64, in folder: String) throws -> String {
    var text = ""
    for (place, drum) in drums.enumerated() {
      for layer in 0..<2 {
        let sound = "\(name)-\(drum.note)-\(layer).wav"
        var file = try SoundFileWriter(
          path: "\(folder)/\(sound)", sampleRateHz: 48_000, channelCount: 1, isOverwriting: true)
        let count = Int(48_000 * drum.seconds)
        let noise = Signal.noise(
          count: count, amplitude: 0.4, seed: 100 * seed + UInt64(2 * place + layer))
        let faded = noise.enumerated().map { $1 * (1 - Float($0) / Float(count)) }
        try faded.withUnsafeBufferPointer { try file.write($0) }
        try file.commit()
        let velocities = layer == 0 ? "lovel=1 hivel=70" : "lovel=71 hivel=127"
        let group = [42, 44, 46].contains(drum.note) ? " group=1 off_by=1" : ""
        text += "<region> key=\(drum.note) sample=\(sound) \(velocities)\(group)\n"
      }
    }
    let path = "\(folder)/\(name).sfz"
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }
}
