// SPDX-License-Identifier: GPL-3.0-or-later

/// A sound of sample memory as a voice reads it: as it was recorded, or faster or slower.
struct SampleSource: BitwiseCopyable {
  let sound: Sample
  private var cursor: SampleCursor
  private var reader: PitchedReader

  /// No sound.
  @_noLocks init() {
    sound = Sample(firstBlock: Sample.noBlock, frameCount: 0, headFrameCount: 0)
    cursor = SampleCursor()
    reader = PitchedReader(detunedBy: 1)
  }

  /// The beginning of a sound.
  @_noLocks init(_ sound: Sample, _ reader: PitchedReader) {
    self.sound = sound
    cursor = SampleCursor(sound)
    self.reader = reader
  }

  /// See ``VoiceSources/next(_:in:workspace:)``.
  @inline(__always)
  @_noLocks mutating func next(
    _ count: Int, in memory: SampleMemory.View, workspace: borrowing VoiceWorkspace
  ) -> (frames: UnsafePointer<SIMD2<Float>>, count: Int) {
    guard reader.isPlain else {
      let run = min(count, VoiceWorkspace.frameCount)
      reader.read(count: run, from: &cursor, in: memory, workspace: workspace)
      return (UnsafePointer(workspace.frames), run)
    }
    let stretch = cursor.stretch(count: count, in: memory)
    cursor.advance(stretch.count, in: memory)
    return stretch
  }

  /// Frames until it ends.
  var remainingFrames: Int {
    @inline(__always) @_noLocks get {
      reader.isPlain ? cursor.remainingFrames : reader.remainingFrames(of: sound.frameCount)
    }
  }

  /// Frames of the sound that were played.
  var passedFrames: Int {
    @_noLocks get {
      reader.isPlain ? sound.frameCount - cursor.remainingFrames : reader.frame
    }
  }

  /// Passes its first `count` frames, as far as it goes; how many these are.
  @_noLocks mutating func skip(_ count: Int, in memory: SampleMemory.View) -> Int {
    let passed = min(count, sound.frameCount)
    cursor.skip(passed, in: memory)
    reader.restart(atFrame: passed)
    return passed
  }

  /// Root mean square of the part of the sound that it is in.
  @inline(__always)
  @_noLocks func level(in memory: SampleMemory.View) -> Float { cursor.level(in: memory) }

  /// How many of its next `count` frames are there of a streamed sound; nil for all of them.
  @inline(__always)
  @_noLocks func presentFrames(of count: Int, in memory: SampleMemory.View) -> Int? {
    guard sound.isStreamed else { return nil }
    let wanted = reader.sourceFrames(of: count)
    let present = cursor.presentFrames(of: wanted, in: memory)
    return present < wanted ? reader.frames(ofSourceFrames: present) : nil
  }

  /// See ``VoiceSources/prefetch(count:in:)``.
  @inline(__always)
  @_noLocks func prefetch(count: Int, in memory: SampleMemory.View) {
    cursor.prefetch(count: count, in: memory)
  }
}
