// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime
import Sequencing

/// What becomes of the drums on their way out: their room, the microphone and a track along with them, the buses, the limiter.
struct Mixer: ~Copyable {
  /// Frames that are mixed at a time, at most; the result does not depend on it.
  static var pieceFrames: Int { @_noLocks get { 256 } }

  private var monitor: Monitor
  private var room: Reverb
  private var drums: GainRamp
  private var roomReturn = GainRamp(SIMD2(1, 1))
  private var track = GainRamp(SIMD2(1, 1))
  private var master = GainRamp(SIMD2(1, 1))
  private var backing: Backing
  private var metronome: Metronome
  private var clicks = GainRamp(SIMD2(1, 1))
  private var limiter: MeteredLimiter
  private let glideFrames: Int
  /// What was sent into the room still comes back.
  private(set) var isRoomHeard = false
  /// What goes into the room: a piece, zero between two pieces.
  let sends: UnsafeMutablePointer<SIMD2<Float>>

  /// A mixer at rest; `backing` brings a track that is played along.
  init(settings: InstrumentSettings, sampleRateHz: Float, backing: BackingExchange? = nil) {
    self.backing = Backing(backing?.audioSide, sampleRateHz: sampleRateHz)
    metronome = Metronome(sampleRateHz: Int(sampleRateHz))
    monitor = Monitor(wantedDecibels: settings.monitorDecibels, sampleRateHz: sampleRateHz)
    drums = GainRamp(SIMD2(repeating: Units.amplitude(decibels: settings.gainDecibels)))
    room = Reverb(sampleRateHz: sampleRateHz)
    limiter = MeteredLimiter(sampleRateHz: sampleRateHz)
    glideFrames = Units.frames(seconds: VoiceBank.remixSeconds, sampleRateHz: sampleRateHz)
    sends = .allocate(capacity: Self.pieceFrames)
    sends.initialize(repeating: .zero, count: Self.pieceFrames)
  }

  deinit { sends.deallocate() }

  /// The meters of the output run; to be told before it mixes.
  var isMetered: Bool {
    @_noLocks get { limiter.isMetered }
    set { limiter.isMetered = newValue }
  }

  /// How loud the output is.
  var levels: OutputLevels { @_noLocks get { limiter.levels } }

  /// Gain of the microphone that is played along; nil where it is not.
  var monitorDecibels: Float? { @_noLocks get { monitor.isWanted ? monitor.gainDecibels : nil } }
  /// The gain that the player wants of it; nil where it is not played along.
  var wantedMonitorDecibels: Float? {
    @_noLocks get { monitor.isWanted ? monitor.wantedDecibels : nil }
  }

  /// Keeps the next samples of the microphone for what is played along.
  @_noLocks mutating func hear(_ samples: UnsafePointer<Float>, count: Int) {
    monitor.append(samples, count: count)
  }

  /// Keeps the microphone below howling, where what is played returns at `returnDecibels` of its own level.
  @_noLocks mutating func limitMonitor(returnDecibels: Float) {
    monitor.limit(returnDecibels: returnDecibels)
  }

  /// Changes the gain of a bus from the next frame on, audibly smoothly.
  @_noLocks mutating func set(_ bus: MixBus, gain: Float) {
    switch bus {
    case .drums: drums.glide(to: SIMD2(repeating: gain), frameCount: glideFrames)
    case .room: roomReturn.glide(to: SIMD2(repeating: gain), frameCount: glideFrames)
    case .backing: track.glide(to: SIMD2(repeating: gain), frameCount: glideFrames)
    case .click: clicks.glide(to: SIMD2(repeating: gain), frameCount: glideFrames)
    case .microphone: monitor.set(gain: gain, glideFrames: glideFrames)
    case .master: master.glide(to: SIMD2(repeating: gain), frameCount: glideFrames)
    }
  }

  /// Plays another track along from its beginning, in place of the one before, which fades within 5 ms; nil for none.
  @_noLocks mutating func play(along track: BackingExchange.AudioSide?) {
    backing.change(to: track)
  }

  /// Clicks otherwise from the output frame on that comes next.
  @_noLocks mutating func set(_ click: PlayedTempo, atFrame frame: Int) {
    metronome.set(click, atFrame: frame)
  }

  /// Mixes and limits a piece of the drums where it lies, interleaved stereo.
  ///
  /// - Parameters:
  ///   - firstFrame: Its place in the output.
  ///   - unlimited: Receives as many samples of what is limited.
  ///   - stems: Hold the drums apart, and receive the other parts of what is limited.
  @_noLocks mutating func process(
    _ piece: inout MutableSpan<Float>, firstFrame: Int, timeline: Timeline,
    unlimited: UnsafeMutablePointer<Float>?, stems: StemBuffers? = nil
  ) {
    let count = piece.count / 2
    addRoom(to: &piece, stems)
    stems?.apply(drums, toPartsBelow: stems?.microphonePart ?? 0, frameCount: count)
    if !drums.isUnity { drums.apply(to: &piece) }
    addMonitor(to: &piece, firstFrame: firstFrame, timeline: timeline, stems)
    stems?.apply(master, toPartsBelow: stems?.partCount ?? 0, frameCount: count)
    let master = self.master
    if !master.isUnity { self.master.apply(to: &piece) }
    if backing.isIdle && metronome.isSilent {
      limiter.process(&piece, unlimited: unlimited)
    } else {
      playAlong(&piece, firstFrame: firstFrame, master, unlimited: unlimited)
    }
    track.advance(count)
    clicks.advance(count)
  }

  /// Adds what is played along, the track and the clicks, behind `master`, and limits all; where that is not to be recorded,
  /// `unlimited` does not get it.
  @_noLocks private mutating func playAlong(
    _ piece: inout MutableSpan<Float>, firstFrame: Int, _ master: GainRamp,
    unlimited: UnsafeMutablePointer<Float>?
  ) {
    let isRecorded = backing.isRecorded
    if !isRecorded, let unlimited {
      for index in piece.indices { unlimited[index] = piece[index] }
    }
    backing.add(to: &piece, track, master)
    metronome.add(to: &piece, firstFrame: firstFrame, clicks, master)
    limiter.process(&piece, unlimited: isRecorded ? unlimited : nil)
  }

  /// Adds what comes back of what was sent into the room.
  @_noLocks private mutating func addRoom(
    to piece: inout MutableSpan<Float>, _ stems: StemBuffers?
  ) {
    let count = piece.count / 2
    let part = stems.map { $0.part($0.roomPart) }
    isRoomHeard = room.process(sends, count: count)
    if isRoomHeard {
      for frame in 0..<count {
        let answer = sends[frame] * roomReturn.gain(ahead: frame)
        piece[2 * frame] += answer.x
        piece[2 * frame + 1] += answer.y
        if let part { (part[2 * frame], part[2 * frame + 1]) = (answer.x, answer.y) }
        sends[frame] = .zero
      }
    }
    roomReturn.advance(count)
  }

  /// Adds the microphone that is played along.
  @_noLocks private mutating func addMonitor(
    to piece: inout MutableSpan<Float>, firstFrame: Int, timeline: Timeline, _ stems: StemBuffers?
  ) {
    guard !monitor.isSilent else { return }
    guard let stems else {
      monitor.mix(into: &piece, firstFrame: firstFrame, timeline: timeline)
      return
    }
    let part = stems.part(stems.microphonePart)
    var alone = UnsafeMutableBufferPointer(start: part, count: piece.count).mutableSpan
    monitor.mix(into: &alone, firstFrame: firstFrame, timeline: timeline)
    for sample in piece.indices { piece[sample] += part[sample] }
  }
}
