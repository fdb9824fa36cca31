// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Realtime

/// The whole path, capture to output: hears hits, answers them with drums. No device, no file, no
/// thread, no clock but the frame counter; live play, offline rendering, tests and benchmarks all
/// call it.
public struct Instrument: ~Copyable {
  var hearing: HitTracker
  var feedbackGuard: FeedbackGuard?
  /// There is one.
  let isGuarded: Bool
  var voices: VoiceBank
  var mixer: Mixer
  private var mixEvents: MixEventQueue
  var hearingEvents: HearingEventQueue
  var inputMeter: PeakMeter
  /// The input of one piece.
  let piece: UnsafeMutablePointer<Float>
  private var exchange: DrumExchange.AudioSide?
  private let notes: NoteExchange.AudioSide?
  var answerDelay: AnswerDelay
  let unnoticedFrames: Int
  let hits: SPSCRing<HitEvent>.Producer
  private let snapshots: SnapshotCell<Snapshot>.Publisher
  let performanceLog: PerformanceLog.AudioSide?
  var snapshot = Snapshot()

  /// How many sounds can be distinguished from beginning to end, including those of later profiles.
  public static var mostSounds: Int { @_noLocks get { 256 } }

  /// Relates the frames of ``hear(_:)`` to those of ``play(into:)``.
  public var timeline = Timeline()

  /// An instrument at rest.
  ///
  /// - Parameters:
  ///   - laterPads: The pads of sounds beyond those of the profile; for replay with a changed
  ///     profile.
  ///   - drums: The drums; the instrument frees them in the end, or others that took over.
  ///   - exchange: Brings other drums while it plays; nil if none come.
  ///   - mix: Brings changes of the mixer; nil if none come.
  ///   - hearingEvents: Bring changes of hearing; nil if none come.
  ///   - tails: Brings the tails of streamed sounds; nil if all are in memory.
  ///   - backing: Brings a backing track; has to outlive the instrument.
  ///   - notes: Brings notes from outside the microphone; nil if none come.
  ///   - objects: Brings the sounds of a score; nil if none come.
  ///   - playerObjects: Brings tones and sounds of the player; nil if none come.
  ///   - hits: Receives each event of each hit, in their order.
  ///   - snapshots: Receives meters after each block.
  ///   - performanceLog: Records strokes; nil if not wanted.
  public init(
    settings: InstrumentSettings, hearing: consuming HitTracker, laterPads: [SoundAddresses] = [],
    drums: DrumSetPointer,
    exchange: DrumExchange.AudioSide? = nil, mix: MixExchange.AudioSide? = nil,
    hearingEvents: SPSCRing<HearingEvent>.Consumer? = nil,
    tails: TailExchange.AudioSide? = nil, backing: BackingExchange? = nil,
    notes: NoteExchange.AudioSide? = nil, objects: ObjectExchange.AudioSide? = nil,
    playerObjects: ObjectExchange.AudioSide? = nil,
    hits: SPSCRing<HitEvent>.Producer,
    snapshots: SnapshotCell<Snapshot>.Publisher, performanceLog: PerformanceLog.AudioSide? = nil
  ) {
    let sampleRateHz = drums.pointee.kit.sampleRateHz
    let pads = hearing.pads + laterPads
    self.hearing = hearing
    feedbackGuard = settings.feedback.map {
      FeedbackGuard(settings: $0, sampleRateHz: sampleRateHz)
    }
    isGuarded = settings.feedback != nil
    mixer = Mixer(
      settings: settings, sampleRateHz: sampleRateHz, backing: backing, objects: objects,
      playerObjects: playerObjects, exchange: mix)
    mixEvents = MixEventQueue(mix?.events)
    self.hearingEvents = HearingEventQueue(hearingEvents)
    self.performanceLog = performanceLog
    voices = VoiceBank(
      drums: drums, voiceCount: settings.voiceCount, pads: pads, tails: tails,
      performanceLog: performanceLog)
    voices.matrix = HitMatrix(
      MixSettings(effects: settings.effects ?? [], modulations: settings.modulations ?? []))
    self.exchange = exchange
    self.notes = notes
    inputMeter = PeakMeter(sampleRateHz: sampleRateHz)
    piece = .allocate(capacity: Self.returnBlockFrames)
    piece.initialize(repeating: 0, count: Self.returnBlockFrames)
    unnoticedFrames = Units.frames(
      seconds: HitTracker.unnoticedSeconds, sampleRateHz: sampleRateHz)
    answerDelay = AnswerDelay(
      settings.certainty, spread: settings.answerSpread, sampleRateHz: Float(sampleRateHz))
    self.hits = hits
    self.snapshots = snapshots
  }

  deinit {
    mixEvents.free()
    piece.deallocate()
  }

  /// Begins with a measured echo path; without one, it learns that from the drums. Not for the
  /// audio thread.
  public mutating func expectReturn(along path: EchoPath) { feedbackGuard?.start(from: path) }

  /// Levels are displayed: without this, those of ``Snapshot`` stay at rest, which saves time. Set
  /// it before it hears or plays.
  public var isMetered: Bool {
    @_noLocks get { mixer.isMetered }
    set { mixer.isMetered = newValue }
  }

  /// Frames heard and played so far. Not for the audio thread.
  public var frames: (input: Int, output: Int) { (hearing.frameCount, voices.frame) }

  /// The teaching of each sound while playing; nil for none. Not for the audio thread.
  public func taughtSounds() -> [TaughtSound?] { hearing.taughtSounds() }

