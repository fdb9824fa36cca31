// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Detect and classify: from samples to the life of hits.
///
/// A hit is *begun* at the first horizon after its onset, *revised* at each later one where its sound or velocity
/// changed, and *settled* at the last, or when the next hit begins. Horizons that had passed before the onset was found
/// are skipped.
///
/// What comes shortly before a much stronger hit was its precursor and no hit: the hand that touches down first, or the echo
/// that a lossy recording puts before a stroke. It is *withdrawn* as soon as the stronger one shows, or at once where
/// the detector corrects its onset. What was thought of a touch holds for its stroke until more of that is heard. What
/// turns out to be no strike at all (``HitValidator``) is withdrawn too. A strike that is none of the player's sounds loses
/// its sound and is told without one.
public struct HitTracker: ~Copyable {
  /// A turn in the life of a hit.
  public enum Event: BitwiseCopyable {
    case begun(Hit)
    case revised(Hit)
    case settled(Hit)
    case withdrawn(Hit)
    /// It may be the touch before a stroke, and is not to be answered before it is due.
    case held(Hit)
    /// It is to be answered by its onset as it is known now.
    case due(Hit)
    /// Heard, but too soft to be answered; it has no number.
    case refused(Hit)
  }

  /// Smallest change of velocity that is worth a revision: less than a tenth of a decibel, which no one hears.
  public static let velocityResolution: Float = 0.002
  /// A precursor comes at most this long before its hit, in seconds.
  public static let precursorSeconds: Float = 0.03
  /// A precursor is at least this much softer than its hit, as a ratio of amplitudes: 16 dB, more than the grace note of
  /// a flam lies below its stroke.
  public static var precursorRatio: Float { @_noLocks get { 6.3 } }
  /// Until then a hit shows whether what came before was its precursor, in seconds after its onset.
  static let attackSeconds: Float = 0.008
  /// By this horizon voices sound.
  private static var sureHorizon: Int { @_noLocks get { 3 } }
  /// An error of the onset that no one hears, in seconds.
  static let unnoticedSeconds: Float = 0.0008
  /// Hits that can be undecided at a time: twice what the shortest distance of two hits allows.
  static var maximumOpenHits: Int { @_noLocks get { 8 } }
  private static var maximumEvents: Int { @_noLocks get { 16 } }

  private var detector: OnsetDetector
  private var shapes: ShapeHistory
  /// Tells the sounds of the profile apart.
  private var recogniser: SoundRecogniser
  private var pair: ChannelPair
  private var copies: ChannelCopies
  private let open: UnsafeMutablePointer<OpenHit>
  private var openCount = 0
  private let events: UnsafeMutablePointer<Event?>
  private var bursts: BurstWatch
  private var latest: Hit?
  private var hitCount = 0
  private var settledCount = 0
  private var refusedCount = 0
  private var slot = 0
  private var isAdapting = true
  /// The next hit to be settled began after it.
  private var earliestFrame = 0
  private let horizons: HorizonFrames
  private let precursorFrames: Int
  private let attackFrames: Int
  private let apartFrames: Int
  private let sampleRateHz: Float
  private let unnoticedFrames: Int

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
    bursts = BurstWatch(sampleRateHz: sampleRateHz)
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

  /// How much louder than they were learned the last strokes came, in decibels; 0 where that is what a player does anyway.
  public var levelDriftDecibels: Float { @_noLocks get { recogniser.levels.driftDecibels } }

  /// What is struck is far from every sound of the profile: the nearest ones answer.
  public var isFarFromProfile: Bool { @_noLocks get { recogniser.judge.isFarFromProfile } }

  /// Both channels hear the same: there is one microphone.
  public var hearsOneTwice: Bool { @_noLocks get { copies.areShown } }

  /// Nothing comes from the second channel.
  public var isSecondSilent: Bool { @_noLocks get { copies.isSecondSilent } }

