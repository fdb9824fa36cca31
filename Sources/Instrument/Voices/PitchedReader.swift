// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Reads a sound faster or slower than it was recorded. What it reads does not depend on the block
/// size: its place is counted in parts of a frame, and every frame follows from the place alone.
///
/// More than an octave up the sound is first thinned out by octaves, so that little of it folds
/// back. Then a frame is one of those that are left.
struct PitchedReader: BitwiseCopyable {
  /// A place is counted in parts of a frame, 2 to this power.
  private static var partBits: Int { @_noLocks get { 32 } }
  private static var partsPerFrame: Int { @_noLocks get { 1 << partBits } }
  /// Parts from one of the ``FractionalWeights`` places to the next, 2 to this power.
  private static var weightBits: Int { @_noLocks get { partBits - FractionalWeights.placeBits } }
  /// Frames of the sound for a frame, at most, and the same number of frames for one of the sound:
  /// four octaves. Each further one would double what a voice costs.
  static var mostRatio: Float { @_noLocks get { 16 } }

  /// Parts that a frame moves on by; at most two frames.
  private let step: Int
  /// By so many the sound is thinned out.
  private let octaves: Int
  /// After the first frame of the sound.
  private var place = 0
  /// Frames of silence that are still to be read before the sound, where it is thinned out.
  private var lead = 0
  /// Frames around the place, the first one ``FractionalWeights/leadFrames`` before it; silence
  /// before the sound.
  private var window = InlineArray<20, SIMD2<Float>>(repeating: .zero)
  private var isFilled = false

  /// At the beginning of a sound that is detuned a little: it takes `ratio` frames of it for a
  /// frame, 0.5...2.
  ///
  /// It moves on by whole ``FractionalWeights`` places, so that there is nothing between two of
  /// them to approximate: it is detuned by at most what was asked for, and by less than one 4096th
  /// less.
  @_noLocks init(detunedBy ratio: Float) {
    let places = Float(1 << FractionalWeights.placeBits)
    step = Self.partsPerFrame + Int((max(0.5, min(2, ratio)) - 1) * places) << Self.weightBits
    octaves = 0
  }

  /// At the beginning of a sound of which it takes exactly `ratio` frames for a frame, 1 /
  /// ``mostRatio``...``mostRatio``.
  @_noLocks init(ratio: Float) {
    var thinned = max(1 / Self.mostRatio, min(Self.mostRatio, ratio))
    var octaves = 0
    while thinned > 2 {
      thinned *= 0.5
      octaves += 1
    }
    step = Int(Double(thinned) * Double(Self.partsPerFrame))
    self.octaves = octaves
    restart(atFrame: 0)
  }

  /// Begins anew at a frame of the sound, with silence before it.
  @_noLocks mutating func restart(atFrame frame: Int) {
    place = (frame >> octaves) * Self.partsPerFrame
    lead = octaves > 0 ? DecimationWeights.reachFrames(octaves: octaves) / 2 : 0
    isFilled = false
  }

  /// Reads as recorded: there is nothing to compute.
  var isPlain: Bool { @_noLocks get { step == Self.partsPerFrame && octaves == 0 } }

  /// The frame of the sound that it has come to.
  var frame: Int { @_noLocks get { (place >> Self.partBits) << octaves } }

  /// How many frames can be read before a sound of `frameCount` frames ends.
  @_noLocks func remainingFrames(of frameCount: Int) -> Int {
    let thinned = (frameCount + (1 << octaves) - 1) >> octaves
    return max(0, (thinned * Self.partsPerFrame - place + step - 1) / step)
  }

  /// How many frames of a sound it may need for `count` frames.
  @_noLocks func sourceFrames(of count: Int) -> Int {
    guard !isPlain else { return count }
    let thinned = (step * count) >> Self.partBits + 1 + FractionalWeights.reachFrames
    return thinned << octaves + thinningFrames
  }

  /// How many frames can be read at least of so many frames of a sound.
  @_noLocks func frames(ofSourceFrames count: Int) -> Int {
    guard !isPlain else { return count }
    let thinned = max(0, count - thinningFrames) >> octaves
    return max(0, thinned - 1 - FractionalWeights.reachFrames) * Self.partsPerFrame / step
  }

  /// Frames that are looked at to thin the sound out.
  private var thinningFrames: Int {
    @_noLocks get { octaves > 0 ? DecimationWeights.reachFrames(octaves: octaves) : 0 }
  }

  /// Reads `count` frames, at most as many as `workspace` is for, into it.
  @_noLocks mutating func read(
    count: Int, from cursor: inout SampleCursor, in memory: SampleMemory.View,
    workspace: borrowing VoiceWorkspace
  ) {
    let source = workspace.source
    let reach = window.count
    if isFilled {
      for frame in 0..<reach { source[frame] = window[frame] }
    } else {
      // Silence, then the first frames.
      let silent = FractionalWeights.leadFrames
      for frame in 0..<silent { source[frame] = .zero }
      take(reach - silent, from: &cursor, in: memory, into: source + silent, workspace)
      isFilled = true
    }
    let parts = place & (Self.partsPerFrame - 1)
    let passed = (parts + step * count) >> Self.partBits
    take(passed, from: &cursor, in: memory, into: source + reach, workspace)
    for frame in 0..<count {
      let ahead = parts &+ step &* frame
      workspace.frames[frame] = workspace.weights.value(
        source + (ahead >> Self.partBits),
        place: (ahead & (Self.partsPerFrame &- 1)) >> Self.weightBits)
    }
    place += step * count
    for frame in 0..<reach { window[frame] = source[passed + frame] }
  }

  /// The next `count` frames of the sound, thinned out where it is, silence where it has ended.
  @_noLocks private mutating func take(
    _ count: Int, from cursor: inout SampleCursor, in memory: SampleMemory.View,
    into frames: UnsafeMutablePointer<SIMD2<Float>>, _ workspace: borrowing VoiceWorkspace
  ) {
    guard octaves > 0 else { return cursor.read(count: count, in: memory, into: frames) }
    let reach = DecimationWeights.reachFrames(octaves: octaves)
    for frame in 0..<count {
      let next = cursor.stretch(count: reach, in: memory)
      if next.count == reach && lead == 0 {
        frames[frame] = workspace.decimation.value(next.frames, octaves: octaves)
      } else {
        for silent in 0..<lead { workspace.thinned[silent] = .zero }
        var ahead = cursor
        ahead.read(count: reach - lead, in: memory, into: workspace.thinned + lead)
        frames[frame] = workspace.decimation.value(
          UnsafePointer(workspace.thinned), octaves: octaves)
      }
      let silent = min(lead, 1 << octaves)
      lead -= silent
      cursor.skip(1 << octaves - silent, in: memory)
    }
  }
}