  /// One block through the instrument, both sides on one clock: `output` holds two samples for each
  /// of `input`.
  @_noLocks public mutating func process(
    _ input: Span<Float>, into output: inout MutableSpan<Float>
  ) {
    hear(input)
    play(into: &output)
  }

  /// Strikes a sound without the microphone, as number `hit`, which must be unique: its voice
  /// starts at output frame `frame`, or at once if that is past. It does not advance the pad's
  /// variations.
  ///
  /// - Parameters:
  ///   - known: What it played before it was changed; nil if it did not exist.
  ///   - heard: What was heard of it, which effects follow; nil if it did not exist. It chooses no
  ///     sound.
  ///   - later: The next stroke of the sound; nil if that is not known.
  @_noLocks public mutating func strike(
    sound: Int, velocity: Float, hit: Int, atFrame frame: Int, known: VoiceEvent? = nil,
    heard: NoteOn? = nil, before later: VoiceEvent? = nil
  ) {
    var stroke = NoteOn(
      hit: hit, sound: sound, velocity: velocity,
      turn: known?.stroke.sound == sound ? known?.stroke.turn : nil,
      draw: .aside(known: known?.choices, before: later?.choices))
    (stroke.followedOctaves, stroke.peakDecibels) = (heard?.brightnessOctaves, heard?.peakDecibels)
    voices.start(stroke, atFrame: max(frame, voices.frame))
  }

  /// Plays an event of a stroke again that a ``PerformanceLog`` recorded, asked for before the same
  /// frame, between the same changes of drums.
  @_noLocks public mutating func play(again played: VoiceEvent) { voices.play(again: played) }

  /// Other drums that had come by the last block, those that still waited among them.
  public var arrivedDrumsCount: Int { @_noLocks get { exchange?.arrivedCount ?? 0 } }

  /// Some of these wait until the ones before have rung out.
  public var isDrumWaiting: Bool { @_noLocks get { exchange?.isAnyWaiting ?? false } }

  /// Voices, mix, output: fills `output` with interleaved stereo, never beyond the limiter's
  /// ceiling.
  ///
  /// - Parameters:
  ///   - unlimited: Receives as many samples from before the limiter.
  ///   - stems: Receive its parts.
  @_noLocks public mutating func play(
    into output: inout MutableSpan<Float>, unlimited: UnsafeMutablePointer<Float>? = nil,
    stems: StemBuffers? = nil
  ) {
    rt_region_enter()
    stems?.clear(frameCount: output.count / 2)
    output.update(repeating: 0)
    voices.serveTails()
    notes?.receive(beforeFrame: voices.frame)
    exchange?.serve(&voices)
    var first = 0
    while first < output.count {
      var count = mixEvents.carryOut(atFrame: voices.frame, on: &voices, &mixer)
      if !voices.matrix.isEmpty { count = min(count, followHits()) }
      var piece = output._mutatingExtracting(first..<min(output.count, first + 2 * count))
      play(&piece, unlimited: unlimited.map { $0 + first }, stems?.from(frame: first / 2))
      first += piece.count
    }
    feedbackGuard?.keep(output)
    publish()
    rt_region_exit()
  }

  /// Begins the strokes of the next frame, and has effects follow them; for how many frames no other
  /// begins.
  @_noLocks private mutating func followHits() -> Int {
    let next = voices.strike(notes)
    mixer.follow(&voices.matrix, atFrame: voices.frame)
    return next - voices.frame
  }

  /// A piece of a block, with unchanged mixer settings.
  @_noLocks private mutating func play(
    _ piece: inout MutableSpan<Float>, unlimited: UnsafeMutablePointer<Float>?,
    _ stems: StemBuffers?
  ) {
    let firstFrame = voices.frame
    voices.render(
      into: &piece, sends: mixer.sends, stems: stems, notes: notes, paths: mixer.voicePaths)
    mixer.process(
      &piece, firstFrame: firstFrame, timeline: timeline, unlimited: unlimited, stems: stems)
  }

  /// The mix leaves the instrument this many frames later: the declared latency of all units behind
  /// the voices.
  public static var outputLatencyFrames: Int { Mixer.latencyFrames }

  @_noLocks mutating func publish() {
    snapshot.frame = voices.frame
    snapshot.heardFrames = hearing.frameCount
    snapshot.soundingVoices = voices.soundingCount + mixer.soundingObjects
    snapshot.isReturnHeard = mixer.isReturnHeard
    snapshot.lateTails = voices.lateTailCount
    snapshot.standInHits = voices.standInCount
    snapshot.leftOutStrokes = voices.leftOutCount
    snapshot.lateMixChanges = mixEvents.lateCount
    snapshot.lateHearingChanges = hearingEvents.lateCount
    snapshot.inputPeak = inputMeter.amplitude
    snapshot.isFarFromProfile = hearing.isFarFromProfile
    snapshot.hearsOneTwice = hearing.hearsOneTwice
    snapshot.isSecondSilent = hearing.isSecondSilent
    let loud = hearing.loudTone
    snapshot.loudTone = loud?.tone
    snapshot.toneOverStrokeDecibels = loud?.overStrokeDecibels ?? 0
    snapshot.output = mixer.levels
    snapshot.returnGainDecibels = feedbackGuard?.returnGainDecibels ?? nil
    snapshot.echoReductionDecibels = feedbackGuard?.echoReductionDecibels ?? 0
    snapshot.levelDriftDecibels = hearing.levelDriftDecibels
    snapshot.nothingReturns = feedbackGuard?.isResting ?? false
    snapshot.monitorDecibels = mixer.monitorDecibels
    snapshot.wantedMonitorDecibels = mixer.wantedMonitorDecibels
    snapshots.publish(snapshot)
  }
}