  /// What each sound of the profile was taught while playing; nil for one that was taught nothing. Not for the audio thread.
  public func taughtSounds() -> [TaughtSound?] { recogniser.classifier.taughtSounds() }

  /// The event at `index` that the last sample brought.
  @_noLocks public func event(_ index: Int) -> Event? { events[index] }

  /// Hears the next frame of both microphones as they are, to compare them; ``process(_:residual:)`` follows with what is
  /// heard by the first. Without it a hit is known by its sound alone.
  @_noLocks public mutating func compare(_ first: Float, _ second: Float) {
    copies.hear(first, second)
    pair.hear(first, second)
  }

  /// Hears the next sample.
  ///
  /// - Parameter residual: Power that our own drums may have in each band of it; nil where they have none.
  @_noLocks public mutating func process(_ sample: Float, residual: SIMD4<Float>? = nil) {
    shapes.process(sample)
    follow(detector.process(sample, residual: residual))
  }

  /// Hears samples, at least one, up to the first that may bring an event; how many. The same as one after another.
  @_noLocks public mutating func process(_ samples: UnsafePointer<Float>, count: Int) -> Int {
    let (heardCount, onset) = detector.process(samples, count: min(count, quietFrames))
    shapes.process(samples, count: heardCount)
    follow(onset)
    return heardCount
  }

  /// How many samples it takes until something may become of the open hits, if no onset comes before; at least 1.
  private var quietFrames: Int {
    @_noLocks get {
      guard !bursts.isWatching && openCount < 2 else { return 1 }
      return openCount == 0 ? .max : open[0].track.nextFrame(after: frameCount) - frameCount
    }
  }

  /// Lets the open hits live on with the last sample, and one begin with its onset.
  @_noLocks private mutating func follow(_ onset: Onset?) {
    eventCount = 0
    if let onset { meet(onset) }
    if bursts.isWatching, let onsetFrame = bursts.acquitted(detector.history) {
      begin(onsetFrame: onsetFrame, isCorrection: false)
    }
    var index = 0
    while index < openCount {
      if advance(index) { index += 1 } else { close(index) }
    }
  }

  /// Changes how the player wants to be heard, from the next sample on. When to answer is not for the ears to say.
  @_noLocks public mutating func apply(_ change: HearingChange) {
    if case .adapts(let isOn) = change { isAdapting = isOn }
    recogniser.apply(change)
  }

  /// Goes on with another profile from the next sample on; gives back what the one before was told apart by. A hit that is
  /// not settled yet lives on, and is from now on judged by the new one.
  @_noLocks mutating func adopt(_ other: inout SoundRecogniser) {
    other.judge.takeMemory(of: recogniser.judge)
    swap(&recogniser, &other)
    for index in 0..<openCount {
      recogniser.classifier.forget(slot: open[index].slot)
      open[index].opinion = nil
      open[index].isStranger = false
    }
  }

  /// Which of the profile's sounds a hit is; nil for none.
  @_noLocks private func sound(of hit: Hit) -> Int? {
    guard let place = hit.latest.sound else { return nil }
    return recogniser.places.sound(at: place)
  }

  /// What the sounds of its profile strike. Not for the audio thread.
  var pads: [SoundAddresses] { recogniser.allPads }

  /// Remembers where the voice of a hit starts, or that it has none, so that the settled hit tells it.
  @_noLocks public mutating func setVoiceStart(
    hit number: Int, startFrame: Int?, outputOffsetFrames: Int = 0, isLate: Bool = false
  ) {
    for index in 0..<openCount where open[index].hit?.number == number {
      open[index].hit?.startFrame = startFrame
      open[index].hit?.outputOffsetFrames = outputOffsetFrames
      open[index].hit?.isLate = isLate
    }
  }

  /// Lets a hit begin with what is thought of it now: nothing was heard of what was thought before.
  @_noLocks public mutating func forgetEarlierDecisions(hit number: Int) {
    for index in 0..<openCount where open[index].hit?.number == number {
      open[index].hit?.forgetEarlierDecisions()
    }
  }

