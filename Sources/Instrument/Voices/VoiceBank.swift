// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A fixed number of voices that play the sounds of a kit.
///
/// Strokes are scheduled by output frame and begin on it, whatever the block size;
/// ``VoiceSchedule/capacity`` may wait. Notes from outside the microphone wait in their own queue.
/// If all voices are in use, the least audible hit gives way to a new one. Voices are summed in the
/// order of their slots, so the same strokes give the same bits for any block size.
///
/// Other drums can take over between two blocks (``use(_:)``): sounding voices ring out on the old
/// ones, a hit keeps the drums it began with, and the old ones are handed back (``retired()``) once
/// they are no longer needed.
public struct VoiceBank: ~Copyable {
  /// Further slots, for voices that fade after losing their place.
  static let spareSlotCount = 16
  /// A voice that lost its place is silent after this time.
  static let stealSeconds: Float = 0.005
  /// A stroke that changes into another takes this time to fade.
  static let crossfadeSeconds: Float = 0.004
  /// A stroke that changes its drum up to this time after its start begins anew; a later one
  /// continues as the other drum. Decisions 12 to 35 ms late were found acceptable by D. Stowell,
  /// M. Plumbley, "Delayed decision-making in real-time beatbox percussion classification", J. New
  /// Music Research 39 (2010).
  static let latestAttackSeconds: Float = 0.035
  /// A change of loudness takes this time.
  static let glideSeconds: Float = 0.003
  /// A change of the mixer takes this time.
  static let remixSeconds: Float = 0.02
  /// A sound with a late tail takes this time to fade.
  static let lateFadeSeconds: Float = 0.002

  /// Output frame that is rendered next.
  public private(set) var frame = 0
  /// Strokes answered by the loaded part of a kit that was still loading.
  public internal(set) var standInCount = 0
  /// Events of strokes that were dropped, because too many waited.
  public private(set) var leftOutCount = 0
  /// Sounds that ended early because their tails did not come in time.
  public internal(set) var lateTailCount = 0
  /// The drums of new hits.
  var drums: DrumSetPointer
  /// Drums that ring out; nil for none.
  var retiring: DrumSetPointer?
  let sampleRateHz: Float
  let voiceCount: Int
  let voices: UnsafeMutablePointer<Voice>
  let slotCount: Int
  let stealFrames: Int
  let crossfadeFrames: Int
  let glideFrames: Int
  let remixFrames: Int
  let latestAttackFrames: Int
  let lateFadeFrames: Int
  let tails: TailExchange.AudioSide?
  /// The pads of heard sounds.
  let pads: SoundPads
  private let performanceLog: PerformanceLog.AudioSide?
  var schedule = VoiceSchedule()
  /// What effects follow of the strokes that begin.
  var matrix = HitMatrix()
  let workspace: UnsafeMutablePointer<VoiceWorkspace>

  /// A silent bank.
  ///
  /// - Parameters:
  ///   - voiceCount: How many voices can sound at a time; 1 or more.
  ///   - seed: Determines the order of the variations.
  public init(kit: Kit, voiceCount: Int = 64, seed: UInt64) {
    self.init(drums: DrumSet.make(kit: kit, seed: seed), voiceCount: voiceCount)
  }

  /// A silent bank that strikes `drums` and frees them in the end, or others that took over.
  ///
  /// - Parameters:
  ///   - pads: The pads of heard sounds.
  ///   - tails: The source of streamed sounds' tails; without it they are never played.
  ///   - performanceLog: Records each event of a stroke.
  public init(
    drums: DrumSetPointer, voiceCount: Int = 64, pads: [SoundAddresses] = [],
    tails: TailExchange.AudioSide? = nil, performanceLog: PerformanceLog.AudioSide? = nil
  ) {
    precondition(voiceCount > 0, "a bank has at least one voice")
    self.drums = drums
    self.tails = tails
    self.pads = SoundPads(pads)
    self.performanceLog = performanceLog
    self.voiceCount = voiceCount
    slotCount = voiceCount + Self.spareSlotCount
    voices = .allocate(capacity: slotCount)
    voices.initialize(repeating: Voice(), count: slotCount)
    workspace = .allocate(capacity: 1)
    workspace.initialize(to: VoiceWorkspace())
    let rate = drums.pointee.kit.sampleRateHz
    sampleRateHz = rate
    stealFrames = Units.frames(seconds: Self.stealSeconds, sampleRateHz: rate)
    crossfadeFrames = Units.frames(seconds: Self.crossfadeSeconds, sampleRateHz: rate)
    glideFrames = Units.frames(seconds: Self.glideSeconds, sampleRateHz: rate)
    remixFrames = Units.frames(seconds: Self.remixSeconds, sampleRateHz: rate)
    lateFadeFrames = Units.frames(seconds: Self.lateFadeSeconds, sampleRateHz: rate)
    latestAttackFrames = Units.frames(seconds: Self.latestAttackSeconds, sampleRateHz: rate)
  }

