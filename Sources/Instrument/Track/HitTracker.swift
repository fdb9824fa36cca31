// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Detect and classify: from samples to the life of hits.
///
/// A hit is *begun* at the first horizon after its onset, *revised* at each later one if its sound
/// or velocity changed, and *settled* at the last, or when the next hit begins. Horizons that had
/// passed before the onset was found are skipped.
///
/// A sound shortly before a much stronger hit was its precursor and no hit: the hand that touches
/// down first, or the echo that a lossy recording puts before a stroke. It is *withdrawn* as soon
/// as the stronger one shows, or at once if the detector corrects its onset. The judgement of a
/// touch holds for its stroke until more of that is heard. A hit that turns out to be no strike at
/// all (``HitValidator``) is withdrawn too. A strike that is not one of the player's sounds loses
/// its sound and is reported without one. What is not answered is reported with its ``Refusal``:
/// withdrawn if it had begun, else refused. That says also what the detector did not find
/// (``UnheardWatch``); nothing that is answered depends on it.
public struct HitTracker: ~Copyable {
  /// An event of a hit.
  public enum Event: BitwiseCopyable {
    case begun(Hit)
    case revised(Hit)
    case settled(Hit)
    case withdrawn(Hit)
    /// It may be the touch before a stroke, and is not to be answered before it is due.
    case held(Hit)
    /// It must be answered by its onset as now known.
    case due(Hit)
    /// Heard and not answered, and never begun; it has no number.
    case refused(Hit)
  }

  /// Smallest change of velocity that is worth a revision: less than a tenth of a decibel, which is
  /// inaudible.
  public static var velocityResolution: Float { @_noLocks get { 0.002 } }
  /// A precursor comes at most this long before its hit, in seconds.
  public static let precursorSeconds: Float = 0.03
  /// A precursor is at least this much softer than its hit, as a ratio of amplitudes: 16 dB, more
  /// than the grace note of a flam lies below its stroke.
  public static var precursorRatio: Float { @_noLocks get { 6.3 } }
  /// Within this time a hit shows whether the sound before it was its precursor, in seconds after
  /// its onset.
  static let attackSeconds: Float = 0.008
  /// By this horizon voices sound.
  static var sureHorizon: Int { @_noLocks get { 3 } }
  /// An inaudible error of the onset, in seconds.
  static let unnoticedSeconds: Float = 0.0008
  /// Hits that can be undecided at a time: twice as many as the shortest distance of two hits
  /// allows.
  static var maximumOpenHits: Int { @_noLocks get { 8 } }
  private static var maximumEvents: Int { @_noLocks get { 16 } }

  var detector: OnsetDetector
  var shapes: ShapeHistory
  /// Distinguishes the sounds of the profile.
  var recogniser: SoundRecogniser
  var pair: ChannelPair
  private var copies: ChannelCopies
  let open: UnsafeMutablePointer<OpenHit>
  var openCount = 0
  private let events: UnsafeMutablePointer<Event?>
  var bursts: BurstWatch
  var unheard: UnheardWatch
  var pace: RefusalPace
  var latest: Hit?
  var hitCount = 0
  var settledCount = 0
  var refusedCount = 0
  /// Where the last sound began that the detector found.
  var lastOnsetFrame = Int.min / 2
  var slot = 0
  var isAdapting = true
  /// The next hit to be settled began after it.
  var earliestFrame = 0
  let horizons: HorizonFrames
  let precursorFrames: Int
  let attackFrames: Int
  let apartFrames: Int
  let sampleRateHz: Float
  let unnoticedFrames: Int
  /// From one look for unheard sounds to the next.
  public let lookFrames: Int

  /// How many events the last sample brought; read them with ``event(_:)`` before the next sample.
  public private(set) var eventCount = 0

  /// Ears that have heard nothing yet.
  public init(
    detector: consuming OnsetDetector, recogniser: consuming SoundRecogniser, sampleRateHz: Float
  ) {
    horizons = HorizonFrames(sampleRateHz: sampleRateHz)
    let track = OnsetTrack(foundFrame: 0, frameCount: 0, horizons: horizons)
    open = .allocate(capacity: Self.maximumOpenHits)
    open.initialize(
      repeating: OpenHit(track: track, isCorrection: false, slot: 0), count: Self.maximumOpenHits)
    events = .allocate(capacity: Self.maximumEvents)
    events.initialize(repeating: nil, count: Self.maximumEvents)
    precursorFrames = Units.frames(seconds: Self.precursorSeconds, sampleRateHz: sampleRateHz)
    attackFrames = Units.frames(seconds: Self.attackSeconds, sampleRateHz: sampleRateHz)
    apartFrames = Units.frames(seconds: OnsetDetector.apartSeconds, sampleRateHz: sampleRateHz)
    unnoticedFrames = Units.frames(seconds: Self.unnoticedSeconds, sampleRateHz: sampleRateHz)
    lookFrames = Units.frames(seconds: RiseHistory.lookSeconds, sampleRateHz: sampleRateHz)
    bursts = BurstWatch(sampleRateHz: sampleRateHz)
    unheard = UnheardWatch(sampleRateHz: sampleRateHz)
    pace = RefusalPace(sampleRateHz: sampleRateHz)
    pair = ChannelPair(sampleRateHz: sampleRateHz)
    copies = ChannelCopies(sampleRateHz: sampleRateHz)
    self.sampleRateHz = sampleRateHz
    self.detector = detector
    self.recogniser = recogniser
    shapes = ShapeHistory(sampleRateHz: sampleRateHz)
  }

