// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A room of any size, with the energy of the sound that goes into it. Other values move its walls
/// while it sounds: echoes rise or fall in pitch until they are there. No latency.
///
/// Values: size, 0...1, from walls at 7 ms to walls at 115 ms, twice as far every third; decay,
/// 0.1...20 s, in which low echoes fall by 60 dB; damping of the walls, 0 (none)...1, a low-pass at
/// `1 kHz / damping²`; mix, 0...1. Two decays after the sound the room is silent and costs nothing.
/// Sources: see ``EchoNetwork``.
public struct RoomReverb: StereoEffect, ~Copyable {
  /// Twice the walls of ``EchoNetwork`` at most.
  private static var mostScale: Float { @_noLocks get { 2 } }
  /// Walls move at half a frame a frame at most, a third of it on the mean of an S-curve.
  private static var framesToMove: Float { @_noLocks get { 3 } }
  /// The cosines of eight frequencies spread evenly up to half of the sample rate.
  private static var cosines: SIMD8<Float> {
    @_noLocks get {
      SIMD8(
        0.980_785, 0.831_470, 0.555_570, 0.195_090, -0.195_090, -0.555_570, -0.831_470, -0.980_785)
    }
  }

  private let sampleRateHz: Float
  private let lineSeconds: SIMD8<Float>
  private var network: EchoNetwork
  private var lengths: ValueGlide
  private var restingLengths: SIMD8<Int>
  private var decays: ValueGlide
  /// Damping, the level of what enters, that of the echoes, that of the sound itself.
  private var levels: ValueGlide
  private var restFrames: Int
  private var silentFrames: Int

  /// A silent room. Values: size, decay in seconds, damping, mix.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    lineSeconds = SIMD8(EchoNetwork.lineSeconds)
    let room = Room(values, lineSeconds, sampleRateHz: sampleRateHz)
    network = EchoNetwork(
      mostFrames: Int(Self.mostScale * lineSeconds[7] * sampleRateHz) + 2,
      sampleRateHz: sampleRateHz)
    lengths = ValueGlide(room.lengths)
    restingLengths = room.wholeLengths
    decays = ValueGlide(room.decays)
    levels = ValueGlide(room.levels)
    (restFrames, silentFrames) = (room.restFrames, room.restFrames)
  }

  /// Becomes another room within `frameCount` frames; its walls may take longer.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    let room = Room(values, lineSeconds, sampleRateHz: sampleRateHz)
    var distance: Float = 0
    for line in 0..<8 { distance = max(distance, abs(room.lengths[line] - lengths.current[line])) }
    lengths.glide(
      to: room.lengths, frameCount: max(frameCount, Int(Self.framesToMove * distance)))
    restingLengths = room.wholeLengths
    decays.glide(to: room.decays, frameCount: frameCount)
    levels.glide(to: room.levels, frameCount: frameCount)
    let isSilent = silentFrames >= restFrames
    restFrames = room.restFrames
    // What still sounds has the time of the new room to end.
    silentFrames = isSilent ? restFrames : 0
  }

  /// Adds the echoes to frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let decays = decays.next()
      let levels = levels.next()
      let isMoving = lengths.isMoving
      let lengths = lengths.next()
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      silentFrames = input == .zero ? min(restFrames, silentFrames &+ 1) : 0
      var output = levels[3] * input
      if silentFrames < restFrames {
        let arriving =
          isMoving
          ? network.arriving(fromMoving: lengths) : network.arriving(from: restingLengths)
        let echoes = network.echo(
          levels[1] * input, arriving: arriving, decays: decays, damping: levels[0])
        output += levels[2] * echoes
      }
      (frame[0], frame[1]) = (output.x, output.y)
    }
  }

  /// What the values make of a room.
  private struct Room {
    let lengths: SIMD8<Float>
    let wholeLengths: SIMD8<Int>
    let decays: SIMD8<Float>
    let levels: SIMD8<Float>
    let restFrames: Int

    @_noLocks init(_ values: SIMD8<Float>, _ lineSeconds: SIMD8<Float>, sampleRateHz: Float) {
      let scale = mostScale * rt_exp2(3 * (EffectInput.held(values[0], 0, 1) - 1))
      let decaySeconds = EffectInput.held(values[1], 0.1, 20)
      let damping = EffectInput.held(values[2], 0, 1)
      let mix = EffectInput.held(values[3], 0, 1)
      var wholeLengths = SIMD8<Int>.zero
      var lengths = SIMD8<Float>.zero
      var decays = SIMD8<Float>.zero
      for line in 0..<8 {
        wholeLengths[line] = Units.frames(
          seconds: scale * lineSeconds[line], sampleRateHz: sampleRateHz)
        lengths[line] = Float(wholeLengths[line])
        decays[line] = Units.amplitude(
          decibels: -60 * lengths[line] / (sampleRateHz * decaySeconds))
      }
      let pole =
        damping > 0 ? rt_exp(-2 * .pi * 1000 / (damping * damping * sampleRateHz)) : 0
      let kept = decays[4] * decays[4]
      // The energy of noise: 16 times that of the input arrives first, and then again and again.
      let losses = (1 + pole * pole) - (2 * pole) * cosines
      let walls = (1 - pole) * (1 - pole) / losses
      let energy = 2 * (1 / (1 - kept * walls)).sum()
      self.wholeLengths = wholeLengths
      self.lengths = lengths
      self.decays = decays
      levels = SIMD8(1 - pole, 1 / rt_sqrt(energy), mix, 1 - mix, 0, 0, 0, 0)
      restFrames = Units.frames(seconds: 2 * decaySeconds, sampleRateHz: sampleRateHz)
    }
  }
}
