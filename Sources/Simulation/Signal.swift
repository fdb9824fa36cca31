// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Signals with known properties, for tests.
public enum Signal {
  /// White noise, evenly distributed in ±`amplitude`; the same seed gives the same noise.
  public static func noise(count: Int, amplitude: Float = 1, seed: UInt64 = 1) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in amplitude * (2 * generator.uniform() - 1) }
  }

  /// Adds an impulse that arrives between two frames; parts outside the signal are left out.
  static func add(_ gain: Double, at frames: Double, to signal: inout [Float]) {
    let whole = Int(frames)
    for frame in whole - 16...whole + 16 where signal.indices.contains(frame) {
      let distance = Double(frame) - frames
      let sinc = distance == 0 ? 1 : sin(.pi * distance) / (.pi * distance)
      signal[frame] += Float(gain * sinc * (0.5 + 0.5 * cos(.pi * distance / 17)))
    }
  }

  /// `signal` a number of frames later, made frequency by frequency: exact between frames too.
  /// `response` is the gain and the phase, in turns, that a device adds at a frequency in cycles a
  /// frame.
  public static func delayed(
    _ signal: [Float], frames: Double,
    response: (Double) -> (gain: Double, turns: Double) = { _ in (1, 0) }
  ) -> [Float] {
    let transform = RealTransform(size: RealTransform.size(holding: 2 * signal.count))
    var spectrum = transform.spectrum(of: signal)
    for bin in spectrum.indices {
      let frequency = Double(bin) / Double(transform.size)
      let device = response(frequency)
      let turns = (device.turns - frequency * frames).remainder(dividingBy: 1)
      spectrum.turn(bin, by: Float(2 * Double.pi * turns), gain: Float(device.gain))
    }
    return Array(transform.samples(of: spectrum).prefix(signal.count))
  }
}

extension Signal {
  /// Taps on a table: noise that decays in 10 ms, one every `everyFrames` frames, soft and hard,
  /// over a quiet room.
  public static func taps(count: Int, everyFrames: Int, seed: UInt64 = 1) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    var envelope: Float = 0
    return (0..<count).map { frame in
      if frame % everyFrames == everyFrames / 2 { envelope = 0.2 + 0.6 * generator.uniform() }
      envelope *= 0.9979
      return (envelope + 0.0005) * (2 * generator.uniform() - 1)
    }
  }
}
