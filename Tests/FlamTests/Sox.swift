// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation

/// Another program that reads and writes sound files.
struct Sox {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let folder: TemporaryFolder

  init(in folder: TemporaryFolder) { self.folder = folder }

  /// Writes mono samples to a file of the format of its ending, through sox's output options and
  /// effects.
  func write(
    _ samples: [Float], rateHz: Int = 48_000, to name: String, _ options: String = "",
    effects: String = ""
  ) throws {
    let raw = "raw-\(UUID()).f32"
    folder.write(samples.withUnsafeBytes { Array($0) }, to: raw)
    try shell("sox -D -t f32 -r \(rateHz) -c 1 \(raw) \(options) \(name) \(effects)")
  }

  /// The samples of a file, one list a channel.
  func read(_ name: String) throws -> [[Float]] {
    let channelCount = Int(try value("-c", name)) ?? 0
    try shell("sox '\(name)' -t f32 '\(name).f32'")
    let samples = Data(folder.bytes("\(name).f32")).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
    return (0..<channelCount).map { channel in
      stride(from: channel, to: samples.count, by: max(1, channelCount)).map { samples[$0] }
    }
  }

  /// What soxi prints of a file: `-c` channels, `-r` rate, `-s` frames, `-b` bits.
  func value(_ property: String, _ name: String) throws -> String {
    try shell("soxi -V1 \(property) '\(name)'").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @discardableResult private func shell(_ line: String) throws -> String {
    let outcome = try Command(in: folder).shell(line)
    guard outcome.exitCode == 0 else {
      throw Failure(description: "\(line): \(outcome.errors)")
    }
    return outcome.output
  }
}
