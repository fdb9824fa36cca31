// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA

/// What a PCM can still be set to: ALSA's configuration space, narrowed setting by setting.
struct HardwareParameters: ~Copyable {
  let handle: OpaquePointer
  let space: OpaquePointer

  /// All that the device can do; nil where it cannot be configured at all.
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
    range { space, value in snd_pcm_hw_params_get_channels_min(space, &value) } to: {
      space, value in snd_pcm_hw_params_get_channels_max(space, &value)
    }
  }

  var ratesHz: ClosedRange<Int> {
    range { space, value in snd_pcm_hw_params_get_rate_min(space, &value, nil) } to: {
      space, value in snd_pcm_hw_params_get_rate_max(space, &value, nil)
    }
  }

  var periodFrames: ClosedRange<Int> {
    frameRange { space, value in snd_pcm_hw_params_get_period_size_min(space, &value, nil) } to: {
      space, value in snd_pcm_hw_params_get_period_size_max(space, &value, nil)
    }
  }

  var bufferFrames: ClosedRange<Int> {
    frameRange { space, value in snd_pcm_hw_params_get_buffer_size_min(space, &value) } to: {
      space, value in snd_pcm_hw_params_get_buffer_size_max(space, &value)
    }
  }

  /// The formats of ours that the device has, best first.
  var formats: [SampleFormat] {
    SampleFormat.allCases.filter {
      snd_pcm_hw_params_test_format(handle, space, $0.alsaFormat) == 0
    }
  }

  private func range(
    _ lowest: (OpaquePointer, inout UInt32) -> Int32, to highest: (OpaquePointer, inout UInt32) -> Int32
  ) -> ClosedRange<Int> {
    var (low, high): (UInt32, UInt32) = (0, 0)
    guard lowest(space, &low) >= 0, highest(space, &high) >= 0, low <= high else { return 0...0 }
    return Int(low)...Int(high)
  }

  private func frameRange(
    _ lowest: (OpaquePointer, inout snd_pcm_uframes_t) -> Int32,
    to highest: (OpaquePointer, inout snd_pcm_uframes_t) -> Int32
  ) -> ClosedRange<Int> {
    var (low, high): (snd_pcm_uframes_t, snd_pcm_uframes_t) = (0, 0)
    guard lowest(space, &low) >= 0, highest(space, &high) >= 0, low <= high else { return 0...0 }
    return Int(clamping: low)...Int(clamping: high)
  }
}
