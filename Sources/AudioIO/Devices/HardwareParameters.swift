// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA

/// The settings that a PCM still allows: ALSA's configuration space, narrowed setting by setting.
struct HardwareParameters: ~Copyable {
  let handle: OpaquePointer
  let space: OpaquePointer

  /// Everything that the device supports; nil if it cannot be configured at all.
  init?(handle: OpaquePointer) {
    var space: OpaquePointer?
    guard snd_pcm_hw_params_malloc(&space) == 0, let space else { return nil }
    guard snd_pcm_hw_params_any(handle, space) >= 0 else {
      snd_pcm_hw_params_free(space)
      return nil
    }
    self.handle = handle
    self.space = space
  }

  deinit { snd_pcm_hw_params_free(space) }

  var channels: ClosedRange<Int> {
    range(
      lowest: { snd_pcm_hw_params_get_channels_min($0, $1) },
      highest: { snd_pcm_hw_params_get_channels_max($0, $1) })
  }

  var ratesHz: ClosedRange<Int> {
    range(
      lowest: { snd_pcm_hw_params_get_rate_min($0, $1, nil) },
      highest: { snd_pcm_hw_params_get_rate_max($0, $1, nil) })
  }

  var periodFrames: ClosedRange<Int> {
    range(
      lowest: { snd_pcm_hw_params_get_period_size_min($0, $1, nil) },
      highest: { snd_pcm_hw_params_get_period_size_max($0, $1, nil) })
  }

  var bufferFrames: ClosedRange<Int> {
    range(
      lowest: { snd_pcm_hw_params_get_buffer_size_min($0, $1) },
      highest: { snd_pcm_hw_params_get_buffer_size_max($0, $1) })
  }

  /// The device's formats that Flam knows, the best first.
  var formats: [SampleFormat] {
    SampleFormat.allCases.filter {
      snd_pcm_hw_params_test_format(handle, space, $0.alsaFormat) == 0
    }
  }

  private typealias Bound<Value> = (OpaquePointer, UnsafeMutablePointer<Value>) -> Int32

  private func range<Value: FixedWidthInteger>(
    lowest: Bound<Value>, highest: Bound<Value>
  ) -> ClosedRange<Int> {
    var (low, high): (Value, Value) = (0, 0)
    guard lowest(space, &low) >= 0, highest(space, &high) >= 0, low <= high else { return 0...0 }
    return Int(clamping: low)...Int(clamping: high)
  }
}
