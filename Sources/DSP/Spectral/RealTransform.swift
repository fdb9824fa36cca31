// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Synchronization

/// The discrete Fourier transform of a real signal, and its inverse.
///
/// Spectra are planar: first the real parts of bins 0...size/2, then the imaginary ones, each
/// padded with zeros to whole vectors of eight. Plans are made with ESTIMATE, so that every run
/// rounds in the same way. Source: M. Frigo, S. Johnson, "The design and implementation of FFTW3",
/// Proc. IEEE 93(2), 2005.
public struct RealTransform: ~Copyable {
  /// Points of the transform; even.
  public let size: Int
  /// The vectors of the real parts, and as many of the imaginary parts.
  public let vectorCount: Int
  /// The signal: the input of ``forward(into:)`` and the output of ``inverse(of:)``.
  public let signal: UnsafeMutablePointer<Float>
  private let bins: UnsafeMutablePointer<fftwf_complex>
  private let forwardPlan: fftwf_plan
  private let inversePlan: fftwf_plan

  /// A transform of `size` points, even. The signal is all zeros.
  public init(size: Int) {
    precondition(size >= 2 && size % 2 == 0, "the size of a real transform is even")
    // Memory of this value only; only the planning is shared.
    nonisolated(unsafe) let signal = fftwf_alloc_real(size)
    nonisolated(unsafe) let bins = fftwf_alloc_complex(size / 2 + 1)
    nonisolated(unsafe) var plans: (forward: fftwf_plan?, inverse: fftwf_plan?)
    transformPlanner.withLock { _ in
      plans.forward = fftwf_plan_dft_r2c_1d(Int32(size), signal, bins, UInt32(FFTW_ESTIMATE))
      plans.inverse = fftwf_plan_dft_c2r_1d(Int32(size), bins, signal, UInt32(FFTW_ESTIMATE))
    }
    guard let signal, let bins, let forward = plans.forward, let inverse = plans.inverse else {
      fatalError("no memory for a transform of \(size) points")
    }
    signal.initialize(repeating: 0, count: size)
    self.size = size
    self.signal = signal
    self.bins = bins
    vectorCount = (size / 2 + 8) / 8
    forwardPlan = forward
    inversePlan = inverse
  }

  deinit {
    nonisolated(unsafe) let plans = (forwardPlan, inversePlan)
    transformPlanner.withLock { _ in
      fftwf_destroy_plan(plans.0)
      fftwf_destroy_plan(plans.1)
    }
    fftwf_free(signal)
    fftwf_free(bins)
  }

  /// Transforms the signal into a planar spectrum of `2 * vectorCount` vectors; not scaled.
  @_noLocks public func forward(into spectrum: UnsafeMutablePointer<SIMD8<Float>>) {
    rt_fft_r2c(forwardPlan, signal, bins)
    let real = UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Float.self)
    let imaginary = real + 8 &* vectorCount
    for bin in 0...size / 2 {
      real[bin] = bins[bin].0
      imaginary[bin] = bins[bin].1
    }
    for bin in size / 2 + 1..<8 * vectorCount {
      real[bin] = 0
      imaginary[bin] = 0
    }
  }

  /// Transforms a planar spectrum back into the signal, scaled so that it undoes ``forward(into:)``.
  @_noLocks public func inverse(of spectrum: UnsafePointer<SIMD8<Float>>) {
    let real = UnsafeRawPointer(spectrum).assumingMemoryBound(to: Float.self)
    let imaginary = real + 8 &* vectorCount
    let scale = 1 / Float(size)
    for bin in 0...size / 2 { bins[bin] = (scale * real[bin], scale * imaginary[bin]) }
    rt_fft_c2r(inversePlan, bins, signal)
  }
}
