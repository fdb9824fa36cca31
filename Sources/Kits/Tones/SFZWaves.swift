// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import SoundFiles

/// The recorded tones of an SFZ instrument, and those that it describes in place of files, each only once in memory.
struct SFZWaves {
  /// A recorded tone.
  struct Tone {
    /// One channel, or the first two.
    let waves: [ToneWave]
    let sampleRateHz: Int
    /// The key at which it was recorded, where its file names one.
    let key: Int?
    /// Samples of it for a frame, where it was made for the pitch of the note; nil for a recording.
    var ratio: Double?
  }

  private struct Part: Hashable {
    let path: String
    let frames: Range<Int>
    let loop: ToneWave.Loop?
  }

  /// A part of a sound as a region asks for it.
  private struct Wanted: Hashable {
    let slice: KitRegion.Slice
    let loop: SFZToneLoop
  }

  /// A tone that was made.
  private struct Made: Hashable {
    let source: GeneratedTone.Source
    let frameCount: Int
    let harmonics: Int
  }

  /// A period has so many samples for each frame that it lasts, at its highest pitch, so that what is read between them is
  /// exact; a long one has fewer.
  private static let oversampling = 42.5
  private static let mostFrames = 16_384.0
  /// Harmonics reach as high as this share of the sample rate, at the highest pitch to which a note is moved; the wheel moves
  /// it by two semitones at most.
  private static let highestShare = 0.45
  /// Deep tones lack the highest frequencies, so that none takes long to make.
  private static let mostHarmonics = 512.0
  /// Pitches share a wave within so many parts of an octave: whatever pitches notes have, there are few waves.
  private static let partsPerOctave = 12.0
  private static let wheelCents: Float = 200
  private static let hertzRange = 8.0...12_000
  /// Noise repeats after so many frames, almost three seconds at 48 kHz.
  private static let noiseFrames = 1 << 17

  private let folder: String
  private let inside: String?
  private let mostSamples: Int
  private var files = SoundFiles(keptBytes: 0)
  private var finder = FileFinder()
  private var tones: [Part: Tone] = [:]
  /// What was read before is found without a look at its file.
  private var known: [Wanted: Tone] = [:]
  private var made: [Made: ToneWave] = [:]
  private(set) var sampleCount = 0

  init(folder: String, inside: String?, mostSamples: Int) {
    (self.folder, self.inside, self.mostSamples) = (folder, inside, mostSamples)
  }

  /// Throws where the sound is not there, or lies elsewhere.
  mutating func check(_ slice: KitRegion.Slice) throws(SoundFileError) {
    if slice.tone == nil { _ = try file(slice) }
  }

  private mutating func file(_ slice: KitRegion.Slice) throws(SoundFileError) -> String {
    guard let path = finder.find(slice.path, in: folder) else {
      throw SoundFileError(
        .missing, .read, path: "\(folder)/\(slice.path)", reason: "it is missing",
        advice: "put it where the SFZ file has it")
    }
    if let inside, !Self.lies(path, in: inside) {
      throw SoundFileError(
        .unreadable, .read, path: path, reason: "it does not lie beside the score",
        advice: "copy the instrument beside the score")
    }
    return path
  }

  /// Nothing above the folder may be read by way of `..`.
  private static func lies(_ path: String, in folder: String) -> Bool {
    guard path.hasPrefix("/") == folder.hasPrefix("/") else { return false }
    let root = path.hasPrefix("/") ? "" : "here/"
    return Folder.isInside(root + path, root + folder)
  }

  /// A tone that repeats a period of its wave at the pitch that it has, or noise.
  ///
  /// - Parameter rising: How far its pitch will rise at most, in cents.
  mutating func tone(
    _ tone: GeneratedTone, rising: Float, sampleRateHz: Double
  ) throws(SoundFileError) -> Tone {
    let hertz = min(Self.hertzRange.upperBound, max(Self.hertzRange.lowerBound, tone.hertz))
    let highest = Self.shared(hertz * exp2(Double(rising + Self.wheelCents) / 1200))
    let period = Int(min(Self.mostFrames, max(32, Self.oversampling * sampleRateHz / highest)))
    let harmonics = Int(
      min(Self.mostHarmonics, max(1, Self.highestShare * sampleRateHz / highest)))
    let (made, ratio) =
      switch tone.source {
      case .wave(let waveform):
        (
          Made(
            source: tone.source, frameCount: period,
            harmonics: waveform == .sine ? 1 : harmonics),
          hertz * Double(period) / sampleRateHz
        )
      case .noise: (Made(source: tone.source, frameCount: Self.noiseFrames, harmonics: 0), 1.0)
      }
    let wave = try wave(made, named: tone.name)
    return Tone(waves: [wave], sampleRateHz: Int(sampleRateHz), key: nil, ratio: ratio)
  }

  /// The pitch, or the next higher one for which waves are made.
  private static func shared(_ hertz: Double) -> Double {
    // A key of the scale is not moved by what its number lacks.
    440 * exp2((partsPerOctave * log2(hertz / 440) - 1e-6).rounded(.up) / partsPerOctave)
  }

  private mutating func wave(_ key: Made, named name: String) throws(SoundFileError) -> ToneWave {
    if let known = made[key] { return known }
    try count(key.frameCount, of: name)
    let samples =
      switch key.source {
      case .wave(let waveform):
        HarmonicSum.period(
          waveform, frameCount: key.frameCount, harmonics: key.harmonics)
      case .noise(let number):
        GeneratedTone.noise(number: number, frameCount: key.frameCount)
      }
    let wave = ToneWave(samples, loop: ToneWave.Loop(0..<key.frameCount))
    made[key] = wave
    return wave
  }

  private mutating func count(_ samples: Int, of path: String) throws(SoundFileError) {
    sampleCount += samples
    guard sampleCount <= mostSamples else {
      throw SoundFileError(
        .broken, .read, path: path,
        reason: "with it the instrument has more than \(mostSamples) samples, the limit",
        advice: "choose a smaller instrument")
    }
  }

  /// The tone of a part of a sound.
  mutating func tone(
    _ slice: KitRegion.Slice, _ loop: SFZToneLoop
  ) throws(SoundFileError) -> Tone {
    let wanted = Wanted(slice: slice, loop: loop)
    if let known = known[wanted] { return known }
    let tone = try read(slice, loop)
    known[wanted] = tone
    return tone
  }

  private mutating func read(
    _ slice: KitRegion.Slice, _ loop: SFZToneLoop
  ) throws(SoundFileError) -> Tone {
    let path = try file(slice)
    let sound = try files.sound(path)
    defer { files.forget(path) }
    let described = try SoundFileReader(path: path).instrument
    let first = min(slice.firstFrame, sound.frameCount)
    let end = min(sound.frameCount, slice.lastFrame.map { max(first, $0 + 1) } ?? sound.frameCount)
    let repeated = loop.frames(own: described?.loop, in: first..<end).map {
      ToneWave.Loop($0, endsWithNote: loop.mode == .whileHeld)
    }
    let part = Part(path: path, frames: first..<end, loop: repeated)
    if let known = tones[part] { return known }
    let channels = min(2, sound.channelCount)
    try count(channels * (end - first), of: path)
    let waves = (0..<channels).map { channel in
      ToneWave(
        (first..<end).map { sound.samples[$0 * sound.channelCount + channel] }, loop: repeated)
    }
    let tone = Tone(waves: waves, sampleRateHz: sound.sampleRateHz, key: described?.key)
    tones[part] = tone
    return tone
  }
}
