// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// FluidSynth, loaded at run time if it is installed: the peer of our voices.
///
/// It holds as many sustained string notes as fill its voices, without reverb and chorus.
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
  private typealias WriteFloat =
    @convention(c) (
      Synth, CInt, UnsafeMutablePointer<Float>, CInt, CInt, UnsafeMutablePointer<Float>, CInt, CInt
    ) -> CInt

  private static let soundFonts = ["TimGM6mb.sf2", "FluidR3_GM.sf2", "default-GM.sf2"]

  private let synth: Synth
  private let writeFloat: WriteFloat
  private let countVoices: @convention(c) (Synth) -> CInt
  private let output: UnsafeMutablePointer<Float>
  private let frameCount: Int

  /// A synthesizer with `voiceCount` or a few more sounding voices; nil if the library or a sound
  /// font is missing.
  init?(voiceCount: Int, interpolation: Interpolation, sampleRateHz: Int, frameCount: Int) {
    guard let library = dlopen("libfluidsynth.so.3", RTLD_NOW) else { return nil }
    func function<F>(_ name: String, as type: F.Type) -> F? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    typealias SetInteger = @convention(c) (OpaquePointer, UnsafePointer<CChar>, CInt) -> CInt
    typealias SetNumber = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Double) -> CInt
    guard
      let newSettings = function(
        "new_fluid_settings", as: (@convention(c) () -> OpaquePointer?).self),
      let setInteger = function("fluid_settings_setint", as: SetInteger.self),
      let setNumber = function("fluid_settings_setnum", as: SetNumber.self),
      let newSynth = function(
        "new_fluid_synth", as: (@convention(c) (OpaquePointer) -> OpaquePointer?).self),
      let load = function(
        "fluid_synth_sfload",
        as: (@convention(c) (Synth, UnsafePointer<CChar>, CInt) -> CInt).self),
      let setProgram = function(
        "fluid_synth_program_change", as: (@convention(c) (Synth, CInt, CInt) -> CInt).self),
      let noteOn = function(
        "fluid_synth_noteon", as: (@convention(c) (Synth, CInt, CInt, CInt) -> CInt).self),
      let countVoices = function(
        "fluid_synth_get_active_voice_count", as: (@convention(c) (Synth) -> CInt).self),
      let setInterpolation = function(
        "fluid_synth_set_interp_method", as: (@convention(c) (Synth, CInt, CInt) -> CInt).self),
      let writeFloat = function("fluid_synth_write_float", as: WriteFloat.self),
      let settings = newSettings()
    else { return nil }
    _ = setInteger(settings, "synth.polyphony", 2 * CInt(voiceCount))
    _ = setInteger(settings, "synth.reverb.active", 0)
    _ = setInteger(settings, "synth.chorus.active", 0)
    _ = setNumber(settings, "synth.sample-rate", Double(sampleRateHz))
    guard let synth = newSynth(settings),
      Self.soundFonts.contains(where: { load(synth, "/usr/share/sounds/sf2/\($0)", 1) >= 0 })
    else { return nil }
    // Taken over by each voice when it starts.
    let allChannels: CInt = -1
    _ = setInterpolation(synth, allChannels, interpolation.rawValue)
    let strings: CInt = 48
    _ = setProgram(synth, 0, strings)
    for key in 32..<96 where Int(countVoices(synth)) < voiceCount {
      _ = noteOn(synth, 0, CInt(key), 100)
    }
    self.synth = synth
    self.writeFloat = writeFloat
    self.countVoices = countVoices
    self.frameCount = frameCount
    output = .allocate(capacity: 2 * frameCount)
    output.initialize(repeating: 0, count: 2 * frameCount)
  }

  // The synthesizer itself lives as long as the program.
  deinit { output.deallocate() }

  /// Voices that sound.
  var soundingVoices: Int { Int(countVoices(synth)) }

  /// One block, interleaved stereo.
  func process() { _ = writeFloat(synth, CInt(frameCount), output, 0, 2, output, 1, 2) }

  /// The largest amplitude in the last block.
  var peakAmplitude: Float { UnsafeBufferPointer(start: output, count: 2 * frameCount).max() ?? 0 }
}