  deinit {
    voices.deallocate()
    workspace.deinitialize(count: 1)
    workspace.deallocate()
    drums.free()
    retiring?.free()
  }

  /// How many voices sound, those included that are fading out.
  public var soundingCount: Int {
    @_noLocks get {
      var count = 0
      for slot in 0..<slotCount where !voices[slot].isIdle { count += 1 }
      return count
    }
  }

  /// Starts a stroke's sound at output frame `startFrame`; at once if that is past.
  @_noLocks public mutating func start(_ stroke: NoteOn, atFrame startFrame: Int) {
    let drums = drums(ofHit: stroke.hit)
    schedule(.start, playable(stroke, on: drums), of: drums, atFrame: startFrame)
  }

  /// Corrects pad and velocity of the hit's stroke from output frame `revisionFrame` on, audibly
  /// smoothly; silently if it does not sound yet. True if it was to start then or later: its first
  /// form never sounds.
  @discardableResult
  @_noLocks public mutating func revise(_ stroke: NoteOn, atFrame revisionFrame: Int) -> Bool {
    let drums = drums(ofHit: stroke.hit)
    let stroke = playable(stroke, on: drums)
    if schedule.replace(stroke, startingFrom: revisionFrame) { return true }
    schedule(.revise, stroke, of: drums, atFrame: revisionFrame)
    return false
  }

  /// Cancels the hit's stroke if it does not sound by output frame `frame`; false if it does.
  @_noLocks mutating func cancel(hit: Int, atFrame frame: Int) -> Bool {
    schedule.cancel(hit: hit, startingFrom: frame)
  }

  /// Ends the hit's stroke from output frame `releaseFrame` on: it fades out quickly, or never
  /// begins. True if it never begins.
  @discardableResult
  @_noLocks public mutating func release(hit: Int, atFrame releaseFrame: Int) -> Bool {
    end(.release, hit: hit, atFrame: releaseFrame)
  }

  /// Ends the hit's note on output frame `endFrame`: what is gated fades as long as its pad does,
  /// and all else quickly. A note that begins then or later never does.
  @_noLocks public mutating func noteOff(hit: Int, atFrame endFrame: Int) {
    _ = end(.noteOff, hit: hit, atFrame: endFrame)
  }

  /// True where it never begins.
  @_noLocks private mutating func end(
    _ action: VoiceAction, hit: Int, atFrame endFrame: Int
  ) -> Bool {
    if schedule.cancel(hit: hit, startingFrom: endFrame) { return true }
    schedule(
      action, NoteOn(hit: hit, pad: 0, velocity: 0), of: drums(ofHit: hit), atFrame: endFrame)
    return false
  }

  /// Carries an event of a stroke out again, on its frame, with the same drums if they are present.
  /// Call it at the same moment as originally. A note from outside the microphone finds its drums
  /// on its frame, as in ``NoteExchange``.
  @_noLocks mutating func play(again played: VoiceEvent) {
    let stroke = played.stroke
    guard stroke.sound != nil else {
      return schedule(played.action, stroke, of: nil, atFrame: played.frame)
    }
    let struck: DrumSetPointer
    if let number = played.drumsNumber {
      struck = retiring.flatMap { $0.pointee.number == number ? $0 : nil } ?? drums
    } else {
      struck = drums(ofHit: stroke.hit)
    }
    guard struck.pointee.kit.has(stroke.pads) else { return }
    schedule(played.action, playable(stroke, on: struck), of: struck, atFrame: played.frame)
  }

