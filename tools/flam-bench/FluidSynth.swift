// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// FluidSynth, loaded at run time if it is installed: the peer of our voices. It plays on one channel, with full volume,
/// without reverb and chorus.
struct FluidSynth: ~Copyable {
  /// How a voice reads between samples.
  enum Interpolation: CInt {
    /// Not at all, the cheapest there is.
    case none = 0
    /// The library's default.
    case fourthOrder = 4
    /// Its best.
    case seventhOrder = 7
  }

  private typealias Synth = OpaquePointer

  /// What is called of the library.
  private struct Functions {
    let noteOn: @convention(c) (Synth, CInt, CInt, CInt) -> CInt
    let noteOff: @convention(c) (Synth, CInt, CInt) -> CInt
    let select: @convention(c) (Synth, CInt, CInt, CInt, CInt) -> CInt
    let tune: @convention(c) (Synth, CInt, CInt, Float) -> CInt
    let silence: @convention(c) (Synth, CInt) -> CInt
    let countVoices: @convention(c) (Synth) -> CInt
    let write: Write
  }

  private typealias Write =
    @convention(c) (
      Synth, CInt, UnsafeMutablePointer<Float>, CInt, CInt, UnsafeMutablePointer<Float>, CInt, CInt
    ) -> CInt

  static let soundFonts = ["TimGM6mb.sf2", "FluidR3_GM.sf2", "default-GM.sf2"].map {
    "/usr/share/sounds/sf2/\($0)"
  }

  private let synth: Synth
  private let font: CInt
  private let functions: Functions

  /// A synthesizer of a SoundFont; nil if the library or the file is missing.
  ///
  /// - Parameter hasReverb: With the reverb of the library, which is otherwise off.
  init?(
    font path: String, voiceCount: Int, interpolation: Interpolation, sampleRateHz: Int,
    gain: Double = 0.2, hasReverb: Bool = false
  ) {
    guard let library = dlopen("libfluidsynth.so.3", RTLD_NOW) else { return nil }
    func function<F>(_ name: String) -> F? {
      dlsym(library, name).map { unsafeBitCast($0, to: F.self) }
    }
    typealias Three = @convention(c) (Synth, CInt, CInt, CInt) -> CInt
    guard
      let newSettings: @convention(c) () -> OpaquePointer? = function("new_fluid_settings"),
      let newSynth: @convention(c) (OpaquePointer) -> Synth? = function("new_fluid_synth"),
      let setInteger: @convention(c) (OpaquePointer, UnsafePointer<CChar>, CInt) -> CInt =
        function("fluid_settings_setint"),
      let setNumber: @convention(c) (OpaquePointer, UnsafePointer<CChar>, Double) -> CInt =
        function("fluid_settings_setnum"),
      let load: @convention(c) (Synth, UnsafePointer<CChar>, CInt) -> CInt =
        function("fluid_synth_sfload"),
      let control: Three = function("fluid_synth_cc"),
      let setInterpolation: @convention(c) (Synth, CInt, CInt) -> CInt =
        function("fluid_synth_set_interp_method"),
      let noteOn: Three = function("fluid_synth_noteon"),
      let noteOff: @convention(c) (Synth, CInt, CInt) -> CInt = function("fluid_synth_noteoff"),
      let select: @convention(c) (Synth, CInt, CInt, CInt, CInt) -> CInt =
        function("fluid_synth_program_select"),
      let tune: @convention(c) (Synth, CInt, CInt, Float) -> CInt = function("fluid_synth_set_gen"),
      let silence: @convention(c) (Synth, CInt) -> CInt = function("fluid_synth_all_sounds_off"),
      let countVoices: @convention(c) (Synth) -> CInt =
        function("fluid_synth_get_active_voice_count"),
      let write: Write = function("fluid_synth_write_float"),
      let settings = newSettings()
    else { return nil }
    _ = setInteger(settings, "synth.polyphony", 2 * CInt(voiceCount))
    _ = setInteger(settings, "synth.reverb.active", hasReverb ? 1 : 0)
    _ = setInteger(settings, "synth.chorus.active", 0)
    _ = setNumber(settings, "synth.sample-rate", Double(sampleRateHz))
    _ = setNumber(settings, "synth.gain", gain)
    guard let synth = newSynth(settings) else { return nil }
    let font = load(synth, path, 1)
    guard font >= 0 else { return nil }
    // Taken over by each voice when it starts.
    let allChannels: CInt = -1
    _ = setInterpolation(synth, allChannels, interpolation.rawValue)
    let volume: CInt = 7
    _ = control(synth, 0, volume, 127)
    self.synth = synth
    self.font = font
    functions = Functions(
      noteOn: noteOn, noteOff: noteOff, select: select, tune: tune, silence: silence,
      countVoices: countVoices, write: write)
  }

  // The synthesizer itself lives as long as the program.

  /// Chooses a preset of the SoundFont; false where it has none.
  func select(program: Int, bank: Int = 0) -> Bool {
    functions.select(synth, 0, font, CInt(bank), CInt(program)) == 0
  }

  /// Tunes all notes that begin, away from what the SoundFont says.
  func tune(cents: Float) {
    let fineTune: CInt = 52
    _ = functions.tune(synth, 0, fineTune, cents)
  }

  /// Begins a note.
  func begin(key: Int, velocity: Int) {
    _ = functions.noteOn(synth, 0, CInt(key), CInt(velocity))
  }

  /// Ends a note.
  func end(key: Int) { _ = functions.noteOff(synth, 0, CInt(key)) }

  /// Ends all that sounds, at once.
  func silence() { _ = functions.silence(synth, 0) }

  /// Voices that sound.
  var soundingVoices: Int { Int(functions.countVoices(synth)) }

  /// The next frames, interleaved stereo. It begins and ends notes only after each 64 frames.
  func process(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
    _ = functions.write(synth, CInt(frameCount), output, 0, 2, output, 1, 2)
  }
}

/// As many sustained string notes as fill the voices of FluidSynth.
struct FluidSynthStrings: ~Copyable {
  private let synth: FluidSynth
  private let output: UnsafeMutablePointer<Float>
  private let frameCount: Int

  /// A synthesizer with `voiceCount` or a few more sounding voices; nil if the library or a sound font is missing.
  init?(
    voiceCount: Int, interpolation: FluidSynth.Interpolation, sampleRateHz: Int, frameCount: Int
  ) {
    guard let font = FluidSynth.soundFonts.first(where: { access($0, R_OK) == 0 }) else {
      return nil
    }
    guard
      let synth = FluidSynth(
        font: font, voiceCount: voiceCount, interpolation: interpolation,
        sampleRateHz: sampleRateHz)
    else { return nil }
    let strings = 48
    _ = synth.select(program: strings)
    for key in 32..<96 where synth.soundingVoices < voiceCount {
      synth.begin(key: key, velocity: 100)
    }
    self.synth = synth
    self.frameCount = frameCount
    output = .allocate(capacity: 2 * frameCount)
    output.initialize(repeating: 0, count: 2 * frameCount)
  }

  deinit { output.deallocate() }

  /// Voices that sound.
  var soundingVoices: Int { synth.soundingVoices }

  /// One block, interleaved stereo.
  func process() { synth.process(into: output, frameCount: frameCount) }

  /// The largest amplitude in the last block.
  var peakAmplitude: Float { UnsafeBufferPointer(start: output, count: 2 * frameCount).max() ?? 0 }
}
