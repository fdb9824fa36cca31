// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Glibc
import Instrument
import Profiles

/// Writes the view of the judge of strokes for every onset in some takes, for the training of its
/// weights.
///
/// Standard output gets rows of 32-bit floats in the order of the machine, one row an onset that the detector found:
/// 1. the take, counted from 0;
/// 2. the frame of the onset;
/// 3. the peak by each of three stages, in dBFS;
/// 4. for each stage the levels of the shape as it was known then, segment by segment, and of its background, in
///    decibels;
/// 5. for each profile and stage the margin of the nearest sound, and the peak over the median of that sound.
@main
struct JudgeShapes {
  static func main() {
    var profiles: [Profile] = []
    var takes: [String] = []
    var arguments = CommandLine.arguments.dropFirst()
    do {
      while let argument = arguments.popFirst() {
        if argument == "--profile", let path = arguments.popFirst() {
          profiles.append(try ProfileLocator().profile(path))
        } else {
          takes.append(argument)
        }
      }
      guard !takes.isEmpty else { throw Usage() }
      for (index, path) in takes.enumerated() {
        let take = try Take(path: path)
        let reader = ShapeReader(profiles: profiles, sampleRateHz: Float(take.sampleRateHz))
        write(reader.rows(of: take.samples).flatMap { [Float(index)] + $0 })
      }
    } catch {
      let line = Array("judge-shapes: \(error)\n".utf8)
      _ = Glibc.write(STDERR_FILENO, line, line.count)
      exit(64)
    }
  }

  private static func write(_ row: [Float]) {
    row.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { exit(74) }
        rest = rest.dropFirst(count)
      }
    }
  }
}

private struct Usage: Error, CustomStringConvertible {
  let description = "usage: judge-shapes [--profile PROFILE]... TAKE... > ROWS"
}
