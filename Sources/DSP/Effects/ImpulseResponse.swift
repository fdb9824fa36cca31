// SPDX-License-Identifier: GPL-3.0-or-later

/// The answer of a room, a loudspeaker or anything else to a click on each side, made ready for a
/// ``Convolver``: its first frames as they are, the rest as spectra of ever longer parts.
///
/// It is made away from the audio thread, and is never changed.
public final class ImpulseResponse: @unchecked Sendable {
  /// Its length.
  public let frameCount: Int
  /// The first frames, interleaved stereo.
  let head: UnsafeMutablePointer<Float>
  /// Parts of 64 frames from the 64th frame on, of 1024 from the 2048th on, of 4096 from the 8192nd
  /// on: left, then right.
  let short, middle, long: [ResponseParts]

  /// A response of each side, at the sample rate of the sound.
  public init(left: [Float], right: [Float]) {
    let sides = [left, right].map { $0.map(EffectInput.sane) }
    frameCount = max(1, left.count, right.count)
    head = .allocate(capacity: 2 * ConvolverStage.stepFrames)
    head.initialize(repeating: 0, count: 2 * ConvolverStage.stepFrames)
    for (side, samples) in sides.enumerated() {
      for (frame, sample) in samples.prefix(ConvolverStage.stepFrames).enumerated() {
        head[2 * frame + side] = sample
      }
    }
    let (middleStart, longStart) = (2 * ConvolverStage.middleFrames, 2 * ConvolverStage.longFrames)
    func parts(_ frames: Range<Int>, _ blockFrames: Int) -> [ResponseParts] {
      sides.map {
        ResponseParts(
          $0.prefix(frames.upperBound).dropFirst(frames.lowerBound), blockFrames: blockFrames)
      }
    }
    short = parts(ConvolverStage.stepFrames..<middleStart, ConvolverStage.stepFrames)
    middle = parts(middleStart..<longStart, ConvolverStage.middleFrames)
    long = parts(longStart..<max(longStart, frameCount), ConvolverStage.longFrames)
  }

  deinit {
    head.deallocate()
    for parts in short + middle + long { parts.spectra.deallocate() }
  }
}

/// The spectra of parts of one length of a response, each followed by as many zeros. Its owner frees
/// them.
struct ResponseParts {
  let blockFrames: Int
  let count: Int
  /// Planar, as ``RealTransform`` has them, one after the other.
  let spectra: UnsafeMutablePointer<SIMD8<Float>>

  init(_ samples: ArraySlice<Float>, blockFrames: Int) {
    self.blockFrames = blockFrames
    count = (samples.count + blockFrames - 1) / blockFrames
    let transform = RealTransform(size: 2 * blockFrames)
    let vectorCount = 2 * transform.vectorCount
    spectra = .allocate(capacity: max(1, count * vectorCount))
    for part in 0..<count {
      let first = samples.startIndex + part * blockFrames
      let end = min(samples.endIndex, first + blockFrames)
      transform.signal.update(repeating: 0, count: 2 * blockFrames)
      for index in first..<end { transform.signal[index - first] = samples[index] }
      (spectra + part * vectorCount).initialize(repeating: .zero, count: vectorCount)
      transform.forward(into: spectra + part * vectorCount)
    }
  }
}
