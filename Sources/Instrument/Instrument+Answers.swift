// SPDX-License-Identifier: GPL-3.0-or-later

/// How drums answer hits.
extension Instrument {
  /// Sends an event of a hit to the voices, and reports it.
  @_noLocks mutating func answer(_ event: HitTracker.Event?) {
    switch event {
    case .begun(let hit): begin(hit)
    case .revised(let hit): revise(hit)
    case .settled(let hit): settle(hit)
    case .held(let hit): hold(hit)
    case .due(let hit): answerAnew(hit)
    case .refused(let hit):
      snapshot.refusedHits += 1
      report(.refused, hit)
    case .withdrawn(let hit):
      voices.release(hit: hit.number, atFrame: nowFrame)
      report(.withdrawn, hit)
    case nil: break
    }
  }

  @_noLocks private mutating func begin(_ hit: Hit) {
    feedbackGuard?.registerHit()
    // A decision on a touch before the stroke started another voice.
    hearing.forgetEarlierDecisions(hit: hit.number)
    var reported = hit
    reported.forgetEarlierDecisions()
    if let stroke = stroke(for: hit) { reported.startFrame = start(stroke, for: hit) }
    report(.begun, reported)
  }

  /// The voice starts at onset + a constant; one that is decided too late for that starts at once.
  /// The frame of the mix at which it starts.
  @discardableResult
  @_noLocks private mutating func start(_ stroke: NoteOn, for hit: Hit) -> Int {
    let answering = outputFrame(answering: hit.onsetFrame)
    let wanted = answering + answerDelay.frames(hit: hit.beginning)
    let isLate = wanted + unnoticedFrames < nowFrame
    voices.start(stroke, atFrame: max(wanted, nowFrame))
    hearing.setVoiceStart(
      hit: hit.number, startFrame: max(wanted, nowFrame),
      outputOffsetFrames: answering - hit.onsetFrame, isLate: isLate)
    return max(wanted, nowFrame)
  }

  /// Lets a hit that is not heard yet wait.
  @_noLocks private mutating func hold(_ hit: Hit) {
    if voices.cancel(hit: hit.number, atFrame: nowFrame) {
      hearing.setVoiceStart(hit: hit.number, startFrame: nil)
    }
  }

  /// Makes the voice of a hit start by its onset as now known.
  @_noLocks private mutating func answerAnew(_ hit: Hit) {
    guard let stroke = stroke(for: hit) else { return }
    if hit.startFrame == nil || voices.cancel(hit: hit.number, atFrame: nowFrame) {
      start(stroke, for: hit)
    }
  }

  /// Corrects the voice of the hit. While it is not heard yet, the hit begins with the present
  /// decision.
  @_noLocks private mutating func revise(_ hit: Hit) {
    var isUnheard = true
    var reported = hit
    switch (stroke(for: hit), hit.startFrame) {
    case (let stroke?, nil): reported.startFrame = start(stroke, for: hit)
    case (let stroke?, _): isUnheard = voices.revise(stroke, atFrame: nowFrame)
    case (nil, _):
      isUnheard = voices.release(hit: hit.number, atFrame: nowFrame)
      hearing.setVoiceStart(hit: hit.number, startFrame: nil)
      reported.startFrame = nil
    }
    report(.revised, reported)
    if isUnheard { hearing.forgetEarlierDecisions(hit: hit.number) }
  }

  @_noLocks private mutating func settle(_ hit: Hit) {
    snapshot.hits += 1
    snapshot.lateHits += hit.isLate ? 1 : 0
    if !report(.settled, hit) { snapshot.unreportedHits += 1 }
  }

  /// Reports an event of a hit; false if there is no room for it.
  @discardableResult
  @_noLocks private mutating func report(_ turn: HitEventKind, _ hit: Hit) -> Bool {
    let isReported = hits.push(HitEvent(turn, hit, atFrame: hearing.frameCount))
    if !isReported { snapshot.unreportedEvents += 1 }
    return isReported
  }

  /// The first output frame that the latest input can change.
  private var nowFrame: Int {
    @_noLocks get { max(voices.frame, outputFrame(answering: hearing.frameCount - 1)) }
  }

  @_noLocks private func outputFrame(answering inputFrame: Int) -> Int {
    Int(timeline.outputFrame(answering: Double(inputFrame)) + 0.5)
  }

  /// The stroke for a hit; nil for a hit of no sound of the profile.
  @_noLocks private func stroke(for hit: Hit) -> NoteOn? {
    guard let sound = hit.latest.sound else { return nil }
    var stroke = NoteOn(
      hit: hit.number, sound: sound, velocity: hit.latest.velocity,
      confidence: hit.latest.confidence, brightnessOctaves: hit.latest.brightnessOctaves)
    stroke.peakDecibels = hit.latest.peakDecibels
    return stroke
  }
}
