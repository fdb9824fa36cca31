// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import SoundFiles

/// The acoustic fingerprint of a sound by Chromaprint: a code of 32 bits each 124 ms, from 2.6 s on.
struct Fingerprint: Sendable {
  let codes: [UInt32]

  /// Debian's `libchromaprint-tools`.
  static let program = "/usr/bin/fpcalc"
  static var isInstalled: Bool { FileManager.default.fileExists(atPath: program) }

  /// Of interleaved stereo at 48 kHz.
  init(_ samples: [Float], in folder: TemporaryFolder) throws {
    let path = "\(folder.path)/fingerprint.wav"
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: 48_000, channelCount: 2, isOverwriting: true)
    try writer.write(samples)
    try writer.finish()
    let outcome = try Program.start(Self.program, ["-raw", path], environment: [:], in: folder)
      .wait()
    let line = outcome.output.split(separator: "\n").first { $0.hasPrefix("FINGERPRINT=") }
    codes =
      line?.dropFirst("FINGERPRINT=".count).split(separator: ",").compactMap { UInt32($0) } ?? []
  }

  /// One code for all: each bit is that of most codes.
  var simHash: UInt32 {
    (0..<32).reduce(0) { hash, bit in
      let count = codes.count { $0 >> bit & 1 == 1 }
      return 2 * count > codes.count ? hash | 1 << UInt32(bit) : hash
    }
  }

  /// The share of bits in which the two codes for all agree, 0...1.
  func simHashSimilarity(to other: Fingerprint) -> Double {
    1 - Double((simHash ^ other.simHash).nonzeroBitCount) / 32
  }

  /// The share of bits in which their codes agree, one by one, 0...1.
  func similarity(to other: Fingerprint) -> Double {
    let pairs = zip(codes, other.codes)
    let wrong = pairs.reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    return 1 - Double(wrong) / Double(32 * max(1, min(codes.count, other.codes.count)))
  }
}
