// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The function that an ``AudioLoop`` calls on the audio thread for each block.
///
/// `function(context, input, second, inputFrames, output, outputFrames)` gets mono input, nominally
/// -1…1, and fills all of `output` with interleaved stereo. `second` is a second microphone; NULL
/// without one, or without input. On one clock each call has both input and output, of equal
/// length. On two clocks a call has either: input with `output` NULL, or output with `input` NULL;
/// ``Timeline`` then says which output frame answers an input frame.
///
/// One thread at a time calls it. It must be real-time safe.
public struct BlockHandler: @unchecked Sendable {
  /// The function.
  public let function: rt_block_function
  /// The first argument of `function`; must stay alive until ``AudioLoop/wait()`` has returned.
  public let context: UnsafeMutableRawPointer

  /// A handler that calls `function` with `context`.
  public init(function: rt_block_function, context: UnsafeMutableRawPointer) {
    self.function = function
    self.context = context
  }
}
