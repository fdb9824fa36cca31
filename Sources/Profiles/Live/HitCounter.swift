// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Counts hits while recording, and returns the peak of each.
struct HitCounter: ~Copyable {
  /// The time from an onset until the hit is reported; its peak has passed by then.
  static let decisionSeconds: Float = 0.06

  private let sampleRateHz: Float
  private var detector: OnsetDetector
  private var isRecording = false
  private var undecided: [Int] = []
  private var last: (onset: Int, peakDecibels: Float)?

  /// The level of the background in dBFS (root mean square); hits that hardly rise above it do not
  /// count.
  var noiseDecibels: Float = -120
  /// The sound since ``record()``.
  private(set) var recording: [Float] = []
  /// The same from a second microphone; nil without one.
  private(set) var secondRecording: [Float]?
  /// The peaks of the counted hits, in dBFS.
  private(set) var peaksDecibels: [Float] = []

  init(sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    detector = OnsetDetector(sampleRateHz: sampleRateHz)
  }

  /// Clears the recording and the count, and begins again.
  mutating func record() {
    isRecording = true
    recording = []
    secondRecording = nil
    undecided = []
    last = nil
    peaksDecibels = []
  }

  /// Keeps listening without recording.
  mutating func pause() { isRecording = false }

  /// Takes the next sample; returns the peak of a hit in dBFS once it is to be reported.
  ///
  /// - Parameter second: The same sample from a second microphone; nil without one.
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
      // The same stroke, found twice or followed by its tail.
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
