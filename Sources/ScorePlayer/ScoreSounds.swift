// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Scores
import SoundFiles
import Speech
import Storage

/// The sounds of a score in memory, at its rate: files that lie beside it, and what it says.
final class ScoreSounds {
  private let folder: ScoreFolder
  private let sampleRateHz: Int
  private let language: String
  private var sounds: [ObjectSound] = []
  private var files: [String: ScoreSound] = [:]
  private var texts: [String: ScoreSound] = [:]
  private var voice: Voice?
  private var frameCount = 0

  init(_ folder: ScoreFolder, sampleRateHz: Int, language: String) {
    (self.folder, self.sampleRateHz, self.language) = (folder, sampleRateHz, language)
  }

  /// The sound of a number.
  subscript(sound: ScoreSound) -> ObjectSound { sounds[sound.number] }

  /// A sound file.
  func sound(path: String) throws(ScoreRefusal) -> ScoreSound {
    if let known = files[path] { return known }
    let whole = try folder.path(of: path)
    let sound: ScoreSound
    do throws(SoundFileError) { sound = try keep(read(whole)) } catch {
      throw ScoreRefusal(error.description)
    }
    try checkMemory()
    files[path] = sound
    return sound
  }

  /// A text that is spoken.
  func speech(_ text: String) throws(ScoreRefusal) -> ScoreSound {
    if let known = texts[text] { return known }
    guard text.utf8.count <= Limits.spokenBytes else {
      throw ScoreRefusal("\(Limits.spokenBytes) letters are the most that are said at a time")
    }
    let samples = try speaker().samples(text, rateHz: sampleRateHz)
    let sound = keep(ObjectSound(samples, channelCount: 1))
    try checkMemory()
    texts[text] = sound
    return sound
  }

  private func speaker() throws(ScoreRefusal) -> Voice {
    if let voice { return voice }
    do throws(Voice.Lack) {
      let made = try Voice(language: language)
      voice = made
      return made
    } catch {
      switch error {
      case .notInstalled:
        throw ScoreRefusal("there is no voice: install libespeak-ng1 (apt-get install espeak-ng)")
      case .noLanguage: throw ScoreRefusal("eSpeak NG has no voice for '\(language)'")
      }
    }
  }

  private func keep(_ sound: ObjectSound) -> ScoreSound {
    sounds.append(sound)
    frameCount += sound.frameCount
    return ScoreSound(number: sounds.count - 1, frameCount: sound.frameCount)
  }

  private func checkMemory() throws(ScoreRefusal) {
    guard frameCount > Limits.scoreSoundFrames else { return }
    throw ScoreRefusal(
      "the sounds of a score may have \(Limits.scoreSoundFrames) frames together, no more")
  }

  private func read(_ path: String) throws(SoundFileError) -> ObjectSound {
    var reader = try SoundFileReader(path: path)
    try reader.checkSampleRate()
    let (rateHz, channels) = (reader.sampleRateHz, reader.channelCount)
    let kept = min(2, channels)
    var frames: [Float] = []
    frames.reserveCapacity(kept * min(reader.frameCount, Limits.scoreSoundFrames))
    var block = [Float](repeating: 0, count: 4096 * channels)
    while true {
      var span = block.mutableSpan
      let count = try reader.read(into: &span)
      if count == 0 { break }
      for frame in 0..<count {
        for channel in 0..<kept {
          frames.append(Instrument.sane(block[frame * channels + channel]))
        }
      }
      guard frames.count / kept <= Limits.scoreSoundFrames else {
        throw SoundFileError(
          .broken, .read, path: path,
          reason:
            "it has more than \(Limits.scoreSoundFrames) frames, the limit of a score's sounds",
          advice: "cut a part out: sox IN OUT trim 0 60")
      }
    }
    return ObjectSound(
      Resampler.convert(frames, channelCount: kept, fromHz: rateHz, toHz: sampleRateHz),
      channelCount: kept)
  }
}
