// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Teaches step by step by listening: it takes the microphone's samples and returns events for the
/// player.
///
/// It counts time in samples, so that it works the same on a recording and live. A step begins with
/// ``measureBackground()``, ``checkLevel()`` or ``teach(_:hits:)`` and ends with an event that has
/// its result; then it waits for the next. With ten hits a sound the steps take 2 s, about 3 s, and
/// about 9 s a sound.
public struct LiveLearner: ~Copyable {
  private enum Step {
    case idle
    case background(BackgroundMeter)
    case level
    case countIn(label: String)
    case tapping(label: String)
  }

  /// The count-in before each sound, in seconds.
  public static let countInSeconds = 2
  /// The number of hits that decide the level.
  static let levelHits = 3
  /// If no further hit comes for this long, the step continues without.
  static let pauseSeconds: Float = 3
  /// If no hit comes at all for this long, the step ends.
  static let patienceSeconds: Float = 8
  /// After a change of manner, hits do not count for this long: they may still be in the old one.
  static let turnSeconds: Float = 0.25
  /// Hits so soon after a count-in began are of the sound before; later ones end the count-in.
  static let restSeconds: Float = 0.75
  /// Fewer hits teach nothing.
  public static let fewestHits = 2

  /// What the hits are for.
  public enum Purpose: Sendable {
    /// They teach a sound.
    case learning
    /// They are sounds to be played, each as long as it rings.
    case sampling

    /// The recording continues for so long after the last reported hit, in seconds.
    var tailSeconds: Float { self == .learning ? 0.2 : 1 }
    /// Fewer hits are of no use.
    public var fewestHits: Int { self == .learning ? LiveLearner.fewestHits : 1 }
  }

  private let sampleRateHz: Float
  private let purpose: Purpose
  private var counter: HitCounter
  private var step = Step.idle
  /// The frames since the step or its present part began.
  private var frames = 0
  private var framesSinceHit = 0
  private var parts: [(manner: Manner, count: Int)] = []
  private var isFirstPart = true
  /// The hits counted in the present part.
  private var partCount = 0
  private var isEnding = false
  private var taught: [Lesson] = []

  /// A learner that waits for its first step.
  public init(sampleRateHz: Float, purpose: Purpose = .learning) {
    (self.sampleRateHz, self.purpose) = (sampleRateHz, purpose)
    counter = HitCounter(sampleRateHz: sampleRateHz)
  }

  /// The lessons so far, for ``Learner``; the last of each label counts.
  public var lessons: [Lesson] { taught }

  /// Measures the background, for ``BackgroundMeter/seconds``.
  public mutating func measureBackground() {
    begin(.background(BackgroundMeter(sampleRateHz: sampleRateHz)))
  }

  /// Asks for hard hits and judges their level.
  public mutating func checkLevel() { begin(.level) }

  /// Asks for `hits` of one sound, soft, hard and freely.
  public mutating func teach(_ label: String, hits: Int = 10) {
    precondition(hits >= purpose.fewestHits, "a sound needs \(purpose.fewestHits) hits or more")
    parts = Manner.parts(hits: hits)
    isFirstPart = true
    begin(.countIn(label: label))
  }

  /// Ends the sound that is asked for with the hits so far, as soon as the last one has rung.
  public mutating func endSound() {
    switch step {
    case .idle, .background, .level: return
    case .countIn(let label):
      counter.record()
      step = .tapping(label: label)
      framesSinceHit = frames(purpose.tailSeconds)
    case .tapping: break
    }
    isEnding = true
  }

  /// Takes the next samples; returns the events, in order.
  ///
  /// - Parameters:
  ///   - second: The same samples from a second microphone; nil without one.
  ///   - voiceDecibels: A voice that speaks to the player may be heard, with peaks up to this, in
  ///     dBFS: only higher ones are hits, and nothing else of these samples is learned. Nil if none
  ///     is heard.
  public mutating func hear(
    _ samples: [Float], second: [Float]? = nil, voiceDecibels: Float? = nil
  ) -> [Event] {
    var events: [Event] = []
    for (index, sample) in samples.enumerated() {
      let peak = counter.hear(
        sample.isFinite ? sample : 0, second: second?[index], voiceDecibels: voiceDecibels)
      hear(sample.isFinite ? sample : 0, peak, &events)
    }
    return events
  }

  private mutating func begin(_ next: Step) {
    step = next
    frames = 0
    framesSinceHit = 0
    isEnding = false
    counter.pause()
  }

