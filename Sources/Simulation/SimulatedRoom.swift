// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A small loudspeaker and a microphone in a room, with the direct sound's time of arrival known
/// exactly.
///
/// Images of the loudspeaker in the walls of a box (J. Allen, D. Berkley, "Image method for
/// efficiently simulating small-room acoustics", JASA 65, 1979), each at its place between two
/// frames; after them a decaying diffuse tail. The loudspeaker passes 150 Hz to 16 kHz and is
/// turned away, so that up to 10 dB of the direct sound are missing, but not of the table's
/// reflection 0.1 to 1 ms later.
public struct SimulatedRoom: Sendable {
  /// Frames a second.
  public static let sampleRateHz: Float = 48_000
  private static let responseFrames = 24_000
  private static let imageOrder = 3

  /// When the direct sound arrives, in frames after it was played, including buffers.
  public let arrivalFrames: Double
  /// From the output to the microphone.
  public let response: [Float]

  /// The room of a seed; its walls reflect between 55 and 85 % of the amplitude.
  public init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func within(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.uniform())
    }
    let box = SIMD3(within(2.5...7), within(2.5...5), within(2.2...3.2))
    let microphone = SIMD3(within(0.3...0.7), within(0.3...0.7), within(0.2...0.5)) * box
    let direction = SIMD3(within(-1...1), within(-1...1), within(-0.5...0.5))
    let metres = within(0.2...1.5)
    let length = (direction * direction).sum().squareRoot()
    let wanted = microphone + direction * (metres / length)
    let source = wanted.clamped(lowerBound: 0.1 * box, upperBound: 0.9 * box)
    let reflection = within(0.55...0.85)
    let bufferFrames = within(128...2000)
    let missingDecibels = within(0...10)
    let tailSeconds = within(0.2...0.6)

    let framesPerMetre = Double(Self.sampleRateHz) / BoxRoom.speedOfSound
    var response = [Float](repeating: 0, count: Self.responseFrames)
    var direct = (frames: 0.0, gain: 0.0)
    let room = BoxRoom(sizeMetres: box, reflection: reflection)
    for arrival in room.arrivals(from: source, to: microphone, order: Self.imageOrder) {
      var gain = arrival.gain
      if arrival.bounces == 0 {
        gain *= pow(10, -missingDecibels / 20)
        direct = (bufferFrames + framesPerMetre * arrival.metres, gain)
      }
      Signal.add(gain, at: bufferFrames + framesPerMetre * arrival.metres, to: &response)
    }
    // The table throws the sound back, and nothing stands in that way.
    let longer = Double(Self.sampleRateHz) * within(0.0001...0.001)
    let bounce = within(0.3...0.9) * direct.gain * pow(10, missingDecibels / 20)
    Signal.add(bounce, at: direct.frames + longer, to: &response)
    let tailGain = 0.15 * direct.gain
    for frame in Int(direct.frames + 240)..<Self.responseFrames {
      let seconds = (Double(frame) - direct.frames) / Double(Self.sampleRateHz)
      let decay = pow(10, -3 * seconds / tailSeconds)
      response[frame] += Float(tailGain * decay) * (2 * random.uniform() - 1)
    }
    arrivalFrames = direct.frames
    let peak = response.reduce(0) { max($0, abs($1)) }
    self.response = Self.throughLoudspeaker(response.map { 0.3 / peak * $0 })
  }

  /// The microphone's input from `played`, with noise `noiseDecibels` below it.
  public func heard(_ played: [Float], noiseDecibels: Float, seed: UInt64) -> [Float] {
    let transform = RealTransform(
      size: RealTransform.size(holding: played.count + response.count))
    let product = transform.spectrum(of: played).times(transform.spectrum(of: response))
    let sound = transform.samples(of: product).prefix(played.count)
    let sounding = played.count { $0 != 0 }
    let energy = sound.reduce(0.0) { $0 + Double($1 * $1) }
    // Evenly distributed noise of amplitude a has the power a²/3.
    let power = Float(3 * energy / Double(max(1, sounding))) * Units.power(decibels: -noiseDecibels)
    let noise = Signal.noise(count: played.count, amplitude: power.squareRoot(), seed: seed)
    return zip(sound, noise).map { $0 + $1 }
  }

  private static func throughLoudspeaker(_ response: [Float]) -> [Float] {
    var highPass = BiquadQuad(
      InlineArray(repeating: .highPass(cutoffHz: 150, sampleRateHz: sampleRateHz)))
    var lowPass = BiquadQuad(
      InlineArray(repeating: .lowPass(cutoffHz: 16_000, sampleRateHz: sampleRateHz)))
    return response.map { lowPass.process(highPass.process(SIMD4(repeating: $0)))[0] }
  }
}
