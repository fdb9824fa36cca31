// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import SoundFonts

/// Tones that repeat beside the same tones written out: without a click at the seam, nothing differs.
struct LoopTrial {
  private static let heldFrames = 48_000
  private static let mostDecibels = -100.0

  private let font: SoundFont
  private let player: FontPlayer

  init(_ font: SoundFont, sampleRateHz: Int) {
    self.font = font
    player = FontPlayer(font, sampleRateHz: sampleRateHz)
  }

  func run(isQuick: Bool) -> Bool {
    var count = 0
    var worst = -200.0
    var known: Set<Range<Int>> = []
    for program in stride(from: 0, to: 128, by: isQuick ? 8 : 1) {
      for (zone, sample) in font.zones(program: program) ?? [] {
        let loop = sample.loopStart - sample.start..<sample.loopEnd - sample.start
        guard zone[.loops] & 1 == 1, loop.lowerBound >= 0, !loop.isEmpty,
          sample.loopEnd <= sample.end, known.insert(sample.start..<sample.end).inserted
        else { continue }
        count += 1
        for ratio in [1.0, 0.7, 1.9] {
          worst = max(worst, difference(font.samples(sample.start..<sample.end), loop, ratio))
        }
      }
    }
    let isMet = worst <= Self.mostDecibels
    print(
      "  \(count) loops beside the same written out: \(Int(worst)) dB apart at most, target "
        + "\(Int(Self.mostDecibels)): \(isMet ? "met" : "MISSED")")
    return isMet
  }

  /// The largest difference beside the largest amplitude, in decibels.
  private func difference(_ samples: [Float], _ loop: Range<Int>, _ ratio: Double) -> Double {
    let looped = ToneWave(samples, loop: ToneWave.Loop(loop))
    var written = Array(samples[..<loop.upperBound])
    while written.count < Int(Double(Self.heldFrames) * ratio) + 100 { written += samples[loop] }
    let whole = ToneWave(written, loop: nil)
    let sounds = [looped, whole].map { wave in
      player.begin(ToneSettings(wave.view, ratio: ratio, gains: SIMD2(1, 1)))
      let sound = player.frames(Self.heldFrames)
      player.silence()
      return sound
    }
    let apart = zip(sounds[0], sounds[1]).map { abs($0.x - $1.x) }.max() ?? 0
    let largest = sounds[1].map { abs($0.x) }.max() ?? 0
    return 20 * log10(Double(apart / max(1e-9, largest)) + 1e-10)
  }
}
