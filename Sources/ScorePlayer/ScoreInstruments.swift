// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Kits
import Scores
import SoundFiles
import Storage
import Tones

/// The instruments of a score: of a General MIDI SoundFont that is read when the first note is played, and SFZ files.
final class ScoreInstruments {
  private let folder: ScoreFolder
  private let path: String?
  private let sampleRateHz: Int
  private var font: FontTones?
  /// By their paths as the score has them.
  private var files: [String: SFZTones] = [:]

  /// - Parameter soundFont: Its path; nil for Debian's.
  init(_ folder: ScoreFolder, soundFont: String?, sampleRateHz: Int) {
    (self.folder, path, self.sampleRateHz) = (folder, soundFont, sampleRateHz)
  }

  /// Reads an SFZ file that lies beside the score, or else comes with Flam.
  func load(path: String) throws(ScoreRefusal) {
    guard files[path] == nil else { return }
    let beside = try folder.path(of: path)
    let own = FileSystem.exists(beside) ? nil : Self.bundled(path)
    do throws(SoundFileError) {
      files[path] = try SFZTones(
        path: own ?? beside, inside: own == nil ? folder.folder : nil, sampleRateHz: sampleRateHz,
        mostSamples: Limits.scoreSoundFrames)
    } catch { throw ScoreRefusal(error.description) }
  }

  private static func bundled(_ name: String) -> String? {
    let ending = ".sfz"
    guard name.hasSuffix(ending) else { return nil }
    return KitLocator().bundledInstrument(String(name.dropLast(ending.count)))
  }

  /// What sounds of a note of an SFZ file that was loaded.
  func tones(
    path: String, key: Double, velocity: Double
  ) throws(ScoreRefusal) -> [Tone] {
    guard let file = files[path] else { throw ScoreRefusal("\"\(path)\" is not loaded") }
    do throws(SoundFileError) {
      let tones = try file.tones(key: key, velocity: 127 * velocity)
      guard files.values.reduce(0, { $0 + $1.sampleCount }) <= Limits.scoreSoundFrames else {
        throw Self.tooMuch(path)
      }
      return tones
    } catch { throw ScoreRefusal(error.description) }
  }

  private static func tooMuch(_ path: String) -> SoundFileError {
    SoundFileError(
      .broken, .read, path: path,
      reason:
        "the instruments of a score may have \(Limits.scoreSoundFrames) samples together, no more",
      advice: "use fewer, or smaller ones")
  }

  /// What sounds of a note of an instrument, 69 being 440 Hz, by its velocity in 0...1.
  func tones(
    _ instrument: ScoreInstrument, key: Double, velocity: Double
  ) throws(ScoreRefusal) -> [Tone] {
    let font = try opened()
    do throws(FontTones.Failure) {
      return try font.tones(
        FontTones.Preset(program: instrument.program), key: key, velocity: 127 * velocity)
    } catch {
      switch error {
      case .noPreset:
        throw ScoreRefusal(
          "the SoundFont has no instrument number \(instrument.program + 1) of General MIDI")
      case .tooMuch(let most):
        throw ScoreRefusal(
          "the instruments of a score may have \(most) samples together, no more")
      }
    }
  }

  private func opened() throws(ScoreRefusal) -> FontTones {
    if let font { return font }
    do throws(EngineError) {
      let read = try InstrumentFont.read(path: path, sampleRateHz: sampleRateHz)
      font = read
      return read
    } catch { throw ScoreRefusal("\(error.reason); \(error.advice)") }
  }
}

extension ScoreInstrument {
  /// Its program of General MIDI, from 0.
  var program: Int {
    switch self {
    case .piano: 0
    case .electricPiano: 4
    case .organ: 16
    case .guitar: 24
    case .electricGuitar: 27
    case .bass: 33
    case .pizzicatoViolin: 45
    case .cello: 42
    case .trombone: 57
    case .clarinet: 71
    case .saxophone: 65
    case .flute: 73
    case .woodenFlute: 74
    case .bassoon: 70
    case .choir: 52
    case .vibraphone: 11
    case .musicBox: 10
    case .steelDrum: 114
    case .marimba: 12
    case .synthLead: 80
    case .synthPad: 88
    }
  }
}
