// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Designs filters of finite length whose gain and phase come as near as can be to what is wanted, frequency by
/// frequency: so a filter may have a shorter delay than half of its length.
///
/// Weighted complex least squares; its normal equations are a symmetric Toeplitz system, solved by Levinson's recursion.
/// Sources: T. W. Parks, C. S. Burrus, "Digital Filter Design", Wiley 1987, chapter 3; G. Golub, C. Van Loan, "Matrix
/// Computations", section 4.7.
public struct LeastSquaresFilter: Sendable {
  /// A gain and a phase: the real and the imaginary part of a response.
  public struct Response: Sendable, Equatable {
    /// The part in phase.
    public var real: Double
    /// The part a quarter of a turn ahead.
    public var imaginary: Double

    /// A response.
    public init(_ real: Double, _ imaginary: Double = 0) {
      self.real = real
      self.imaginary = imaginary
    }

    /// `amplitude`, delayed by `angle` radians.
    public init(amplitude: Double, angle: Double) {
      self.init(amplitude * cos(angle), -amplitude * sin(angle))
    }

    /// The inverse response.
    public var inverse: Response {
      let power = real * real + imaginary * imaginary
      return Response(real / power, -imaginary / power)
    }

    /// Two responses one after the other.
    public static func * (first: Response, second: Response) -> Response {
      Response(
        first.real * second.real - first.imaginary * second.imaginary,
        first.real * second.imaginary + first.imaginary * second.real)
    }
  }

  /// The wanted response at a frequency, and its importance.
  public struct Aim: Sendable {
    let response: Response
    let weight: Double

    /// An aim. A weight of 0 leaves the frequency to chance.
    public init(_ response: Response, weight: Double) {
      self.response = response
      self.weight = weight
    }
  }

  /// The number of frequencies with an aim: evenly spread between 0 and half the sample rate.
  private static let frequencyCount = 4096
  /// Frequency `index`, in cycles a sample.
  private static func frequency(_ index: Int) -> Double {
    (Double(index) + 0.5) / Double(2 * frequencyCount)
  }

  /// The filter's impulse response.
  public let taps: [Double]

  /// The filter of `count` taps that is nearest to its aims, which are given for frequencies in cycles a sample.
  ///
  /// - Parameter regularisation: Added to the system's diagonal: keeps taps small where no aim is given.
  public init(count: Int, regularisation: Double, aim: (_ frequency: Double) -> Aim) {
    let aims = (0..<Self.frequencyCount).map { aim(Self.frequency($0)) }
    let circle = Self.circle
    var row = [Double](repeating: 0, count: count)
    var wanted = row
    let scale = 1 / Double(Self.frequencyCount)
    for (index, aim) in aims.enumerated() where aim.weight > 0 {
      let weight = scale * aim.weight
      let real = weight * aim.response.real
      let imaginary = weight * aim.response.imaginary
      var angle = 0
      for tap in 0..<count {
        let cosine = circle[angle]
        let sine = circle[(angle + 3 * circle.count / 4) % circle.count]
        row[tap] += weight * cosine
        wanted[tap] += real * cosine - imaginary * sine
        angle = (angle + 2 * index + 1) % circle.count
      }
    }
    row[0] += regularisation
    taps = Self.solve(row, wanted)
  }

  /// The response at a frequency in cycles a sample.
  public func response(at frequency: Double) -> Response {
    var sum = Response(0)
    for (tap, value) in taps.enumerated() {
      let angle = 2 * Double.pi * frequency * Double(tap)
      sum.real += value * cos(angle)
      sum.imaginary -= value * sin(angle)
    }
    return sum
  }

  /// Cosines around the whole circle, in the steps of the frequencies' angles.
  private static var circle: [Double] {
    let count = 4 * frequencyCount
    return (0..<count).map { cos(2 * Double.pi * Double($0) / Double(count)) }
  }

  /// Solves `A x = wanted`, where `A` is symmetric, positive and has `row` along its diagonals.
  private static func solve(_ row: [Double], _ wanted: [Double]) -> [Double] {
    var forward = [1 / row[0]]
    var solution = [wanted[0] / row[0]]
    for size in 1..<row.count {
      var error = 0.0
      var lack = 0.0
      for index in 0..<size {
        error += row[size - index] * forward[index]
        lack += row[size - index] * solution[index]
      }
      let scale = 1 / (1 - error * error)
      var next = forward.map { scale * $0 } + [0]
      for index in 0..<size { next[index + 1] -= scale * error * forward[size - 1 - index] }
      forward = next
      let step = wanted[size] - lack
      solution.append(0)
      for index in 0...size { solution[index] += step * forward[size - index] }
    }
    return solution
  }
}
