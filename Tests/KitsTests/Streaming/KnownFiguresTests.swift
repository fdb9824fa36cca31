// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

@testable import Kits

@Suite struct KnownFiguresTests {
  let kit = KitFolder()

  @Test("what is edited before its figures are kept is measured anew", arguments: [false, true])
  func edited(isEdited: Bool) throws {
    try kit.hit("a.wav", decibels: -6)
    kit.write("<region> sample=a.wav key=36")
    let path = "\(kit.folder.path)/a.wav"
    let slice = KitRegion.Slice(path: path)
    var files = SoundFiles()
    let measured = KitPlanner.plan(try KitReader.describe(path: kit.path), files: &files).figures
    if isEdited {
      try FileManager.default.removeItem(atPath: path)
      try kit.hit("a.wav", decibels: -20)
    }
    let cache = SampleCache(folder: "\(kit.folder.path)/cache", version: 1)
    cache.keep(measured, ofKit: kit.path)
    var later = SoundFiles()
    let known = cache.figures(ofKit: kit.path)[slice, stamp: later.stamp(path)]
    #expect((known == nil) == isEdited)
  }
}
