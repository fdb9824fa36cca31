// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A room with six flat walls, in which a sound comes on many ways.
///
/// Images of the source in the walls: J. Allen, D. Berkley, "Image method for efficiently
/// simulating small-room acoustics", JASA 65, 1979.
public struct BoxRoom: Sendable {
  /// Of air, in metres a second.
  public static let speedOfSound = 343.0
  /// Nothing is nearer than this to a source, in metres.
  private static let leastMetres = 0.1

  /// One way of a sound.
  public struct Arrival: Sendable {
    /// How long it is.
    public let metres: Double
    /// The amplitude that arrives, against that of the source at one metre.
    public let gain: Double
    /// How many walls throw it back; 0 on the direct way.
    public let bounces: Int
  }

  /// Its edges, of which the room fills the ranges from 0.
  public let sizeMetres: SIMD3<Double>
  /// The share of an amplitude that a wall reflects, 0...1.
  public let reflection: Double

  /// A room of a size.
  public init(sizeMetres: SIMD3<Double>, reflection: Double) {
    (self.sizeMetres, self.reflection) = (sizeMetres, reflection)
  }

  /// The ways from a source to a listener, by images up to an order in each direction.
  public func arrivals(
    from source: SIMD3<Double>, to listener: SIMD3<Double>, order mostOrder: Int
  ) -> [Arrival] {
    let orders = -mostOrder...mostOrder
    return orders.flatMap { x in
      orders.flatMap { y in
        orders.map { arrival(from: source, to: listener, order: SIMD3(x, y, $0)) }
      }
    }
  }

  private func arrival(
    from source: SIMD3<Double>, to listener: SIMD3<Double>, order: SIMD3<Int>
  ) -> Arrival {
    var image = SIMD3<Double>.zero
    for axis in 0..<3 {
      let wall = Double(order[axis]) * sizeMetres[axis]
      image[axis] =
        order[axis] % 2 == 0 ? wall + source[axis] : wall + sizeMetres[axis] - source[axis]
    }
    let offset = image - listener
    let distance = (offset * offset).sum().squareRoot()
    let bounces = abs(order.x) + abs(order.y) + abs(order.z)
    return Arrival(
      metres: distance, gain: pow(reflection, Double(bounces)) / max(Self.leastMetres, distance),
      bounces: bounces)
  }
}
