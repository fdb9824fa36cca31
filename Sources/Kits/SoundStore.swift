// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument

/// The sounds of a kit on their way from files into sample memory, at one sample rate.
struct SoundStore {
  /// Frames of a slice in stereo; channels beyond the second are left out.
  typealias Frames = [SIMD2<Float>]

  private(set) var frames: [KitRegion.Slice: Frames] = [:]
  private let sampleRateHz: Int

  init(sampleRateHz: Int) { self.sampleRateHz = sampleRateHz }

  /// Memory that the sounds take, in bytes.
  private(set) var byteCount = 0

  /// Reads and converts a slice unless that has been done; returns how many samples were no numbers.
  mutating func load(_ slice: KitRegion.Slice) throws(SoundFileError) -> Int {
    guard frames[slice] == nil else { return 0 }
    var reader = try SoundFileReader(path: slice.path)
    guard Take.sampleRatesHz.contains(reader.sampleRateHz) else {
      throw SoundFileError(
        .broken, .read, path: slice.path,
        reason: "its sample rate of \(reader.sampleRateHz) Hz is outside 8000...192000",
        advice: "convert it: sox IN -r 48000 OUT")
    }
    let (samples, replaced) = try Self.samples(of: slice, &reader)
    let channelCount = min(2, reader.channelCount)
    let converted = Resampler.convert(
      samples, channelCount: channelCount, fromHz: reader.sampleRateHz, toHz: sampleRateHz)
    let stereo: Frames =
      channelCount == 1
      ? converted.map { SIMD2(repeating: $0) }
      : (0..<converted.count / 2).map { SIMD2(converted[2 * $0], converted[2 * $0 + 1]) }
    frames[slice] = stereo
    byteCount += stereo.count * MemoryLayout<SIMD2<Float>>.stride
    return replaced
  }

  /// The frames of a slice, interleaved, of its first one or two channels; all finite.
  private static func samples(
    of slice: KitRegion.Slice, _ reader: inout SoundFileReader
  ) throws(SoundFileError) -> (samples: [Float], replaced: Int) {
    let fileChannels = reader.channelCount
    let channelCount = min(2, fileChannels)
    let end = slice.lastFrame.map { $0 + 1 } ?? Int.max
    var samples: [Float] = []
    var replaced = 0
    var block = [Float](repeating: 0, count: 4096 * fileChannels)
    var position = 0
    while position < end {
      var span = block.mutableSpan
      let count = try reader.read(into: &span)
      if count == 0 { break }
      for frame in 0..<count where position + frame >= slice.firstFrame && position + frame < end {
        for channel in 0..<channelCount {
          let sample = block[frame * fileChannels + channel]
          if !sample.isFinite { replaced += 1 }
          samples.append(sample.isFinite ? sample : 0)
        }
      }
      position += count
    }
    guard !samples.isEmpty else {
      throw SoundFileError(
        .broken, .read, path: slice.path,
        reason: position == 0 ? "there is no sound in it" : "it ends before its offset",
        advice: "replace the file or correct the kit")
    }
    return (samples, replaced)
  }

  /// Several slices as one sound: each with its gain, and its pan relative to that of the pad.
  func mix(_ parts: [(slice: KitRegion.Slice, gain: Float, pan: Float)]) -> Frames {
    var mixed = Frames(
      repeating: .zero, count: parts.map { frames[$0.slice]?.count ?? 0 }.max() ?? 0)
    for part in parts {
      // Unity in the centre, as the pad's own pan adds the -3 dB of the law once more.
      let gains = part.gain * Float(2).squareRoot() * PanLaw.gains(pan: part.pan)
      let source = frames[part.slice] ?? []
      for frame in source.indices { mixed[frame] += gains * source[frame] }
    }
    return mixed
  }
}
