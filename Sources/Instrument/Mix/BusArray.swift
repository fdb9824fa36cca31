// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The graph of the mixer: a fixed array of buses, on the audio thread.
///
/// ```
/// notes of a loop ▶ loops ┐          each bus: rack, then gain; a voice may pass the rack of its drum first
/// other voices ───────────┴▶ drums ───────────┐
///    └─ sends ▶ room, delay ─┘                ├──▶ master ──┬──▶ limiter
/// microphone, instruments, speech ────────────┘             │
///                └◀ loops ◀ sounds of a loop                │
/// backing, click ──────────── gain of master ───────────────┘
/// ```
///
/// The sum has this order: voices, drums with racks, notes of a loop, room, delay, microphone, instruments, speech,
/// backing, click. A track and clicks join behind the effects of the master, so that a recording without
/// them has the same effects. Stems are taps: a part has the gains of the buses that it passes, but
/// not the effects of loops, drums and master, which their sum has.
struct BusArray: ~Copyable {
  private let racks: UnsafeMutablePointer<Rack>
  /// As the player has the buses.
  private let gains: UnsafeMutablePointer<GainRamp>
  /// What the looper plays goes its own way: from its first effect or change of gain on. Until then it is summed with all
  /// else, which gives the same but for rounding.
  private let isLooping: UnsafeMutablePointer<Bool>
  private let padRacks: PadRacks
  /// A drum has effects, or had some.
  private let hasPadRacks: UnsafeMutablePointer<Bool>
  private let glideFrames: Int
  /// A piece of a bus's own sound.
  let own: UnsafeMutablePointer<Float>
  /// A piece of the notes of a loop; zero between two pieces.
  private let loopedNotes: UnsafeMutablePointer<Float>
  /// What the buses have added to the piece.
  let keys = MixKeys()
  /// A piece of the sound that bypasses an effect.
  private let passing: UnsafeMutablePointer<Float>

