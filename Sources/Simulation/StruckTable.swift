// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A table in a room that is struck at different places and heard by two microphones on it: a
/// simulation.
///
/// The strike is a dry sound; each microphone hears it from its place by images in the walls
/// (``BoxRoom``), and with its own diffuse tail. The wood conducts nothing.
public struct StruckTable: Sendable {
  /// Places on the table, of which strikes stray.
  public static let placeCount = 4
  private static let imageOrder = 2
  private static let tailSeconds = 0.25
  /// The amplitude of the tail at its beginning, against the direct sound of the first place at the
  /// first microphone.
  private static let tailGain = 0.02

  private let room: BoxRoom
  private let places: [SIMD3<Double>]
  private let microphones: [SIMD3<Double>]
  private let strayMetres: Double
  private let sampleRateHz: Double

  /// The table of a seed: 1.2 m by 0.6 m, somewhere in a room of 3 to 6 m, its places in a row 25
  /// cm apart.
  ///
  /// - Parameters:
  ///   - spacingMetres: From one microphone to the other.
  ///   - strayMetres: How far strikes stray from their place in each direction.
  public init(
    seed: UInt64, sampleRateHz: Int, spacingMetres: Double = 0.3, strayMetres: Double = 0.02
  ) {
    var random = SeededGenerator(seed: seed)
    func within(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.uniform())
    }
    let size = SIMD3(within(3...6), within(3...5), within(2.3...3))
    room = BoxRoom(sizeMetres: size, reflection: within(0.5...0.75))
    let middle = SIMD3(within(1.2...size.x - 1.2), within(0.8...size.y - 0.8), 0.75)
    places = (0..<Self.placeCount).map { place in
      middle + SIMD3(0.25 * (Double(place) - 1.5) + within(-0.03...0.03), within(-0.05...0.1), 0)
    }
    // They stand behind the strikes, next to a keyboard or a laptop, not in its middle.
    let behind = middle + SIMD3(within(-0.1...0.1), 0.3, 0.05)
    microphones = [-0.5, 0.5].map { behind + SIMD3($0 * spacingMetres, 0, 0) }
    self.strayMetres = strayMetres
    self.sampleRateHz = Double(sampleRateHz)
  }

  /// The two microphones' input for a dry strike at a place; `seed` decides its deviation. The
  /// direct sound reaches the first microphone at the time of the dry strike.
  public func heard(
    _ dry: [Float], place: Int, seed: UInt64
  ) -> (first: [Float], second: [Float]) {
    var random = SeededGenerator(seed: seed)
    func stray() -> Double { strayMetres * Double(2 * random.uniform() - 1) }
    let source = places[place] + SIMD3(stray(), stray(), 0)
    // A little before, so that the second may hear it first.
    let leadFrames = 256.0
    let start = distance(source, microphones[0])
    let heard = microphones.map { microphone in
      var response = [Float](
        repeating: 0, count: Int(leadFrames) + Int(Self.tailSeconds * sampleRateHz))
      let reference = distance(places[0], microphones[0])
      for arrival in room.arrivals(from: source, to: microphone, order: Self.imageOrder) {
        let frames = (arrival.metres - start) / BoxRoom.speedOfSound * sampleRateHz
        Signal.add(reference * arrival.gain, at: leadFrames + frames, to: &response)
      }
      for frame in Int(leadFrames + 0.004 * sampleRateHz)..<response.count {
        let seconds = (Double(frame) - leadFrames) / sampleRateHz
        let decay = Units.amplitude(decibels: Float(-60 * seconds / Self.tailSeconds))
        response[frame] += Float(Self.tailGain) * decay * (2 * random.uniform() - 1)
      }
      return Self.convolved(dry, response, skipping: Int(leadFrames))
    }
    return (heard[0], heard[1])
  }

  private func distance(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    let offset = one - other
    return (offset * offset).sum().squareRoot()
  }

  private static func convolved(
    _ dry: [Float], _ response: [Float], skipping lead: Int
  ) -> [Float] {
    let transform = RealTransform(size: RealTransform.size(holding: dry.count + response.count))
    let product = transform.spectrum(of: dry).times(transform.spectrum(of: response))
    return Array(transform.samples(of: product)[lead..<lead + dry.count])
  }
}
