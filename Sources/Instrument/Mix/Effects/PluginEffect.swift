// SPDX-License-Identifier: GPL-3.0-or-later
import CPluginLine
import DSP

/// A plug-in of another process as an effect. Its sound goes there in blocks of a fixed length and
/// comes back a block later, so that nobody waits for it while it plays.
///
/// What did not come in time, or of a plug-in that ended, passes as it is, equally late. The
/// arithmetic is the plug-in's own.
public struct PluginEffect: StereoEffect, ~Copyable {
  private static var blockFrames: Int { @_noLocks get { Int(plugin_block_frames) } }
  /// A step between the plug-in's sound and that which passes it fades within this.
  private static var fadeFrames: Int { @_noLocks get { 64 } }
  /// A plug-in that is missing for so long is no longer asked.
  private static var mostMissingSeconds: Float { @_noLocks get { 1 } }

  /// Two blocks and the delay of the plug-in itself.
  public let latencyFrames: Int

  private let material: PluginMaterial?
  private let line: UnsafeMutablePointer<plugin_line>?
  private var values: SIMD8<Float>
  /// The latency with a plug-in: two blocks on the way to its process and back, and its own.
  static func latencyFrames(_ material: PluginMaterial?) -> Int {
    2 * blockFrames + (material?.latencyFrames ?? 0)
  }

  /// The block that is being filled.
  private let block: UnsafeMutablePointer<SIMD2<Float>>
  private var filledFrames = 0
  /// What came back, to be heard while the block is filled.
  private let result: UnsafeMutablePointer<SIMD2<Float>>
  private var isThere = false
  /// The number of the block that was given last; nil if it was not.
  private var given: UInt32?
  private let mostMissing: Int
  private var missing = 0
  /// The sound that passes the plug-in by, as late as its own.
  private let passing: UnsafeMutablePointer<SIMD2<Float>>
  private var passingFrame = 0
  private var last = SIMD2<Float>.zero
  private var lastPassing = SIMD2<Float>.zero
  private var step = SIMD2<Float>.zero
  private var stepFrames = 0

  /// A plug-in that has heard nothing yet; without one, the sound passes as it is, but late.
  public init(_ material: PluginMaterial?, _ values: SIMD8<Float>, sampleRateHz: Float) {
    (self.material, self.values) = (material, values)
    line = material?.take()
    latencyFrames = Self.latencyFrames(material)
    mostMissing =
      Units.frames(seconds: Self.mostMissingSeconds, sampleRateHz: sampleRateHz)
      / Self.blockFrames
    func silence(_ frames: Int) -> UnsafeMutablePointer<SIMD2<Float>> {
      let memory = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: frames)
      memory.initialize(repeating: .zero, count: frames)
      return memory
    }
    block = silence(Self.blockFrames)
    result = silence(Self.blockFrames)
    passing = silence(latencyFrames)
  }

  deinit {
    if line != nil { material?.giveBack() }
    block.deallocate()
    result.deallocate()
    passing.deallocate()
  }

  /// The plug-in takes them on with its next block; how softly is its own affair.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values = values
  }

  /// Processes frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let input = EffectInput.frame(frames + 2 * index)
      lastPassing = passing[passingFrame]
      var sound = isThere ? result[filledFrames] : lastPassing
      passing[passingFrame] = input
      passingFrame = passingFrame &+ 1 == latencyFrames ? 0 : passingFrame &+ 1
      if stepFrames > 0 {
        sound += step * (Float(stepFrames) / Float(Self.fadeFrames))
        stepFrames &-= 1
      }
      last = sound
      (frames[2 * index], frames[2 * index + 1]) = (sound.x, sound.y)
      block[filledFrames] = input
      filledFrames &+= 1
      if filledFrames == Self.blockFrames { turn() }
    }
  }

  /// Gives the block, and takes what came of the one before.
  @_noLocks private mutating func turn() {
    filledFrames = 0
    guard let line else { return }
    let (before, wasThere, wasMissing) = (given, isThere, missing > 0)
    given = give(to: line)
    isThere = false
    if let before { isThere = take(from: line, before) }
    let isExpected = before != nil || wasMissing || wasThere
    missing = isThere || !isExpected ? 0 : missing &+ 1
    if missing > mostMissing && plugin_line_state(line) == plugin_runs {
      plugin_line_give_up(line, plugin_hangs)
    }
    guard isThere != wasThere, wasThere || wasMissing else { return }
    // What came late is unknown where it was missing: the two meet where both are known.
    let rest = step * (Float(stepFrames) / Float(Self.fadeFrames))
    step = isThere ? passing[passingFrame] + rest - result[0] : last - lastPassing
    stepFrames = Self.fadeFrames
  }

  /// Gives the block if the plug-in is there for it; returns its number.
  @_noLocks private func give(to line: UnsafeMutablePointer<plugin_line>) -> UInt32? {
    guard plugin_line_state(line) == plugin_runs, let slot = plugin_line_free_slot(line) else {
      return nil
    }
    let (numbers, input) = (plugin_slot_values(slot), plugin_slot_input(slot))
    for place in 0..<values.scalarCount { numbers[place] = values[place] }
    for frame in 0..<Self.blockFrames {
      (input[2 * frame], input[2 * frame + 1]) = (block[frame].x, block[frame].y)
    }
    return plugin_line_give(line)
  }

  /// Takes what came of a block; false if it is not there.
  @_noLocks private func take(
    from line: UnsafeMutablePointer<plugin_line>, _ number: UInt32
  ) -> Bool {
    guard let slot = plugin_line_take(line, number) else { return false }
    let output = plugin_slot_output(slot)
    for frame in 0..<Self.blockFrames { result[frame] = EffectInput.frame(output + 2 * frame) }
    return true
  }
}
