// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What sends return from.
struct SendReturns: ~Copyable {
  /// What is sent.
  let inputs = SendPieces()
  private var room: Reverb
  private var delay: DelayReturn
  private var isRoomHeard = false

  /// Returns that are silent.
  init(sampleRateHz: Float) {
    room = Reverb(sampleRateHz: sampleRateHz)
    delay = DelayReturn(sampleRateHz: sampleRateHz)
  }

  deinit { inputs.free() }

  /// One of them still sounds.
  var isHeard: Bool { @_noLocks get { isRoomHeard || delay.isHeard } }

  /// Notes have another length from the next frame on.
  @_noLocks mutating func follow(wholeNoteSeconds: Float) {
    delay.follow(wholeNoteSeconds: wholeNoteSeconds)
  }

  /// Replaces a piece of what is sent one way by the answer. Returns false, with all frames zero,
  /// if there is none.
  @_noLocks mutating func answer(_ send: Send, count: Int) -> Bool {
    let frames = inputs.piece(send)
    switch send {
    case .room:
      isRoomHeard = room.process(frames, count: count)
      return isRoomHeard
    case .delay: return delay.process(frames, count: count)
    }
  }
}
