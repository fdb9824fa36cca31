// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// How the instrument takes in its microphones.
extension Instrument {
  /// Hears mono samples only for the microphone in the mix, and answers nothing.
  ///
  /// - Parameter returnDecibels: The highest estimate of the drums' return from here on; nil if it
  ///   has not changed.
  @_noLocks public mutating func monitorInput(_ input: Span<Float>, returnDecibels: Float?) {
    if let returnDecibels { mixer.limitMonitor(returnDecibels: returnDecibels) }
    var first = 0
    while first < input.count {
      let count = min(Self.returnBlockFrames, input.count &- first)
      take(input, from: first, count: count)
      mixer.hear(piece, count: count)
      first &+= count
    }
  }

  /// Capture, detect, classify: hears mono samples, nominally -1...1, and prepares the answers.
  ///
  /// - Parameter second: As many samples of a second microphone at the same time, to compare with
  ///   these; nil if there is none. A profile taught by one microphone ignores them.
  @_noLocks public mutating func hear(_ input: Span<Float>, second: UnsafePointer<Float>? = nil) {
    rt_region_enter()
    var changeFrame = hearingEvents.dueFrame()
    var first = 0
    while first < input.count {
      let frame = hearing.frameCount
      // One that is late already may have come just now.
      while frame >= changeFrame {
        while let change = hearingEvents.removeDue(byFrame: frame) { carryOut(change) }
        changeFrame = hearingEvents.dueFrame()
      }
      let untilLimit = Self.returnBlockFrames &- frame % Self.returnBlockFrames
      let count = min(input.count &- first, min(untilLimit, changeFrame &- frame))
      take(input, from: first, count: count)
      hearPiece(count: count, second: second.map { $0 + first })
      first &+= count
    }
    // While nothing is played, the next change of hearing still follows the input.
    if hearing.frameCount &- snapshot.heardFrames > Self.unpublishedFrames { publish() }
    rt_region_exit()
  }

  /// How many frames may have been heard since the snapshot: far fewer than a change of hearing is
  /// ahead.
  private static var unpublishedFrames: Int { @_noLocks get { 1024 } }

  /// Takes samples into ``piece`` that are some.
  @_noLocks private func take(_ input: Span<Float>, from first: Int, count: Int) {
    for frame in 0..<count { piece[frame] = Self.sane(input[first &+ frame]) }
  }

  /// Hears ``piece``, after which the microphone along with the drums may be limited anew, but not
  /// before.
  @_noLocks private mutating func hearPiece(count: Int, second: UnsafePointer<Float>?) {
    if isMetered { inputMeter.process(piece, count: count) }
    let last = count &- 1
    mixer.hear(piece, count: last)
    if isGuarded || second != nil {
      for frame in 0..<count {
        if let second { hearing.compare(piece[frame], Self.sane(second[frame])) }
        hearWithoutEcho(piece[frame])
        answerAll()
      }
    } else {
      var heard = 0
      while heard < count {
        heard &+= hearing.process(piece + heard, count: count &- heard)
        answerAll()
      }
      limitReturn()
    }
    mixer.hear(piece + last, count: 1)
  }

  @_noLocks private mutating func answerAll() {
    for index in 0..<hearing.eventCount { answer(hearing.event(index)) }
  }

  /// How often the microphone in the mix is kept below howling: before the last frame of this many.
  public static var returnBlockFrames: Int { @_noLocks get { PartitionedFilter.blockFrames } }

  @_noLocks private mutating func carryOut(_ change: HearingEvent.Content) {
    switch change {
    case .change(.certainty(let certainty)): answerDelay.certainty = certainty
    case .change(let change): hearing.apply(change)
    case .recogniser(let next): adopt(next)
    }
  }

  /// Continues with another profile; gives back the one before.
  @_noLocks private mutating func adopt(_ next: SoundRecogniserPointer) {
    next.pointee.addPads(to: voices.pads)
    hearing.adopt(&next.pointee)
    snapshot.adoptedProfiles &+= 1
  }

  /// Takes our own drums out of a sample, and hears the rest.
  @_noLocks private mutating func hearWithoutEcho(_ sample: Float) {
    if let heard = feedbackGuard?.process(sample, timeline: timeline) {
      hearing.process(heard.clean, residual: heard.residual)
    } else {
      hearing.process(sample)
    }
    limitReturn()
  }

  /// Keeps the microphone in the mix below howling, when it is time.
  @_noLocks private mutating func limitReturn() {
    guard hearing.frameCount % Self.returnBlockFrames == 0 else { return }
    let decibels = feedbackGuard?.mostReturnDecibels ?? -.infinity
    mixer.limitMonitor(returnDecibels: decibels)
    performanceLog?.append(returnDecibels: decibels)
  }

  /// Samples that are no numbers become silence, and samples beyond any converter are limited to 24
  /// dB over full scale.
  @_noLocks public static func sane(_ sample: Float) -> Float {
    guard sample.isFinite else { return 0 }
    return max(-16, min(16, sample))
  }
}
