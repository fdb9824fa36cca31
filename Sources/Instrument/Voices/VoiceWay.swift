// SPDX-License-Identifier: GPL-3.0-or-later

/// Where frames of a voice go, or of a drum: into the mix or the piece of a bus, into the room, to
/// a part.
struct VoiceWay {
  private let output: UnsafeMutablePointer<Float>
  /// The part of its sound; nil if parts are not wanted.
  private let stem: UnsafeMutablePointer<Float>?
  /// The room's input, and the gain into it; nil for none.
  private var sends: UnsafeMutablePointer<SIMD2<Float>>?
  private var send = GainRamp(.zero)
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

  /// It goes into the room as well, at a gain; nil for not at all.
  @_noLocks mutating func send(to sends: UnsafeMutablePointer<SIMD2<Float>>?, _ gain: GainRamp?) {
    guard let sends, let gain else { return }
    (self.sends, send) = (sends, gain)
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
      for frame in 0..<count {
        let gain = gain.gain(ahead: frame) * send.gain(ahead: done + frame)
        sends[done + frame] += frames[frame] * gain
      }
    }
    if let stem {
      gain.mix(frames, count: count, into: UnsafeMutableRawPointer(stem + 2 * done))
    } else {
      gain.advance(count)
    }
    done += count
  }
}