  /// Lets a hit begin, unless it may be of the burst of the last one.
  @_noLocks private mutating func meet(_ onset: Onset) {
    let onsetFrame = frameCount - 1 - onset.ageFrames
    if onset.isCorrection, openCount > 0, open[openCount - 1].track.covers(frameCount: frameCount) {
      return
    }
    let isCorrection = onset.isCorrection && !bursts.isWatching
    let loudest = isCorrection ? 0 : burstAmplitude(onsetFrame: onsetFrame)
    if loudest > 0 {
      bursts.watch(onsetFrame: onsetFrame, loudest: loudest, frameCount: frameCount)
    } else {
      bursts.clear()
      begin(onsetFrame: onsetFrame, isCorrection: isCorrection)
    }
  }

  /// The amplitude that the burst of the last hit may have in what begins at `onsetFrame`; 0 where it has none.
  @_noLocks private func burstAmplitude(onsetFrame: Int) -> Float {
    guard let latest, let sound = sound(of: latest) else { return 0 }
    let burst = recogniser.classifier.burst(sound: sound)
    let seconds = Float(onsetFrame - latest.onsetFrame) / sampleRateHz
    guard seconds >= burst.earliestSeconds && seconds < burst.latestSeconds else { return 0 }
    return latest.peakAmplitude * Units.amplitude(decibels: burst.decibels)
  }

  @_noLocks private mutating func begin(onsetFrame: Int, isCorrection: Bool) {
    guard openCount < Self.maximumOpenHits else { return }
    let track = OnsetTrack(
      foundFrame: onsetFrame, frameCount: frameCount, horizons: horizons)
    slot = (slot + 1) % ClassAdaptation.slotCount
    recogniser.classifier.forget(slot: slot)
    open[openCount] = OpenHit(track: track, isCorrection: isCorrection, slot: slot)
    open[openCount].track.holdTouch(
      frameCount: frameCount, detector: detector, earliestFrame: earliestFrame(openCount))
    openCount += 1
  }

  /// Takes the decision that is due for an open hit; false once its life is over.
  @_noLocks private mutating func advance(_ index: Int) -> Bool {
    if index + 1 < openCount {
      let waits = mustWait(index)
      if !waits { open[index + 1].isCorrection = false }
      return waits
    }
    relocate(index)
    guard isDue(index) else { return true }
    if !isStrike(index) {
      if let hit = open[index].hit { emit(.withdrawn(hit)) }
      return false
    }
    decide(index)
    open[index].track.advance()
    guard open[index].track.horizon == recogniser.classifier.horizonCount else { return true }
    guard var hit = open[index].hit else {
      refuse(index)
      return false
    }
    if isAdapting && hit.latest.sound != nil {
      hit.learning = recogniser.classifier.learn(
        slot: open[index].slot, answerHorizon: Certainty.fast.horizon)
    }
    settle(hit, before: .max)
    return false
  }

  /// Locates an open hit once more in what was heard of it by now.
  @_noLocks private mutating func relocate(_ index: Int) {
    guard open[index].track.looks(atFrame: frameCount) else { return }
    let change = open[index].track.look(
      frameCount: frameCount, detector: detector, earliestFrame: earliestFrame(index))
    switch change {
    case .none: return
    case .held, .released: break
    case .moved, .struck:
      open[index].softHit = nil
      recogniser.classifier.forget(slot: open[index].slot)
    }
    guard var hit = open[index].hit else { return }
    hit.onsetFrame = open[index].onsetFrame
    open[index].hit = hit
    switch change {
    case .none: break
    case .held: emit(.held(hit))
    case .moved, .released: emit(.due(hit))
    case .struck:
      emit(.withdrawn(hit))
      open[index].touch = hit
      open[index].hit = nil
    }
  }

