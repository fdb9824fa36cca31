// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the frames of a voice come from. What the voice does with them, such as gain, fades,
/// choking and mixing, is the same for all.
enum VoiceSource: BitwiseCopyable {
  /// A sound of sample memory.
  case sample
}

/// The sources that a voice can have, of which one plays. They lie side by side, so that none is
/// copied for a block.
///
/// Another kind is a case of ``VoiceSource``, a property here, and a file of its own that says what
/// these functions do there.
struct VoiceSources: BitwiseCopyable {
  private let source: VoiceSource
  private var sample: SampleSource

  /// A source without a frame.
  @_noLocks init() { self.init(SampleSource()) }

  /// A sound of sample memory.
  @_noLocks init(_ sample: SampleSource) {
    source = .sample
    self.sample = sample
  }

  /// The next frames, at most `count` of them, which lie side by side until the next call; none at
  /// the end, and where something is missing.
  ///
  /// - Parameter memory: Where the sounds of its kit lie.
  @inline(__always)
  @_noLocks mutating func next(
    _ count: Int, in memory: SampleMemory.View, workspace: borrowing VoiceWorkspace
  ) -> (frames: UnsafePointer<SIMD2<Float>>, count: Int) {
    switch source {
    case .sample: sample.next(count, in: memory, workspace: workspace)
    }
  }

  /// Frames until it ends.
  var remainingFrames: Int {
    @inline(__always) @_noLocks get {
      switch source {
      case .sample: sample.remainingFrames
      }
    }
  }

  /// Frames of the sound, as it lies in memory, that it has passed.
  private var passedFrames: Int {
    @_noLocks get {
      switch source {
      case .sample: sample.passedFrames
      }
    }
  }

  /// Begins where another has come to, as far as it goes; how many frames of its sound that is.
  @_noLocks mutating func follow(_ other: VoiceSources, in memory: SampleMemory.View) -> Int {
    let passed = other.passedFrames
    return switch source {
    case .sample: sample.skip(passed, in: memory)
    }
  }

  /// How loud it is about now, root mean square.
  @inline(__always)
  @_noLocks func level(in memory: SampleMemory.View) -> Float {
    switch source {
    case .sample: sample.level(in: memory)
    }
  }

  /// How many of its next `count` frames can be had; nil for all of them.
  @inline(__always)
  @_noLocks func presentFrames(of count: Int, in memory: SampleMemory.View) -> Int? {
    switch source {
    case .sample: sample.presentFrames(of: count, in: memory)
    }
  }

  /// Asks for what it needs a block of `count` frames later.
  @inline(__always)
  @_noLocks func prefetch(count: Int, in memory: SampleMemory.View) {
    switch source {
    case .sample: sample.prefetch(count: count, in: memory)
    }
  }

  /// The sound that it plays; nil where it plays none of sample memory.
  var sound: Sample? {
    @inline(__always) @_noLocks get {
      switch source {
      case .sample: sample.sound
      }
    }
  }
}
