// SPDX-License-Identifier: GPL-3.0-or-later

/// Where frames of a voice go, or of a drum: into the mix or the piece of a bus, where it is sent, to a
/// part.
struct VoiceWay {
  private let output: UnsafeMutablePointer<Float>
  /// The part of its sound; nil if parts are not wanted.
  private let stem: UnsafeMutablePointer<Float>?
  /// Where it is sent, nil for nowhere, and how much of it.
  private var sends: SendPieces?
  private var sendGains = SendGains()
  /// Of the bus of loops, which the mix passes later: what goes elsewhere has it from here.
  private var gain = GainRamp(SIMD2(1, 1))
  /// Frames that went this way.
  private var done = 0

  /// A way into the mix, or into the piece of loops, from a frame of the piece on.
  @_noLocks init(
    to mix: UnsafeMutablePointer<Float>, _ loops: LoopPath?, fromFrame first: Int,
    stem: UnsafeMutablePointer<Float>?
  ) {
    self.stem = stem
    guard let loops else {
      output = mix
      return
    }
    output = loops.notes + 2 * first
    gain = loops.gain
    gain.advance(first)
  }

  /// It is sent as well.
  @_noLocks mutating func send(to sends: SendPieces?, _ gains: SendGains) {
    (self.sends, sendGains) = (sends, gains)
  }

  /// Adds the next frames of a voice.
  @_noLocks mutating func add(
    _ voice: UnsafeMutablePointer<Voice>, count: Int,
    _ workspace: UnsafeMutablePointer<VoiceWorkspace>
  ) {
    let (alone, end) = (workspace.pointee.alone, done + count)
    while done < end && !voice.pointee.isIdle {
      let piece = min(VoiceWorkspace.frameCount, end - done)
      for frame in 0..<piece { alone[frame] = .zero }
      voice.pointee.render(
        count: piece, into: UnsafeMutableRawPointer(alone), workspace: workspace.pointee)
      add(alone, count: piece)
    }
  }

  /// Adds frames.
  @_noLocks mutating func add(_ frames: UnsafeMutablePointer<SIMD2<Float>>, count: Int) {
    var whole = GainRamp(SIMD2(1, 1))
    whole.mix(frames, count: count, into: UnsafeMutableRawPointer(output + 2 * done))
    if let sends {
      add(frames, count: count, to: sends, .room)
      add(frames, count: count, to: sends, .delay)
    }
    if let stem {
      gain.mix(frames, count: count, into: UnsafeMutableRawPointer(stem + 2 * done))
    } else {
      gain.advance(count)
    }
    done += count
  }

  /// Adds frames to what goes one way.
  @_noLocks private func add(
    _ frames: UnsafeMutablePointer<SIMD2<Float>>, count: Int, to sends: SendPieces, _ send: Send
  ) {
    let sent = sendGains.gain(send)
    if sent.isSilent { return }
    let piece = sends.piece(send) + done
    for frame in 0..<count {
      let gain = gain.gain(ahead: frame) * sent.gain(ahead: done + frame)
      piece[frame] += frames[frame] * gain
    }
  }
}
