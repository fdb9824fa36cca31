// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import SoundFonts
import Storage
import Tones

/// A SoundFont whose General MIDI instruments play a player's notes.
public final class InstrumentFont: ToneSource {
  /// Where Debian puts General MIDI SoundFonts.
  private static let usualPaths = ["TimGM6mb", "default-GM", "FluidR3_GM"].map {
    "/usr/share/sounds/sf2/\($0).sf2"
  }

  private let tones: FontTones

  /// Reads it.
  ///
  /// - Parameter path: Nil for Debian's.
  public init(path: String?, sampleRateHz: Int) throws(EngineError) {
    tones = try Self.read(
      path: path, sampleRateHz: sampleRateHz,
      unreadable: "name bass, lead, or an SFZ or SoundFont file")
  }

  /// See ``Engine/ToneSource/tones(program:key:velocity:)``.
  public func tones(
    program: Int, key: Double, velocity: Double
  ) throws(EngineError) -> [Tone] {
    let operation = "play instrument \(program + 1)"
    do throws(FontTones.Failure) {
      return try tones.tones(FontTones.Preset(program: program), key: key, velocity: velocity)
    } catch {
      switch error {
      case .noPreset:
        throw EngineError(
          operation, reason: "the SoundFont has no instrument of this number",
          advice: "pick another one, or begin with another SoundFont")
      case .tooMuch(let most):
        throw EngineError(
          operation, reason: "instruments may have \(most) samples together, no more",
          advice: "begin with a smaller SoundFont")
      }
    }
  }

  /// The tones of a SoundFont; of Debian's without a path.
  ///
  /// - Parameter unreadable: What to do where there is no such file, or it may not be read.
  static func read(
    path: String?, sampleRateHz: Int, unreadable: String = "give another SoundFont"
  ) throws(EngineError) -> FontTones {
    let operation = "load instruments"
    guard let path = path ?? usualPaths.first(where: { FileSystem.exists($0) }) else {
      throw EngineError(
        operation, reason: "there is no SoundFont",
        advice: "run 'sudo apt-get install timgm6mb-soundfont', or name one of yours")
    }
    do {
      return FontTones(
        try SoundFont(RegularFile.bytes(path), path: path), sampleRateHz: sampleRateHz,
        mostSamples: Limits.scoreSoundFrames)
    } catch let error as SoundFontError {
      throw EngineError(operation, reason: error.problem, advice: "\(error.advice)")
    } catch {
      throw EngineError(
        operation, reason: "cannot read '\(path)': \(error)", advice: unreadable)
    }
  }
}
