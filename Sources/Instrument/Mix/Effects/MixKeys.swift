// SPDX-License-Identifier: GPL-3.0-or-later

/// What the buses have added to the piece that is mixed, as effects of later buses listen to it.
public struct MixKeys: BitwiseCopyable, @unchecked Sendable {
  private static var busFrames: Int { @_noLocks get { Mixer.pieceFrames } }

  private let samples: UnsafeMutablePointer<Float>
  private let busCount: Int
  private var firstFrame = 0

  /// Silence. Its owner frees it.
  init() {
    busCount = MixBus.allCases.count
    let count = 2 * busCount * Mixer.pieceFrames
    samples = .allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
  }

  /// Gives the memory back. Not for the audio thread.
  func free() { samples.deallocate() }

  /// The frames of the bus at a place in the array, interleaved stereo.
  @_noLocks func frames(ofPlace place: Int) -> UnsafePointer<Float> {
    UnsafePointer(samples + 2 &* (place &* Self.busFrames &+ firstFrame))
  }

  /// Where what a bus adds is written.
  @_noLocks func room(for bus: MixBus) -> UnsafeMutablePointer<Float> {
    samples + 2 &* bus.place &* Self.busFrames
  }

  /// The same from a later frame of the piece on.
  @_noLocks func from(frame: Int) -> MixKeys {
    var later = self
    later.firstFrame &+= frame
    return later
  }

  /// All buses are silent, until they add something.
  @_noLocks func clear(frameCount: Int) {
    for place in 0..<busCount {
      let first = samples + 2 &* place &* Self.busFrames
      first.update(repeating: 0, count: 2 &* frameCount)
    }
  }
}
