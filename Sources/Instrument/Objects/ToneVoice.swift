// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// A note of an instrument: reads a tone at its pitch, through a low-pass, under an envelope.
struct ToneVoice: BitwiseCopyable {
  /// Pitch, filter and tremolo are set anew after so many frames of the note.
  private static var controlFrames: Int { @_noLocks get { 32 } }

  private var settings: ToneSettings?
  private(set) var play = 0
  private(set) var object = 0
  private let sampleRateHz: Float
  private var volume = ToneEnvelope(ToneSettings.Envelope(), .amplitude)
  private var modulation = ToneEnvelope(ToneSettings.Envelope(), .share)
  private var gain = GainRamp(.zero)
  private var isEnding = false
  /// Frames of the note so far.
  private var age = 0
  /// In parts of a frame of the tone; see ``ObjectView``.
  private var place = 0
  private var step = 0
  private var tremolo: Float = 1
  private var filter = ToneFilter()
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
    volume = ToneEnvelope(settings.volume, .amplitude)
    modulation = ToneEnvelope(settings.modulation, .share)
    isOpen =
      settings.cutoffCents >= 13_500 && settings.modulationToFilterCents == 0
      && settings.tremolo.toFilterCents == 0
    gain = GainRamp(objectGain * settings.gains)
  }

  /// Silent, to be used again.
  var isIdle: Bool { @_noLocks get { settings == nil } }

  /// Its note has ended.
  @_noLocks mutating func release() {
    volume.release()
    modulation.release()
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

  /// Adds its next frames to interleaved stereo; falls idle at its end.
  @_noLocks mutating func add(
    _ count: Int, to output: UnsafeMutableRawPointer,
    _ workspace: UnsafeMutablePointer<SIMD2<Float>>, _ weights: borrowing FractionalWeights
  ) {
    guard let settings else { return }
    var done = 0
    while done < count {
      let sinceControl = age % Self.controlFrames
      if sinceControl == 0 { control(settings) }
      var piece = min(count &- done, Self.controlFrames &- sinceControl)
      if isEnding { piece = min(piece, gain.remainingFrames) }
      read(piece, settings, into: workspace, weights)
      gain.mix(workspace, count: piece, into: output + done &* MemoryLayout<SIMD2<Float>>.stride)
      done &+= piece
      age &+= piece
      let hasEnded =
        settings.wave.loopFrames == 0 && place >> ObjectView.partBits >= settings.wave.frameCount
      if volume.isOver || hasEnded || isEnding && gain.remainingFrames == 0 {
        self.settings = nil
        return
      }
    }
  }

  @_noLocks private mutating func read(
    _ count: Int, _ settings: ToneSettings, into frames: UnsafeMutablePointer<SIMD2<Float>>,
    _ weights: borrowing FractionalWeights
  ) {
    let (wave, bits) = (settings.wave, ObjectView.partBits)
    let placeMask = 1 << FractionalWeights.placeBits &- 1
    for frame in 0..<count {
      volume.advance()
      modulation.advance()
      let whole = place >> bits
      var value: Float = 0
      if whole < wave.frameCount {
        value =
          weights.value(
            wave.frames + whole - FractionalWeights.leadFrames,
            place: place >> (bits &- FractionalWeights.placeBits) & placeMask
          ).x
      }
      if !isOpen { value = filter.process(value) }
      value *= volume.value * tremolo
      frames[frame] = SIMD2(value, value)
      place &+= step
      if wave.loopFrames > 0 {
        while place >> bits >= wave.loopEnd { place &-= wave.loopFrames << bits }
      }
    }
  }

  /// Sets pitch, filter and tremolo as they are at this age.
  @_noLocks private mutating func control(_ settings: ToneSettings) {
    let shake = value(of: settings.tremolo)
    let cents =
      modulation.value * settings.modulationToPitchCents + shake * settings.tremolo.toPitchCents
      + value(of: settings.vibrato) * settings.vibrato.toPitchCents
    let ratio = cents == 0 ? settings.ratio : settings.ratio * Double(rt_exp2(cents / 1200))
    step = Int(min(64, ratio) * Double(1 << ObjectView.partBits))
    tremolo =
      settings.tremolo.toVolumeDecibels == 0
      ? 1 : Units.amplitude(decibels: shake * settings.tremolo.toVolumeDecibels)
    guard !isOpen else { return }
    filter.set(
      cents: settings.cutoffCents + modulation.value * settings.modulationToFilterCents
        + shake * settings.tremolo.toFilterCents,
      resonanceDecibels: settings.resonanceDecibels, sampleRateHz: sampleRateHz)
  }

  @_noLocks private func value(of oscillator: ToneSettings.Oscillator) -> Float {
    let frames = age &- oscillator.delayFrames
    guard frames > 0 && oscillator.rate > 0 else { return 0 }
    let periods = Float(frames) * oscillator.rate
    let phase = periods - Float(Int(periods))
    return phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
  }
}
