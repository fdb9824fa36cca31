// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime
import Synchronization

/// Looks at the output when somebody asks how it sounds, on the thread that asks; until then nothing is computed. The audio
/// thread only copies what it plays.
final class OutputAnalyser: Sendable {
  /// The time over which the sides are compared, in seconds.
  static let comparedSeconds: Float = 0.3
  /// What was found is given again to whoever asks within so many seconds of the output.
  private static let keptSeconds: Float = 0.05
  /// The largest block, in samples of both sides; the history holds four.
  private static let largestBlock = 2 * 8192

  /// The last moments of the output, interleaved stereo.
  let played: SampleHistory
  private let sampleRateHz: Float
  private let last = Mutex<Last?>(nil)

  /// What was found last, and what finds it.
  private struct Last: ~Copyable {
    var spectrum: StereoSpectrum
    var found: OutputSpectrum
    var endFrame: Int
  }

  /// For an output of this rate, of which nothing was played yet.
  init(sampleRateHz: Int) {
    self.sampleRateHz = Float(sampleRateHz)
    let moment = Units.frames(
      seconds: StereoSpectrum.windowSeconds, sampleRateHz: self.sampleRateHz)
    played = SampleHistory(minimumFrames: max(2 * moment, 2 * Self.largestBlock))
  }

  /// How the output sounds now.
  func look() -> OutputSpectrum {
    last.withLock { last in
      let end = played.endFrame / 2
      var spectrum: StereoSpectrum
      switch consume last {
      case let known?:
        let age = end - known.endFrame
        guard age >= Units.frames(seconds: Self.keptSeconds, sampleRateHz: sampleRateHz) else {
          let found = known.found
          last = consume known
          return found
        }
        spectrum = known.spectrum
      case nil: spectrum = StereoSpectrum(sampleRateHz: sampleRateHz)
      }
      let found = look(until: end, &spectrum)
      last = Last(spectrum: spectrum, found: found, endFrame: end)
      return found
    }
  }

  private func look(until end: Int, _ spectrum: inout StereoSpectrum) -> OutputSpectrum {
    var samples: [Float] = []
    played.read(2 * max(0, end - spectrum.frameCount)..<2 * end, into: &samples)
    var meter = CorrelationMeter()
    let compared = Units.frames(seconds: Self.comparedSeconds, sampleRateHz: sampleRateHz)
    let frames = samples.count / 2
    for frame in max(0, frames - compared)..<frames {
      meter.process(SIMD2(samples[2 * frame], samples[2 * frame + 1]))
    }
    return OutputSpectrum(meter, spectrum.read(samples))
  }
}
