// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// What a metronome clicks.
public struct Click: BitwiseCopyable, Sendable, Equatable {
  /// Length of a click in seconds.
  private static let seconds = 0.03
  private static let (barHz, beatHz) = (1760.0, 1320.0)
  private static let amplitude = 0.3
  private static let decayPerSecond = 150.0

  /// Beats a minute; above 0.
  public var beatsPerMinute: Double
  /// Every so many beats a click is higher; at least 1.
  public var beatsPerBar: Int
  /// It clicks; otherwise it is silent.
  public var isOn: Bool

  /// What a metronome clicks from a frame on.
  @_noLocks public init(beatsPerMinute: Double, beatsPerBar: Int, isOn: Bool) {
    (self.beatsPerMinute, self.beatsPerBar) = (beatsPerMinute, beatsPerBar)
    self.isOn = isOn
  }

  /// Samples of a click, of the first beat of a bar or of another.
  public static func samples(isBar: Bool, sampleRateHz: Int) -> [Float] {
    let hertz = isBar ? barHz : beatHz
    return (0..<Int(seconds * Double(sampleRateHz))).map { frame in
      let seconds = Double(frame) / Double(sampleRateHz)
      return Float(amplitude * exp(-seconds * decayPerSecond) * sin(2 * .pi * hertz * seconds))
    }
  }
}

/// Clicks on the beats, each on the first frame that is not before its beat.
struct Metronome: ~Copyable {
  private let sampleRateHz: Double
  /// A click of a bar, then one of another beat.
  private let samples: UnsafeMutablePointer<Float>
  private let clickFrames: Int
  private var click = Click(beatsPerMinute: 120, beatsPerBar: 4, isOn: false)
  private var beatFrames: Double
  /// The output frame of the next beat.
  private var nextBeatFrame = 0.0
  /// The next beat's place in its bar.
  private var beat = 0
  /// The click that sounds: its first sample, and how far it is; at its end where none does.
  private var first = 0
  private var place: Int

  /// A metronome that is silent.
  init(sampleRateHz: Int) {
    self.sampleRateHz = Double(sampleRateHz)
    let clicks = [true, false].map { Click.samples(isBar: $0, sampleRateHz: sampleRateHz) }
    clickFrames = clicks[0].count
    place = clickFrames
    samples = .allocate(capacity: 2 * clickFrames)
    for (index, sample) in clicks.joined().enumerated() {
      (samples + index).initialize(to: sample)
    }
    beatFrames = 60 * self.sampleRateHz / click.beatsPerMinute
  }

  deinit { samples.deallocate() }

  /// Nothing sounds, and nothing is going to.
  var isSilent: Bool { @_noLocks get { !click.isOn && place == clickFrames } }

  /// Clicks otherwise from output frame `frame` on, which comes next. One that was silent begins there with a bar; one that
  /// clicks comes as much nearer to its next beat as beats become shorter.
  @_noLocks mutating func set(_ next: Click, atFrame frame: Int) {
    let nextFrames = 60 * sampleRateHz / next.beatsPerMinute
    if click.isOn {
      let left = nextBeatFrame - Double(frame)
      nextBeatFrame = Double(frame) + left * nextFrames / beatFrames
      beat = beat % next.beatsPerBar
    } else {
      nextBeatFrame = Double(frame)
      beat = 0
    }
    beatFrames = nextFrames
    click = next
  }

  /// Adds the clicks of the output frames from `firstFrame` on to interleaved stereo, as loud as the bus and the one
  /// behind it have them.
  @_noLocks mutating func add(
    to piece: inout MutableSpan<Float>, firstFrame: Int, _ bus: GainRamp, _ master: GainRamp
  ) {
    for frame in 0..<piece.count / 2 {
      if click.isOn && Double(firstFrame &+ frame) >= nextBeatFrame {
        (first, place) = (beat == 0 ? 0 : clickFrames, 0)
        beat = (beat + 1) % click.beatsPerBar
        nextBeatFrame += beatFrames
      }
      guard place < clickFrames else { continue }
      let gain = samples[first + place] * (bus.gain(ahead: frame) * master.gain(ahead: frame))
      piece[2 * frame] += gain.x
      piece[2 * frame + 1] += gain.y
      place += 1
    }
  }
}
