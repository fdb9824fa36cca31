// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Counts hits along while it records, and tells the peak of each.
struct HitCounter: ~Copyable {
  /// How long after its onset a hit is told; its peak is past by then.
  static let decisionSeconds: Float = 0.06

  private let sampleRateHz: Float
  private var detector: OnsetDetector
  private var isRecording = false
  private var undecided: [Int] = []
  private var last: (onset: Int, peakDecibels: Float)?

  /// Level of the background in dBFS (root mean square); what hardly rises above it does not count.
  var noiseDecibels: Float = -120
  /// What was heard since ``record()``.
  private(set) var recording: [Float] = []
  /// The same of a second microphone; nil if there is none.
  private(set) var secondRecording: [Float]?
  /// Peaks of the hits counted since then, in dBFS.
  private(set) var peaksDecibels: [Float] = []

  init(sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    detector = OnsetDetector(sampleRateHz: sampleRateHz)
  }

  /// Forgets what was recorded and counted and begins again.
  mutating func record() {
    isRecording = true
    recording = []
    secondRecording = nil
    undecided = []
    last = nil
    peaksDecibels = []
  }

  /// Goes on hearing, without recording.
  mutating func pause() { isRecording = false }

  /// Hears the next sample; the peak of a hit in dBFS once it is to be told.
  ///
  /// - Parameter second: What a second microphone heard at the same time; nil if there is none.
  mutating func hear(_ sample: Float, second: Float? = nil) -> Float? {
    let onset = detector.process(sample)
    guard isRecording else { return nil }
    recording.append(sample)
    if let second {
      if recording.count == 1 { secondRecording = [] }
      secondRecording?.append(second)
    }
    if let onset {
      if onset.isCorrection { _ = undecided.popLast() }
      undecided.append(max(0, recording.count - 1 - onset.ageFrames))
    }
    let decisionFrames = Units.frames(seconds: Self.decisionSeconds, sampleRateHz: sampleRateHz)
    guard let onset = undecided.first, recording.count >= onset + decisionFrames else { return nil }
    undecided.removeFirst()
    return count(onset)
  }

  private mutating func count(_ onset: Int) -> Float? {
    let amplitude = recording[onset...].reduce(Float(1e-6)) { max($0, abs($1)) }
    let peak = Units.decibels(amplitude: amplitude)
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    if let last {
      let distance = onset - last.onset
      let isWeaker = last.peakDecibels - peak > HitFilter.doubtDecibels
      // One stroke, found twice or followed by its tail.
      let isSame =
        distance < frames(HitTracker.precursorSeconds)
        || isWeaker && distance < frames(HitFilter.doubtSeconds)
      if isSame { return nil }
    }
    guard peak > noiseDecibels + HitFilter.aboveNoiseDecibels else { return nil }
    last = (onset, peak)
    peaksDecibels.append(peak)
    return peak
  }
}
