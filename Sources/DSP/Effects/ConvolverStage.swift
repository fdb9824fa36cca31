// SPDX-License-Identifier: GPL-3.0-or-later

/// One side's sound convolved with the ``ResponseParts`` of one length, by overlap-save.
///
/// A part is as long as a block. What a block of sound becomes sounds from the end of that block on
/// where parts have 64 frames; longer parts have a block more of time, in which
/// their work is done step by step, one each 64 frames, so that all steps cost about the same.
/// Source: W. G. Gardner, "Efficient convolution without input-output delay", J. AES 43, 1995.
struct ConvolverStage: ~Copyable {
  /// The frames of a step, and of a short part; a power of two.
  static var stepFrames: Int { @_noLocks get { 64 } }
  /// The frames of a middle part, and of a long one.
  static var middleFrames: Int { @_noLocks get { 1024 } }
  static var longFrames: Int { @_noLocks get { 4096 } }

  private let parts: ResponseParts
  private let transform: RealTransform
  private let vectorCount: Int
  private let stepCount: Int
  /// The block that comes in behind the one before; what sounds; what will sound.
  private let inputs, outputs, comings: UnsafeMutablePointer<Float>
  /// The spectra of the last blocks, a ring; the newest one's place.
  private let history: UnsafeMutablePointer<SIMD8<Float>>
  private let sum: UnsafeMutablePointer<SIMD8<Float>>
  private var newest = 0
  private var frame = 0

  /// A stage that has heard nothing yet; the parts must outlive it.
  init(_ parts: ResponseParts) {
    self.parts = parts
    let count = parts.blockFrames
    transform = RealTransform(size: 2 * count)
    vectorCount = transform.vectorCount
    stepCount = count / Self.stepFrames
    func samples(_ count: Int) -> UnsafeMutablePointer<Float> {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: count)
      samples.initialize(repeating: 0, count: count)
      return samples
    }
    (inputs, outputs, comings) = (samples(2 * count), samples(count), samples(count))
    history = .allocate(capacity: max(1, parts.count) * 2 * vectorCount)
    history.initialize(repeating: .zero, count: max(1, parts.count) * 2 * vectorCount)
    sum = .allocate(capacity: 2 * vectorCount)
    sum.initialize(repeating: .zero, count: 2 * vectorCount)
  }

  deinit {
    inputs.deallocate()
    outputs.deallocate()
    comings.deallocate()
    history.deallocate()
    sum.deallocate()
  }

  /// There is nothing to convolve with.
  var isEmpty: Bool { @_noLocks get { parts.count == 0 } }

  /// The next frame's share of the answer; takes the frame itself.
  @_noLocks mutating func exchange(_ input: Float) -> Float {
    let output = outputs[frame]
    inputs[parts.blockFrames &+ frame] = input
    frame &+= 1
    return output
  }

  /// Works after each 64th frame.
  @_noLocks mutating func work() {
    if frame == parts.blockFrames {
      frame = 0
      if stepCount > 1 { takeOver() }
      begin()
    }
    let step = frame / Self.stepFrames
    add(from: step &* parts.count / stepCount, to: (step &+ 1) &* parts.count / stepCount)
    guard step == stepCount &- 1 else { return }
    transform.inverse(of: sum)
    for index in 0..<parts.blockFrames {
      comings[index] = transform.signal[parts.blockFrames &+ index]
    }
    if stepCount == 1 { takeOver() }
  }

  @_noLocks private func takeOver() {
    for index in 0..<parts.blockFrames { outputs[index] = comings[index] }
  }

  /// Transforms the block that has come in.
  @_noLocks private mutating func begin() {
    let count = parts.blockFrames
    for index in 0..<2 &* count { transform.signal[index] = inputs[index] }
    for index in 0..<count { inputs[index] = inputs[count &+ index] }
    newest = newest == 0 ? parts.count &- 1 : newest &- 1
    transform.forward(into: history + newest &* 2 &* vectorCount)
    for index in 0..<2 &* vectorCount { sum[index] = .zero }
  }

  /// Adds the answers of some parts, each to the block of its time.
  @_noLocks private func add(from first: Int, to end: Int) {
    var part = first
    while part < end {
      var place = newest &+ part
      if place >= parts.count { place &-= parts.count }
      let (one, other) = (
        parts.spectra + part &* 2 &* vectorCount, history + place &* 2 &* vectorCount
      )
      for index in 0..<vectorCount {
        let (a, b) = (one[index], one[index &+ vectorCount])
        let (c, d) = (other[index], other[index &+ vectorCount])
        sum[index] += a * c - b * d
        sum[index &+ vectorCount] += a * d + b * c
      }
      part &+= 1
    }
  }
}
