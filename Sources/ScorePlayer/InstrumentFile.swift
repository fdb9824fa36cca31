// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Kits
import SoundFiles
import Storage

/// An SFZ file that plays a player's notes. It is one instrument: all channels play it, whatever program they pick.
public final class InstrumentFile: ToneSource {
  private let tones: SFZTones

  /// Reads it; its sounds are read when notes first play them.
  public init(path: String, sampleRateHz: Int) throws(EngineError) {
    do throws(SoundFileError) {
      tones = try SFZTones(
        path: path, inside: nil, sampleRateHz: sampleRateHz, mostSamples: Limits.scoreSoundFrames)
    } catch { throw Self.failure("load the instrument", error) }
  }

  /// What of its text is not heard, or otherwise than it says.
  public var problems: [KitProblem] { tones.problems }

  /// See ``Engine/ToneSource/tones(program:key:velocity:)``.
  public func tones(
    program: Int, key: Double, velocity: Double
  ) throws(EngineError) -> [Tone] {
    do throws(SoundFileError) { return try tones.tones(key: key, velocity: velocity) } catch {
      throw Self.failure("play a note", error)
    }
  }

  private static func failure(_ operation: String, _ error: SoundFileError) -> EngineError {
    EngineError(operation, reason: error.problem, advice: "\(error.advice)")
  }
}
