// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Learning by listening, sound after sound: takes the microphone's samples and says what is to be told.
///
/// Time is counted in samples, so that it runs the same on a recording as live. Each sound is counted in, tapped and
/// reviewed; after a review it waits for ``keep()`` or ``repeatSound()``.
public struct LiveLearner: ~Copyable {
  /// What to tell the player.
  public enum Event: Equatable, Sendable {
    /// Seconds until a sound is to be tapped.
    case countIn(label: String, seconds: Int)
    /// Now.
    case tap(label: String)
    /// A hit was heard; the how manieth, and its peak in dBFS.
    case heard(count: Int, peakDecibels: Float)
    /// The sound has been tapped: hits found, and the peaks of the softest and the hardest.
    case review(label: String, hits: Int, softestDecibels: Float, hardestDecibels: Float)
    /// Nothing was found.
    case nothingHeard(label: String)
  }

  private enum Phase: Equatable { case countIn, tapping, review, finished }

  /// Seconds counted in before each sound.
  public static let countInSeconds = 3
  /// After the last hit a sound ends when nothing more comes for this long.
  static let pauseSeconds = 4.0
  /// A sound ends where no hit comes at all for this long.
  static let patienceSeconds = 12.0
  /// How long after its onset a hit is told; its peak is past by then.
  static let tellSeconds = 0.06
  /// Recorded after the last hit.
  static let tailSeconds = 0.2

  /// Names of the sounds, in the order in which they are asked for.
  public let labels: [String]
  private let hitsPerSound: Int
  private let sampleRateHz: Float
  private var detector: OnsetDetector
  private var phase = Phase.countIn
  private var index = 0
  private var countedFrames = 0
  private var recording: [Float] = []
  private var heardFrames: [Int] = []
  private var toldCount = 0
  private var kept: [Lesson] = []

  /// A learner that will ask for each of `labels`, `hitsPerSound` times.
  public init(labels: [String], hitsPerSound: Int = 10, sampleRateHz: Float) {
    precondition(!labels.isEmpty && hitsPerSound > 0, "something to learn")
    self.labels = labels
    self.hitsPerSound = hitsPerSound
    self.sampleRateHz = sampleRateHz
    detector = OnsetDetector(sampleRateHz: sampleRateHz)
  }

  /// What was kept so far, for ``Learner``.
  public var lessons: [Lesson] { kept }

  /// Hears the next samples; what there is to tell, in order.
  public mutating func hear(_ samples: [Float]) -> [Event] {
    var events: [Event] = []
    for sample in samples { hear(sample.isFinite ? sample : 0, &events) }
    return events
  }

  /// Takes the sound just reviewed and goes on to the next, if there is one.
  public mutating func keep() {
    precondition(phase == .review, "a sound is kept after its review")
    kept.append(
      Lesson(
        label: labels[index], samples: recording, sampleRateHz: sampleRateHz,
        source: "the microphone"))
    index += 1
    begin(index < labels.count ? .countIn : .finished)
  }

  /// Asks for the sound just reviewed once more.
  public mutating func repeatSound() {
    precondition(phase == .review, "a sound is repeated after its review")
    begin(.countIn)
  }

  private mutating func begin(_ next: Phase) {
    phase = next
    countedFrames = 0
    if next == .countIn {
      recording = []
      heardFrames = []
      toldCount = 0
    }
  }

  private mutating func hear(_ sample: Float, _ events: inout [Event]) {
    let onset = detector.process(sample)
    switch phase {
    case .countIn: countIn(&events)
    case .tapping:
      recording.append(sample)
      if let onset {
        if onset.isCorrection && heardFrames.count > toldCount { heardFrames.removeLast() }
        heardFrames.append(max(0, recording.count - 1 - onset.ageFrames))
      }
      tap(&events)
    case .review, .finished: break
    }
  }

  private mutating func countIn(_ events: inout [Event]) {
    let second = Int(sampleRateHz)
    defer { countedFrames += 1 }
    guard countedFrames % second == 0 else { return }
    let left = Self.countInSeconds - countedFrames / second
    if left > 0 {
      events.append(.countIn(label: labels[index], seconds: left))
    } else {
      events.append(.tap(label: labels[index]))
      begin(.tapping)
    }
  }

  private mutating func tap(_ events: inout [Event]) {
    func frames(_ seconds: Double) -> Int { Int(seconds * Double(sampleRateHz)) }
    if toldCount < heardFrames.count,
      recording.count >= heardFrames[toldCount] + frames(Self.tellSeconds)
    {
      let peak = recording[heardFrames[toldCount]...].reduce(Float(1e-6)) { max($0, abs($1)) }
      toldCount += 1
      events.append(
        .heard(count: toldCount, peakDecibels: Units.decibels(amplitude: peak)))
    }
    let sinceLast = recording.count - (heardFrames.last ?? 0)
    let isComplete = heardFrames.count >= hitsPerSound && sinceLast >= frames(Self.tailSeconds)
    let isPaused = !heardFrames.isEmpty && sinceLast >= frames(Self.pauseSeconds)
    let isVain = heardFrames.isEmpty && recording.count >= frames(Self.patienceSeconds)
    if isComplete || isPaused || isVain { review(&events) }
  }

  /// Tells what learning will find in the recording, which may be less than what was counted along.
  private mutating func review(_ events: inout [Event]) {
    var reader = ExampleReader(sampleRateHz: sampleRateHz)
    let levels = reader.examples(in: recording).map(\.loudestDecibels).sorted()
    guard let softest = levels.first, let hardest = levels.last else {
      events.append(.nothingHeard(label: labels[index]))
      begin(.countIn)
      return
    }
    events.append(
      .review(
        label: labels[index], hits: levels.count, softestDecibels: softest,
        hardestDecibels: hardest))
    begin(.review)
  }
}
