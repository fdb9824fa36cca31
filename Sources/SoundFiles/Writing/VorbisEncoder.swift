// SPDX-License-Identifier: GPL-3.0-or-later
import CVorbis

/// An Ogg Vorbis being written. Each commit ends a page. Otherwise quiet passages, which take few
/// bytes, would wait for seconds until a page is full.
final class VorbisEncoder: SoundEncoder {
  /// The quality, 0...1: about 192 kbit/s for stereo.
  private static let quality: Float = 0.6
  /// The number of the stream: the same frames give the same bytes.
  private static let serialNumber: Int32 = 1
  /// The encoder receives this much at a time.
  private static let framesPerStep = 1024
  /// Larger values do not belong in a sound, nor does what is not a number.
  private static let mostAmplitude: Float = 16

  private let file: FileBytes
  private let channelCount: Int
  private let info = UnsafeMutablePointer<vorbis_info>.allocate(capacity: 1)
  private let analysis = UnsafeMutablePointer<vorbis_dsp_state>.allocate(capacity: 1)
  private let block = UnsafeMutablePointer<vorbis_block>.allocate(capacity: 1)
  private let stream = UnsafeMutablePointer<ogg_stream_state>.allocate(capacity: 1)
  /// The frames in the packets so far.
  private var packedFrames = 0

  init(_ file: FileBytes, sampleRateHz: Int, channelCount: Int) throws(WriteFailure) {
    self.file = file
    self.channelCount = channelCount
    info.initialize(to: vorbis_info())
    analysis.initialize(to: vorbis_dsp_state())
    block.initialize(to: vorbis_block())
    stream.initialize(to: ogg_stream_state())
    vorbis_info_init(info)
    let refused =
      vorbis_encode_init_vbr(info, channelCount, sampleRateHz, Self.quality) != 0
    if !refused {
      vorbis_analysis_init(analysis, info)
      vorbis_block_init(analysis, block)
      ogg_stream_init(stream, Self.serialNumber)
    }
    guard !refused else {
      throw WriteFailure(
        reason: "Vorbis does not support \(channelCount) channels at \(sampleRateHz) Hz")
    }
    try writeHeader()
  }

  deinit {
    ogg_stream_clear(stream)
    vorbis_block_clear(block)
    vorbis_dsp_clear(analysis)
    vorbis_info_clear(info)
    stream.deallocate()
    block.deallocate()
    analysis.deallocate()
    info.deallocate()
  }

  func write(_ frames: UnsafeBufferPointer<Float>) throws(WriteFailure) {
    let frameCount = frames.count / channelCount
    for first in stride(from: 0, to: frameCount, by: Self.framesPerStep) {
      let count = min(Self.framesPerStep, frameCount - first)
      guard let channels = vorbis_analysis_buffer(analysis, Int32(count)) else {
        throw WriteFailure(reason: "the system has no memory left")
      }
      for channel in 0..<channelCount {
        for frame in 0..<count {
          let sample = frames[(first + frame) * channelCount + channel]
          channels[channel]?[frame] =
            sample == sample ? max(-Self.mostAmplitude, min(Self.mostAmplitude, sample)) : 0
        }
      }
      vorbis_analysis_wrote(analysis, Int32(count))
      pack()
      try writePages(ogg_stream_pageout)
    }
  }

  func commit() throws(WriteFailure) -> Int {
    try writePages(ogg_stream_flush)
    return packedFrames
  }

  func finish() throws(WriteFailure) {
    vorbis_analysis_wrote(analysis, 0)
    pack()
    _ = try commit()
  }

  /// Starts the stream, and writes the headers.
  private func writeHeader() throws(WriteFailure) {
    var comment = vorbis_comment()
    vorbis_comment_init(&comment)
    vorbis_comment_add_tag(&comment, "ENCODER", "Flam")
    var packets = (ogg_packet(), ogg_packet(), ogg_packet())
    vorbis_analysis_headerout(analysis, &comment, &packets.0, &packets.1, &packets.2)
    ogg_stream_packetin(stream, &packets.0)
    ogg_stream_packetin(stream, &packets.1)
    ogg_stream_packetin(stream, &packets.2)
    vorbis_comment_clear(&comment)
    try writePages(ogg_stream_flush)
  }

  /// Turns analysed sound into packets.
  private func pack() {
    var packet = ogg_packet()
    while vorbis_analysis_blockout(analysis, block) == 1 {
      vorbis_analysis(block, nil)
      vorbis_bitrate_addblock(block)
      while vorbis_bitrate_flushpacket(analysis, &packet) == 1 {
        ogg_stream_packetin(stream, &packet)
        packedFrames = max(packedFrames, Int(packet.granulepos))
      }
    }
  }

  private func writePages(
    _ next: (UnsafeMutablePointer<ogg_stream_state>, UnsafeMutablePointer<ogg_page>) -> Int32
  ) throws(WriteFailure) {
    var page = ogg_page()
    while next(stream, &page) != 0 {
      try file.append(UnsafeRawBufferPointer(start: page.header, count: page.header_len))
      try file.append(UnsafeRawBufferPointer(start: page.body, count: page.body_len))
    }
  }
}
