// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import SoundFonts

/// The time of a voice beside FluidSynth's as it comes: sixty-four keys of a program sound.
struct VoiceCost {
  private static let blockFrames = 256

  let font: SoundFont
  let path: String
  let isQuick: Bool

  func run() -> Bool {
    var shares: [(program: Int, share: Double)] = []
    for program in stride(from: 0, to: 128, by: isQuick ? 16 : 4) {
      if let share = share(program: program) { shares.append((program, share)) }
    }
    shares.sort { $0.share < $1.share }
    guard let dearest = shares.last else {
      print("  cost of a voice: no program with many voices")
      return true
    }
    let middle = shares[shares.count / 2].share
    let isMet = middle <= 1
    print(
      "  cost of a voice: \(percent(middle)) of FluidSynth's in the middle of \(shares.count) programs, "
        + "\(percent(dearest.share)) at most (program \(dearest.program + 1)), "
        + "target 100 % in the middle: \(isMet ? "met" : "MISSED")")
    return isMet
  }

  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }

  /// Of the time that FluidSynth takes for a voice; nil where too few sound for that.
  private func share(program: Int) -> Double? {
    guard
      let peer = FluidSynth(
        font: path, voiceCount: 256, interpolation: .fourthOrder,
        sampleRateHz: InstrumentsBenchmark.sampleRateHz),
      peer.select(program: program)
    else { return nil }
    let player = FontPlayer(font, sampleRateHz: InstrumentsBenchmark.sampleRateHz)
    for key in 32..<96 {
      peer.begin(key: key, velocity: 100)
      _ = player.begin(
        PlayedNote(
          preset: (program, 0), key: key, velocity: 100, heldFrames: 0, releasedFrames: 0))
    }
    var (ours, theirs) = (BlockTimes(), BlockTimes())
    var block = [Float](repeating: 0, count: 2 * Self.blockFrames)
    // Long enough for attacks to pass.
    for _ in 0..<20 {
      player.process(into: &block)
      block.withUnsafeMutableBufferPointer {
        guard let base = $0.baseAddress else { return }
        peer.process(into: base, frameCount: Self.blockFrames)
      }
    }
    let (ourCount, theirCount) = (player.soundingCount, peer.soundingVoices)
    guard min(ourCount, theirCount) >= 16 else { return nil }
    for _ in 0..<50 {
      ours.measure { player.process(into: &block) }
      block.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        theirs.measure { peer.process(into: base, frameCount: Self.blockFrames) }
      }
    }
    return ours.ratio(to: theirs) * Double(theirCount) / Double(ourCount)
  }
}
