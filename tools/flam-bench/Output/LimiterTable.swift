// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Limiters

/// Distortion and aliases of each limiter over drive, and its delay.
struct LimiterTable {
  private static let rateHz = 48_000.0
  private static let tonesHz = [997.0, 4999]
  private static let drives = [-6.1, 0, 6, 12]
  private static let mostAlias = -90.0
  /// Of sound below the knee.
  private static let mostQuietDistortion = 1e-5
  private static let mostLatencySeconds = 0.0002
  private static let mostBassDistortion = 0.01

  func run() -> Bool {
    print("  sines at 48 kHz: THD+N in %, aliases in dB of the tone, true peak in dBTP, over drive")
    var isMet = true
    for kind in LimiterKind.allCases {
      let frames = kind.latencyFrames(sampleRateHz: Float(Self.rateHz))
      print("  \(kind.rawValue): \(frames) frames late, measured \(measuredLatency(kind))")
      for hertz in Self.tonesHz {
        for drive in Self.drives { isMet = report(kind, hertz: hertz, drive: drive) && isMet }
      }
    }
    let seconds = Double(SoftLimiter.latencyFrames) / 44_100
    isMet = verdict("soft is late by at most 0.2 ms", seconds <= Self.mostLatencySeconds) && isMet
    return bass() && isMet
  }

  private func report(_ kind: LimiterKind, hertz: Double, drive: Double) -> Bool {
    let output = kind.limited(
      tone(hertz, decibels: drive), channelCount: 1, sampleRateHz: Float(Self.rateHz))
    let figures = ToneFigures(output, hertz: hertz)
    var meter = TruePeakMeter(channelCount: 1)
    meter.process(output)
    let peak = Double(Units.decibels(amplitude: meter.amplitude))
    print(
      "    \(hertz.digits(0)) Hz \(drive.digits(1)) dB: THD+N \((100 * figures.distortion).digits(4)), "
        + "aliases \(figures.aliasDecibels.digits(1)), true peak \(peak.digits(2))")
    guard kind == .soft else { return true }
    var isMet = verdict(
      "aliases below -90 dB", figures.aliasDecibels < Self.mostAlias, onlyIfNot: true)
    isMet = verdict("true peak at most 0 dBTP", peak <= 0, onlyIfNot: true) && isMet
    if drive < -6 {
      isMet =
        verdict(
          "untouched below the knee", figures.distortion < Self.mostQuietDistortion,
          onlyIfNot: true) && isMet
    }
    return isMet
  }

  /// A recording's bass is turned down and not bent.
  private func bass() -> Bool {
    var isMet = true
    for kind in [LimiterKind.lookAhead, .smart] {
      let shares = [60.0, 100, 150].map { hertz in
        let output = kind.limited(
          tone(hertz, decibels: 12), channelCount: 1, sampleRateHz: Float(Self.rateHz))
        return ToneFigures(output, hertz: hertz).distortion
      }
      let text = shares.map { (20 * log10($0)).digits(0) }.joined(separator: "/")
      print("  \(kind.rawValue): THD+N of 60/100/150 Hz, 12 dB too loud: \(text) dB")
      if kind == .lookAhead {
        isMet = verdict(
          "look-ahead leaves a bass its shape", shares.allSatisfy { $0 < Self.mostBassDistortion })
      }
    }
    return isMet
  }

  private func measuredLatency(_ kind: LimiterKind) -> Int {
    var click = [Float](repeating: 0, count: 4000)
    click[1000] = 0.4
    switch kind {
    case .soft: return late(&click, SoftLimiter(channelCount: 1))
    case .lookAhead: return late(&click, lookAhead(.recording))
    case .smart: return late(&click, lookAhead(.aroundPeaks))
    case .sigmoid: return late(&click, SigmoidCompressor())
    case .hard: return late(&click, HardLimiter())
    }
  }

  private func lookAhead(_ settings: LookAheadLimiter.Settings) -> LookAheadLimiter {
    LookAheadLimiter(settings, channelCount: 1, sampleRateHz: Float(Self.rateHz))
  }

  private func late<Limiter: BlockLimiter & ~Copyable>(
    _ click: inout [Float], _ limiter: consuming Limiter
  ) -> Int {
    var span = click.mutableSpan
    limiter.process(&span)
    return (click.indices.max { abs(click[$0]) < abs(click[$1]) } ?? 0) - 1000
  }

  private func tone(_ hertz: Double, decibels: Double) -> [Float] {
    let amplitude = pow(10, decibels / 20)
    // Nothing ordinary begins at full strength.
    return (0..<96_000).map {
      let rise = min(1, Double($0) / 480)
      return Float(rise * amplitude * sin(2 * .pi * hertz * Double($0) / Self.rateHz))
    }
  }
}

/// Prints whether a target is met; prints nothing if it is and `onlyIfNot`.
func verdict(_ target: String, _ isMet: Bool, onlyIfNot: Bool = false) -> Bool {
  if !isMet || !onlyIfNot { print("  target: \(target): \(isMet ? "met" : "MISSED")") }
  return isMet
}