  /// Adds the next `output.count / 2` frames to `output`, interleaved stereo.
  ///
  /// - Parameters:
  ///   - sends: What is sent is added to as many frames there.
  ///   - stems: The drums of a sound are also added to its part there.
  ///   - notes: Bring notes from outside the microphone; on one frame they follow the hits.
  @_noLocks public mutating func render(
    into output: inout MutableSpan<Float>, sends: SendPieces? = nil,
    stems: StemBuffers? = nil, notes: NoteExchange.AudioSide? = nil
  ) {
    render(into: &output, sends: sends, stems: stems, notes: notes, paths: nil)
  }

  /// The same; some voices go ways of their own.
  @_noLocks mutating func render(
    into output: inout MutableSpan<Float>, sends: SendPieces?,
    stems: StemBuffers?, notes: NoteExchange.AudioSide?, paths: VoicePaths?
  ) {
    precondition(output.count % 2 == 0, "stereo output has an even number of samples")
    let frameCount = output.count / 2
    var rendered = 0
    while rendered < frameCount {
      let nextFrame = strike(notes)
      let count = min(frameCount - rendered, nextFrame - frame)
      yieldToMissingTails(count: count)
      if stems != nil || paths != nil || sends != nil && isSending {
        mixSending(
          count, into: &output, sends: sends, stems: stems, paths, fromFrame: rendered)
      } else {
        mix(count, into: &output, fromFrame: rendered)
      }
      rendered += count
      frame += count
    }
  }

  /// Carries out what is due on the next frame; the frame on which something is due next.
  @_noLocks mutating func strike(_ notes: NoteExchange.AudioSide?) -> Int {
    while schedule.nextFrame <= frame { carryOut(schedule.removeFirst()) }
    notes?.play(on: &self)
    return min(schedule.nextFrame, notes?.nextFrame ?? .max)
  }

  /// Adds `count` frames of all voices, between which nothing begins.
  @_noLocks private func mix(
    _ count: Int, into output: inout MutableSpan<Float>, fromFrame first: Int
  ) {
    let voices = voices
    let slotCount = slotCount
    let workspace = workspace
    output.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      let destination = UnsafeMutableRawPointer(base + 2 * first)
      for slot in 0..<slotCount where !voices[slot].isIdle {
        voices[slot].render(count: count, into: destination, workspace: workspace.pointee)
      }
    }
  }

  @_noLocks private mutating func schedule(
    _ action: VoiceAction, _ stroke: NoteOn, of drums: DrumSetPointer?,
    atFrame due: Int
  ) {
    guard !schedule.isFull else {
      leftOutCount += 1
      return
    }
    schedule.insert(
      VoiceSchedule.Entry(
        action, stroke, of: drums, frame: max(frame, due), askedFrame: frame))
  }

  /// Carries an event of a stroke out between two frames, before the next.
  @_noLocks mutating func play(_ action: VoiceAction, _ stroke: NoteOn, of drums: DrumSetPointer) {
    carryOut(
      VoiceSchedule.Entry(action, stroke, of: drums, frame: frame, askedFrame: frame))
  }

  @_noLocks private mutating func carryOut(_ asked: VoiceSchedule.Entry) {
    var entry = asked
    let drums = asked.drums ?? drums(ofHit: asked.stroke.hit)
    guard asked.drums != nil || drums.pointee.kit.has(asked.stroke.pads) else { return }
    entry.stroke = addressed(playable(asked.stroke, on: drums), on: drums)
    var choices: VoiceChoices?
    switch entry.action {
    case .start: choices = begin(entry.stroke, of: drums)
    case .revise: choices = correct(entry.stroke)
    case .release: end(hit: entry.stroke.hit)
    case .noteOff: endNote(hit: entry.stroke.hit)
    }
    if entry.isStroke { matrix.take(entry.stroke, of: drums, isNew: entry.isStart) }
    performanceLog?.append(entry, of: drums, choices)
  }

  /// The stroke with a velocity and a confidence that are numbers in 0...1, and a key in 0...127.
  @_noLocks private func playable(_ stroke: NoteOn, on drums: DrumSetPointer) -> NoteOn {
    for place in 0..<stroke.pads.count {
      precondition(
        stroke.pads[place] >= 0 && stroke.pads[place] < drums.pointee.kit.padCount,
        "a stroke names pads of the kit")
    }
    var stroke = stroke
    stroke.velocity = stroke.velocity > 0 ? min(1, stroke.velocity) : 0
    stroke.confidence = stroke.confidence > 0 ? min(1, stroke.confidence) : 0
    if let key = stroke.key { stroke.key = key > 0 ? min(127, key) : 0 }
    return stroke
  }
}
