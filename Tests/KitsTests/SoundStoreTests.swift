// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import Kits

@Suite struct SoundStoreTests {
  let kit = KitFolder()

  private func slice(_ name: String, first: Int = 0, last: Int? = nil) -> KitRegion.Slice {
    KitRegion.Slice(path: "\(kit.folder.path)/\(name)", firstFrame: first, lastFrame: last)
  }

  @Test("mono goes to both sides, of many channels the first two are taken")
  func channels() throws {
    try kit.sound("mono.wav", value: 0.25, frameCount: 2)
    try kit.sound("eight.wav", value: 0.5, frameCount: 2, channels: 8)
    var store = SoundStore(sampleRateHz: 48_000)
    #expect(try store.load(slice("mono.wav")) == 0)
    #expect(try store.load(slice("eight.wav")) == 0)
    #expect(store.frames[slice("mono.wav")] == [SIMD2(0.25, 0.25), SIMD2(0.25, 0.25)])
    #expect(store.frames[slice("eight.wav")] == [SIMD2(0.5, 0.5), SIMD2(0.5, 0.5)])
  }

  @Test("a mix adds with the gains and pans of its parts; in the centre the pan changes nothing")
  func mix() throws {
    try kit.sound("a.wav", value: 0.5, frameCount: 1)
    try kit.sound("b.wav", value: 0.25, frameCount: 2)
    var store = SoundStore(sampleRateHz: 48_000)
    _ = try store.load(slice("a.wav"))
    _ = try store.load(slice("b.wav"))
    let mixed = store.mix([(slice("a.wav"), 1, 0), (slice("b.wav"), 2, -1)])
    let left = 0.5 * Float(2).squareRoot()  // all power on one side
    let expected = [SIMD2<Float>(0.5 + left, 0.5), SIMD2(left, 0)]
    #expect(mixed.count == 2)
    for (frame, ideal) in zip(mixed, expected) {
      #expect(abs(frame.x - ideal.x) < 1e-6 && abs(frame.y - ideal.y) < 1e-6)
    }
  }
}
