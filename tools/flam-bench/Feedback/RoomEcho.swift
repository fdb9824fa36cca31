// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The path from the drums back to the microphone: buffers, two small loudspeakers, a room.
///
/// Loudspeakers of a laptop: 180 Hz to 14 kHz, a little distorted. Each has a direct path, eight early reflections and an
/// exponential tail of its own. The seed decides on delay, reverberation and distance within ordinary rooms.
struct RoomEcho: ~Copyable {
  private static let sampleRateHz: Float = 48_000
  private static let responseFrames = 24_000
  /// Second and third harmonic of the loudspeakers, as factors of the power of the signal's amplitude.
  private static let distortion: Float = 0.03

  /// From output to the first return, in frames: 5...20 ms.
  let delayFrames: Int
  /// Gain of the whole path.
  var gain: Float = 1
  private var filter: PartitionedFilter
  private var highPass: BiquadQuad
  private var lowPass: BiquadQuad
  private let channels = UnsafeMutablePointer<Float>.allocate(capacity: 128)
  private let returned = UnsafeMutablePointer<Float>.allocate(capacity: 64)

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    delayFrames = 240 + Int(720 * random.uniform())
    let decaySeconds = 0.3 + 0.2 * random.uniform()
    let tailDecibels = -6 * random.uniform()
    filter = PartitionedFilter(channelCount: 2, partitionCount: Self.responseFrames / 64)
    for channel in 0..<2 {
      // A block of 64 frames lies between output and input already.
      let response = Self.response(
        delayFrames: delayFrames - 64, decaySeconds: decaySeconds, tailDecibels: tailDecibels,
        random: &random)
      filter.setResponse(response, channel: channel)
    }
    highPass = BiquadQuad(
      InlineArray(repeating: .highPass(cutoffHz: 180, sampleRateHz: Self.sampleRateHz)))
    lowPass = BiquadQuad(
      InlineArray(repeating: .lowPass(cutoffHz: 14_000, sampleRateHz: Self.sampleRateHz)))
    returned.initialize(repeating: 0, count: 64)
  }

  deinit {
    channels.deallocate()
    returned.deallocate()
  }

  /// A block of interleaved stereo goes out; returns the input of the next block.
  mutating func process(_ output: [Float]) -> [Float] {
    for frame in 0..<64 {
      let sides = SIMD4<Float>(output[2 * frame], output[2 * frame + 1], 0, 0)
      let sound = lowPass.process(highPass.process(sides))
      let distorted = sound + Self.distortion * (sound * sound + sound * sound * sound)
      channels[frame] = distorted[0]
      channels[64 + frame] = distorted[1]
    }
    filter.advance()
    filter.push(channels, channel: 0)
    filter.push(channels + 64, channel: 1)
    filter.output(into: returned)
    return (0..<64).map { gain * returned[$0] }
  }

  private static func response(
    delayFrames: Int, decaySeconds: Float, tailDecibels: Float, random: inout SeededGenerator
  ) -> [Float] {
    var response = [Float](repeating: 0, count: responseFrames)
    let direct = delayFrames + Int(20 * random.uniform())
    response[direct] = 1
    for _ in 0..<8 {
      let sign: Float = random.uniform() < 0.5 ? -1 : 1
      let frame = direct + 30 + Int(900 * random.uniform())
      response[frame] += sign * (0.15 + 0.45 * random.uniform())
    }
    let tail = (direct..<responseFrames).map { frame in
      // Three uniform numbers are normal enough.
      let noise = random.uniform() + random.uniform() + random.uniform() - 1.5
      let seconds = Float(frame - direct) / sampleRateHz
      return noise * Units.amplitude(decibels: -60 * seconds / decaySeconds)
    }
    let share = Units.power(decibels: tailDecibels)
    let level = (share * energy(response) / energy(tail)).squareRoot()
    for (index, sample) in tail.enumerated() { response[direct + index] += level * sample }
    return response
  }

  private static func energy(_ samples: [Float]) -> Float {
    samples.reduce(0) { $0 + $1 * $1 }
  }
}
