// SPDX-License-Identifier: GPL-3.0-or-later

/// The lower triangle `L` of a symmetric positive matrix `A = L Lᵀ`, and what follows from it.
///
/// Source: G. Golub, C. Van Loan, "Matrix Computations", section 4.2. Matrices are square and row-major.
public struct Cholesky: Sendable {
  /// Rows of the matrix.
  public let size: Int
  private let lower: [Double]

  /// Factors `matrix`, of which only the lower triangle is read; nil if it is not positive.
  public init?(_ matrix: [Double], size: Int) {
    precondition(matrix.count == size * size, "a square matrix")
    var lower = matrix
    for row in 0..<size {
      for column in 0...row {
        var sum = lower[row * size + column]
        for k in 0..<column { sum -= lower[row * size + k] * lower[column * size + k] }
        if row == column {
          guard sum > 0, sum.isFinite else { return nil }
          lower[row * size + row] = sum.squareRoot()
        } else {
          lower[row * size + column] = sum / lower[column * size + column]
        }
      }
    }
    self.size = size
    self.lower = lower
  }

  /// `L⁻¹ v`: a vector in which the covariance `A` has become unity. Its first n numbers depend on the first n of
  /// `v` alone.
  public func whitened(_ vector: [Double]) -> [Double] { whitened(vector, zeros: 0) }

  /// The same for a vector that begins with this many zeros.
  private func whitened(_ vector: [Double], zeros: Int) -> [Double] {
    var result = vector
    for row in zeros..<size {
      var sum = result[row]
      for k in zeros..<row { sum -= lower[row * size + k] * result[k] }
      result[row] = sum / lower[row * size + row]
    }
    return result
  }

  /// `L⁻¹`, lower triangular.
  public var inverseLower: [Double] {
    var inverse = [Double](repeating: 0, count: size * size)
    for column in 0..<size {
      var unit = [Double](repeating: 0, count: size)
      unit[column] = 1
      let solution = whitened(unit, zeros: column)
      for row in column..<size { inverse[row * size + column] = solution[row] }
    }
    return inverse
  }
}
