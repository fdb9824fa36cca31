// SPDX-License-Identifier: GPL-3.0-or-later

/// The ways of voices that do not go straight into the mix.
struct VoicePaths: BitwiseCopyable {
  /// Of the notes of a loop; nil if they go where all other voices do.
  let loops: LoopPath?
  /// Of drums that have effects; nil if none ever had.
  let pads: PadRacks?

  @_noLocks init(loops: LoopPath?, pads: PadRacks?) { (self.loops, self.pads) = (loops, pads) }
}

/// The way of the notes of a loop.
struct LoopPath: BitwiseCopyable {
  /// A piece that they are added to.
  let notes: UnsafeMutablePointer<Float>
  /// Of the bus.
  let gain: GainRamp

  @_noLocks init(notes: UnsafeMutablePointer<Float>, gain: GainRamp) {
    (self.notes, self.gain) = (notes, gain)
  }
}

/// The racks of drums, and a piece for each that their voices are summed into. ``BusArray`` owns
/// the memory.
struct PadRacks: BitwiseCopyable {
  /// By the places of the points.
  private let racks: UnsafeMutablePointer<Rack>
  private let passing: UnsafeMutablePointer<Float>
  /// A piece for each point of a drum; zero between two runs.
  private let pieces: UnsafeMutablePointer<SIMD2<Float>>
  /// The point has heard a voice, or was changed; until then its rack rests.
  private let isAwake: UnsafeMutablePointer<Bool>

  /// Pieces for the drums' racks among those of all points.
  init(_ racks: UnsafeMutablePointer<Rack>, passing: UnsafeMutablePointer<Float>) {
    (self.racks, self.passing) = (racks, passing)
    let pieceFrames = RackPoint.count * Mixer.pieceFrames
    pieces = .allocate(capacity: pieceFrames)
    pieces.initialize(repeating: .zero, count: pieceFrames)
    isAwake = .allocate(capacity: RackPoint.count)
    isAwake.initialize(repeating: false, count: RackPoint.count)
  }

  /// Gives the memory back. Not for the audio thread.
  func free() {
    pieces.deallocate()
    isAwake.deallocate()
  }

  /// A point has heard a voice, or was changed.
  @_noLocks func isAwake(_ point: RackPoint) -> Bool { isAwake[point.place] }

  /// Has a point work from now on.
  @_noLocks func wake(_ point: RackPoint) { isAwake[point.place] = true }

  /// Where a voice of a drum is summed.
  @_noLocks func piece(_ point: RackPoint) -> UnsafeMutablePointer<SIMD2<Float>> {
    wake(point)
    return pieces + point.place &* Mixer.pieceFrames
  }

  /// Has the piece pass its rack.
  @_noLocks func process(_ point: RackPoint, count: Int) {
    let frames = UnsafeMutableRawPointer(pieces + point.place &* Mixer.pieceFrames)
    racks[point.place].process(
      frames.assumingMemoryBound(to: Float.self), count: count, passing: passing)
  }
}