  /// Buses with these settings; the microphone fades in if it is in the mix from the beginning.
  init(
    settings: InstrumentSettings, _ exchange: MixExchange.AudioSide?, sampleRateHz: Float
  ) {
    let mixing = MixSettings(effects: settings.effects ?? [])
    racks = .allocate(capacity: RackPoint.count)
    for place in 0..<RackPoint.count {
      (racks + place).initialize(to: Rack([:], exchange, sampleRateHz: sampleRateHz))
    }
    for (place, effects) in mixing.racks {
      for point in mixing.rackPoints(of: place) {
        racks[point.place].free()
        racks[point.place] = Rack(effects, exchange, sampleRateHz: sampleRateHz)
      }
    }
    gains = .allocate(capacity: MixBus.allCases.count)
    for bus in MixBus.allCases {
      var gain = GainRamp(SIMD2(repeating: settings.strip(of: bus).heardGain))
      if bus == .microphone { gain = Monitor.fadeIn(to: gain.target, sampleRateHz: sampleRateHz) }
      (gains + bus.place).initialize(to: gain)
    }
    isLooping = .allocate(capacity: 1)
    isLooping.initialize(to: mixing.racks[.loops]?.isEmpty == false)
    hasPadRacks = .allocate(capacity: 1)
    hasPadRacks.initialize(to: mixing.hasPadRacks)
    func piece() -> UnsafeMutablePointer<Float> {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Mixer.pieceFrames)
      samples.initialize(repeating: 0, count: 2 * Mixer.pieceFrames)
      return samples
    }
    (own, loopedNotes, passing) = (piece(), piece(), piece())
    padRacks = PadRacks(racks, passing: passing)
    glideFrames = Units.frames(seconds: VoiceBank.remixSeconds, sampleRateHz: sampleRateHz)
  }

  deinit {
    for place in 0..<RackPoint.count { racks[place].free() }
    racks.deallocate()
    gains.deallocate()
    isLooping.deallocate()
    padRacks.free()
    hasPadRacks.deallocate()
    keys.free()
    own.deallocate()
    loopedNotes.deallocate()
    passing.deallocate()
  }

  /// The gain of a bus.
  @_noLocks func gain(_ bus: MixBus) -> GainRamp { gains[bus.place] }

  /// The ways of voices; nil if all go straight into the mix.
  var voicePaths: VoicePaths? {
    @_noLocks get {
      guard isLooping.pointee || hasPadRacks.pointee else { return nil }
      return VoicePaths(loops: loops, pads: hasPadRacks.pointee ? padRacks : nil)
    }
  }

  /// The way of what the looper plays; nil if it is summed with all else.
  var loops: LoopPath? {
    @_noLocks get {
      isLooping.pointee ? LoopPath(notes: loopedNotes, gain: gain(.loops)) : nil
    }
  }

  /// Changes a bus from the next frame on, audibly smoothly.
  @_noLocks func set(_ bus: MixBus, _ strip: BusStrip) {
    gains[bus.place].glide(to: SIMD2(repeating: strip.heardGain), frameCount: glideFrames)
    if case .loops = bus, strip.heardGain != 1 { isLooping.pointee = true }
  }

  /// Has a slot of a rack hold an effect from the next frame on, or nothing.
  @_noLocks func set(_ setting: SlotContent?, _ new: EffectUnit?, slot: Int, of point: RackPoint) {
    racks[point.place].set(setting, new, slot: slot)
    switch point {
    case .bus(.loops), .loopedSounds: isLooping.pointee = true
    case .bus: break
    case .pad:
      hasPadRacks.pointee = true
      padRacks.wake(point)
    }
  }

  /// Has a slot sound as the last hits make it from the next frame on, at all points of its rack.
  @_noLocks func shape(_ route: ModulationRoute, by matrix: HitMatrix) {
    shape(route, at: route.point, by: matrix)
    if let twin = route.point.twin { shape(route, at: twin, by: matrix) }
  }

  @_noLocks private func shape(
    _ route: ModulationRoute, at point: RackPoint, by matrix: HitMatrix
  ) {
    guard let content = racks[point.place].content(slot: route.slot) else { return }
    racks[point.place].shape(matrix.numbers(content, at: route), slot: route.slot)
  }

  /// Notes have another length from the next frame on, for effects that follow the tempo.
  @_noLocks func follow(wholeNoteSeconds: Float) {
    for place in 0..<RackPoint.count { racks[place].follow(wholeNoteSeconds: wholeNoteSeconds) }
  }

  /// A point passes no effect.
  @_noLocks func isIdle(_ point: RackPoint) -> Bool { racks[point.place].isIdle }

  /// The sum of a bus passes no effect.
  @_noLocks func isRackIdle(_ bus: MixBus) -> Bool { isIdle(.bus(bus)) }

  /// Has frames of interleaved stereo pass the effects of a bus.
  @_noLocks func shape(_ bus: MixBus, _ frames: UnsafeMutablePointer<Float>, count: Int) {
    shape(at: .bus(bus), frames, count: count)
  }

  /// Has frames of interleaved stereo pass the effects of a point.
  @_noLocks func shape(at point: RackPoint, _ frames: UnsafeMutablePointer<Float>, count: Int) {
    racks[point.place].process(frames, count: count, passing: passing, keys: keys)
  }

  /// Applies the effects and the gain of a bus to a piece in place; the gain also to all its parts
  /// so far.
  @_noLocks func apply(_ bus: MixBus, to piece: inout MutableSpan<Float>, _ stems: StemBuffers?) {
    if !isRackIdle(bus) {
      let (rack, passing, keys, count) = (racks + bus.place, passing, keys, piece.count / 2)
      piece.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        rack.pointee.process(base, count: count, passing: passing, keys: keys)
      }
    }
    if !gains[bus.place].isUnity {
      stems?.apply(gains[bus.place], frameCount: piece.count / 2)
      gains[bus.place].apply(to: &piece)
    }
    // Later buses can listen to it.
    let key = keys.room(for: bus)
    for index in piece.indices { key[index] = piece[index] }
  }

  /// Lets frames pass for a bus whose gain is applied elsewhere.
  @_noLocks func advance(_ bus: MixBus, _ frameCount: Int) { gains[bus.place].advance(frameCount) }
}
