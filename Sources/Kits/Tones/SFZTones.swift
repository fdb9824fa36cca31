// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import SoundFiles

/// An SFZ file as an instrument: what sounds of a note. Each sound is read when a note first plays it.
public final class SFZTones {
  /// As much softer than their sounds as the instruments of SoundFonts, linear.
  private static let gain: Float = 0.4

  /// What of its text is not heard, or otherwise than it says.
  public let problems: [KitProblem]

  private let path: String
  private let regions: [SFZRegion]
  private var waves: SFZWaves
  private let sampleRateHz: Double
  private var noteCount = 0

  /// - Parameters:
  ///   - folder: Where its sounds must lie, or below it; nil for anywhere.
  ///   - mostSamples: How many may be in memory.
  public init(
    path: String, inside folder: String?, sampleRateHz: Int, mostSamples: Int
  ) throws(SoundFileError) {
    do throws(TextFile.Errno) { (regions, problems) = try SFZKit.regions(path: path) } catch {
      throw SoundFileError(
        .unreadable, .read, path: path, reason: error.text, advice: "check the path")
    }
    self.path = path
    self.sampleRateHz = Double(sampleRateHz)
    waves = SFZWaves(
      folder: Folder.holding(path), inside: folder, mostSamples: mostSamples)
    guard regions.contains(where: { $0.region.slice != nil }) else {
      let failure =
        SFZGenerator.failure(problems)
        ?? ("it has no sound that notes play", "give an SFZ file with regions")
      throw SoundFileError(
        .broken, .read, path: path, reason: failure.reason, advice: failure.advice)
    }
    for region in regions {
      if let slice = region.region.slice { try waves.check(slice) }
    }
  }

  /// Samples in memory.
  public var sampleCount: Int { waves.sampleCount }

  /// What sounds of a note: the regions that answer its key and velocity. A key that none answers is played by those of the
  /// nearest key.
  ///
  /// - Parameters:
  ///   - key: 69 is 440 Hz; parts of semitones count. Its region is that of the nearest of 0...127.
  ///   - velocity: 1...127.
  public func tones(
    key: Double, velocity: Double
  ) throws(SoundFileError) -> [Tone] {
    let wanted = Int(min(127, max(0, key)).rounded())
    let struck = min(127, max(1, Int(velocity.rounded())))
    let answering = regions.filter { region in
      region.region.velocities.contains(struck) && isTurn(of: region)
    }
    noteCount += 1
    let nearest = answering.map { $0.notes.distance(to: wanted) }.min()
    var tones: [Tone] = []
    for region in answering where region.notes.distance(to: wanted) == nearest {
      guard let slice = region.region.slice else { continue }
      let recorded = try wave(region, slice, key: key, velocity: struck)
      tones += self.tones(region, recorded, key: key, velocity: struck)
    }
    return tones
  }

  private func wave(
    _ region: SFZRegion, _ slice: KitRegion.Slice, key: Double, velocity: Int
  ) throws(SoundFileError) -> SFZWaves.Tone {
    guard let made = slice.tone else { return try waves.tone(slice, region.toneLoop) }
    let semitones = semitones(region, centre: Double(region.centre ?? 60), key, velocity)
    return try waves.tone(
      made.tuned(semitones: Float(semitones)), rising: max(0, region.pitchSweep?.cents ?? 0),
      sampleRateHz: sampleRateHz)
  }

  /// Regions that take turns do so note by note; by chance, evenly over many notes.
  private func isTurn(of region: SFZRegion) -> Bool {
    switch region.region.turn {
    case .always, .hit, .part: true
    case .draw(let length, let position, let low, let high):
      noteCount % length == position - 1
        && low <= chance && chance < max(high, low)
    }
  }

  /// 0 ..< 1, spread evenly over notes.
  private var chance: Float {
    let whole = Double(noteCount) * 0.618_033_988_75
    return Float(whole - whole.rounded(.down))
  }

