// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import TestSupport
import Testing

@Suite struct BundledKitTests {
  /// Loaded once for all tests.
  private static let native = Result { try load(rate: 48_000) }

  private static func load(rate: Int) throws -> LoadedKit {
    let locator = KitLocator(environment: [:], executablePath: #filePath)
    return try KitLoader.load(
      path: locator.kit(nil), sampleRateHz: rate, into: SampleMemory(megabytes: 256))
  }

  @Test("the bundled kit loads without a problem and has every drum", .slow)
  func complete() throws {
    let loaded = try Self.native.get()
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    let roles = Set(loaded.kit.pads.map(\.role))
    #expect(roles.isSuperset(of: PadRole.allCases.filter { $0 != .other }))
    for role in [PadRole.kick, .snare, .hihatClosed, .tomLow, .tomMid, .tomHigh] {
      let layers = loaded.kit.pads[loaded.kit.pad(role: role)].layers
      #expect(layers.count >= 4 && layers.allSatisfy { $0.variations.count >= 4 }, "\(role)")
    }
  }

  @Test("every velocity of every pad has a layer, and its gain rises with it inside a layer")
  func velocities() throws {
    for pad in try Self.native.get().kit.pads {
      #expect(pad.layers.first?.velocities.lowerBound == 0, "\(pad.name)")
      #expect(pad.layers.last?.velocities.upperBound == 1, "\(pad.name)")
      for (lower, upper) in zip(pad.layers, pad.layers.dropFirst()) {
        #expect(lower.velocities.upperBound == upper.velocities.lowerBound, "\(pad.name)")
      }
      for layer in pad.layers {
        let low = Int(layer.velocities.lowerBound * 127 + 1)
        let gains = layer.velocityGains[low...Int(layer.velocities.upperBound * 127)]
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 <= $1 }, "\(pad.name)")
      }
    }
  }

  @Test("the open hi-hat is ended by the closed and the pedal one")
  func hihats() throws {
    let pads = try Self.native.get().kit
    let open = pads.pad(role: .hihatOpen)
    for role in [PadRole.hihatClosed, .hihatPedal] {
      let closing = pads.pad(role: role)
      #expect(pads.chokes.contains { $0.strokePad == closing && $0.endedPad == open }, "\(role)")
    }
  }

  @Test("at another rate its sounds keep their length in seconds", .slow)
  func otherRate() throws {
    let native = try Self.native.get().kit
    let other = try Self.load(rate: 44_100).kit
    for (before, after) in zip(native.pads, other.pads) {
      let seconds = Float(before.layers[0].variations[0].sound.frameCount) / 48_000
      let converted = Float(after.layers[0].variations[0].sound.frameCount) / 44_100
      #expect(abs(seconds - converted) < 1e-3, "\(before.name)")
    }
  }
}
