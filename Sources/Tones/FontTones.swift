// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import SoundFonts

/// The tones of a SoundFont's presets: what sounds of a note. Each recorded tone is only once in memory, from the first note on
/// that plays it.
public final class FontTones {
  /// Why a note cannot be played.
  public enum Failure: Error, Equatable {
    /// The SoundFont has no such preset.
    case noPreset
    /// More samples than this would be in memory.
    case tooMuch(mostSamples: Int)
  }

  private let font: SoundFont
  private let sampleRateHz: Double
  private let mostSamples: Int
  private var presets: [Preset: [(SoundFontZone, SoundFontSample)]] = [:]
  private var waves: [Range<Int>: [ToneWave.Loop?: ToneWave]] = [:]
  private var sampleCount = 0

  /// A preset of the font.
  public struct Preset: Hashable, Sendable {
    /// 0...127.
    public let program: Int
    /// 128 for drums.
    public let bank: Int

    /// A preset.
    public init(program: Int, bank: Int = 0) { (self.program, self.bank) = (program, bank) }
  }

  /// - Parameter mostSamples: How many may be in memory.
  public init(_ font: SoundFont, sampleRateHz: Int, mostSamples: Int) {
    (self.font, self.sampleRateHz, self.mostSamples) = (font, Double(sampleRateHz), mostSamples)
  }

  /// What sounds of a note of a preset: the zones that answer its key and velocity. A key that no zone answers is played by
  /// those of the nearest key.
  ///
  /// - Parameters:
  ///   - key: 69 is 440 Hz; parts of semitones count. Its zone is that of the nearest of 0...127.
  ///   - velocity: 1...127.
  public func tones(
    _ preset: Preset, key: Double, velocity: Double
  ) throws(Failure) -> [Tone] {
    let zones = try zones(of: preset)
    let struck = min(127, max(1, Int(velocity.rounded())))
    let answering = zones.filter { $0.0.velocities.contains(struck) }
    let wanted = Int(min(127, max(0, key)).rounded())
    let nearest = answering.map { $0.0.keys.distance(to: wanted) }.min()
    var tones: [Tone] = []
    for (zone, sample) in answering where zone.keys.distance(to: wanted) == nearest {
      guard let wave = try wave(zone, sample) else { continue }
      let table = ToneTable(
        zone: zone, sample: sample, controls: SoundFontControls(velocity: velocity, key: key),
        sampleRateHz: sampleRateHz)
      tones.append(Tone(wave, table.settings(wave.view)))
    }
    return tones
  }

  private func zones(
    of preset: Preset
  ) throws(Failure) -> [(SoundFontZone, SoundFontSample)] {
    if let known = presets[preset] { return known }
    guard let found = font.zones(program: preset.program, bank: preset.bank) else {
      throw .noPreset
    }
    presets[preset] = found
    return found
  }

  /// A tone; nil where the zone leaves nothing of it.
  private func wave(
    _ zone: SoundFontZone, _ sample: SoundFontSample
  ) throws(Failure) -> ToneWave? {
    let places = sample.start...sample.end
    let start = zone.place(sample.start, .startOffset, .startCoarseOffset, in: places)
    let end = zone.place(sample.end, .endOffset, .endCoarseOffset, in: places)
    let loopStart = zone.place(
      sample.loopStart, .loopStartOffset, .loopStartCoarseOffset, in: places)
    let loopEnd = zone.place(sample.loopEnd, .loopEndOffset, .loopEndCoarseOffset, in: places)
    guard start < end else { return nil }
    let isLooped =
      zone[.loops] & 1 == 1 && loopStart >= start && loopStart < loopEnd && loopEnd <= end
    let loop =
      isLooped
      ? ToneWave.Loop(loopStart - start..<loopEnd - start, endsWithNote: zone[.loops] & 3 == 3)
      : nil
    if let known = waves[start..<end]?[loop] { return known }
    guard sampleCount + end - start <= mostSamples else {
      throw .tooMuch(mostSamples: mostSamples)
    }
    sampleCount += end - start
    let wave = ToneWave(font.samples(start..<end), loop: loop)
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
