// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import FoundationEssentials

/// A folder for sound files that are gone when this is.
final class ScratchFolder {
  let path: String

  init() throws(ScoreFailure) {
    path = FileManager.default.temporaryDirectory.path + "/flam-score-\(UUID())"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw ScoreFailure(
        .cannotCreate, "cannot create '\(path)': it cannot be written there; set TMPDIR")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes mono samples to NAME.wav; the file's path.
  func write(_ samples: [Float], sampleRateHz: Int, name: String) throws -> String {
    let file = "\(path)/\(name).wav"
    var writer = try SoundFileWriter(path: file, sampleRateHz: sampleRateHz, channelCount: 1)
    try writer.write(samples)
    try writer.commit()
    return file
  }
}