  /// One tone, or the two sides of a stereo recording.
  private func tones(
    _ region: SFZRegion, _ recorded: SFZWaves.Tone, key: Double, velocity: Int
  ) -> [Tone] {
    let own = region.region
    let level =
      Self.gain * own.gain * own.response.gains[velocity] * (own.crossfade?[velocity] ?? 1)
    let sides = SIMD2(((1 - own.pan) / 2).squareRoot(), ((1 + own.pan) / 2).squareRoot())
    let ratio = ratio(region, recorded, key: key, velocity: velocity)
    let (near, far) = ((1 + own.width) / 2, (1 - own.width) / 2)
    let wide = level * Float(2).squareRoot() * sides
    let gains: [SIMD2<Float>] =
      recorded.waves.count == 1
      ? [level * sides] : [wide * SIMD2(near, far), wide * SIMD2(far, near)]
    return zip(recorded.waves, gains).map { wave, gains -> Tone in
      var tone = ToneSettings(wave.view, ratio: ratio, gains: gains)
      tone.volume = envelope(region)
      let filters = own.slice?.tone?.filters ?? own.filters
      let lowPass = filters.lazy.compactMap(Self.lowPass).first
      if let lowPass {
        (tone.cutoffCents, tone.resonanceDecibels) = (lowPass.cents, lowPass.decibels)
      }
      if let sweep = lowPass?.sweep ?? region.pitchSweep {
        tone.modulation = modulation(sweep)
        tone.modulationToFilterCents = lowPass?.sweep?.cents ?? 0
        tone.modulationToPitchCents = region.pitchSweep?.cents ?? 0
      }
      if region.offBy != 0, region.offBy == region.group {
        tone.exclusiveClass = Int32(clamping: region.group)
      }
      return Tone(wave, tone)
    }
  }

  /// Samples of the tone for a frame. Pitch follows the key from middle C where neither file nor sound names another.
  private func ratio(
    _ region: SFZRegion, _ recorded: SFZWaves.Tone, key: Double, velocity: Int
  ) -> Double {
    if let ratio = recorded.ratio { return ratio }
    let centre = Double(region.centre ?? recorded.key ?? 60)
    let semitones = semitones(region, centre: centre, key, velocity)
    return exp2(semitones / 12) * Double(recorded.sampleRateHz) / sampleRateHz
  }

  /// Above the pitch at its centre.
  private func semitones(
    _ region: SFZRegion, centre: Double, _ key: Double, _ velocity: Int
  ) -> Double {
    let tuned = region.pitch.offset + region.pitch.perNote * Float(region.centre ?? 0)
    let moved = region.region.voicing.velocitySemitones * Float(velocity) / 127
    return Double(tuned + moved) + (key - centre) * Double(region.keyTrack)
  }

  /// A low-pass of two poles, in cents above 8.176 Hz and decibels of resonance; other filters are left out.
  private static func lowPass(
    _ filter: SoundFilter
  ) -> (cents: Float, decibels: Float, sweep: CentsSweep?)? {
    guard case .sections(let sections) = filter, sections.shape == .lowPass,
      case .q(let quality) = sections.width
    else { return nil }
    return (
      1200 * log2(sections.hertz / 8.176), min(96, max(0, 20 * log10(max(0.01, quality)) + 3.01)),
      sections.sweep
    )
  }

  /// A sweep falls in a straight line here, as those of SoundFonts do, in a quarter of its time: it then moves about as much
  /// as one that falls exponentially.
  private func modulation(_ sweep: CentsSweep) -> ToneSettings.Envelope {
    var envelope = ToneSettings.Envelope()
    envelope.delayFrames = frames(sweep.delaySeconds)
    envelope.attackFrames = frames(sweep.attackSeconds)
    envelope.holdFrames = frames(sweep.holdSeconds)
    envelope.decayFrames = frames(sweep.decaySeconds / 4)
    envelope.sustain = sweep.sustain
    envelope.releaseFrames = frames(sweep.releaseSeconds / 4)
    return envelope
  }

  private func frames(_ seconds: Float) -> Int { Int((Double(seconds) * sampleRateHz).rounded()) }

  /// Samplers fall by 78 dB in the times that the file has, ours by 96 dB.
  private func envelope(_ region: SFZRegion) -> ToneSettings.Envelope {
    let own = region.region.slice?.tone?.envelope ?? region.region.envelope
    var envelope = ToneSettings.Envelope()
    envelope.delayFrames = frames(region.region.delaySeconds)
    envelope.attackFrames = frames(own.attackSeconds)
    envelope.holdFrames = frames(own.holdSeconds)
    envelope.decayFrames = frames(own.decaySeconds * 96 / 78)
    envelope.sustain = own.sustain
    // What sounds to its end does not hear that its note ends.
    envelope.releaseFrames =
      region.isHeld == false
      ? ToneSettings.Envelope.unheard : frames(region.releaseSeconds * 96 / 78)
    return envelope
  }
}
