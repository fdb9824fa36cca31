// SPDX-License-Identifier: GPL-3.0-or-later

/// A way on which drums leave beside the mix. What makes an answer of it returns on a bus.
public enum Send: CaseIterable, BitwiseCopyable, Sendable {
  /// Into a small room.
  case room
  /// Onto a tape that echoes.
  case delay

  /// Its place among all.
  var place: Int {
    @_noLocks get {
      switch self {
      case .room: 0
      case .delay: 1
      }
    }
  }

  /// Where it returns.
  public var bus: MixBus {
    @_noLocks get {
      switch self {
      case .room: .room
      case .delay: .delay
      }
    }
  }
}

/// What goes each way: a piece for each, zero between two pieces.
public struct SendPieces: BitwiseCopyable, @unchecked Sendable {
  private let frames: UnsafeMutablePointer<SIMD2<Float>>
  private var firstFrame = 0

  /// Silence. Its owner frees it.
  init() {
    let count = Send.allCases.count * Mixer.pieceFrames
    frames = .allocate(capacity: count)
    frames.initialize(repeating: .zero, count: count)
  }

  /// Gives the memory back. Not for the audio thread.
  func free() { frames.deallocate() }

  /// What goes one way.
  @_noLocks func piece(_ send: Send) -> UnsafeMutablePointer<SIMD2<Float>> {
    frames + (send.place &* Mixer.pieceFrames &+ firstFrame)
  }

  /// The same from a later frame of the piece on.
  @_noLocks func from(frame: Int) -> SendPieces {
    var later = self
    later.firstFrame &+= frame
    return later
  }
}

/// How much of a drum goes each way.
struct SendGains: BitwiseCopyable {
  private var room = GainRamp(.zero)
  private var delay = GainRamp(.zero)

  /// Nothing is sent.
  @_noLocks init() {}

  /// What a strip sends.
  init(_ strip: Strip) {
    room = GainRamp(SIMD2(repeating: strip.send))
    delay = GainRamp(SIMD2(repeating: strip.delay))
  }

  /// The gain of one way.
  @_noLocks func gain(_ send: Send) -> GainRamp {
    switch send {
    case .room: room
    case .delay: delay
    }
  }

  /// How many ways have something, or still fade to nothing.
  var soundingCount: Int {
    @_noLocks get { (room.isSilent ? 0 : 1) &+ (delay.isSilent ? 0 : 1) }
  }

  /// Moves to what a strip sends, as far as that differs from the strip before.
  @_noLocks mutating func glide(from old: Strip, to strip: Strip, frameCount: Int) {
    if strip.send != old.send {
      room.glide(to: SIMD2(repeating: strip.send), frameCount: frameCount)
    }
    if strip.delay != old.delay {
      delay.glide(to: SIMD2(repeating: strip.delay), frameCount: frameCount)
    }
  }

  /// Lets frames pass.
  @_noLocks mutating func advance(_ frameCount: Int) {
    room.advance(frameCount)
    delay.advance(frameCount)
  }
}
