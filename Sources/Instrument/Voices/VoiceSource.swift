// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the frames of a voice come from. What the voice does with them, such as gain, fades, choking and mixing, is the
/// same for all.
///
/// Another kind is a case here and a file of its own, which says what these functions do there.
enum VoiceSource: BitwiseCopyable {
  /// A sound of sample memory.
  case sample(SampleSource)

  /// The next frames, at most `count` of them, which lie side by side until the next call; none at the end, and where
  /// something is missing.
  ///
  /// - Parameters:
  ///   - memory: Where the sounds of its kit lie.
  ///   - history: What it keeps of frames that it has passed.
  @inline(__always)
  @_noLocks mutating func next(
    _ count: Int, in memory: SampleMemory.View, history: inout SourceHistory,
    workspace: borrowing VoiceWorkspace
  ) -> (frames: UnsafePointer<SIMD2<Float>>, count: Int) {
    switch self {
    case .sample(var sample):
      let next = sample.next(count, in: memory, history: &history, workspace: workspace)
      self = .sample(sample)
      return next
    }
  }

  /// Frames until it ends.
  var remainingFrames: Int {
    @inline(__always) @_noLocks get {
      switch self {
      case .sample(let sample): sample.remainingFrames
      }
    }
  }

  /// Frames of the sound, as it lies in memory, that it has passed.
  var passedFrames: Int {
    @_noLocks get {
      switch self {
      case .sample(let sample): sample.passedFrames
      }
    }
  }

  /// Begins where another has come to, as far as it goes; how many frames of its sound that is.
  @_noLocks mutating func follow(_ other: VoiceSource, in memory: SampleMemory.View) -> Int {
    switch self {
    case .sample(var sample):
      let passed = sample.skip(other.passedFrames, in: memory)
      self = .sample(sample)
      return passed
    }
  }

  /// How loud it is about now, root mean square.
  @_noLocks func level(in memory: SampleMemory.View) -> Float {
    switch self {
    case .sample(let sample): sample.level(in: memory)
    }
  }

  /// How many of its next `count` frames can be had; nil for all of them.
  @_noLocks func presentFrames(of count: Int, in memory: SampleMemory.View) -> Int? {
    switch self {
    case .sample(let sample): sample.presentFrames(of: count, in: memory)
    }
  }

  /// Asks for what it needs a block of `count` frames later.
  @inline(__always)
  @_noLocks func prefetch(count: Int, in memory: SampleMemory.View) {
    switch self {
    case .sample(let sample): sample.prefetch(count: count, in: memory)
    }
  }

  /// The sound that it plays; nil where it plays none of sample memory.
  var sound: Sample? {
    @_noLocks get {
      switch self {
      case .sample(let sample): sample.sound
      }
    }
  }
}

/// What a source keeps of frames that it has passed. It stands beside the source, since that is copied for each block.
struct SourceHistory: BitwiseCopyable {
  var frames = InlineArray<20, SIMD2<Float>>(repeating: .zero)

  /// Silence.
  @_noLocks init() {}
}
