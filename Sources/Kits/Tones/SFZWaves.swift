// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import SoundFiles

/// The recorded tones of an SFZ instrument, each only once in memory.
struct SFZWaves {
  /// A recorded tone.
  struct Tone {
    /// One channel, or the first two.
    let waves: [ToneWave]
    let sampleRateHz: Int
    /// The key at which it was recorded, where its file names one.
    let key: Int?
  }

  private struct Part: Hashable {
    let path: String
    let frames: Range<Int>
    let loop: ToneWave.Loop?
  }

  private let folder: String
  private let inside: String?
  private let mostSamples: Int
  private var files = SoundFiles(keptBytes: 0)
  private var finder = FileFinder()
  private var tones: [Part: Tone] = [:]
  private(set) var sampleCount = 0

  init(folder: String, inside: String?, mostSamples: Int) {
    (self.folder, self.inside, self.mostSamples) = (folder, inside, mostSamples)
  }

  /// Throws where the sound is not there, or lies elsewhere.
  mutating func check(_ slice: KitRegion.Slice) throws(SoundFileError) { _ = try file(slice) }

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

  /// The tone of a part of a sound.
  mutating func tone(
    _ slice: KitRegion.Slice, _ loop: SFZToneLoop
  ) throws(SoundFileError) -> Tone {
    let path = try file(slice)
    let sound = try files.sound(path)
    let described = try SoundFileReader(path: path).instrument
    let first = min(slice.firstFrame, sound.frameCount)
    let end = min(sound.frameCount, slice.lastFrame.map { max(first, $0 + 1) } ?? sound.frameCount)
    let repeated = loop.frames(own: described?.loop, in: first..<end).map {
      ToneWave.Loop($0, endsWithNote: loop.mode == .whileHeld)
    }
    let part = Part(path: path, frames: first..<end, loop: repeated)
    if let known = tones[part] { return known }
    let channels = min(2, sound.channelCount)
    sampleCount += channels * (end - first)
    guard sampleCount <= mostSamples else {
      throw SoundFileError(
        .broken, .read, path: path,
        reason: "with it the instrument has more than \(mostSamples) samples, the limit",
        advice: "choose a smaller instrument")
    }
    let waves = (0..<channels).map { channel in
      ToneWave(
        (first..<end).map { sound.samples[$0 * sound.channelCount + channel] }, loop: repeated)
    }
    let tone = Tone(waves: waves, sampleRateHz: sound.sampleRateHz, key: described?.key)
    tones[part] = tone
    files.forget(path)
    return tone
  }
}
