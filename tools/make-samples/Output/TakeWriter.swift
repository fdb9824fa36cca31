// SPDX-License-Identifier: GPL-3.0-or-later
import DrumSynthesis

/// Writes takes as mono FLAC, with the truth of each as CSV: `frame,sound,velocity`.
struct TakeWriter {
  let folder: String

  func write(_ takes: [Take]) throws(OutputError) {
    for take in takes {
      let (recording, strokes) = take.render()
      try FlacFile.write([recording], to: "\(folder)/\(take.name).flac", seed: take.seed)
      let lines = strokes.map { stroke in
        let velocity = (stroke.velocity * 1_000).rounded() / 1_000
        return "\(stroke.frame),\(stroke.sound.rawValue),\(velocity)\n"
      }
      try writeText(
        "frame,sound,velocity\n" + lines.joined(), to: "\(folder)/\(take.name).csv")
      print("\(take.name): \(strokes.count) strokes in \(recording.count) frames")
    }
  }
}
