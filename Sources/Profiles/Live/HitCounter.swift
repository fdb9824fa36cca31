// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Counts hits while recording, and returns the peak of each.
struct HitCounter: ~Copyable {
  /// The time from an onset until the hit is reported; its peak has passed by then.
  static let decisionSeconds: Float = 0.06
  /// Of a hit into a voice, so much is kept before its onset and after it.
  private static let keptSeconds: (before: Float, after: Float) = (0.002, 0.06)

  private let sampleRateHz: Float
  private var detector: OnsetDetector
  private var isRecording = false
  private var undecided: [Int] = []
  private var last: (onset: Int, peakDecibels: Float)?
  /// Stretches of the recording in which a voice may be heard.
  private var voiced: [Range<Int>] = []
  /// Where the counted hits began in the recording.
  private var onsets: [Int] = []
  private var voiceDecibels: Float = -.infinity

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
    (voiced, onsets) = ([], [])
  }

  /// Forgets what was recorded up to now, but not a hit that is not decided yet.
  mutating func forget() {
    let before = frames(Self.keptSeconds.before)
    let first = undecided.first.map { max(0, $0 - before) } ?? recording.count
    recording.removeFirst(first)
    secondRecording?.removeFirst(first)
    undecided = undecided.map { $0 - first }
    onsets = onsets.filter { $0 >= first }.map { $0 - first }
    voiced = voiced.filter { $0.upperBound > first }
      .map { max(0, $0.lowerBound - first)..<$0.upperBound - first }
  }

  /// Keeps listening without recording.
  mutating func pause() { isRecording = false }

  /// Takes the next sample; returns the peak of a hit in dBFS once it is to be reported.
  ///
  /// - Parameters:
  ///   - second: The same sample from a second microphone; nil without one.
  ///   - voiceDecibels: A voice of ours may be heard, with peaks up to this, in dBFS: only higher
  ///     ones are hits. Nil if none is heard.
  mutating func hear(
    _ sample: Float, second: Float? = nil, voiceDecibels: Float? = nil
  ) -> Float? {
    let onset = detector.process(sample)
    guard isRecording else { return nil }
    recording.append(sample)
    if let second {
      if recording.count == 1 { secondRecording = [] }
      secondRecording?.append(second)
    }
    if let voiceDecibels { hearVoice(voiceDecibels) }
    if let onset {
      if onset.isCorrection { _ = undecided.popLast() }
      undecided.append(max(0, recording.count - 1 - onset.ageFrames))
    }
    let decisionFrames = frames(Self.decisionSeconds)
    guard let onset = undecided.first, recording.count >= onset + decisionFrames else { return nil }
    undecided.removeFirst()
    return count(onset)
  }

  private mutating func count(_ onset: Int) -> Float? {
    let isIntoVoice = voiced.contains { $0.contains(onset) }
    // The peak of a hit that follows a syllable is not the syllable's.
    let end = isIntoVoice ? undecided.first ?? recording.count : recording.count
    let amplitude = recording[onset..<max(onset, end)]
      .reduce(Float(1e-6)) { max($0, abs($1)) }
    let peak = Units.decibels(amplitude: amplitude)
    if isIntoVoice, peak <= voiceDecibels { return nil }
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
    onsets.append(onset)
    return peak
  }

  private mutating func hearVoice(_ decibels: Float) {
    voiceDecibels = decibels
    let frame = recording.count - 1
    if let last = voiced.indices.last, voiced[last].upperBound == frame {
      voiced[last] = voiced[last].lowerBound..<frame + 1
    } else {
      voiced.append(frame..<frame + 1)
    }
  }

  /// Where the hits began, if a voice is in the recording, too: whatever else is found in it is the
  /// voice. Nil without one.
  var onsetsBesideVoice: [Int]? { voiced.isEmpty ? nil : onsets }

  /// The recording of a channel with the background in place of a voice of ours; the hits into it
  /// stay.
  func withoutVoice(_ channel: [Float]) -> [Float] {
    guard !voiced.isEmpty else { return channel }
    let (before, after) = (frames(Self.keptSeconds.before), frames(Self.keptSeconds.after))
    let hitsIntoVoice = onsets.filter { onset in voiced.contains { $0.contains(onset) } }
    // The root mean square of even noise is its amplitude / √3.
    let amplitude = Float(3).squareRoot() * Units.amplitude(decibels: noiseDecibels)
    var generator = SeededGenerator(seed: 1)
    var quiet = channel
    for frame in voiced.joined() where quiet.indices.contains(frame) {
      let isHit = hitsIntoVoice.contains { $0 - before <= frame && frame < $0 + after }
      if !isHit { quiet[frame] = amplitude * (2 * generator.uniform() - 1) }
    }
    return quiet
  }

  private func frames(_ seconds: Float) -> Int {
    Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
  }
}
