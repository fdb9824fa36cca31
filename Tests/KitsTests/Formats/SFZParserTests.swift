// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Kits

@Suite struct SFZParserTests {
  let folder = TemporaryFolder()

  private func parse(_ text: String) throws -> SFZParser {
    try SFZParser(path: folder.write(text: text, to: "kit.sfz"))
  }

  private func tokens(_ line: String) -> [SFZScanner.Token] {
    var scanner = SFZScanner(text: [UInt8](line.utf8))
    var tokens: [SFZScanner.Token] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  @Test("values may hold spaces and end before the next opcode or header")
  func values() {
    #expect(
      tokens("<region> sample=My Kick #1 & more.wav key=36<group>volume=-3 ") == [
        .header("region"), .opcode(name: "sample", value: "My Kick #1 & more.wav"),
        .opcode(name: "key", value: "36"), .header("group"),
        .opcode(name: "volume", value: "-3"),
      ])
    #expect(tokens("sample=") == [.opcode(name: "sample", value: "")])
  }

  @Test("comments of both kinds are skipped, line ends of all systems are known")
  func comments() throws {
    let parser = try parse("<region> key=36 // sample=a\r\n/* key=1\rkey=2 */ lovel=3\n")
    #expect(parser.sections.first?.opcodes.map(\.name) == ["key", "lovel"])
    #expect(parser.sections.first?.opcodes.map(\.line.number) == [1, 3])
    #expect(parser.problems.isEmpty)
  }

  @Test("definitions are filled in, of two that fit the longer one")
  func definitions() throws {
    let parser = try parse(
      "#define $K 36 #define $KEY 38\n<region> key=$KEY lovel=$K amp_velcurve_$K=1 sample=$X.wav")
    let opcodes = parser.sections[0].opcodes
    #expect(opcodes.map(\.value) == ["38", "36", "1", "$X.wav"])
    #expect(opcodes[2].name == "amp_velcurve_36")
  }

  @Test("an included file is read in its place and keeps its line numbers")
  func includes() throws {
    folder.write(text: "\n<region> key=40", to: "data/snare.sfz")
    let parser = try parse("<region> key=36\n#include \"data\\snare.sfz\"\n<region> key=42")
    #expect(parser.sections.compactMap(\.opcodes.first?.value) == ["36", "40", "42"])
    #expect(parser.sections[1].line.description == "data/snare.sfz:2")
  }

  @Test("libraries include files next to the kit, at most two folders up")
  func includesAbove() throws {
    folder.write(text: "<region> key=40", to: "maps/snare.sfz")
    folder.write(
      text: "#include \"../../maps/snare.sfz\" #include \"../../../x.sfz\"", to: "a/b/kit.sfz")
    let parser = try SFZParser(path: "\(folder.path)/a/b/kit.sfz")
    #expect(parser.sections.compactMap(\.opcodes.first?.value) == ["40"])
    #expect(parser.problems.map(\.kind) == [.missingInclude])
    #expect(parser.problems[0].message.contains("more than 2 folders above"))
  }

  @Test(
    "includes that are missing, go round in circles or leave the folder are reported, the rest is read",
    arguments: ["none.sfz", "kit.sfz", "circle.sfz", "../kit.sfz"])
  func badIncludes(name: String) throws {
    folder.write(text: "#include \"kit.sfz\"", to: "circle.sfz")
    let parser = try parse("#include \"\(name)\"\n<region> key=36")
    #expect(parser.sections.map(\.header) == ["region"])
    #expect(parser.problems.map(\.kind) == [.missingInclude])
  }

  @Test("files that include one another twice over come to an end")
  func manyIncludes() throws {
    for level in 0..<20 {
      let next = "#include \"\(level + 1).sfz\"\n"
      folder.write(text: next + next + "<group>", to: "\(level).sfz")
    }
    let parser = try parse("#include \"0.sfz\"")
    #expect(!parser.problems.isEmpty)
  }

  @Test("words that are no opcode are counted and skipped")
  func garbage() throws {
    let parser = try parse("hello world\n<region> what key=36 = 5\n\u{0}\u{1}<<>> <region> key=38")
    #expect(parser.sections.map(\.opcodes.last?.value) == ["36 = 5", "38"])
    #expect(parser.problems.map(\.kind) == [.unclearText])
    #expect(parser.problems[0].description.hasPrefix("kit.sfz:1: "))
  }

  @Test("any bytes are read to their end")
  func noise() throws {
    let bytes = Signal.noise(count: 20_000, seed: 7).map { UInt8(($0 + 1) * 127) }
    let parser = try SFZParser(path: folder.write(bytes, to: "noise.sfz"))
    #expect(parser.sections.isEmpty && parser.problems.map(\.kind) == [.unclearText])
  }

  @Test("text of Latin-1, of Windows and of UTF-16, with a byte order mark or without, is read")
  func encodings() throws {
    let text = "// Größe\r\n<region> sample=Grün’s é.wav key=36\r\n"
    func units(_ text: String, isBigEndian: Bool) -> [UInt8] {
      text.utf16.flatMap {
        isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
    }
    let windows = text.unicodeScalars.map { $0 == "’" ? 0x92 : UInt8($0.value) }
    let encoded: [[UInt8]] = [
      Array(text.utf8), [0xef, 0xbb, 0xbf] + text.utf8, windows,
      [0xff, 0xfe] + units(text, isBigEndian: false),
      [0xfe, 0xff] + units(text, isBigEndian: true),
      units(text, isBigEndian: false), units(text, isBigEndian: true),
    ]
    let folder = TemporaryFolder()
    for bytes in encoded {
      let (regions, problems) = try SFZKit.regions(path: folder.write(bytes, to: "kit.sfz"))
      #expect(regions.map(\.region.slice?.path) == ["Grün’s é.wav"] && problems.isEmpty)
    }
  }
}
