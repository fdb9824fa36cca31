// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime

/// The sounds of the objects of a score, or of a player, and their strips, on the audio thread. Plays are summed in the order of their
/// places, so that the same events give the same bits for any block size.
struct ObjectBank: ~Copyable {
  /// Plays that sound at a time; the score has fewer, so that some are left for what fades.
  static let voiceCount = 512
  /// Tones of notes that sound at a time; a note has one or more.
  private static let toneCount = 256
  /// A play that ends early is silent after this time.
  private static let endSeconds: Float = 0.002
  /// A change of a strip takes this time.
  private static let glideSeconds: Float = 0.005

  private let coming: SPSCRing<ObjectQueue.Entry>.Consumer
  private let outcomes: SPSCRing<ObjectOutcome>.Producer
  private var outcomeCount = 0
  private var waiting: ObjectQueue
  private let voices: UnsafeMutablePointer<ObjectVoice>
  private let tones: UnsafeMutablePointer<ToneVoice>
  private let gains: UnsafeMutablePointer<SIMD2<Float>>
  /// Of the notes of objects.
  private let volumes: UnsafeMutablePointer<Float>
  /// How much higher they sound, in cents.
  private let bends: UnsafeMutablePointer<Float>
  private let objectCount: Int
  private let workspace: UnsafeMutablePointer<SIMD2<Float>>
  private let weights: UnsafeMutablePointer<FractionalWeights>
  private let toneWeights: UnsafeMutablePointer<ToneWeights>
  private let toneWorkspace: UnsafeMutablePointer<Float>
  private let endFrames: Int
  private let glideFrames: Int
  /// No place from here on sounds.
  private var usedCount = 0
  /// No tone from this place on sounds.
  private var usedToneCount = 0
  /// All stands still.
  private var isPaused = false
  private let sampleRateHz: Float

  init(
    _ coming: SPSCRing<ObjectQueue.Entry>.Consumer, _ outcomes: SPSCRing<ObjectOutcome>.Producer,
    mostWaiting: Int, objectCount: Int, sampleRateHz: Float
  ) {
    waiting = ObjectQueue(capacity: mostWaiting)
    (self.coming, self.outcomes, self.objectCount) = (coming, outcomes, objectCount)
    self.sampleRateHz = sampleRateHz
    voices = .allocate(capacity: Self.voiceCount)
    voices.initialize(repeating: ObjectVoice(), count: Self.voiceCount)
    tones = .allocate(capacity: Self.toneCount)
    tones.initialize(repeating: ToneVoice(sampleRateHz: sampleRateHz), count: Self.toneCount)
    volumes = .allocate(capacity: objectCount)
    volumes.initialize(repeating: 1, count: objectCount)
    bends = .allocate(capacity: objectCount)
    bends.initialize(repeating: 0, count: objectCount)
    gains = .allocate(capacity: objectCount)
    gains.initialize(repeating: SIMD2(1, 1), count: objectCount)
    workspace = .allocate(capacity: Mixer.pieceFrames)
    workspace.initialize(repeating: .zero, count: Mixer.pieceFrames)
    weights = .allocate(capacity: 1)
    weights.initialize(to: FractionalWeights())
    toneWeights = .allocate(capacity: 1)
    toneWeights.initialize(to: ToneWeights())
    toneWorkspace = .allocate(capacity: ToneVoice.controlFrames)
    toneWorkspace.initialize(repeating: 0, count: ToneVoice.controlFrames)
    endFrames = Units.frames(seconds: Self.endSeconds, sampleRateHz: sampleRateHz)
    glideFrames = Units.frames(seconds: Self.glideSeconds, sampleRateHz: sampleRateHz)
  }

  deinit {
    voices.deallocate()
    tones.deallocate()
    volumes.deallocate()
    bends.deallocate()
    gains.deallocate()
    workspace.deallocate()
    weights.deinitialize(count: 1)
    weights.deallocate()
    toneWeights.deinitialize(count: 1)
    toneWeights.deallocate()
    toneWorkspace.deallocate()
  }

  /// Plays that sound, those included that fade.
  var soundingCount: Int {
    @_noLocks get {
      var count = 0
      for place in 0..<usedCount where !voices[place].isIdle { count &+= 1 }
      for place in 0..<usedToneCount where !tones[place].isIdle { count &+= 1 }
      return count
    }
  }

  /// What sounded within a piece.
  struct Heard {
    var instruments = false
    var speech = false

    @_noLocks init() {}
  }

  /// Adds its next frames to pieces that begin at a frame of the mix.
  @_noLocks mutating func add(
    to places: ObjectPlaces, frameCount count: Int, firstFrame: Int, _ heard: inout Heard
  ) {
    var done = 0
    while done < count {
      let until = carryOut(atFrame: firstFrame &+ done)
      let step = min(count &- done, until)
      add(step, to: places.from(frame: done), &heard)
      done &+= step
    }
  }

