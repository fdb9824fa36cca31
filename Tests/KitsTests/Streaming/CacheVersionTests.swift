// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Kits

@Suite struct CacheVersionTests {
  let kit = KitFolder()

  @Test("an older Flam's stored sounds and figures are made anew")
  func versions() throws {
    try kit.hit("a.wav")
    let slice = KitRegion.Slice(path: "\(kit.folder.path)/a.wav")
    var files = SoundFiles()
    let figures = try #require(SliceFigures(files.sound(slice.path), slice))
    var made = 0
    for version in [1, 2, 2] {
      let cache = SampleCache(folder: "\(kit.folder.path)/cache", version: version)
      let known = cache.figures(ofKit: kit.path)[slice, stamp: files.stamp(slice.path)] != nil
      #expect(known == (version == 2 && made == 2))
      cache.keep(KnownFigures([slice: figures], stamps: files.stamps), ofKit: kit.path)
      _ = try cache.sounds([SoundRecipe(parts: [.init(slice: slice)])], sampleRateHz: 48_000) {
        _ throws(KitError) in
        made += 1
        return TestKit.steady(1, frameCount: 10)
      }
    }
    #expect(made == 2)
  }
}
