// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// An effect at work. Its state lies in memory of its own, so that a slot holds one of any size.
///
/// It is made and freed away from the audio thread: ``MixExchange`` brings it there and back.
public struct EffectUnit: BitwiseCopyable, @unchecked Sendable {
  private enum State: BitwiseCopyable {
    case filter(UnsafeMutablePointer<FilterEffect>)
    case fir(UnsafeMutablePointer<FIRLowPass>)
    case average(UnsafeMutablePointer<MovingAverage>)
    case ringModulator(UnsafeMutablePointer<RingModulator>)
    case delay(UnsafeMutablePointer<TapeDelay>)
    case reverb(UnsafeMutablePointer<RoomReverb>)
    case convolver(UnsafeMutablePointer<Convolver>)
    case distortion(UnsafeMutablePointer<Distortion>)
    case crusher(UnsafeMutablePointer<BitCrusher>)
    case compressor(UnsafeMutablePointer<Compressor>)
    case gate(UnsafeMutablePointer<Gate>)
    case transient(UnsafeMutablePointer<TransientShaper>)
    case chorus(UnsafeMutablePointer<Chorus>)
    case flanger(UnsafeMutablePointer<Flanger>)
    case tremolo(UnsafeMutablePointer<Tremolo>)
    case spectral(UnsafeMutablePointer<SpectralEffect>)
    case pitch(UnsafeMutablePointer<PitchShifter>)
    case synth(UnsafeMutablePointer<FollowingSynth>)
    case width(UnsafeMutablePointer<StereoWidth>)
    case plugin(UnsafeMutablePointer<PluginEffect>)
  }

  private let state: State
  /// The place of the bus that it listens to; nil for its own.
  private let keyPlace: Int?

  /// Makes an effect that has heard nothing yet. Not for the audio thread.
  public init(_ setting: EffectSetting, sampleRateHz: Float) {
    let values = setting.numbers
    keyPlace =
      setting.effect == .compress ? setting.source.flatMap(MixBus.init(rawValue:))?.place : nil
    func made<Kind: StereoEffect & ~Copyable>(
      _ effect: consuming Kind
    ) -> UnsafeMutablePointer<Kind> {
      let state = UnsafeMutablePointer<Kind>.allocate(capacity: 1)
      state.initialize(to: effect)
      return state
    }
    func filter(_ kind: FilterEffect.Kind) -> State {
      .filter(made(FilterEffect(kind, values, sampleRateHz: sampleRateHz)))
    }
    state =
      switch setting.effect {
      case .lowpass: filter(.lowPass)
      case .highpass: filter(.highPass)
      case .bandpass: filter(.bandPass)
      case .peak: filter(.peak)
      case .lowshelf: filter(.lowShelf)
      case .highshelf: filter(.highShelf)
      case .fir: .fir(made(FIRLowPass(values, sampleRateHz: sampleRateHz)))
      case .average: .average(made(MovingAverage(values, sampleRateHz: sampleRateHz)))
      case .ringmod: .ringModulator(made(RingModulator(values, sampleRateHz: sampleRateHz)))
      case .delay: .delay(made(TapeDelay(values, sampleRateHz: sampleRateHz)))
      case .reverb: .reverb(made(RoomReverb(values, sampleRateHz: sampleRateHz)))
      case .convolve:
        if let response = setting.material as? ImpulseResponse {
          .convolver(made(Convolver(values, response)))
        } else {
          .convolver(made(Convolver(values, sampleRateHz: sampleRateHz)))
        }
      case .distort: .distortion(made(Distortion(values, sampleRateHz: sampleRateHz)))
      case .crush: .crusher(made(BitCrusher(values, sampleRateHz: sampleRateHz)))
      case .compress: .compressor(made(Compressor(values, sampleRateHz: sampleRateHz)))
      case .gate: .gate(made(Gate(values, sampleRateHz: sampleRateHz)))
      case .transient: .transient(made(TransientShaper(values, sampleRateHz: sampleRateHz)))
      case .chorus: .chorus(made(Chorus(values, sampleRateHz: sampleRateHz)))
      case .flanger: .flanger(made(Flanger(values, sampleRateHz: sampleRateHz)))
      case .tremolo: .tremolo(made(Tremolo(values, sampleRateHz: sampleRateHz)))
      case .spectral: .spectral(made(SpectralEffect(values, sampleRateHz: sampleRateHz)))
      case .pitch: .pitch(made(PitchShifter(values, sampleRateHz: sampleRateHz)))
      case .synth: .synth(made(FollowingSynth(values, sampleRateHz: sampleRateHz)))
      case .width: .width(made(StereoWidth(values, sampleRateHz: sampleRateHz)))
      case .lv2:
        .plugin(
          made(
            PluginEffect(
              setting.material as? PluginMaterial, values, sampleRateHz: sampleRateHz)))
      }
  }