  private mutating func hear(_ sample: Float, _ peak: Float?, _ events: inout [Event]) {
    switch step {
    case .idle: return
    case .background(var meter): measure(&meter, sample, &events)
    case .level: checkLevel(peak, &events)
    case .countIn(let label): countIn(label, peak, &events)
    case .tapping(let label): tap(label, peak, &events)
    }
    frames += 1
  }

  private mutating func measure(
    _ meter: inout BackgroundMeter, _ sample: Float, _ events: inout [Event]
  ) {
    if frames == 0 { events.append(.quiet(seconds: Int(BackgroundMeter.seconds))) }
    let background = meter.hear(sample)
    step = .background(meter)
    guard let background else { return }
    counter.noiseDecibels = background.decibels
    events.append(.background(background))
    step = .idle
  }

  private mutating func checkLevel(_ peak: Float?, _ events: inout [Event]) {
    if frames == 0 {
      counter.record()
      events.append(.hitHard(count: Self.levelHits))
    }
    hear(peak, &events)
    let count = counter.peaksDecibels.count
    guard count >= Self.levelHits || isOverdue else { return }
    events.append(.level(WorkingLevel(hardestDecibels: counter.peaksDecibels.max())))
    begin(.idle)
  }

  /// Counts down to a sound; whoever hits it sooner need not wait.
  private mutating func countIn(_ label: String, _ peak: Float?, _ events: inout [Event]) {
    if frames == frames(Self.restSeconds) { counter.record() }
    let second = Int(sampleRateHz)
    let left = Self.countInSeconds - frames / second
    guard peak != nil || left == 0 else {
      if frames % second == 0 { events.append(.countIn(label: label, seconds: left)) }
      return
    }
    step = .tapping(label: label)
    ask(label, &events)
    if peak == nil { counter.forget() } else { tap(label, peak, &events) }
  }

  /// Asks for the next part and removes it from ``parts``.
  private mutating func ask(_ label: String, _ events: inout [Event]) {
    partCount = 0
    frames = 0
    framesSinceHit = 0
    events.append(.tap(label: label, parts[0].manner, count: parts[0].count))
  }

  private mutating func tap(_ label: String, _ peak: Float?, _ events: inout [Event]) {
    hear(peak, &events)
    let isLate = !isFirstPart && partCount == 0 && frames < self.frames(Self.turnSeconds)
    if peak != nil, !isLate { partCount += 1 }
    if isEnding {
      if framesSinceHit >= self.frames(purpose.tailSeconds) { finish(label, &events) }
      return
    }
    guard partCount >= parts[0].count || isOverdue else { return }
    let isVain = counter.peaksDecibels.isEmpty
    if parts.count > 1, !isVain {
      parts.removeFirst()
      isFirstPart = false
      ask(label, &events)
    } else if isVain {
      finish(label, &events)
    } else {
      isEnding = true
      framesSinceHit = 0
    }
  }

  /// Ends a sound with the hits that learning finds in the recording; they may differ from those
  /// counted.
  private mutating func finish(_ label: String, _ events: inout [Event]) {
    var reader = ExampleReader(sampleRateHz: sampleRateHz)
    let samples = counter.withoutVoice(counter.recording)
    var second: [Float]?
    if let heard = counter.secondRecording { second = counter.withoutVoice(heard) }
    let onsets = counter.onsetsBesideVoice
    let levels = reader.examples(in: samples, near: onsets).map(\.loudestDecibels).sorted()
    defer { begin(.idle) }
    guard levels.count >= purpose.fewestHits, let softest = levels.first, let hardest = levels.last
    else {
      events.append(.nothingHeard(label: label))
      return
    }
    taught.removeAll { $0.label == label }
    taught.append(
      Lesson(
        label: label, samples: samples, second: second, onsetFrames: onsets,
        sampleRateHz: sampleRateHz, source: "the microphone"))
    events.append(
      .taught(
        label: label, hits: levels.count, softestDecibels: softest, hardestDecibels: hardest))
  }

  private mutating func hear(_ peak: Float?, _ events: inout [Event]) {
    framesSinceHit += 1
    guard let peak else { return }
    framesSinceHit = 0
    events.append(.heard(count: counter.peaksDecibels.count, peakDecibels: peak))
  }

  /// No hit has come for too long; the limit is shorter once some have come.
  private var isOverdue: Bool {
    let hasHits = !counter.peaksDecibels.isEmpty
    return framesSinceHit >= frames(hasHits ? Self.pauseSeconds : Self.patienceSeconds)
  }

  private func frames(_ seconds: Float) -> Int {
    Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
  }
}
