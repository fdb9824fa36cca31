// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Simulation
import Storage
import TestSupport
import Testing

@testable import Kits

/// Kits at the limits of the reader, and beyond. Each of these took more than a minute, or
/// gigabytes, before it had one.
@Suite struct KitLimitsTests {
  /// Far more than any of these takes, and far less than it took.
  private static let mostSeconds = 10.0
  private let folder = TemporaryFolder()

  private func write(_ samples: [Float], _ name: String) throws {
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: 48_000, channelCount: 1)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
  }

  private func describe(_ text: String, _ name: String) throws -> KitDescription {
    try KitReader.describe(path: folder.write(text: text, to: name))
  }

  private func plan(_ name: String) throws -> KitPlan {
    try KitLoader.plan(path: "\(folder.path)/\(name)")
  }

  private func holds(_ problems: [KitProblem], _ text: String) -> Bool {
    problems.contains { $0.kind == .tooMuch && $0.message.contains(text) }
  }

  @Test("an element of XML may have so many attributes, and no more")
  func attributes() throws {
    #expect(XMLTree.fault(Array("<a b=\"1\" c='='/><d e=\"2\"/>".utf8)) == nil)
    #expect(
      XMLTags(Array("<?xml version='1'?><!-- <b> --><a x='1' y='2'><b/></a>".utf8)).rootName == "a")
    let most = (0..<Limits.xmlAttributes).map { "a\($0)=\"1'>\"" }.joined(separator: " ")
    #expect(XMLTree.parse(Array("<a \(most)/>".utf8))?.root.attributes.count == 1000)
    let seconds = ThreadTime.seconds {
      let error = #expect(throws: KitError.self) {
        try describe("<drumkit " + String(repeating: "a=\"1\" ", count: 300_000) + "/>", "a.xml")
      }
      #expect(error?.reason.contains("1000 attributes") == true)
    }
    #expect(seconds < Self.mostSeconds)
    #expect(XMLTree.parse(Array("<a [<!ATTLIST b c CDATA \"1\">]/>".utf8))?.root == nil)
  }

  @Test("a folder is listed without reading its files: one bad folder costs the others nothing")
  func listing() throws {
    let kits = "\(folder.path)/flam/kits"
    let big = "<drumkit>" + String(repeating: "<a b=\"1\"/>", count: Limits.kitXMLBytes / 10)
    folder.write(text: big, to: "flam/kits/big/big.xml")
    folder.write(text: "<midimap/>", to: "flam/kits/big/midi.xml")
    let seconds = ThreadTime.seconds {
      let locator = KitLocator(
        environment: ["XDG_DATA_HOME": folder.path, "HOME": folder.path], executablePath: "")
      #expect(locator.kits.contains { $0.path == "\(kits)/big/big.xml" })
    }
    #expect(seconds < 1)
    let error = #expect(throws: KitError.self) {
      try KitReader.describe(path: "\(kits)/big/big.xml")
    }
    #expect(error?.reason.contains("16 MB") == true)
  }

  @Test("text in SFZ has a limit, which is named")
  func text() throws {
    let path = folder.write(text: "<region> sample=a.wav", to: "a.sfz")
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.truncate(atOffset: UInt64(Limits.kitTextBytes + 1))
    try file.close()
    let error = #expect(throws: KitError.self) { try KitReader.describe(path: path) }
    #expect(error?.kind == .unsupported && error?.reason.contains("32 MB") == true)
  }

  @Test("a thousand definitions in a hundred thousand places are filled in, the longest that fits")
  func definitions() throws {
    let defines = (0..<1000).map { "#define $name\($0) v\($0)\n" }.joined()
    let places = (0..<99_999).map { " x\($0 % 7)=$name\($0 % 1000)\n" }.joined()
    let path = folder.write(text: defines + "<region>" + places + " y=$name999", to: "a.sfz")
    let seconds = try ThreadTime.seconds {
      let opcodes = try SFZParser(path: path).sections[0].opcodes
      #expect(opcodes.count == 100_000 && opcodes[99_998].value == "v998")
      #expect(opcodes.last?.value == "v999")
    }
    #expect(seconds < Self.mostSeconds)
  }

  @Test("instruments of Hydrogen may have so many layers together; more are left out, and reported")
  func hydrogen() throws {
    func kit(_ instruments: Int, layers: Int) -> String {
      let layer = "<layer><filename>a.wav</filename></layer>"
      let instrument = "<instrument>\(String(repeating: layer, count: layers))</instrument>"
      return "<k><instrumentList>\(String(repeating: instrument, count: instruments))"
        + "</instrumentList></k>"
    }
    let seconds = try ThreadTime.seconds {
      let description = try describe(kit(900, layers: 400), "drumkit.xml")
      #expect(description.pads.map(\.regions.count).reduce(0, +) <= Limits.kitRegions)
      #expect(holds(description.problems, "\(Limits.kitRegions) sounds"))
    }
    #expect(seconds < Self.mostSeconds)
    #expect(!holds(try describe(kit(100, layers: 400), "drumkit.xml").problems, "sounds"))
  }

  @Test("chokes of DrumGizmo take a time that grows with their number")
  func chokes() throws {
    let names = (0..<1000).map { "<instrument name=\"i\($0)\" file=\"a.xml\"" }
    let chokes = (0..<200_000).map { "<choke instrument=\"i\($0 % 1000)\"/>" }.joined()
    let text =
      "<drumkit><instruments>" + names[0] + "><chokes>\(chokes)</chokes></instrument>"
      + names.dropFirst().map { $0 + "/>" }.joined() + "</instruments></drumkit>"
    folder.write(
      text:
        "<instrument><samples><sample><audiofile file=\"a.wav\"/></sample></samples></instrument>",
      to: "a.xml")
    let seconds = try ThreadTime.seconds {
      let description = try describe(text, "kit.xml")
      #expect(description.chokes.count == 1000)
    }
    #expect(seconds < Self.mostSeconds)
  }

  @Test("so many regions sound together, and so many take turns; more are left out, and reported")
  func together() throws {
    try write([0.5, 0.4, 0.3, 0.2], "a.wav")
    func kit(_ count: Int, _ opcodes: (Int) -> String) throws -> KitPlan {
      let text = (0..<count).map { "<region> sample=a.wav key=36 \(opcodes($0))\n" }.joined()
      folder.write(text: text, to: "a.sfz")
      return try plan("a.sfz")
    }
    let most = try kit(Limits.hitRegions) { _ in "" }
    #expect(most.pads[0].hits[0].paths.count == 64 && !holds(most.problems, "together"))
    let more = try kit(Limits.hitRegions + 1) { _ in "" }
    #expect(more.pads[0].hits[0].paths.count == 64 && holds(more.problems, "64 regions"))
    let seconds = try ThreadTime.seconds {
      let turns = try kit(60_000) {
        "lorand=\(Double($0) / 60_000) hirand=\(Double($0 + 1) / 60_000)"
      }
      #expect(turns.pads[0].hits.count == 4096 && holds(turns.problems, "4096 variations"))
    }
    #expect(seconds < 2 * Self.mostSeconds)
  }

  @Test("notes may share so many regions; more are left out, and reported")
  func shared() throws {
    let text = (0..<2000).map { "<region> sample=a.wav lokey=0 hikey=\($0 % 128)\n" }.joined()
    let description = try describe(text, "a.sfz")
    #expect(description.pads.map(\.regions.count).reduce(0, +) <= Limits.kitRegions)
    #expect(holds(description.problems, "\(Limits.kitRegions) regions of all notes"))
  }

  @Test("a small file that unfolds to minutes is a fault, and reported as one")
  func unfolding() throws {
    try write([0.5, 0.4, 0.3, 0.2], "a.wav")
    let silence = [Float](repeating: 0, count: Limits.foldedSamples + 4096)
    try write(silence, "bomb.flac")
    #expect(folder.bytes("bomb.flac").count < 100_000)
    folder.write(
      text: "<region> sample=a.wav key=36\n<region> sample=bomb.flac key=38", to: "a.sfz")
    let problems = try plan("a.sfz").problems
    #expect(problems.contains { $0.kind == .brokenSound && $0.message.contains("1000 times") })
    try write(Array(silence.prefix(Limits.foldedSamples)), "short.flac")
    var files = SoundFiles()
    #expect(
      try files.sound("\(folder.path)/short.flac").frameCount == Limits.foldedSamples)
  }

  @Test("a sound of a kit has a limit, and one that just keeps it is read", .slow)
  func soundLength() throws {
    let path = "\(folder.path)/long.wav"
    var files = SoundFiles()
    try SparseWave.write(frameCount: Limits.kitSoundSamples + 1, rateHz: 48_000, to: path)
    let error = #expect(throws: SoundFileError.self) { try files.sound(path) }
    #expect(error?.reason.contains("\(Limits.kitSoundSamples) samples") == true)
    try SparseWave.write(frameCount: Limits.kitSoundSamples, rateHz: 48_000, to: path)
    #expect(try files.sound(path).frameCount == Limits.kitSoundSamples)
  }

  @Test("all sounds of a kit together have a limit, and those that just keep it are read")
  func soundsTogether() throws {
    for name in ["a", "b", "c"] { try write([0.5, 0.4, 0.3, 0.2], "\(name).wav") }
    var files = SoundFiles(mostSamples: 8)
    for name in ["a", "b", "a"] {
      #expect(try files.sound("\(folder.path)/\(name).wav").frameCount == 4)
    }
    let error = #expect(throws: SoundFileError.self) { try files.sound("\(folder.path)/c.wav") }
    #expect(error?.reason.contains("more than 8 samples, the limit of a kit") == true)
  }

  @Test("many small files together unfold to so much, and no more")
  func unfoldingTogether() throws {
    let silence = [Float](repeating: 0, count: 1 << 20)
    for name in ["a", "b", "c"] { try write(silence, "\(name).flac") }
    #expect(100 * folder.bytes("a.flac").count < 1 << 23)
    var files = SoundFiles(freeBytes: 1 << 24)
    for name in ["a", "b", "a"] {
      #expect(try files.sound("\(folder.path)/\(name).flac").frameCount == silence.count)
    }
    let error = #expect(throws: SoundFileError.self) { try files.sound("\(folder.path)/c.flac") }
    #expect(error?.reason.contains("100 times their size and more than 16 MB") == true)
    // A file that takes as much on disk as it plays is no bomb.
    try write((0..<160_000).map { sin(Float($0)) }, "d.wav")
    #expect(try files.sound("\(folder.path)/d.wav").frameCount == 160_000)
  }

  @Test("a kit plays so many frames of different parts of its sounds, and no more")
  func parts() throws {
    let second = [Float](repeating: 0.5, count: 48_000)
    try write(second, "a.wav")
    func kit(_ count: Int) throws -> KitPlan {
      let regions = (0..<count).map { "<region> sample=a.wav key=\($0 % 100 + 20) offset=\($0)\n" }
      folder.write(text: regions.joined(), to: "a.sfz")
      return try plan("a.sfz")
    }
    func isReported(_ plan: KitPlan) -> Bool {
      plan.problems.contains { $0.message.contains("more different parts of its sounds") }
    }
    let most = Limits.kitPartFrames / second.count + Limits.kitPartTurns
    let fewer = try kit(most - 1)
    #expect(!isReported(fewer))
    let seconds = try ThreadTime.seconds {
      let more = try kit(60_000)
      #expect(isReported(more))
    }
    #expect(seconds < Self.mostSeconds)
  }

  @Test("the instruments of a kit of DrumGizmo have a limit together; those beyond are left out")
  func instruments() throws {
    let filler = "<!--" + String(repeating: "x", count: Limits.kitXMLBytes - 200) + "-->"
    let text =
      "<instrument><samples><sample><audiofile file=\"a.wav\"/></sample></samples>" + filler
      + "</instrument>"
    folder.write(text: text, to: "a.xml")
    func pads(_ count: Int) throws -> KitDescription {
      let names = (0..<count).map { "<instrument name=\"i\($0)\" file=\"a.xml\"/>" }.joined()
      return try describe("<drumkit><instruments>\(names)</instruments></drumkit>", "kit.xml")
    }
    let most = Limits.kitInstrumentBytes / text.utf8.count
    #expect(try pads(most).pads.count == most)
    let more = try pads(most + 1)
    #expect(more.pads.count == most && more.problems.contains { $0.isFault })
  }
}
