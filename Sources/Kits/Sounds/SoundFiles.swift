// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import CRealtime
import Storage

/// A sound file in memory at its own sample rate.
struct DecodedSound: Sendable {
  let sampleRateHz: Int
  let channelCount: Int
  /// Interleaved, all finite.
  let samples: [Float]
  /// Samples that were not numbers, or not sound, and are 0.
  let replacedCount: Int
  /// The file declares more frames than it has.
  let isCutOff: Bool

  var frameCount: Int { samples.count / channelCount }

  /// The frames of a part of it in stereo: one channel on both sides, or the first two.
  func frames(of slice: KitRegion.Slice) -> [SIMD2<Float>] {
    let first = min(slice.firstFrame, frameCount)
    let end = min(frameCount, slice.lastFrame.map { max(first, $0 + 1) } ?? frameCount)
    let left = slice.channel ?? 0
    let right = slice.channel ?? min(1, channelCount - 1)
    guard left < channelCount else { return [] }
    let frames = (first..<end).map { frame in
      SIMD2(samples[frame * channelCount + left], samples[frame * channelCount + right])
    }
    let played = slice.loop?.played(frames) ?? frames
    return slice.skippedFrames == 0 ? played : Array(played.dropFirst(slice.skippedFrames))
  }
}

/// The sound files of a kit. Each is read once if they fit into a little memory.
struct SoundFiles {
  /// The most bytes of sounds that are kept.
  private let keptBytes: Int
  private let mostSamples: Int
  private let freeBytes: Int

  /// How much is freed before memory is returned to the system, which takes a while.
  private static let trimmedBytes = 16 << 20

  /// Larger samples, linear, are not sound: 60 dB over full scale.
  private static let loudestSample: Float = 1000

  private var kept: [String: DecodedSound] = [:]
  /// Those that a text describes stay, so that each is made once; their memory is limited by itself.
  private var made: [GeneratedTone: DecodedSound] = [:]
  /// Harmonics of all their frames.
  private var toneSteps = 0
  private let mostToneSteps: Int
  /// The ones kept longest come first.
  private var order: [String] = []
  private var byteCount = 0
  /// The stamps that show whether a file has changed (``Folder/stamp(_:)``), from before it was
  /// first read or asked for.
  private(set) var stamps: [String: String] = [:]
  /// The hashes that were asked for; nil if they cannot be computed.
  private var hashes: [String: String?] = [:]
  /// The files that were read at least once.
  private var counted: Set<String> = []
  /// The samples of all these files.
  private(set) var sampleCount = 0
  /// Their bytes on disk, without holes.
  private var fileBytes = 0
  /// The least sample memory that they take.
  private var memoryBytes = 0
  /// How much was freed since memory was returned to the system.
  private var freedBytes = 0

  /// - Parameters:
  ///   - mostSamples: The most samples that all files may have together.
  ///   - freeBytes: The bytes to which they may unpack, however small they are.
  init(
    keptBytes: Int = 64 << 20, mostSamples: Int = Limits.kitSamples,
    freeBytes: Int = Limits.kitFoldedBytes, mostToneSteps: Int = Limits.kitToneSteps
  ) {
    (self.keptBytes, self.mostSamples, self.freeBytes) = (keptBytes, mostSamples, freeBytes)
    self.mostToneSteps = mostToneSteps
  }

  /// The sound of a slice's file, or that which takes its place.
  mutating func sound(of slice: KitRegion.Slice) throws(SoundFileError) -> DecodedSound {
    guard let tone = slice.tone else { return try sound(slice.path) }
    if let known = made[tone] { return known }
    let bytes = Int(Double(tone.frameCount) * Self.bytesPerFrame(GeneratedTone.sampleRateHz))
    let limit: String? =
      if memoryBytes + bytes > max(freeBytes, Limits.kitUnfolding * fileBytes) {
        "take more than \(freeBytes >> 20) MB, the limit of a kit"
      } else if sampleCount + tone.frameCount > mostSamples {
        "have more than \(mostSamples) samples, the limit of a kit"
      } else if toneSteps + tone.steps > mostToneSteps {
        "have more than \(mostToneSteps) harmonics in all their frames, the limit of a kit"
      } else {
        nil
      }
    // Found before anything is made.
    if let limit {
      throw SoundFileError(
        .broken, .read, path: slice.path, reason: "with it the sounds of the kit \(limit)",
        advice: "write fewer tones, or shorter or higher ones")
    }
    memoryBytes += bytes
    sampleCount += tone.frameCount
    toneSteps += tone.steps
    let sound = DecodedSound(tone)
    made[tone] = sound
    return sound
  }

  /// The sound in the file at `path`.
  mutating func sound(_ path: String) throws(SoundFileError) -> DecodedSound {
    if let known = kept[path] { return known }
    _ = stamp(path)
    let sound = try read(path)
    try keep(sound, as: path)
    return sound
  }

  private mutating func keep(_ sound: DecodedSound, as path: String) throws(SoundFileError) {
    if counted.insert(path).inserted { sampleCount += sound.samples.count }
    guard sampleCount <= mostSamples else {
      throw SoundFileError(
        .broken, .read, path: path,
        reason:
          "with it the sounds of the kit have more than \(mostSamples) samples, the limit of a kit",
        advice: "choose a smaller kit")
    }
    kept[path] = sound
    order.append(path)
    byteCount += sound.samples.count * MemoryLayout<Float>.stride
    // Files are read twice in the same order: what came first is used again before it is freed.
    while byteCount > keptBytes, order.count > 1 {
      let last = order.remove(at: order.count - 2)
      byteCount -=
        (kept.removeValue(forKey: last)?.samples.count ?? 0) * MemoryLayout<Float>.stride
    }
  }

