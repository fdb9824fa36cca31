// SPDX-License-Identifier: GPL-3.0-or-later

/// The last frames of stereo, read at any place between them by ``FractionalWeights``. Once only
/// silence has been written for its whole length, it is silent and need not be read.
struct StereoDelayLine: ~Copyable {
  /// The shortest delay that can be read.
  static var leastFrames: Double {
    @_noLocks get { Double(FractionalWeights.reachFrames &- FractionalWeights.leadFrames) }
  }
  /// What is written is silence below this, -180 dB: echoes of echoes end.
  private static var silence: Float { @_noLocks get { 1e-9 } }
  private static var placeCount: Int { @_noLocks get { 1 &<< FractionalWeights.placeBits } }

  private let weights = SharedFractionalWeights.shared.table
  private let ring: UnsafeMutablePointer<SIMD2<Float>>
  private let mask: Int
  private var frame = 0
  private var silentFrames: Int

  /// Silence, to be read at most `mostFrames` later.
  init(mostFrames: Int) {
    let least = mostFrames + 2 * FractionalWeights.reachFrames
    let length = 1 << (Int.bitWidth - least.leadingZeroBitCount)
    mask = length - 1
    silentFrames = length
    // The first frames are there a second time after the last, so that none wraps while read.
    ring = .allocate(capacity: length + FractionalWeights.reachFrames)
    ring.initialize(repeating: .zero, count: length + FractionalWeights.reachFrames)
  }

  deinit { ring.deallocate() }

  /// Whether everything that can be read is silence.
  var isSilent: Bool { @_noLocks get { silentFrames > mask } }

  /// What will have been written `delayFrames` before the next frame; at least ``leastFrames``.
  @_noLocks func read(delayFrames: Double) -> SIMD2<Float> {
    let bits = FractionalWeights.placeBits
    let places = Int(delayFrames * Double(Self.placeCount) + 0.5)
    let whole = (places &+ Self.placeCount &- 1) &>> bits
    let first = (frame &- whole &- FractionalWeights.leadFrames) & mask
    return weights.pointee.value(ring + first, place: (whole &<< bits) &- places)
  }

  /// Writes the next frame.
  @_noLocks mutating func write(_ input: SIMD2<Float>) {
    let isSilent = abs(input.x) < Self.silence && abs(input.y) < Self.silence
    silentFrames = isSilent ? silentFrames &+ 1 : 0
    let place = frame & mask
    ring[place] = isSilent ? .zero : input
    if place < FractionalWeights.reachFrames { ring[place &+ mask &+ 1] = ring[place] }
    frame &+= 1
  }
}

/// What effects share.
public enum EffectTables {
  /// Makes it, which takes some 20 ms, before the first effect is wanted on a frame.
  public static func make() { _ = SharedFractionalWeights.shared }
}

/// One table for all delay lines; it is never freed.
private struct SharedFractionalWeights: @unchecked Sendable {
  let table: UnsafePointer<FractionalWeights>

  static let shared = SharedFractionalWeights()

  private init() {
    let table = UnsafeMutablePointer<FractionalWeights>.allocate(capacity: 1)
    table.initialize(to: FractionalWeights())
    self.table = UnsafePointer(table)
  }
}
