// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A room around a sound: first reflections off its walls, then a short diffuse tail.
///
/// The reflections are mirror images of the source (J. Allen and D. Berkley, "Image method for
/// efficiently simulating small-room acoustics", JASA 65, 1979); the tail is a network of eight
/// delays (J.-M. Jot and A. Chaigne, "Digital delay networks for designing artificial
/// reverberators", AES 90th convention, 1991). The direct sound stays at the first frame.
package struct Room: Sendable {
  /// Length, width and height.
  var sizeMetres: [Double]
  /// Time in which the tail falls by 60 dB, at low frequencies.
  var tailSeconds: Double
  /// The level of the first reflections, relative to what the walls' distance gives.
  var reflectionGain: Double
  var tailGain: Double
  /// The level of a pair of overhead microphones, relative to the one at the source.
  var overheadGain: Double
  /// Above this frequency the walls absorb most.
  var absorptionHz: Double

  private static let speedOfSound = 343.0
  private static let source = [0.43, 0.38, 0.25]
  private static let ears = [[0.40, 0.72, 0.55], [0.52, 0.74, 0.55]]

  package init(
    sizeMetres: [Double] = [6.1, 4.7, 2.9], tailSeconds: Double = 0.38, reflectionGain: Double,
    tailGain: Double, overheadGain: Double = 0, absorptionHz: Double
  ) {
    self.sizeMetres = sizeMetres
    self.tailSeconds = tailSeconds
    self.reflectionGain = reflectionGain
    self.tailGain = tailGain
    self.overheadGain = overheadGain
    self.absorptionHz = absorptionHz
  }

  /// The same room at another level.
  package func withGain(_ gain: Double) -> Room {
    var room = self
    room.reflectionGain *= gain
    room.tailGain *= gain
    room.overheadGain *= gain
    return room
  }

  /// The sound in the room, longer by the tail.
  ///
  /// - Parameter pan: The place of the drum, -1 left ... 1 right: nearer to that overhead
  ///   microphone.
  package func place(_ dry: Sound, pan: Double = 0) -> Sound {
    var wet = Sound(frameCount: dry.frameCount + Int(tailSeconds * sampleRateHz))
    let sent = Biquad.lowPass(hz: absorptionHz, q: 0.5).filter(dry.mono)
    let reflected = [0, 1].map { reflections(of: sent, atEar: Self.ears[$0], in: wet.frameCount) }
    let tail = diffuse(reflected[0], reflected[1])
    // Both hear it a little later than the microphone at the drum, and at different times.
    let above = overheadGain == 0 ? [] : dry.mono.filtered(.highPass(hz: 250))
    for (side, late) in [(-1.0, 0.0031), (1, 0.0037)] {
      let start = Int((late - 0.0008 * side * pan) * sampleRateHz)
      wet.add(above, level: overheadGain * 1.4 / 2, pan: side, atFrame: start)
    }
    for frame in 0..<wet.frameCount {
      let early = (reflected[0][frame], reflected[1][frame])
      wet.left[frame] += reflectionGain * early.0 + tailGain * tail.left[frame]
      wet.right[frame] += reflectionGain * early.1 + tailGain * tail.right[frame]
      if frame < dry.frameCount {
        wet.left[frame] += dry.left[frame]
        wet.right[frame] += dry.right[frame]
      }
    }
    return wet
  }

  private func reflections(of signal: [Double], atEar ear: [Double], in count: Int) -> [Double] {
    let direct = distance(image: [0, 0, 0], ear: ear)
    var result = [Double](repeating: 0, count: count)
    for image in Self.images {
      let path = distance(image: image, ear: ear)
      let delay = Int((path - direct) / Self.speedOfSound * sampleRateHz) + 1
      let order = image.reduce(0) { $0 + abs($1) }
      let gain = direct / path * pow(0.75, Double(order))
      for frame in 0..<min(signal.count, max(0, count - delay)) {
        result[frame + delay] += gain * signal[frame]
      }
    }
    return result
  }

  /// Reflections off up to two walls: how often each axis is mirrored.
  private static let images: [[Int]] = {
    let span = -2...2
    return span.flatMap { x in span.flatMap { y in span.map { z in [x, y, z] } } }
      .filter { (1...2).contains($0.reduce(0) { $0 + abs($1) }) }
  }()

  private func distance(image: [Int], ear: [Double]) -> Double {
    (0..<3).map { axis in
      let position = image[axis] % 2 == 0 ? Self.source[axis] : 1 - Self.source[axis]
      return pow((Double(image[axis]) + position - ear[axis]) * sizeMetres[axis], 2)
    }.reduce(0, +).squareRoot()
  }

  private func diffuse(_ left: [Double], _ right: [Double]) -> Sound {
    let lengths = [509, 631, 743, 877, 1013, 1187, 1361, 1559]
    var lines = lengths.map { [Double](repeating: 0, count: $0) }
    let gains = lengths.map { pow(decayPerFrame(ringSeconds: tailSeconds), Double($0)) }
    let damping = exp(-2 * Double.pi * absorptionHz / sampleRateHz)
    var damped = [Double](repeating: 0, count: lengths.count)
    var result = Sound(frameCount: left.count)
    for frame in 0..<left.count {
      for line in lengths.indices {
        let out = lines[line][frame % lengths[line]] * gains[line]
        damped[line] = out + damping * (damped[line] - out)
      }
      result.left[frame] = damped[0] - damped[2] + damped[4] - damped[6]
      result.right[frame] = damped[1] - damped[3] + damped[5] - damped[7]
      let mean = damped.reduce(0, +) / 4
      for line in lengths.indices {
        let fed = line % 2 == 0 ? left[frame] : right[frame]
        lines[line][frame % lengths[line]] = fed + damped[line] - mean
      }
    }
    return result
  }
}