  /// The hit at `index` began no earlier.
  @_noLocks private func earliestFrame(_ index: Int) -> Int {
    index > 0 ? open[index - 1].onsetFrame + apartFrames : earliestFrame
  }

  /// Tells a hit that stayed too soft to be answered.
  @_noLocks private mutating func refuse(_ index: Int) {
    guard var hit = open[index].softHit else { return }
    refusedCount += 1
    hit.number = 0
    hit.identity = HitIdentity(refused: refusedCount)
    hit.refusal = .tooSoft
    updateLevels(with: hit)
    emit(.refused(hit))
  }

  /// Hears how loud a stroke was, unless it is none of the player's.
  @_noLocks private mutating func updateLevels(with hit: Hit) {
    guard let sound = sound(of: hit) else { return }
    recogniser.levels.add(
      peakDecibels: Units.decibels(amplitude: max(hit.peakAmplitude, 1e-6)), sound: sound)
  }

  /// Whether a decision on an open hit is due.
  @_noLocks private mutating func isDue(_ index: Int) -> Bool {
    guard open[index].track.isReached(atFrame: frameCount) else { return false }
    return open[index].track.isDue(
      frameCount: frameCount, detector: detector, earliestFrame: earliestFrame(index))
  }

  /// Looks at an open hit as far as it was heard: whether it may be a strike, and whether it is a stranger, which it then
  /// stays.
  @_noLocks private mutating func isStrike(_ index: Int) -> Bool {
    let onsetFrame = open[index].onsetFrame
    let shape = shapes.shape(onsetFrame: onsetFrame)
    guard shape.heardSegments >= HitShape.fewestSegments else { return true }
    let peak = max(1e-6, detector.history.peakAmplitude(from: onsetFrame, to: frameCount))
    let opinion = recogniser.judge.opinion(shape, peakDecibels: Units.decibels(amplitude: peak))
    open[index].opinion = opinion
    let isLast = open[index].track.horizon + 1 == recogniser.classifier.horizonCount
    switch isLast ? opinion.finalRuling : opinion.ruling {
    case .stroke: return true
    case .unknownSound:
      open[index].isStranger = true
      return true
    case .noStrike: return false
    }
  }

  /// Nothing more is decided on a hit once the next has begun: settles it, or withdraws it where it was the next one's
  /// precursor; true as long as that does not show.
  @_noLocks private mutating func mustWait(_ index: Int) -> Bool {
    guard let hit = open[index].hit else { return false }
    let onsetFrame = open[index].onsetFrame
    let nextFrame = open[index + 1].onsetFrame
    let loudness = open[index + 1].hit?.peakAmplitude ?? 0
    let isNear = nextFrame - onsetFrame <= precursorFrames
    let isPrecursor = isNear && loudness >= Self.precursorRatio * hit.peakAmplitude
    if isPrecursor || open[index + 1].isCorrection {
      emit(.withdrawn(hit))
      return false
    }
    // What follows may still prove to be the first sign of a stroke that makes a precursor of the current hit.
    let isShown =
      frameCount - nextFrame > attackFrames && frameCount - onsetFrame > precursorFrames
    if !isNear || isShown { end(index, before: nextFrame) }
    return isNear && !isShown
  }

  /// Settles a hit of which nothing more is heard because the next has begun, if it is a stroke by what was heard of it.
  @_noLocks private mutating func end(_ index: Int, before nextFrame: Int) {
    guard var hit = open[index].hit else { return }
    switch open[index].opinion?.finalRuling ?? .stroke {
    case .stroke: break
    case .noStrike:
      emit(.withdrawn(hit))
      return
    case .unknownSound:
      if hit.latest.sound != nil {
        var decision = hit.latest
        decision.frame = frameCount
        decision.sound = nil
        hit.decide(decision)
        emit(.revised(hit))
      }
      (hit.startFrame, hit.isLate) = (nil, false)
    }
    settle(hit, before: nextFrame)
  }

