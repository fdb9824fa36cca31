// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Glibc

/// A kit in a folder of its own: 16 pads of 8 layers of 4 variations, each a loud attack with a soft tail. Its files are one
/// sound under many names, so that it takes little of the disk and much of the memory.
struct LargeKit {
  static let sampleRateHz = 48_000
  static let padCount = 16
  private static let layerCount = 8
  private static let variationCount = 4
  private static let soundCount = padCount * layerCount * variationCount
  /// The attack, in frames, and how loud it is at least; the tail is softer.
  static let attackFrames = 240
  private static let attackAmplitude: Float = 0.5
  private static let tailAmplitude: Float = 0.001

  /// Its SFZ file.
  let path: String

  /// Writes a kit of about so many megabytes in memory into `folder`.
  init(megabytes: Int, folder: String) throws {
    let frameCount = (megabytes << 20) / MemoryLayout<SIMD2<Float>>.stride / Self.soundCount
    var random = SeededGenerator(seed: 1)
    let samples = (0..<frameCount).map { frame in
      (frame < Self.attackFrames ? Self.attackAmplitude : Self.tailAmplitude)
        * (2 * random.uniform() - 1)
    }
    let sound = "\(folder)/sound.wav"
    var writer = try SoundFileWriter(
      path: sound, sampleRateHz: Self.sampleRateHz, channelCount: 1, isOverwriting: true)
    try writer.write(samples)
    try writer.commit()
    var text = ""
    for pad in 0..<Self.padCount {
      for layer in 0..<Self.layerCount {
        let low = layer * 128 / Self.layerCount
        let high = (layer + 1) * 128 / Self.layerCount - 1
        for variation in 0..<Self.variationCount {
          let name = "\(pad)-\(layer)-\(variation).wav"
          symlink(sound, "\(folder)/\(name)")
          text +=
            "<region> key=\(35 + pad) lovel=\(low) hivel=\(high) seq_length=\(Self.variationCount) "
            + "seq_position=\(variation + 1) amp_veltrack=0 sample=\(name)\n"
        }
      }
    }
    path = "\(folder)/large.sfz"
    guard let file = fopen(path, "w") else { throw Failure.cannotWrite(path) }
    fputs(text, file)
    fclose(file)
  }

  enum Failure: Error { case cannotWrite(String) }
}
