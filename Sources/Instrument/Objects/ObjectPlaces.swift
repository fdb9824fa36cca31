// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the sounds of objects go: pieces of interleaved stereo, which may be the same.
struct ObjectPlaces: BitwiseCopyable {
  let instruments: UnsafeMutablePointer<Float>
  /// What the looper lays.
  let loops: UnsafeMutablePointer<Float>
  let speech: UnsafeMutablePointer<Float>

  @_noLocks init(
    instruments: UnsafeMutablePointer<Float>, loops: UnsafeMutablePointer<Float>,
    speech: UnsafeMutablePointer<Float>
  ) {
    (self.instruments, self.loops, self.speech) = (instruments, loops, speech)
  }

  /// The same from a later frame on.
  @_noLocks func from(frame: Int) -> ObjectPlaces {
    ObjectPlaces(
      instruments: instruments + 2 &* frame, loops: loops + 2 &* frame,
      speech: speech + 2 &* frame)
  }

  /// Where an object sounds; see ``ObjectEvent``.
  @_noLocks func place(ofObject object: Int) -> UnsafeMutablePointer<Float> {
    if object == ObjectEvent.speech { return speech }
    return object == ObjectEvent.laid ? loops : instruments
  }
}