  /// The stamp of the file at `path`, taken before anything of it was read; nil if there is no
  /// file.
  mutating func stamp(_ path: String) -> String? {
    if let known = stamps[path] { return known }
    stamps[path] = Folder.stamp(path)
    return stamps[path]
  }

  /// SHA-256 of the contents of the file at `path`, in hexadecimal; nil if it cannot be computed.
  mutating func hash(_ path: String) -> String? {
    if let known = hashes[path] { return known }
    let hash = SHA256.hash(ofFile: path)
    hashes[path] = .some(hash)
    return hash
  }

  /// Frees a file that is no longer needed.
  mutating func forget(_ path: String) {
    guard let sound = kept.removeValue(forKey: path) else { return }
    order.removeAll { $0 == path }
    let bytes = sound.samples.count * MemoryLayout<Float>.stride
    byteCount -= bytes
    freedBytes += bytes
    guard freedBytes >= Self.trimmedBytes else { return }
    freedBytes = 0
    rt_trim_memory()
  }

  /// The number of bytes that the file at `path` declares.
  private static func byteCount(_ path: String) throws(SoundFileError) -> Int {
    do { return try TextFile.size(path: path) } catch {
      throw SoundFileError(
        .unreadable, .read, path: path, reason: error.text, advice: "check the path")
    }
  }

  /// The bytes of sample memory for each frame of a sound. There, all sounds are in stereo, for
  /// instance at 48 kHz.
  private static func bytesPerFrame(_ sampleRateHz: Int) -> Double {
    let usualHz = 48_000.0
    return Double(MemoryLayout<SIMD2<Float>>.stride) * max(1, usualHz / Double(sampleRateHz))
  }

  /// Reads a file. The first time, the files of the kit must together stay within the size to which
  /// they may unpack.
  private mutating func read(_ path: String) throws(SoundFileError) -> DecodedSound {
    let reader = try SoundFileReader(path: path)
    try reader.checkSampleRate()
    let bytes = try Self.byteCount(path)
    let unfolded = bytes / MemoryLayout<Float>.stride * Limits.kitSoundUnfolding
    let most = min(Limits.kitSoundSamples, max(Limits.foldedSamples, unfolded))
    let ofSound = SampleLimit(
      samples: most,
      reason: most == Limits.kitSoundSamples
        ? "it has more than \(most) samples, the limit of a sound"
        : "it unfolds to more than \(Limits.kitSoundUnfolding) times its size, the limit of a sound"
    )
    guard !counted.contains(path) else { return try Self.read(reader, within: ofSound) }
    let held = reader.byteCount
    let allowed = max(freeBytes, Limits.kitUnfolding * (fileBytes + held)) - memoryBytes
    let bytesPerFrame = Self.bytesPerFrame(reader.sampleRateHz)
    let ofKit = SampleLimit(
      samples: Int(max(0, Double(allowed) / bytesPerFrame)) * reader.channelCount,
      reason:
        "with it the sounds of the kit unfold to more than \(Limits.kitUnfolding) times their size "
        + "and more than \(freeBytes >> 20) MB, the limit of a kit")
    let sound = try Self.read(reader, within: ofKit.samples < ofSound.samples ? ofKit : ofSound)
    fileBytes += held
    memoryBytes += Int(Double(sound.frameCount) * bytesPerFrame)
    return sound
  }

  /// The most samples that a sound may have, and the message about one that has more.
  private struct SampleLimit {
    let samples: Int
    let reason: String
  }

  private static func read(
    _ reader: consuming SoundFileReader, within limit: SampleLimit
  ) throws(SoundFileError) -> DecodedSound {
    let channelCount = reader.channelCount
    let most = limit.samples
    var samples: [Float] = []
    samples.reserveCapacity(min(max(0, reader.frameCount), most / channelCount) * channelCount)
    var replaced = 0
    var isCutOff = reader.isCutOff
    var block = [Float](repeating: 0, count: 4096 * channelCount)
    while true {
      var span = block.mutableSpan
      let count: Int
      do throws(SoundFileError) { count = try reader.read(into: &span) * channelCount } catch {
        // What was read until then is played.
        guard !samples.isEmpty else { throw error }
        isCutOff = true
        break
      }
      if count == 0 { break }
      for index in 0..<count where !(abs(block[index]) <= loudestSample) {
        block[index] = 0
        replaced += 1
      }
      samples.append(contentsOf: block[..<count])
      guard samples.count <= most else {
        throw SoundFileError(
          .broken, .read, path: reader.path, reason: limit.reason,
          advice: "cut it: sox IN OUT trim 0 60")
      }
    }
    guard !samples.isEmpty else {
      throw SoundFileError(
        .broken, .read, path: reader.path, reason: "it contains no sound",
        advice: "replace the file or correct the kit")
    }
    return DecodedSound(
      sampleRateHz: reader.sampleRateHz, channelCount: channelCount, samples: samples,
      replacedCount: replaced,
      isCutOff: isCutOff || samples.count < reader.frameCount * channelCount)
  }
}
