// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime
import Sequencing

/// The way of the drums to the output: what their sends return, the microphone and a track along with
/// them, the buses, the limiter.
struct Mixer: ~Copyable {
  /// Frames that are mixed at a time, at most; the result does not depend on it.
  static var pieceFrames: Int { @_noLocks get { 256 } }

  /// The declared latency of the units from the voices to the output; effects delay nothing.
  static var latencyFrames: Int { @_noLocks get { MeteredLimiter.latencyFrames } }

  let buses: BusArray
  private var monitor: Monitor
  private var returns: SendReturns
  private var backing: Backing
  private(set) var metronome: Metronome
  private var limiter: MeteredLimiter
  private let objects: ObjectExchange.AudioSide?
  private let playerObjects: ObjectExchange.AudioSide?
  /// A piece of what a score says.
  private let speech: UnsafeMutablePointer<Float>
  /// A piece of the microphone's loops.
  private let loopedSounds: UnsafeMutablePointer<Float>
  /// The most gain of the microphone at each frame of a piece.
  private let limits: UnsafeMutablePointer<Float>

  /// A mixer at rest; `backing` brings a track that is played along, `objects` the sounds of a score, `playerObjects` those of
  /// the player.
  init(
    settings: InstrumentSettings, sampleRateHz: Float, backing: BackingExchange? = nil,
    objects: ObjectExchange.AudioSide? = nil, playerObjects: ObjectExchange.AudioSide? = nil,
    exchange: MixExchange.AudioSide? = nil
  ) {
    (self.objects, self.playerObjects) = (objects, playerObjects)
    buses = BusArray(settings: settings, exchange, sampleRateHz: sampleRateHz)
    self.backing = Backing(backing?.audioSide, sampleRateHz: sampleRateHz)
    metronome = Metronome(sampleRateHz: Int(sampleRateHz))
    monitor = Monitor(sampleRateHz: sampleRateHz)
    returns = SendReturns(sampleRateHz: sampleRateHz)
    limiter = MeteredLimiter(sampleRateHz: sampleRateHz)
    limits = .allocate(capacity: Self.pieceFrames)
    limits.initialize(repeating: 0, count: Self.pieceFrames)
    speech = .allocate(capacity: 2 * Self.pieceFrames)
    speech.initialize(repeating: 0, count: 2 * Self.pieceFrames)
    loopedSounds = .allocate(capacity: 2 * Self.pieceFrames)
    loopedSounds.initialize(repeating: 0, count: 2 * Self.pieceFrames)
  }

  deinit {
    speech.deallocate()
    loopedSounds.deallocate()
    limits.deallocate()
  }

  /// What is sent.
  var sends: SendPieces { @_noLocks get { returns.inputs } }
  /// What a send returns still sounds.
  var isReturnHeard: Bool { @_noLocks get { returns.isHeard } }

  /// The meters of the output run; set it before it mixes.
  var isMetered: Bool {
    @_noLocks get { limiter.isMetered }
    set { limiter.isMetered = newValue }
  }

  /// Sounds of a score, and of the player, that play.
  var soundingObjects: Int {
    @_noLocks get { (objects?.soundingCount ?? 0) &+ (playerObjects?.soundingCount ?? 0) }
  }

  /// How loud the output is.
  var levels: OutputLevels { @_noLocks get { limiter.levels } }

  /// Gain of the microphone that is played along; nil if it is not.
  var monitorDecibels: Float? {
    @_noLocks get {
      guard let wanted = wantedMonitorDecibels else { return nil }
      return min(wanted, Units.decibels(amplitude: monitor.gainLimit))
    }
  }
  /// The gain that the player wants of it; nil if it is not played along.
  var wantedMonitorDecibels: Float? {
    @_noLocks get {
      let gain = buses.gain(.microphone).target.x
      return gain > 0 ? Units.decibels(amplitude: gain) : nil
    }
  }

  /// Keeps the next samples of the microphone for the mix.
  @_noLocks mutating func hear(_ samples: UnsafePointer<Float>, count: Int) {
    monitor.append(samples, count: count)
  }

  /// Keeps the microphone below howling; the output returns at `returnDecibels` of its own level.
  @_noLocks mutating func limitMonitor(returnDecibels: Float) {
    monitor.limit(returnDecibels: returnDecibels)
  }

  /// Changes a bus from the next frame on, audibly smoothly.
  @_noLocks func set(_ bus: MixBus, _ strip: BusStrip) { buses.set(bus, strip) }

