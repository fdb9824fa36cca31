// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import CRealtime
import CRealtimeALSA
import Glibc

/// The audio thread's view of a stream: plain values, no references. Valid as long as the stream is
/// open.
struct StreamSide: BitwiseCopyable {
  let pcm: OpaquePointer
  let layout: FrameLayout
  let periodFrames: Int
  let bufferFrames: Int
  let filledFrames: Int
  /// 0: the sum of all channels; otherwise counted from 1.
  let channel: Int
  /// The channel of a second microphone, counted from 1; 0 if there is none.
  let secondChannel: Int
  /// The channels of the two sides.
  let outputChannels: OutputChannels
  /// Rounds the output to whole numbers.
  let quantiser: UnsafeMutablePointer<SampleQuantiser>
  /// One period in the device's layout.
  let frames: UnsafeMutableRawPointer

  init(_ stream: PCMStream, channels: InputChannels, outputChannels: OutputChannels) {
    pcm = stream.handle
    layout = stream.layout
    periodFrames = stream.periodFrames
    bufferFrames = stream.bufferFrames
    filledFrames = stream.filledFrames
    switch channels {
    case .channel(let number): (channel, secondChannel) = (number, 0)
    case .pair(let first, let second): (channel, secondChannel) = (first, second)
    case .sum: (channel, secondChannel) = (0, 0)
    }
    self.outputChannels = outputChannels
    quantiser = stream.quantiser
    frames = stream.frames
  }

  /// How late a captured period may be read before input is lost, in frames.
  var slackFrames: Int { @_noLocks get { bufferFrames - periodFrames } }

  /// If the playback buffer has more room than this, it holds a period less than it should.
  var roomFrames: Int { @_noLocks get { bufferFrames - filledFrames + periodFrames } }

  /// Reads a waiting period; returns 0, or a negative error.
  ///
  /// - Parameter second: Receives the second microphone; nil without one.
  @_noLocks func read(
    into mono: UnsafeMutablePointer<Float>, second: UnsafeMutablePointer<Float>?
  ) -> Int {
    var done = 0
    while done < periodFrames {
      let count = rt_pcm_read(
        pcm, frames + done * layout.bytesPerFrame, UInt(periodFrames - done))
      guard count > 0 else { return count == 0 ? -Int(EIO) : count }
      done += count
    }
    layout.read(frames, count: periodFrames, channel: channel, into: mono)
    if let second {
      layout.read(frames, count: periodFrames, channel: secondChannel, into: second)
    }
    return 0
  }

  /// Writes a period for which there is room; returns 0, or a negative error.
  @_noLocks func write(_ stereo: UnsafePointer<Float>) -> Int {
    layout.write(
      stereo, count: periodFrames, into: frames, channels: outputChannels,
      quantiser: &quantiser.pointee)
    var done = 0
    while done < periodFrames {
      let count = rt_pcm_write(
        pcm, frames + done * layout.bytesPerFrame, UInt(periodFrames - done))
      guard count > 0 else { return count == 0 ? -Int(EIO) : count }
      done += count
    }
    return 0
  }
}
