// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// What an ``AudioLoop`` calls on the audio thread for each block.
///
/// `function(context, input, second, inputFrames, output, outputFrames)` gets mono input, nominally -1…1, and
/// fills all of `output` with interleaved stereo. `second` is what a second microphone heard at the same time; NULL where
/// there is none or no input. Where input and output run on one clock, each call
/// has both, of equal length. On two clocks a call has either: input with `output` NULL, or output with
/// `input` NULL; ``Timeline`` then says which output frame answers an input frame.
///
/// It is called by one thread at a time and must be real-time safe.
public struct BlockHandler: @unchecked Sendable {
  /// The function that is called.
  public let function: rt_block_function
  /// Handed to `function`; must stay alive until ``AudioLoop/wait()`` has returned.
  public let context: UnsafeMutableRawPointer

  /// A handler that calls `function` with `context`.
  public init(function: rt_block_function, context: UnsafeMutableRawPointer) {
    self.function = function
    self.context = context
  }
}
