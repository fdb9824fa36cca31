// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// A stretch of what the microphone heard, with ends that let it run into the next stretch.
///
/// Its first samples rise in a straight line, its last fall in one: where two stretches follow each other, the fall of one and the
/// rise of the next add up to what was heard.
public final class LoopSound: Sendable, Equatable {
  /// How long an end rises or falls.
  static let fadeSeconds = 0.005

  /// Linear, −1...1, of one channel; those of the rise come before the stretch.
  public let samples: [Float]
  /// Samples of the rise, and of the fall.
  public let fadeFrames: Int

  /// What was heard from so many samples before a stretch to its end.
  init(heard: [Float], fadeFrames: Int) {
    var samples = heard
    Self.rise(&samples, fadeFrames)
    Self.fall(&samples, fadeFrames)
    (self.samples, self.fadeFrames) = (samples, fadeFrames)
  }

  private init(samples: [Float], fadeFrames: Int) {
    (self.samples, self.fadeFrames) = (samples, fadeFrames)
  }

  /// Frames of the stretch, without its rise.
  var frameCount: Int { samples.count - fadeFrames }

  /// Its beginning.
  func cut(toFrames count: Int) -> LoopSound {
    var samples = Array(samples.prefix(fadeFrames + max(0, count)))
    Self.fall(&samples, fadeFrames)
    return LoopSound(samples: samples, fadeFrames: fadeFrames)
  }

  /// Its end, from a frame on.
  func cut(fromFrame first: Int) -> LoopSound {
    var samples = Array(samples.dropFirst(first))
    Self.rise(&samples, fadeFrames)
    return LoopSound(samples: samples, fadeFrames: fadeFrames)
  }

  /// The same at another rate.
  func resampled(fromHz: Int, toHz: Int) -> LoopSound {
    guard fromHz != toHz else { return self }
    let resampled = Resampler.convert(samples, channelCount: 1, fromHz: fromHz, toHz: toHz)
    let fade = Int((Double(fadeFrames) * Double(toHz) / Double(fromHz)).rounded())
    return LoopSound(samples: resampled, fadeFrames: fade)
  }

  private static func rise(_ count: Int) -> [Float] {
    (0..<count).map { (Float($0) + 0.5) / Float(count) }
  }

  private static func rise(_ samples: inout [Float], _ fadeFrames: Int) {
    for (place, gain) in rise(fadeFrames).prefix(samples.count).enumerated() {
      samples[place] *= gain
    }
  }

  private static func fall(_ samples: inout [Float], _ fadeFrames: Int) {
    let rise = rise(fadeFrames)
    for place in 0..<min(fadeFrames, samples.count) {
      samples[samples.count - min(fadeFrames, samples.count) + place] *= 1 - rise[place]
    }
  }

  /// It is the same sound.
  public static func == (one: LoopSound, other: LoopSound) -> Bool { one === other }
}