  /// Has a slot of a bus hold an effect from the next frame on, or nothing; see ``SlotChange``.
  @_noLocks func set(_ setting: SlotContent?, _ new: EffectUnit?, slot: Int, of point: RackPoint) {
    buses.set(setting, new, slot: slot, of: point)
  }

  /// The ways of voices; nil if all go straight into the mix.
  var voicePaths: VoicePaths? { @_noLocks get { buses.voicePaths } }

  /// Plays another track along from its beginning, in place of the one before, which fades within 5
  /// ms; nil for none.
  @_noLocks mutating func play(along track: BackingExchange.AudioSide?) {
    backing.change(to: track)
  }

  /// Clicks otherwise, and has effects follow the tempo, from the output frame on that comes next.
  @_noLocks mutating func set(_ click: PlayedTempo, atFrame frame: Int) {
    metronome.set(click, atFrame: frame)
    buses.follow(wholeNoteSeconds: Float(click.wholeNoteSeconds))
    returns.follow(wholeNoteSeconds: Float(click.wholeNoteSeconds))
  }

  /// Mixes and limits a piece of the drums in place, interleaved stereo.
  ///
  /// - Parameters:
  ///   - firstFrame: Its place in the output.
  ///   - unlimited: Receives as many samples from before the limiter.
  ///   - stems: Hold the drums separately, and receive the other parts of the unlimited sound.
  @_noLocks mutating func process(
    _ piece: inout MutableSpan<Float>, firstFrame: Int, timeline: Timeline,
    unlimited: UnsafeMutablePointer<Float>?, stems: StemBuffers? = nil
  ) {
    let count = piece.count / 2
    buses.keys.clear(frameCount: count)
    addLoopedNotes(to: &piece)
    addReturn(of: .room, to: &piece, stems)
    addReturn(of: .delay, to: &piece, stems)
    buses.apply(.drums, to: &piece, stems)
    addMonitor(to: &piece, firstFrame: firstFrame, timeline: timeline, stems)
    addObjects(to: &piece, firstFrame: firstFrame)
    let master = buses.gain(.master)
    buses.apply(.master, to: &piece, stems)
    if backing.isIdle && metronome.isSilent && buses.isRackIdle(.backing)
      && buses.isRackIdle(.click)
    {
      limiter.process(&piece, unlimited: unlimited)
    } else {
      playAlong(&piece, firstFrame: firstFrame, master, unlimited: unlimited)
    }
    buses.advance(.loops, count)
    buses.advance(.backing, count)
    buses.advance(.click, count)
  }

  /// Adds the notes of a loop that went their own way.
  @_noLocks private func addLoopedNotes(to piece: inout MutableSpan<Float>) {
    guard let notes = buses.loops?.notes else { return }
    addOwn(of: .loops, notes, to: &piece, GainRamp(SIMD2(1, 1)))
    notes.update(repeating: 0, count: piece.count)
  }

  /// Adds the backing and the clicks, behind `master`, and limits everything; if they are not
  /// recorded, `unlimited` does not get them.
  @_noLocks private mutating func playAlong(
    _ piece: inout MutableSpan<Float>, firstFrame: Int, _ master: GainRamp,
    unlimited: UnsafeMutablePointer<Float>?
  ) {
    let isRecorded = backing.isRecorded
    if !isRecorded, let unlimited {
      for index in piece.indices { unlimited[index] = piece[index] }
    }
    let whole = GainRamp(SIMD2(1, 1))
    if buses.isRackIdle(.backing) {
      backing.add(to: &piece, buses.gain(.backing), master)
    } else {
      var own = UnsafeMutableBufferPointer(start: buses.own, count: piece.count).mutableSpan
      own.update(repeating: 0)
      backing.add(to: &own, whole, whole)
      addOwn(of: .backing, buses.own, to: &piece, master)
    }
    if buses.isRackIdle(.click) {
      metronome.add(to: &piece, firstFrame: firstFrame, buses.gain(.click), master)
    } else {
      var own = UnsafeMutableBufferPointer(start: buses.own, count: piece.count).mutableSpan
      own.update(repeating: 0)
      metronome.add(to: &own, firstFrame: firstFrame, whole, whole)
      addOwn(of: .click, buses.own, to: &piece, master)
    }
    limiter.process(&piece, unlimited: isRecorded ? unlimited : nil)
  }

