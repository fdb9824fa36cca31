// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sequencing

/// The sounds of a metronome.
public enum Click {
  /// Length of a click in seconds.
  private static let seconds = 0.03
  private static let (barHz, beatHz) = (1760.0, 1320.0)
  private static let amplitude = 0.3
  private static let decayPerSecond = 150.0

  /// Samples of a click, of the first beat of a bar or of another.
  public static func samples(isBar: Bool, sampleRateHz: Int) -> [Float] {
    let hertz = isBar ? barHz : beatHz
    return (0..<Int(seconds * Double(sampleRateHz))).map { frame in
      let seconds = Double(frame) / Double(sampleRateHz)
      return Float(amplitude * exp(-seconds * decayPerSecond) * sin(2 * .pi * hertz * seconds))
    }
  }
}

/// Clicks on the beats of the musical clock, each on the first frame that is not before its beat.
struct Metronome: ~Copyable {
  private let sampleRateHz: Int
  /// A click of a bar, then one of another beat.
  private let samples: UnsafeMutablePointer<Float>
  private let clickFrames: Int
  /// The beats; nil if it is silent.
  private var beats: TempoSegment?
  /// The next beat, and the output frame of its click.
  private var nextBeat = 0
  private var nextFrame = Int.max
  /// The sounding click: its first sample, and its position; at its end if none sounds.
  private var first = 0
  private var place: Int

  /// A metronome that is silent.
  init(sampleRateHz: Int) {
    self.sampleRateHz = sampleRateHz
    let clicks = [true, false].map { Click.samples(isBar: $0, sampleRateHz: sampleRateHz) }
    clickFrames = clicks[0].count
    place = clickFrames
    samples = .allocate(capacity: 2 * clickFrames)
    for (index, sample) in clicks.joined().enumerated() {
      (samples + index).initialize(to: sample)
    }
  }

  deinit { samples.deallocate() }

  /// Nothing sounds, and nothing is going to.
  var isSilent: Bool { @_noLocks get { nextFrame == .max && place == clickFrames } }

  /// Clicks otherwise from output frame `frame` on, which comes next. One that was silent begins
  /// there with a bar; one that clicks comes as much nearer to its next beat as beats become
  /// shorter.
  @_noLocks mutating func set(_ next: PlayedTempo, atFrame frame: Int) {
    guard next.isClicking else {
      (beats, nextFrame) = (nil, .max)
      return
    }
    let tempo = Tempo(next.beatsPerMinute)
    let segment: TempoSegment
    if let beats {
      segment = beats.changed(to: tempo, next.meter, atFrame: frame)
    } else {
      segment = TempoSegment(tempo, next.meter, startFrame: frame, sampleRateHz: sampleRateHz)
    }
    nextBeat = segment.firstBeat
    nextFrame = segment.onset(ofBeat: nextBeat)
    beats = segment
  }

  /// Where an output frame lies in its bar, 0...1: 0 on the frame of its click; nil while nothing
  /// clicks.
  @_noLocks func placeInBar(atFrame frame: Int) -> Float? {
    guard let beats else { return nil }
    // A beat at a frame, with its fraction, may be rounded to one that has not begun, or has ended.
    let whole = beats.nextBeat(fromFrame: frame + 1) - 1
    let passed = min(1, max(0, beats.beat(atFrame: Double(frame)) - Double(whole)))
    let place = Double(beats.place(ofBeat: whole).place) + passed
    return Float(place / Double(beats.meter.beatsPerBar))
  }

  /// Adds the clicks of the output frames from `firstFrame` on to interleaved stereo, as loud as
  /// the bus and the one behind it have them.
  @_noLocks mutating func add(
    to piece: inout MutableSpan<Float>, firstFrame: Int, _ bus: GainRamp, _ master: GainRamp
  ) {
    for frame in 0..<piece.count / 2 {
      if firstFrame &+ frame >= nextFrame, let beats {
        (first, place) = (beats.place(ofBeat: nextBeat).place == 0 ? 0 : clickFrames, 0)
        nextBeat += 1
        nextFrame = beats.onset(ofBeat: nextBeat)
      }
      guard place < clickFrames else { continue }
      let gain = samples[first + place] * (bus.gain(ahead: frame) * master.gain(ahead: frame))
      piece[2 * frame] += gain.x
      piece[2 * frame + 1] += gain.y
      place += 1
    }
  }
}
