// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct CholeskyTests {
  /// L = [2 0 0; 1 3 0; 4 5 6]
  private let matrix: [Double] = [4, 2, 8, 2, 10, 19, 8, 19, 77]

  @Test("L⁻¹ times the matrix's own L is unity")
  func inverse() throws {
    let inverse = try #require(Cholesky(matrix, size: 3)).inverseLower
    let lower: [Double] = [2, 0, 0, 1, 3, 0, 4, 5, 6]
    for row in 0..<3 {
      for column in 0..<3 {
        let product = (0..<3).reduce(0) { $0 + inverse[row * 3 + $1] * lower[$1 * 3 + column] }
        #expect(abs(product - (row == column ? 1 : 0)) < 1e-12)
      }
    }
  }

  @Test("whitening a vector solves L x = v")
  func whitened() throws {
    let whitened = try #require(Cholesky(matrix, size: 3)).whitened([2, 7, 32])
    #expect(whitened == [1, 2, 3])
  }

  @Test("a matrix that is not positive has no factor")
  func indefinite() {
    #expect(Cholesky([1, 2, 2, 1], size: 2) == nil)
    #expect(Cholesky([.nan], size: 1) == nil)
  }
}