  /// Adds a bus's own sound, with its effects, at its gain and that of the bus behind it.
  @_noLocks private func addOwn(
    of bus: MixBus, _ own: UnsafeMutablePointer<Float>, to piece: inout MutableSpan<Float>,
    _ master: GainRamp
  ) {
    let (count, gain, key) = (piece.count / 2, buses.gain(bus), buses.keys.room(for: bus))
    buses.shape(bus, own, count: count)
    for frame in 0..<count {
      let gains = gain.gain(ahead: frame) * master.gain(ahead: frame)
      (key[2 * frame], key[2 * frame + 1]) = (
        gains.x * own[2 * frame], gains.y * own[2 * frame + 1]
      )
      piece[2 * frame] += key[2 * frame]
      piece[2 * frame + 1] += key[2 * frame + 1]
    }
  }

  /// Adds what the objects of a score and of the player sound, and what a score says.
  @_noLocks private mutating func addObjects(to piece: inout MutableSpan<Float>, firstFrame: Int) {
    let count = piece.count / 2
    if objects != nil || playerObjects != nil {
      buses.own.update(repeating: 0, count: piece.count)
      speech.update(repeating: 0, count: piece.count)
      let loops = buses.loops
      if loops != nil { loopedSounds.update(repeating: 0, count: piece.count) }
      let places = ObjectPlaces(
        instruments: buses.own, loops: loops == nil ? buses.own : loopedSounds, speech: speech)
      var heard = ObjectBank.Heard()
      objects?.add(to: places, frameCount: count, firstFrame: firstFrame, &heard)
      playerObjects?.add(to: places, frameCount: count, firstFrame: firstFrame, &heard)
      if let loops { addLoopedSounds(loops.gain, count: count) }
      let whole = GainRamp(SIMD2(1, 1))
      if heard.instruments || loops != nil || !buses.isRackIdle(.instruments) {
        addOwn(of: .instruments, buses.own, to: &piece, whole)
      }
      if heard.speech || !buses.isRackIdle(.speech) {
        addOwn(of: .speech, speech, to: &piece, whole)
      }
    }
    buses.advance(.instruments, count)
    buses.advance(.speech, count)
  }

  /// Adds the microphone's loops to the instruments, with their effects.
  @_noLocks private func addLoopedSounds(_ gain: GainRamp, count: Int) {
    buses.shape(at: .loopedSounds, loopedSounds, count: count)
    for frame in 0..<count {
      let gains = gain.gain(ahead: frame)
      buses.own[2 * frame] += gains.x * loopedSounds[2 * frame]
      buses.own[2 * frame + 1] += gains.y * loopedSounds[2 * frame + 1]
    }
  }

  /// Adds what a send returns.
  @_noLocks private mutating func addReturn(
    of send: Send, to piece: inout MutableSpan<Float>, _ stems: StemBuffers?
  ) {
    let (count, bus, frames) = (piece.count / 2, send.bus, sends.piece(send))
    let part = stems.map { $0.part($0.part(of: send)) }
    let (gain, key) = (buses.gain(bus), buses.keys.room(for: bus))
    if returns.answer(send, count: count) || !buses.isRackIdle(bus) {
      buses.shape(
        bus, UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Float.self), count: count)
      for frame in 0..<count {
        let answer = frames[frame] * gain.gain(ahead: frame)
        piece[2 * frame] += answer.x
        piece[2 * frame + 1] += answer.y
        (key[2 * frame], key[2 * frame + 1]) = (answer.x, answer.y)
        if let part { (part[2 * frame], part[2 * frame + 1]) = (answer.x, answer.y) }
        frames[frame] = .zero
      }
    }
    buses.advance(bus, count)
  }

  /// Adds the microphone that is played along.
  @_noLocks private mutating func addMonitor(
    to piece: inout MutableSpan<Float>, firstFrame: Int, timeline: Timeline, _ stems: StemBuffers?
  ) {
    let gain = buses.gain(.microphone)
    // Its effects continue even while it is silent, so that they do not depend on pieces.
    guard !gain.isSilent || !buses.isRackIdle(.microphone) else { return }
    let (count, own, key) = (piece.count / 2, buses.own, buses.keys.room(for: .microphone))
    monitor.read(
      count: count, into: own, limits: limits, firstFrame: firstFrame, timeline: timeline)
    buses.shape(.microphone, own, count: count)
    let part = stems.map { $0.part($0.microphonePart) }
    for frame in 0..<count {
      let level = min(gain.gain(ahead: frame).x, limits[frame])
      let (left, right) = (level * own[2 * frame], level * own[2 * frame + 1])
      piece[2 * frame] += left
      piece[2 * frame + 1] += right
      (key[2 * frame], key[2 * frame + 1]) = (left, right)
      if let part { (part[2 * frame], part[2 * frame + 1]) = (left, right) }
    }
    buses.advance(.microphone, count)
  }
}
