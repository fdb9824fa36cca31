// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime

/// What becomes of the drums on their way out: their room, the microphone along with them, the buses, the limiter.
struct Mixer: ~Copyable {
  /// Frames that are mixed at a time, at most; the result does not depend on it.
  static var pieceFrames: Int { @_noLocks get { 256 } }

  private var monitor: Monitor?
  private var room: Room
  private var drums: GainRamp
  private var roomReturn = GainRamp(SIMD2(1, 1))
  private var master = GainRamp(SIMD2(1, 1))
  private var limiter: MeteredLimiter
  private let glideFrames: Int
  /// What goes into the room: a piece, zero between two pieces.
  let sends: UnsafeMutablePointer<SIMD2<Float>>

  /// A mixer at rest.
  init(settings: InstrumentSettings, sampleRateHz: Float) {
    monitor = settings.monitorDecibels.map {
      Monitor(wantedDecibels: $0, sampleRateHz: sampleRateHz)
    }
    drums = GainRamp(SIMD2(repeating: Units.amplitude(decibels: settings.gainDecibels)))
    room = Room(sampleRateHz: sampleRateHz)
    limiter = MeteredLimiter(sampleRateHz: sampleRateHz)
    glideFrames = Units.frames(seconds: VoiceBank.remixSeconds, sampleRateHz: sampleRateHz)
    sends = .allocate(capacity: Self.pieceFrames)
    sends.initialize(repeating: .zero, count: Self.pieceFrames)
  }

  deinit { sends.deallocate() }

  /// How loud the output is.
  var levels: OutputLevels { @_noLocks get { limiter.levels } }

  /// Gain of the microphone that is played along; nil where it is not.
  var monitorDecibels: Float? { @_noLocks mutating get { monitor?.gainDecibels } }

  /// Keeps the next sample of the microphone for what is played along.
  @_noLocks mutating func hear(_ sample: Float) { monitor?.append(sample) }

  /// Keeps the microphone below howling, where what is played returns at `returnDecibels` of its own level.
  @_noLocks mutating func limitMonitor(returnDecibels: Float) {
    monitor?.limit(returnDecibels: returnDecibels)
  }

  /// Changes the gain of a bus from the next frame on, audibly smoothly.
  @_noLocks mutating func set(_ bus: MixBus, gain: Float) {
    switch bus {
    case .drums: drums.glide(to: SIMD2(repeating: gain), frameCount: glideFrames)
    case .room: roomReturn.glide(to: SIMD2(repeating: gain), frameCount: glideFrames)
    case .microphone: monitor?.wantedDecibels = Units.decibels(amplitude: gain)
    case .master: master.glide(to: SIMD2(repeating: gain), frameCount: glideFrames)
    }
  }

  /// Mixes and limits a piece of the drums where it lies, interleaved stereo.
  ///
  /// - Parameters:
  ///   - firstFrame: Its place in the output.
  ///   - unlimited: Receives as many samples of what is limited.
  @_noLocks mutating func process(
    _ piece: inout MutableSpan<Float>, firstFrame: Int, timeline: Timeline,
    unlimited: UnsafeMutablePointer<Float>?
  ) {
    addRoom(to: &piece)
    if !drums.isUnity { drums.apply(to: &piece) }
    monitor?.mix(into: &piece, firstFrame: firstFrame, timeline: timeline)
    if !master.isUnity { master.apply(to: &piece) }
    limiter.process(&piece, unlimited: unlimited)
  }

  /// Adds what comes back of what was sent into the room.
  @_noLocks private mutating func addRoom(to piece: inout MutableSpan<Float>) {
    let count = piece.count / 2
    if room.process(sends, count: count) {
      for frame in 0..<count {
        let answer = sends[frame] * roomReturn.gain(ahead: frame)
        piece[2 * frame] += answer.x
        piece[2 * frame + 1] += answer.y
        sends[frame] = .zero
      }
    }
    roomReturn.advance(count)
  }
}
