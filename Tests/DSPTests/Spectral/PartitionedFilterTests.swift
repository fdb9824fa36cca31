// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import DSP

@Suite struct PartitionedFilterTests {
  private static let block = PartitionedFilter.blockFrames

  private func push(
    _ samples: ArraySlice<Float>, into filter: inout PartitionedFilter, channel: Int = 0
  ) {
    samples.withUnsafeBufferPointer { block in
      guard let start = block.baseAddress else { return }
      filter.push(start, channel: channel)
    }
  }

  private func block(of filter: inout PartitionedFilter) -> [Float] {
    [Float](unsafeUninitializedCapacity: Self.block) { block, count in
      guard let start = block.baseAddress else { return }
      filter.output(into: start)
      count = Self.block
    }
  }

  /// `inputs` through a filter of `responses`, one a channel.
  private func filter(_ inputs: [[Float]], responses: [[Float]], partitionCount: Int) -> [Float] {
    var filter = PartitionedFilter(channelCount: inputs.count, partitionCount: partitionCount)
    for (channel, response) in responses.enumerated() {
      filter.setResponse(response, channel: channel)
    }
    var output = [Float](repeating: .nan, count: inputs[0].count)
    for start in stride(from: 0, to: output.count, by: Self.block) {
      filter.advance()
      for (channel, input) in inputs.enumerated() {
        push(input[start..<start + Self.block], into: &filter, channel: channel)
      }
      output.replaceSubrange(start..<start + Self.block, with: block(of: &filter))
    }
    return output
  }

  /// The sum of the convolutions, by its definition.
  private func directly(_ inputs: [[Float]], responses: [[Float]]) -> [Float] {
    inputs[0].indices.map { frame in
      var sum = 0.0
      for (input, response) in zip(inputs, responses) {
        for (lag, tap) in response.enumerated() where lag <= frame {
          sum += Double(tap) * Double(input[frame - lag])
        }
      }
      return Float(sum)
    }
  }

  @Test("equals convolution by its definition, on one channel and summed over two")
  func convolution() {
    let inputs = (1...2).map { Signal.noise(count: 640, seed: UInt64($0)) }
    let responses = (3...4).map { Signal.noise(count: 200, amplitude: 0.2, seed: UInt64($0)) }
    for channels in 1...2 {
      let given = Array(inputs.prefix(channels))
      let wanted = Array(responses.prefix(channels))
      let output = filter(given, responses: wanted, partitionCount: 4)
      for (value, expected) in zip(output, directly(given, responses: wanted)) {
        #expect(abs(value - expected) < 1e-5)
      }
    }
  }

  @Test("lets nothing through before it has a response, and forgets its input on reset")
  func reset() {
    let input = Signal.noise(count: 64)
    #expect(filter([input], responses: [], partitionCount: 2).allSatisfy { $0 == 0 })
    var used = PartitionedFilter(channelCount: 1, partitionCount: 3)
    used.setResponse(Signal.noise(count: 192), channel: 0)
    push(input[...], into: &used)
    used.reset()
    used.advance()
    push([Float](repeating: 0, count: 64)[...], into: &used)
    #expect(block(of: &used).allSatisfy { $0 == 0 })
  }

  @Test("cuts a partition's response back to its block and keeps the rest of the block")
  func constraint() {
    var filter = PartitionedFilter(channelCount: 1, partitionCount: 1)
    let response = Signal.noise(count: 64)
    filter.setResponse(response, channel: 0)
    let spectrum = filter.coefficients(channel: 0, partition: 0)
    spectrum[0][3] += 5  // a wave all along both blocks
    filter.constrain(channel: 0, partition: 0)
    filter.transform.inverse(of: spectrum)
    let wave: Float = 2 * 5 / 128
    for frame in 0..<64 {
      #expect(abs(filter.transform.signal[frame] - response[frame]) <= wave + 1e-5)
    }
    for frame in 64..<128 { #expect(abs(filter.transform.signal[frame]) < 1e-6) }
  }
}
