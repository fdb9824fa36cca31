// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// A note of an instrument: reads a tone at its pitch, through a low-pass, under an envelope.
struct ToneVoice: BitwiseCopyable {
  /// Pitch, filter and tremolo are set anew after so many frames of the note, as in FluidSynth.
  static var controlFrames: Int { @_noLocks get { 64 } }
  /// A tone of the same exclusive class has begun: it falls by 96 dB in this time, as in FluidSynth.
  private static var exclusionSeconds: Float { @_noLocks get { 0.89 } }

  private var settings: ToneSettings?
  private(set) var play = 0
  private(set) var object = 0
  private let sampleRateHz: Float
  private var reader = ToneReader()
  private var volume = ToneEnvelope(ToneSettings.Envelope())
  private var modulation = ToneModulation(ToneSettings.Envelope())
  private var gain = GainRamp(.zero)
  private var isReleased = false
  private var isEnding = false
  /// Frames of the note so far.
  private var age = 0
  private var tremolo: Float = 1
  /// What is added to it each frame.
  private var tremoloStep: Float = 0
  private var filter = ToneFilter()
  private var cutoffCents: Float = -1
  /// It sounds so much higher from its next control on.
  var bendCents: Float = 0
  /// The low-pass is so high, and stays there, that it is left out.
  private var isOpen = true

  /// A voice that makes no sound.
  @_noLocks init(sampleRateHz: Float) { self.sampleRateHz = sampleRateHz }

  /// Begins a note.
  @_noLocks mutating func begin(
    _ settings: ToneSettings, play: Int, object: Int, objectGain: Float
  ) {
    self = ToneVoice(sampleRateHz: sampleRateHz)
    (self.settings, self.play, self.object) = (settings, play, object)
    reader = ToneReader(settings.wave)
    volume = ToneEnvelope(settings.volume)
    modulation = ToneModulation(settings.modulation)
    // What is raised may lie above the low-pass.
    isOpen =
      settings.cutoffCents >= 13_500 && settings.resonanceDecibels == 0 && settings.ratio <= 1
      && settings.modulationToFilterCents == 0 && settings.tremolo.toFilterCents == 0
    gain = GainRamp(objectGain * settings.gains)
  }

  /// Silent, to be used again.
  var isIdle: Bool { @_noLocks get { settings == nil } }

  /// Its note has ended.
  @_noLocks mutating func release() {
    guard let settings, settings.volume.releaseFrames < ToneSettings.Envelope.unheard
    else { return }
    release(frameCount: settings.volume.releaseFrames)
  }

  /// Another tone of an object and an exclusive class begins.
  @_noLocks mutating func exclude(play: Int, object: Int, exclusiveClass: Int32) {
    guard let settings, settings.exclusiveClass == exclusiveClass, object == self.object,
      play != self.play
    else { return }
    let most = Units.frames(seconds: Self.exclusionSeconds, sampleRateHz: sampleRateHz)
    self.settings?.exclusiveClass = 0
    isReleased = false
    release(frameCount: min(most, settings.volume.releaseFrames))
  }

  @_noLocks private mutating func release(frameCount: Int) {
    guard !isReleased else { return }
    isReleased = true
    volume.release(frameCount: frameCount)
    modulation.release(atAge: age)
    reader.release()
  }

  /// Changes how loud its object is.
  @_noLocks mutating func glide(toObjectGain objectGain: Float, frameCount: Int) {
    guard let settings, !isEnding else { return }
    gain.glide(to: objectGain * settings.gains, frameCount: frameCount)
  }

  /// Falls silent.
  @_noLocks mutating func end(frameCount: Int) {
    guard !isEnding else { return }
    isEnding = true
    gain.glide(to: .zero, frameCount: frameCount)
  }

  /// Adds its next frames to interleaved stereo; falls idle at its end. `side` has room for ``controlFrames``.
  @_noLocks mutating func add(
    _ count: Int, to output: UnsafeMutableRawPointer,
    _ workspace: UnsafeMutablePointer<SIMD2<Float>>, _ side: UnsafeMutablePointer<Float>,
    _ weights: borrowing ToneWeights
  ) {
    guard let settings else { return }
    var done = 0
    while done < count {
      let sinceControl = age % Self.controlFrames
      if sinceControl == 0 { control(settings) }
      var piece = min(count &- done, Self.controlFrames &- sinceControl)
      if isEnding { piece = min(piece, gain.remainingFrames) }
      let waiting = volume.waitingFrames
      if waiting > 0 {
        // The tone begins when its envelope does.
        piece = min(piece, waiting)
        volume.wait(piece)
        gain.advance(piece)
      } else {
        read(piece, settings, into: side, weights)
        let place = output + done &* MemoryLayout<SIMD2<Float>>.stride
        gain.mix(mono: side, count: piece, into: place, workspace)
      }
      done &+= piece
      age &+= piece
      if volume.isOver || reader.isOver || isEnding && gain.remainingFrames == 0 {
        self.settings = nil
        return
      }
    }
  }

  @_noLocks private mutating func read(
    _ count: Int, _ settings: ToneSettings, into frames: UnsafeMutablePointer<Float>,
    _ weights: borrowing ToneWeights
  ) {
    reader.read(count, into: frames, weights)
    if !isOpen {
      filter.apply(to: frames, count: count, place: age % ToneFilter.groupFrames)
    }
    volume.apply(to: frames, count: count)
    if settings.tremolo.toVolumeDecibels != 0 { shake(frames, count: count) }
  }

  @_noLocks private mutating func shake(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for frame in 0..<count {
      frames[frame] *= tremolo
      tremolo += tremoloStep
    }
  }

  /// Sets pitch, filter and tremolo as they are at the end of the frames that come.
  @_noLocks private mutating func control(_ settings: ToneSettings) {
    let shake = value(of: settings.tremolo)
    let moved =
      settings.modulationToPitchCents != 0 || settings.modulationToFilterCents != 0
      ? modulation.value(atAge: age &+ Self.controlFrames) : 0
    let cents =
      bendCents + moved * settings.modulationToPitchCents + shake * settings.tremolo.toPitchCents
      + value(of: settings.vibrato) * settings.vibrato.toPitchCents
    let ratio = cents == 0 ? settings.ratio : settings.ratio * Double(rt_exp2(cents / 1200))
    reader.step = max(1, Int(min(64, ratio) * Double(1 << ObjectView.partBits)))
    if settings.tremolo.toVolumeDecibels != 0 {
      let target = Units.amplitude(decibels: shake * settings.tremolo.toVolumeDecibels)
      tremoloStep = (target - tremolo) / Float(Self.controlFrames)
    }
    guard !isOpen else { return }
    let cutoff =
      settings.cutoffCents + moved * settings.modulationToFilterCents
      + shake * settings.tremolo.toFilterCents
    guard cutoff != cutoffCents else { return }
    cutoffCents = cutoff
    filter.set(
      cents: cutoff, resonanceDecibels: settings.resonanceDecibels, sampleRateHz: sampleRateHz)
  }

  @_noLocks private func value(of oscillator: ToneSettings.Oscillator) -> Float {
    guard oscillator.isMoving else { return 0 }
    let frames = age &+ Self.controlFrames &- oscillator.delayFrames
    guard frames > 0 && oscillator.rate > 0 else { return 0 }
    let periods = Double(frames) * Double(oscillator.rate)
    let phase = Float(periods - Double(Int(periods)))
    return phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
  }
}