  /// Tells the hit as it stands, by a number that leaves no gap for withdrawn ones, and with the onset that was
  /// answered, unless all of the hit shows that it lay elsewhere.
  @_noLocks private mutating func settle(_ hit: Hit, before successorFrame: Int) {
    settledCount += 1
    var told = hit
    told.number = settledCount
    told.refusal = told.latest.sound == nil ? .unknownSound : nil
    let shown = detector.onsetFrame(
      near: hit.onsetFrame, earliestFrame: earliestFrame, beforeFrame: successorFrame)
    if abs(shown - hit.onsetFrame) > unnoticedFrames { told.onsetFrame = shown }
    updateLevels(with: hit)
    detector.registerHit(onsetFrame: shown)
    earliestFrame = hit.onsetFrame + apartFrames
    emit(.settled(told))
  }

  @_noLocks private mutating func decide(_ index: Int) {
    let (onsetFrame, horizon) = (open[index].track.onsetFrame, open[index].track.horizon)
    var difference = ChannelDifference()
    if recogniser.classifier.knowsPlaces {
      difference = pair.difference(onsetFrame: onsetFrame, horizon: horizon)
    }
    let verdict = recogniser.classifier.judge(
      detector.history, difference: difference, onsetFrame: onsetFrame, horizon: horizon,
      slot: open[index].slot)
    let decision = Decision(
      frame: frameCount, sound: open[index].isStranger ? nil : recogniser.places[verdict.sound],
      confidence: verdict.confidence, velocity: verdict.velocity,
      peakDecibels: verdict.expectedPeakDecibels, brightnessOctaves: verdict.brightnessOctaves)
    let threshold = recogniser.levels.thresholdDecibels(sound: verdict.sound)
    let told = threshold > -200 ? threshold : nil
    // Once its voice sounds it is not refused for its level any more, unless it proves to be another sound, and softer than
    // the player wants that.
    let mayRefuse =
      open[index].hit == nil || open[index].track.horizon < Self.sureHorizon
      || decision.sound != open[index].hit?.latest.sound
        && recogniser.levels.isSet(sound: verdict.sound)
    let isTooSoft =
      mayRefuse
      && recogniser.levels.isTooSoft(
        verdict.expectedPeakDecibels, thresholdDecibels: threshold,
        horizon: open[index].track.horizon)
    guard var hit = open[index].hit, !isTooSoft else {
      if let hit = open[index].hit { emit(.withdrawn(hit)) }
      var hit = Hit(
        number: hitCount + 1, onsetFrame: open[index].onsetFrame,
        peakAmplitude: verdict.peakAmplitude, first: decision, touch: open[index].touch)
      hit.thresholdDecibels = told
      open[index].hit = isTooSoft ? nil : hit
      open[index].softHit = isTooSoft ? hit : nil
      guard !isTooSoft else { return }
      hitCount += 1
      latest = hit
      emit(.begun(hit))
      if open[index].track.isHeld { emit(.held(hit)) }
      return
    }
    hit.peakAmplitude = verdict.peakAmplitude
    let change = abs(decision.velocity - hit.latest.velocity)
    let isChanged = decision.sound != hit.latest.sound || change >= Self.velocityResolution
    if decision.sound != hit.latest.sound { hit.thresholdDecibels = told }
    if isChanged { hit.decide(decision) }
    open[index].hit = hit
    latest = hit
    if isChanged && !open[index].track.isHeld { emit(.revised(hit)) }
  }

  @_noLocks private mutating func close(_ index: Int) {
    if let opinion = open[index].opinion { recogniser.judge.remember(opinion, frame: frameCount) }
    openCount -= 1
    for later in index..<openCount { open[later] = open[later + 1] }
  }

  @_noLocks private mutating func emit(_ event: Event) {
    guard eventCount < Self.maximumEvents else { return }
    events[eventCount] = event
    eventCount += 1
  }
}
