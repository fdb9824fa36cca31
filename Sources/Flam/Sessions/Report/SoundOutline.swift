// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// The outline of a sound file: the lowest and the highest sample of each of its parts.
struct SoundOutline {
  /// In seconds.
  let seconds: Double
  /// Of each part, the louder channel's.
  let parts: [ClosedRange<Float>]

  /// The outline of the file at `path` in parts of `partSeconds`; as far as the file can be read.
  init(path: String, partSeconds: Double) throws {
    var reader = try SoundFileReader(path: path)
    let channels = reader.channelCount
    let partFrames = max(1, Int(partSeconds * Double(reader.sampleRateHz)))
    var block = [Float](repeating: 0, count: partFrames * channels)
    var parts: [ClosedRange<Float>] = []
    var frames = 0
    while true {
      var span = block.mutableSpan
      let count = (try? reader.read(into: &span)) ?? 0
      if count == 0 { break }
      frames += count
      let part = block[..<(count * channels)].lazy.filter(\.isFinite)
      parts.append(min(0, part.min() ?? 0)...max(0, part.max() ?? 0))
    }
    self.parts = parts
    seconds = Double(frames) / Double(reader.sampleRateHz)
  }

  /// The largest amplitude.
  var peak: Float { parts.map { max(-$0.lowerBound, $0.upperBound) }.max() ?? 0 }
}
