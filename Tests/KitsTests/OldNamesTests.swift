// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Simulation
import Storage
import Testing

@testable import Kits

/// Files whose names are no UTF-8: written by systems that used Latin-1 or Windows-1252.
@Suite struct OldNamesTests {
  private static let oldFolder = "H\u{fc}te"
  private static let oldName = "Geh\u{e4}use \u{2019}82.wav"

  let kit = KitFolder()

  /// Writes a hit into a folder, both named in Windows-1252.
  private func writeOldFile() throws {
    try kit.hit("new.wav", onsetFrame: 100)
    let path = "\(kit.folder.path)/\(Self.oldFolder)/\(Self.oldName)"
    func old(_ text: String) -> [CChar] {
      (Windows1252.bytes(text) ?? []).map(CChar.init(bitPattern:)) + [0]
    }
    #expect(mkdir(old(Folder.holding(path)), 0o755) == 0)
    #expect(rename("\(kit.folder.path)/new.wav", old(path)) == 0)
  }

  private func expectHeard(_ path: String) throws {
    let loaded = try KitLoader.load(
      path: path, sampleRateHz: 48_000, into: SampleMemory(megabytes: 4))
    #expect(loaded.problems.filter(\.isFault).isEmpty, "\(loaded.problems)")
    #expect(StruckKit(loaded.kit).silences(rounds: 1, seed: 1).isEmpty)
    #expect(
      try KitLoader.plan(path: path).pads.flatMap(\.hits).allSatisfy {
        $0.paths == ["\(kit.folder.path)/\(Self.oldFolder)/\(Self.oldName)"]
      })
    #expect(try !KitIdentity.hash(path: path).isEmpty)
  }

  @Test("a folder plays them, and calls them by their names")
  func folder() throws {
    try writeOldFile()
    try expectHeard(kit.folder.path)
  }

  @Test("an SFZ file finds them, in any encoding of its own, and in the wrong case")
  func sfz() throws {
    try writeOldFile()
    let text = "<region> key=38 sample=\(Self.oldFolder)\\\(Self.oldName)\n"
    kit.write(text)
    try expectHeard(kit.path)
    kit.folder.write(try #require(Windows1252.bytes(text)), to: "kit.sfz")
    try expectHeard(kit.path)
    kit.write(text.replacing("te\\Geh", with: "TE\\geh"))
    try expectHeard(kit.path)
  }

  @Test("a kit of Hydrogen finds them, in any encoding of its own")
  func hydrogen() throws {
    try writeOldFile()
    func text(_ encoding: String) -> String {
      """
      <?xml version="1.0" encoding="\(encoding)"?><drumkit_info><name>Old</name><instrumentList><instrument>
      <id>0</id><name>Kick</name><filename>\(Self.oldFolder)/\(Self.oldName)</filename>
      </instrument></instrumentList></drumkit_info>
      """
    }
    try expectHeard(kit.folder.write(text: text("UTF-8"), to: "drumkit.xml"))
    let old = try #require(Windows1252.bytes(text("windows-1252")))
    try expectHeard(kit.folder.write(old, to: "drumkit.xml"))
  }

  @Test("an archive brings them as text")
  func archive() throws {
    let bytes = Tar.archive([
      TarEntry(name: "k/drumkit.xml", bytes: [1]),
      TarEntry(name: "k/Geh\u{e4}use.wav", isLatin1: true, bytes: [2]),
    ])
    let path = kit.folder.write(bytes, to: "kit.h2drumkit")
    let unpacked = try KitArchive.unpacked(path: path, cache: "\(kit.folder.path)/cache")
    #expect(Folder.names(unpacked.path) == ["Geh\u{e4}use.wav", "drumkit.xml"])
  }

  @Test("a name that exists in neither encoding stays as it is, and is missing")
  func missing() throws {
    let path = "\(kit.folder.path)/\u{e4}/\u{3042}.wav"
    #expect(FileNames.systemPath(path) == Array(path.utf8CString))
    kit.write("<region> key=38 sample=\u{e4}.wav <region> key=36 sample=a.wav")
    try kit.hit("a.wav")
    #expect(try kit.load().problems.map(\.kind) == [.missingSound])
  }

  @Test("every byte comes back from its text")
  func bytes() {
    let bytes = (1...255).map { UInt8($0) }
    #expect(Windows1252.bytes(Windows1252.text(bytes)) == bytes)
    #expect(Windows1252.bytes("\u{3042}") == nil)
  }
}