  @_noLocks private mutating func add(
    _ count: Int, to places: ObjectPlaces, _ heard: inout Heard
  ) {
    guard !isPaused && (usedCount > 0 || usedToneCount > 0) else { return }
    for place in 0..<usedCount where !voices[place].isIdle {
      let object = voices[place].object
      let isSpeech = object == ObjectEvent.speech
      voices[place].add(
        count, to: UnsafeMutableRawPointer(places.place(ofObject: object)), workspace,
        weights.pointee)
      if isSpeech { heard.speech = true } else { heard.instruments = true }
    }
    for place in 0..<usedToneCount where !tones[place].isIdle {
      tones[place].add(
        count, to: UnsafeMutableRawPointer(places.instruments), workspace, toneWorkspace,
        toneWeights.pointee)
      heard.instruments = true
    }
    while usedToneCount > 0 && tones[usedToneCount &- 1].isIdle { usedToneCount &-= 1 }
    while usedCount > 0 && voices[usedCount &- 1].isIdle { usedCount &-= 1 }
  }

  /// Carries out what is due at a frame; returns for how many frames nothing else is.
  @_noLocks private mutating func carryOut(atFrame frame: Int) -> Int {
    while !waiting.isFull, let sent = coming.pop() { waiting.insert(sent) }
    while waiting.nextFrame <= frame {
      let sent = waiting.removeFirst()
      carryOut(sent.event.change, atFrame: frame)
      // One that finds no room is missed by its number.
      _ = outcomes.push(ObjectOutcome(number: outcomeCount, sent: sent.number, frame: frame))
      outcomeCount &+= 1
    }
    return waiting.nextFrame == .max ? .max : waiting.nextFrame &- frame
  }

  @_noLocks private mutating func carryOut(_ change: ObjectEvent.Change, atFrame frame: Int) {
    switch change {
    case .start(let sound, let play, let object, let step):
      guard object == ObjectEvent.speech || object >= 0 && object < objectCount,
        let place = freePlace
      else { return }
      voices[place] = ObjectVoice(
        sound, play: play, object: object, step: step,
        gains: object >= 0 ? gains[object] : SIMD2(1, 1))
      usedCount = max(usedCount, place &+ 1)
    case .lay(let sound, let play, let beginFrame):
      let passed = max(0, frame &- beginFrame)
      guard passed < sound.frameCount, let place = freePlace else { return }
      voices[place] = ObjectVoice(
        sound, play: play, object: ObjectEvent.laid, step: ObjectEvent.unitStep,
        gains: SIMD2(1, 1))
      if passed > 0 { voices[place].comeIn(afterFrames: passed, frameCount: glideFrames) }
      usedCount = max(usedCount, place &+ 1)
    case .end(let play):
      for place in 0..<usedCount where voices[place].isPlaying && voices[place].play == play {
        voices[place].end(frameCount: endFrames)
      }
    case .note(let settings, let play, let object):
      guard object >= 0 && object < objectCount else { return }
      if settings.exclusiveClass != 0 {
        for place in 0..<usedToneCount {
          tones[place].exclude(play: play, object: object, exclusiveClass: settings.exclusiveClass)
        }
      }
      let place = freeTone
      tones[place].begin(settings, play: play, object: object, objectGain: volumes[object])
      tones[place].bendCents = bends[object]
      usedToneCount = max(usedToneCount, place &+ 1)
    case .release(let play):
      for place in 0..<usedToneCount where !tones[place].isIdle && tones[place].play == play {
        tones[place].release()
      }
    case .volume(let volume, let object):
      guard object >= 0 && object < objectCount else { return }
      volumes[object] = volume
      for place in 0..<usedToneCount where !tones[place].isIdle && tones[place].object == object {
        tones[place].glide(toObjectGain: volume, frameCount: glideFrames)
      }
    case .bend(let cents, let object):
      guard object >= 0 && object < objectCount else { return }
      bends[object] = cents
      for place in 0..<usedToneCount where !tones[place].isIdle && tones[place].object == object {
        tones[place].bendCents = cents
      }
    case .gains(let gains, let object):
      guard object >= 0 && object < objectCount else { return }
      self.gains[object] = gains
      for place in 0..<usedCount where voices[place].isPlaying && voices[place].object == object {
        voices[place].glide(to: gains, frameCount: glideFrames)
      }
    case .step(let step, let object):
      for place in 0..<usedCount where voices[place].isPlaying && voices[place].object == object {
        voices[place].pass(step: step)
      }
    case .pause: isPaused = true
    case .resume: isPaused = false
    case .silence: if isPaused { clear() } else { end() }
    }
  }

  /// Fades all plays out.
  @_noLocks private mutating func end() {
    for place in 0..<usedCount where voices[place].isPlaying {
      voices[place].end(frameCount: endFrames)
    }
    for place in 0..<usedToneCount where !tones[place].isIdle {
      tones[place].end(frameCount: endFrames)
    }
  }

  /// Forgets all plays, which are silent.
  @_noLocks private mutating func clear() {
    for place in 0..<usedCount { voices[place] = ObjectVoice() }
    for place in 0..<usedToneCount { tones[place] = ToneVoice(sampleRateHz: sampleRateHz) }
    (usedCount, usedToneCount, isPaused) = (0, 0, false)
  }

  /// A tone that is silent, else the oldest.
  private var freeTone: Int {
    @_noLocks get {
      var oldest = 0
      for place in 0..<Self.toneCount {
        if tones[place].isIdle { return place }
        if tones[place].play < tones[oldest].play { oldest = place }
      }
      return oldest
    }
  }

  private var freePlace: Int? {
    @_noLocks get {
      for place in 0..<Self.voiceCount where voices[place].isIdle { return place }
      return nil
    }
  }
}
