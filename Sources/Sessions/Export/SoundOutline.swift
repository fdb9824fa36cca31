// SPDX-License-Identifier: GPL-3.0-or-later

/// The outline of a recording: the lowest and the highest sample of each of its parts.
public struct SoundOutline: Sendable {
  /// Its length.
  public let seconds: Double
  /// Of each part, the louder channel's.
  public let parts: [ClosedRange<Float>]

  /// The outline of a recording in parts of `partSeconds`; as far as it can be read, and as long as it is wanted.
  public init(
    _ sound: consuming SessionSound, partSeconds: Double, isWanted: () -> Bool = { true }
  ) {
    var sound = sound
    let channels = sound.channelCount
    let partFrames = max(1, Int(partSeconds * Double(sound.sampleRateHz)))
    var block = [Float](repeating: 0, count: partFrames * channels)
    var parts: [ClosedRange<Float>] = []
    var frames = 0
    while isWanted() {
      let count = block.withUnsafeMutableBufferPointer { (try? sound.read(into: $0)) ?? 0 }
      if count == 0 { break }
      frames += count
      let part = block[..<(count * channels)].lazy.filter(\.isFinite)
      parts.append(min(0, part.min() ?? 0)...max(0, part.max() ?? 0))
    }
    self.parts = parts
    seconds = Double(frames) / Double(sound.sampleRateHz)
  }

  /// The largest amplitude.
  public var peak: Float { parts.map { max(-$0.lowerBound, $0.upperBound) }.max() ?? 0 }
}
