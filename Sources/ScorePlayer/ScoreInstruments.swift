// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Scores
import SoundFonts
import Storage

/// The instruments of a score, by a General MIDI SoundFont that is read when the first note is played.
final class ScoreInstruments {
  /// Where Debian puts General MIDI SoundFonts.
  private static let usualPaths = ["TimGM6mb", "default-GM", "FluidR3_GM"].map {
    "/usr/share/sounds/sf2/\($0).sf2"
  }

  private let path: String?
  private let sampleRateHz: Double
  private var font: SoundFont?
  private var zones: [Int: [(SoundFontZone, SoundFontSample)]] = [:]
  private var waves: [Range<Int>: [Range<Int>?: ToneWave]] = [:]
  private var frameCount = 0

  /// - Parameter path: The SoundFont; nil for Debian's.
  init(path: String?, sampleRateHz: Int) {
    (self.path, self.sampleRateHz) = (path, Double(sampleRateHz))
  }

  /// What sounds of a note of an instrument, 69 being 440 Hz.
  func tones(
    _ instrument: ScoreInstrument, key: Double
  ) throws(ScoreRefusal) -> [(ToneWave, ToneSettings)] {
    let whole = Int(key.rounded().clamped(to: 0...127))
    var tones: [(ToneWave, ToneSettings)] = []
    for (zone, sample) in try zones(of: instrument.program)
    where zone.keys.contains(whole) && zone.velocities.contains(ToneTable.velocity) {
      guard let wave = try wave(zone, sample) else { continue }
      tones.append(
        (
          wave,
          ToneTable(zone: zone, sample: sample, sampleRateHz: sampleRateHz)
            .settings(wave.view, key: key)
        ))
    }
    return tones
  }

  private func zones(
    of program: Int
  ) throws(ScoreRefusal) -> [(SoundFontZone, SoundFontSample)] {
    if let known = zones[program] { return known }
    guard let found = try opened().zones(program: program) else {
      throw ScoreRefusal("the SoundFont has no instrument number \(program + 1) of General MIDI")
    }
    zones[program] = found
    return found
  }

  private func opened() throws(ScoreRefusal) -> SoundFont {
    if let font { return font }
    let usual = Self.usualPaths.first { FileSystem.exists($0) }
    guard let path = path ?? usual else {
      throw ScoreRefusal(
        "there is no SoundFont; run 'sudo apt-get install timgm6mb-soundfont', or name one of yours"
      )
    }
    do {
      let read = try SoundFont(RegularFile.bytes(path), path: path)
      font = read
      return read
    } catch let error as SoundFontError {
      throw ScoreRefusal(error.description)
    } catch { throw ScoreRefusal("cannot read '\(path)': \(error)") }
  }

  /// A tone, each only once in memory.
  private func wave(
    _ zone: SoundFontZone, _ sample: SoundFontSample
  ) throws(ScoreRefusal) -> ToneWave? {
    let places = sample.start...sample.end
    let start = zone.place(sample.start, .startOffset, .startCoarseOffset, in: places)
    let end = zone.place(sample.end, .endOffset, .endCoarseOffset, in: places)
    let loopStart = zone.place(
      sample.loopStart, .loopStartOffset, .loopStartCoarseOffset, in: places)
    let loopEnd = zone.place(sample.loopEnd, .loopEndOffset, .loopEndCoarseOffset, in: places)
    guard start < end else { return nil }
    let isLooped =
      zone[.loops] & 1 == 1 && loopStart >= start && loopStart < loopEnd && loopEnd <= end
    let loop = isLooped ? loopStart - start..<loopEnd - start : nil
    if let known = waves[start..<end]?[loop] { return known }
    frameCount += end - start
    guard frameCount <= Limits.scoreSoundFrames else {
      throw ScoreRefusal(
        "the instruments of a score may have \(Limits.scoreSoundFrames) samples together, no more")
    }
    let wave = ToneWave(try opened().samples(start..<end), loop: loop)
    waves[start..<end, default: [:]][loop] = wave
    return wave
  }
}

extension SoundFontZone {
  /// A place in the samples, moved as the zone says, within a range.
  fileprivate func place(
    _ place: Int, _ fine: Generator, _ coarse: Generator, in range: ClosedRange<Int>
  ) -> Int {
    min(range.upperBound, max(range.lowerBound, place + self[fine] + 32_768 * self[coarse]))
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
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
