// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

/// A count-in of clicks.
public struct CountIn: Codable, Sendable, Equatable {
  /// How many bars it can have.
  public static let barCounts = 1...8

  /// Bars of clicks.
  public let bars: Int
  /// How many beats a bar has; the first one sounds higher.
  public let meter: Meter
  /// The tempo in beats of the meter.
  public let beatsPerMinute: Double

  /// A count-in at a tempo.
  public init(bars: Int, meter: Meter, beatsPerMinute: Double) {
    self.bars = bars
    self.meter = meter
    self.beatsPerMinute = beatsPerMinute
  }

  private var beatCount: Int { bars * meter.beatsPerBar }

  private func clock(sampleRateHz: Int) -> TempoSegment {
    TempoSegment(Tempo(beatsPerMinute), meter, startFrame: 0, sampleRateHz: sampleRateHz)
  }

  /// All its frames, up to the beginning of the first played bar.
  func frames(sampleRateHz: Int) -> [BackingFrame] {
    let clock = clock(sampleRateHz: sampleRateHz)
    var frames = [BackingFrame](
      repeating: BackingFrame(left: 0, right: 0), count: clock.nearestFrame(toBeat: beatCount))
    let barClick = Click.samples(isBar: true, sampleRateHz: sampleRateHz)
    let beatClick = Click.samples(isBar: false, sampleRateHz: sampleRateHz)
    for beat in 0..<beatCount {
      let first = clock.nearestFrame(toBeat: beat)
      let click = clock.place(ofBeat: beat).place == 0 ? barClick : beatClick
      for (frame, sample) in click.prefix(frames.count - first).enumerated() {
        frames[first + frame] = BackingFrame(left: sample, right: sample)
      }
    }
    return frames
  }

  /// The same on one channel, spoken: each beat says its number in the bar. The very last beat is a
  /// click alone, so that no word still sounds when the playing begins.
  ///
  /// - Parameter words: One a beat of a bar, nominally -1...1; each ends where the next beat
  ///   begins.
  public func samples(saying words: [[Float]], sampleRateHz: Int) -> [Float] {
    var samples = frames(sampleRateHz: sampleRateHz).map(\.left)
    let clock = clock(sampleRateHz: sampleRateHz)
    let fadeFrames = Int(Self.fadeSeconds * Double(sampleRateHz))
    for beat in 0..<max(0, beatCount - 1) {
      let first = clock.nearestFrame(toBeat: beat)
      let word = words[beat % words.count].prefix(Int(clock.frame(ofBeat: 1)))
      for (frame, sample) in word.enumerated() {
        samples[first + frame] += sample * min(1, Float(word.count - frame) / Float(fadeFrames))
      }
    }
    return samples
  }

  /// A word that is longer than a beat fades out in this time.
  private static let fadeSeconds = 0.01
}

extension TempoSegment {
  /// The frame nearest to a beat.
  fileprivate func nearestFrame(toBeat beat: Int) -> Int {
    Int(frame(ofBeat: Double(beat)).rounded())
  }
}
