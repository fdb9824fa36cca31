// SPDX-License-Identifier: GPL-3.0-or-later
import CFFTW
import DSP

/// Samples from their spectrum, not divided by their number.
struct InverseTransform: ~Copyable {
  /// Half of the spectrum, from 0 Hz to the Nyquist frequency; used up by ``transform()``.
  let bins: UnsafeMutablePointer<fftwf_complex>
  let samples: UnsafeMutablePointer<Float>
  private let plan: fftwf_plan

  /// A transform to `size` samples; even.
  init(size: Int) {
    // Plain memory of this value alone; only the planning is shared.
    nonisolated(unsafe) let bins = fftwf_alloc_complex(size / 2 + 1)
    nonisolated(unsafe) let samples = fftwf_alloc_real(size)
    nonisolated(unsafe) var plan: fftwf_plan?
    transformPlanner.withLock { _ in
      plan = fftwf_plan_dft_c2r_1d(Int32(size), bins, samples, UInt32(FFTW_ESTIMATE))
    }
    guard let bins, let samples, let plan else {
      fatalError("no memory for a transform of \(size) points")
    }
    self.bins = bins
    self.samples = samples
    self.plan = plan
  }

  deinit {
    nonisolated(unsafe) let plan = plan
    transformPlanner.withLock { _ in fftwf_destroy_plan(plan) }
    fftwf_free(bins)
    fftwf_free(samples)
  }

  func transform() { fftwf_execute(plan) }
}
