// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

extension EffectSetting {
  /// By how many frames what comes out is later than what went in; 0 while it is bypassed.
  public var latencyFrames: Int {
    guard !isBypassed else { return 0 }
    return switch effect {
    case .fir: FIRLowPass.latencyFrames(numbers)
    case .average: MovingAverage.latencyFrames(numbers)
    case .distort: Distortion.latencyFrames
    case .spectral: SpectralEffect.latencyFrames
    case .pitch: PitchShifter.latencyFrames
    case .lv2: PluginEffect.latencyFrames(material as? PluginMaterial)
    default: 0
    }
  }
}

extension MixSettings {
  /// By how many frames the effects on the way of the drums make them later.
  public var drumLatencyFrames: Int {
    [RackPlace.drums, .master].reduce(0) { sum, place in
      sum + (racks[place] ?? [:]).values.reduce(0) { $0 + $1.latencyFrames }
    }
  }
}