  /// Gives the memory back. Not for the audio thread.
  public func free() {
    func free<Kind: ~Copyable>(_ state: UnsafeMutablePointer<Kind>) {
      state.deinitialize(count: 1)
      state.deallocate()
    }
    switch state {
    case .filter(let state): free(state)
    case .fir(let state): free(state)
    case .average(let state): free(state)
    case .ringModulator(let state): free(state)
    case .delay(let state): free(state)
    case .reverb(let state): free(state)
    case .convolver(let state): free(state)
    case .distortion(let state): free(state)
    case .crusher(let state): free(state)
    case .compressor(let state): free(state)
    case .gate(let state): free(state)
    case .transient(let state): free(state)
    case .chorus(let state): free(state)
    case .flanger(let state): free(state)
    case .tremolo(let state): free(state)
    case .spectral(let state): free(state)
    case .pitch(let state): free(state)
    case .synth(let state): free(state)
    case .width(let state): free(state)
    case .plugin(let state): free(state)
    }
  }

  /// By how many frames what comes out is later than what went in.
  public var latencyFrames: Int {
    switch state {
    case .fir(let state): state.pointee.latencyFrames
    case .average(let state): state.pointee.latencyFrames
    case .distortion(let state): state.pointee.latencyFrames
    case .spectral(let state): state.pointee.latencyFrames
    case .pitch(let state): state.pointee.latencyFrames
    case .plugin(let state): state.pointee.latencyFrames
    default: 0
    }
  }

  /// Notes have another length from the next frame on, for effects that follow the tempo.
  @_noLocks func follow(wholeNoteSeconds: Float) {
    if case .delay(let state) = state { state.pointee.follow(wholeNoteSeconds: wholeNoteSeconds) }
  }

  /// Takes on other values of the same effect within `frameCount` frames.
  @_noLocks func glide(to values: SIMD8<Float>, frameCount: Int) {
    switch state {
    case .filter(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .fir(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .average(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .ringModulator(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .delay(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .reverb(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .convolver(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .distortion(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .crusher(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .compressor(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .gate(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .transient(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .chorus(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .flanger(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .tremolo(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .spectral(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .pitch(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .synth(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .width(let state): state.pointee.glide(to: values, frameCount: frameCount)
    case .plugin(let state): state.pointee.glide(to: values, frameCount: frameCount)
    }
  }

  /// Processes frames of interleaved stereo in place.
  ///
  /// - Parameter keys: The same frames of the buses that can be listened to; nil where there are
  ///   none.
  @_noLocks public func process(
    _ frames: UnsafeMutablePointer<Float>, count: Int, keys: MixKeys? = nil
  ) {
    switch state {
    case .filter(let state): state.pointee.process(frames, count: count)
    case .fir(let state): state.pointee.process(frames, count: count)
    case .average(let state): state.pointee.process(frames, count: count)
    case .ringModulator(let state): state.pointee.process(frames, count: count)
    case .delay(let state): state.pointee.process(frames, count: count)
    case .reverb(let state): state.pointee.process(frames, count: count)
    case .convolver(let state): state.pointee.process(frames, count: count)
    case .distortion(let state): state.pointee.process(frames, count: count)
    case .crusher(let state): state.pointee.process(frames, count: count)
    case .compressor(let state):
      let key = keyPlace.flatMap { keys?.frames(ofPlace: $0) }
      state.pointee.process(frames, count: count, key: key)
    case .gate(let state): state.pointee.process(frames, count: count)
    case .transient(let state): state.pointee.process(frames, count: count)
    case .chorus(let state): state.pointee.process(frames, count: count)
    case .flanger(let state): state.pointee.process(frames, count: count)
    case .tremolo(let state): state.pointee.process(frames, count: count)
    case .spectral(let state): state.pointee.process(frames, count: count)
    case .pitch(let state): state.pointee.process(frames, count: count)
    case .synth(let state): state.pointee.process(frames, count: count)
    case .width(let state): state.pointee.process(frames, count: count)
    case .plugin(let state): state.pointee.process(frames, count: count)
    }
  }
}