  deinit {
    open.deallocate()
    events.deallocate()
  }

  /// Frames heard so far.
  public var frameCount: Int { @_noLocks get { detector.history.frameCount } }

  /// How much louder than learned the last strokes were, in decibels; 0 within a player's usual
  /// range.
  public var levelDriftDecibels: Float { @_noLocks get { recogniser.levels.driftDecibels } }

  /// The hits are far from every sound of the profile: the nearest ones answer.
  public var isFarFromProfile: Bool { @_noLocks get { recogniser.judge.isFarFromProfile } }

  /// The strongest steady tone that is taken from the input, and by how many decibels its peaks
  /// exceed the softest stroke that is answered; nil as long as there is none that does.
  public var loudTone: (tone: SteadyTone, overStrokeDecibels: Float)? {
    @_noLocks get {
      guard let tone = detector.strongestTone, let least = recogniser.levels.leastThresholdDecibels
      else { return nil }
      let over = tone.peakDecibels - least
      return over > 0 ? (tone, over) : nil
    }
  }

  /// Both channels hear the same: there is one microphone.
  public var hearsOneTwice: Bool { @_noLocks get { copies.areShown } }

  /// Nothing comes from the second channel.
  public var isSecondSilent: Bool { @_noLocks get { copies.isSecondSilent } }

  /// The teaching of each sound while playing; nil for none. Not for the audio thread.
  public func taughtSounds() -> [TaughtSound?] { recogniser.classifier.taughtSounds() }

  /// The event at `index` that the last sample brought.
  @_noLocks public func event(_ index: Int) -> Event? { events[index] }

  /// Takes in the next frame of both microphones, unprocessed, to compare them;
  /// ``process(_:residual:)`` follows with the first microphone's sample. Without it only the sound
  /// distinguishes hits.
  @_noLocks public mutating func compare(_ first: Float, _ second: Float) {
    copies.hear(first, second)
    pair.hear(first, second, isStrokeSounding: detector.isStrokeSounding)
  }

  /// Hears the next sample.
  ///
  /// - Parameter residual: Power that our own drums may have in each band of it; nil if they have
  ///   none.
  @_noLocks public mutating func process(_ sample: Float, residual: SIMD4<Float>? = nil) {
    let onset = detector.process(sample, residual: residual)
    detector.history.hear(newest: 1, in: &shapes)
    follow(onset, residual: residual)
  }

  /// Hears samples, at least one, up to the first that may bring an event; how many. The same as
  /// one after another.
  @_noLocks public mutating func process(_ samples: UnsafePointer<Float>, count: Int) -> Int {
    let most = min(
      min(quietFrames, detector.history.capacity), unheard.framesToLook(after: frameCount))
    let (heardCount, onset) = detector.process(samples, count: min(count, most))
    detector.history.hear(newest: heardCount, in: &shapes)
    follow(onset, residual: nil)
    return heardCount
  }

  /// How many samples it takes until an open hit may change, if no onset comes before; at least 1.
  private var quietFrames: Int {
    @_noLocks get {
      guard !bursts.isWatching && openCount < 2 else { return 1 }
      return openCount == 0 ? .max : open[0].track.nextFrame(after: frameCount) - frameCount
    }
  }

  /// Lets the open hits live on with the last sample, and one begin with its onset.
  @_noLocks private mutating func follow(_ onset: Onset?, residual: SIMD4<Float>?) {
    eventCount = 0
    if let onset { meet(onset) }
    if bursts.isWatching, let onsetFrame = bursts.acquitted(detector.history) {
      begin(onsetFrame: onsetFrame, isCorrection: false)
    }
    if let suspect = bursts.dismissed(frameCount: frameCount) { refuse(suspect) }
    var index = 0
    while index < openCount {
      if advance(index) { index += 1 } else { close(index) }
    }
    watchUnheard(residual: residual)
  }

  /// Which of the profile's sounds a hit is; nil for none.
  @_noLocks func sound(of hit: Hit) -> Int? {
    guard let place = hit.latest.sound else { return nil }
    return recogniser.places.sound(at: place)
  }

  /// Remembers where the voice of a hit starts, or that it has none, for the report of the settled
  /// hit.
  @_noLocks public mutating func setVoiceStart(
    hit number: Int, startFrame: Int?, outputOffsetFrames: Int = 0, isLate: Bool = false
  ) {
    for index in 0..<openCount where open[index].hit?.number == number {
      open[index].hit?.startFrame = startFrame
      open[index].hit?.outputOffsetFrames = outputOffsetFrames
      open[index].hit?.isLate = isLate
    }
  }

  /// Makes a hit begin with its present judgement: earlier ones were not heard.
  @_noLocks public mutating func forgetEarlierDecisions(hit number: Int) {
    for index in 0..<openCount where open[index].hit?.number == number {
      open[index].hit?.forgetEarlierDecisions()
    }
  }

  @_noLocks private mutating func close(_ index: Int) {
    if let opinion = open[index].opinion { recogniser.judge.remember(opinion, frame: frameCount) }
    openCount -= 1
    for later in index..<openCount { open[later] = open[later + 1] }
  }

  @_noLocks mutating func emit(_ event: Event) {
    guard eventCount < Self.maximumEvents else { return }
    events[eventCount] = event
    eventCount += 1
  }
}
