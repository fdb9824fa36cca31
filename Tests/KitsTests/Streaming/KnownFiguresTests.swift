// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

@testable import Kits

@Suite struct KnownFiguresTests {
  let kit = KitFolder()

  @Test(
    "a file that is edited before its figures are kept is measured anew", arguments: [false, true])
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

  private enum Change: CaseIterable { case touched, copied, edited }

  @Test("a file with the same bytes is not measured again", arguments: Change.allCases)
  private func changed(_ change: Change) throws {
    try kit.hit("a.wav", decibels: -6)
    kit.write("<region> sample=a.wav key=36")
    let path = "\(kit.folder.path)/a.wav"
    let description = try KitReader.describe(path: kit.path)
    var files = SoundFiles()
    let first = KitPlanner.plan(description, files: &files)
    let cache = SampleCache(folder: "\(kit.folder.path)/cache", version: 1)
    cache.keep(first.figures.hashed(), ofKit: kit.path)
    switch change {
    case .touched: #expect(utimes(path, nil) == 0)
    case .copied:
      try FileManager.default.copyItem(atPath: path, toPath: "\(path).copy")
      #expect(rename("\(path).copy", path) == 0)
    case .edited:
      try FileManager.default.removeItem(atPath: path)
      try kit.hit("a.wav", decibels: -20)
    }
    let known = cache.figures(ofKit: kit.path)
    var later = SoundFiles()
    let second = KitPlanner.plan(description, files: &later, known: known)
    #expect((later.sampleCount == 0) == (change != .edited))
    // The file is kept as it is now, so that the next time its stamp is enough.
    #expect(!known.holdsAll(of: second.figures))
  }

  @Test("a file that is edited before its hash is computed has none")
  func editedBeforeHash() throws {
    try kit.hit("a.wav", decibels: -6)
    kit.write("<region> sample=a.wav key=36")
    let path = "\(kit.folder.path)/a.wav"
    var files = SoundFiles()
    let measured = KitPlanner.plan(try KitReader.describe(path: kit.path), files: &files).figures
    #expect(measured.hashed().file(path)?.hash?.count == 64)
    try kit.hit("a.wav", decibels: -20)
    #expect(measured.hashed().file(path)?.hash == nil)
  }
}
