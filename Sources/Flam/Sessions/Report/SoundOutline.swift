// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Sessions

/// The outline of a sound file: the lowest and the highest sample of each of its parts.
struct SoundOutline {
  /// In seconds.
  let seconds: Double
  /// Of each part, the louder channel's.
  let parts: [ClosedRange<Float>]

  /// The outline of a recording in parts of `partSeconds`; as far as it can be read.
  init(_ sound: consuming SessionSound, partSeconds: Double) {
    var sound = sound
    let channels = sound.channelCount
    let partFrames = max(1, Int(partSeconds * Double(sound.sampleRateHz)))
    var block = [Float](repeating: 0, count: partFrames * channels)
    var parts: [ClosedRange<Float>] = []
    var frames = 0
    while true {
      let count = block.withUnsafeMutableBufferPointer { (try? sound.read(into: $0)) ?? 0 }
      if count == 0 { break }
      frames += count
      let part = block[..<(count * channels)].lazy.filter(\.isFinite)
      parts.append(min(0, part.min() ?? 0)...max(0, part.max() ?? 0))
    }
    self.parts = parts
    seconds = Double(frames) / Double(sound.sampleRateHz)
  }

  /// What it looks like around a line at `middle`, `reach` pixels up and down, as points around its area.
  ///
  /// - Parameter most: Columns at most, among which the parts are shared out; nil for one a part.
  func points(across: Scale, middle: Double, reach: Double, atMost most: Int? = nil) -> [Point] {
    let scale = reach / Double(max(peak, 1e-4))
    let shared = most.map { max(1, (parts.count + $0 - 1) / $0) } ?? 1
    let columns = stride(from: 0, to: parts.count, by: shared).map { first in
      let own = parts[first..<min(parts.count, first + shared)]
      let seconds = (Double(first) + Double(own.count) / 2) / Double(parts.count) * self.seconds
      return (
        x: across.position(seconds), most: own.map(\.upperBound).max() ?? 0,
        least: own.map(\.lowerBound).min() ?? 0
      )
    }
    return columns.map { Point($0.x, middle - scale * Double($0.most)) }
      + columns.reversed().map { Point($0.x, middle - scale * Double($0.least)) }
  }

  /// The largest amplitude.
  var peak: Float { parts.map { max(-$0.lowerBound, $0.upperBound) }.max() ?? 0 }
}
