// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Synchronization

/// Threads must not share FFTW's planner; they may share the rest.
package let transformPlanner = Mutex(())

/// The power spectrum of a windowed stretch of signal, padded with zeros.
///
/// It has no `reset()`: a transform follows from its input alone.
///
/// Plans are made with ESTIMATE: MEASURE may choose another algorithm, and another rounding, each time.
/// Source: M. Frigo, S. Johnson, "The design and implementation of FFTW3", Proc. IEEE 93(2), 2005.
public struct PowerSpectrum: ~Copyable {
  /// Points of the transform; even.
  public let size: Int
  /// The signal to be transformed. Write the windowed signal to its beginning; the rest stays
  /// unchanged.
  public let input: UnsafeMutablePointer<Float>
  private let output: UnsafeMutablePointer<fftwf_complex>
  private let plan: fftwf_plan

  /// A transform of at least `minimumSize` points, of a size that is fast with FFTW. The input is
  /// all zeros.
  public init(minimumSize: Int) {
    let size = Self.quickSize(atLeast: max(2, minimumSize))
    // Memory of this value only; only the planning is shared.
    nonisolated(unsafe) let input = fftwf_alloc_real(size)
    nonisolated(unsafe) let output = fftwf_alloc_complex(size / 2 + 1)
    nonisolated(unsafe) var plan: fftwf_plan?
    transformPlanner.withLock { _ in
      plan = fftwf_plan_dft_r2c_1d(Int32(size), input, output, UInt32(FFTW_ESTIMATE))
    }
    guard let input, let output, let plan else {
      fatalError("no memory for a transform of \(size) points")
    }
    input.initialize(repeating: 0, count: size)
    self.size = size
    self.input = input
    self.output = output
    self.plan = plan
  }

  deinit {
    nonisolated(unsafe) let plan = plan
    transformPlanner.withLock { _ in fftwf_destroy_plan(plan) }
    fftwf_free(input)
    fftwf_free(output)
  }

  /// Transforms the input; read the result with ``power(bin:)``.
  @_noLocks public mutating func transform() { rt_fft_r2c(plan, input, output) }

  /// Squared magnitude of a bin, 0...size/2, of the last transform.
  @_noLocks public func power(bin: Int) -> Float {
    let value = output[bin]
    return value.0 * value.0 + value.1 * value.1
  }

  /// The smallest even number without prime factors over 5.
  static func quickSize(atLeast minimum: Int) -> Int {
    var size = minimum + minimum % 2
    while true {
      var rest = size
      for factor in [2, 3, 5] { while rest % factor == 0 { rest /= factor } }
      if rest == 1 { return size }
      size += 2
    }
  }
}
