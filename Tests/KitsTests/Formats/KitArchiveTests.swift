// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Storage
import TestSupport
import Testing

@testable import Kits

@Suite(.waiting) struct KitArchiveTests {
  let folder = TemporaryFolder()

  private static let text = Array(
    "<drumkit_info><name>Packed</name><instrumentList><instrument><name>Kick</name><filename>k.wav</filename></instrument></instrumentList></drumkit_info>"
      .utf8)

  private func unpacked(_ entries: [TarEntry], cut: Int? = nil) throws -> KitArchive.Unpacked {
    let bytes = Tar.archive(entries)
    let path = folder.write(bytes.prefix(cut ?? bytes.count), to: "kit-\(UUID()).h2drumkit")
    return try KitArchive.unpacked(path: path, cache: "\(folder.path)/cache")
  }

  @Test("an archive is unpacked once, its folder is the kit")
  func once() throws {
    let bytes = Tar.archive([
      TarEntry(name: "Packed/drumkit.xml", bytes: Self.text),
      TarEntry(name: "Packed/k.wav", bytes: [1, 2, 3]),
    ])
    let path = folder.write(bytes, to: "a.h2drumkit")
    let first = try KitArchive.unpacked(path: path, cache: "\(folder.path)/cache")
    #expect(first.path.hasSuffix("/Packed") && first.problems.isEmpty)
    #expect(Folder.names(first.path) == ["drumkit.xml", "k.wav"])
    let again = try KitArchive.unpacked(path: path, cache: "\(folder.path)/cache")
    #expect(again.path == first.path && Folder.names("\(folder.path)/cache").count == 1)
  }

  @Test("the next unpacking removes the remains of a killed one; a link is not followed")
  func cache() throws {
    let cache = "\(folder.path)/cache"
    folder.write([1, 2, 3], to: "cache/other-1234.77-1.part/k.wav")
    let entries = [TarEntry(name: "drumkit.xml", bytes: Self.text)]
    _ = try unpacked(entries)
    #expect(Folder.names(cache).count == 1)
    try FileManager.default.removeItem(atPath: cache)
    folder.write([], to: "elsewhere/drumkit.xml")
    symlink("elsewhere", cache)
    let error = #expect(throws: KitError.self) { try unpacked(entries) }
    #expect(error?.reason.contains("is a link or not a folder") == true)
    #expect(Folder.names("\(folder.path)/elsewhere") == ["drumkit.xml"])
  }

  @Test("compressed archives are read as well")
  func compressed() throws {
    let path = folder.write(
      Tar.archive([TarEntry(name: "drumkit.xml", bytes: Self.text)]), to: "b.tar")
    #expect(try ChildProcess("/bin/gzip", [path]).wait().code == 0)
    try FileManager.default.moveItem(atPath: "\(path).gz", toPath: "\(folder.path)/b.h2drumkit")
    let unpacked = try KitArchive.unpacked(
      path: "\(folder.path)/b.h2drumkit", cache: "\(folder.path)/cache")
    #expect(Folder.names(unpacked.path) == ["drumkit.xml"])
  }

  @Test("nothing is written outside: links, devices and paths upwards are refused and reported")
  func escape() throws {
    let unpacked = try unpacked([
      TarEntry(name: "drumkit.xml", bytes: Self.text),
      TarEntry(name: "../outside", bytes: [1]), TarEntry(name: "/tmp/flam-absolute", bytes: [1]),
      TarEntry(name: "a/../../outside", bytes: [1]),
      TarEntry(name: "link", type: "2", link: "/etc"), TarEntry(name: "link/passwd", bytes: [1]),
      TarEntry(name: "hard", type: "1", link: "drumkit.xml"), TarEntry(name: "pipe", type: "6"),
    ])
    #expect(unpacked.problems.map(\.kind) == [.unsafePath])
    #expect(unpacked.problems.first?.message.hasPrefix("6 entries") == true)
    #expect(Folder.names(unpacked.path) == ["drumkit.xml", "link"])
    #expect(!TextFile.exists("\(folder.path)/outside") && !TextFile.exists("/tmp/flam-absolute"))
  }

  @Test(
    "an archive that breaks off gives its content and is reported, one without a kit is broken"
  )
  func damaged() throws {
    let entries = [
      TarEntry(name: "drumkit.xml", bytes: Self.text),
      TarEntry(name: "k.wav", bytes: [UInt8](repeating: 7, count: 5000)),
    ]
    #expect(try unpacked(entries, cut: 3000).problems.map(\.kind) == [.tooMuch])
    let bytes = Tar.archive(entries).prefix(3000)
    let path = folder.write(bytes, to: "cut.h2drumkit")
    let cache = "\(folder.path)/cache"
    let first = try KitArchive.unpacked(path: path, cache: cache)
    let again = try KitArchive.unpacked(path: path, cache: cache)
    #expect(again.path == first.path && again.problems == first.problems)
    #expect(again.problems.map(\.isFault) == [true])
    #expect(throws: KitError.self) { try unpacked([TarEntry(name: "x", bytes: [1])]) }
    #expect(throws: KitError.self) { try unpacked(entries, cut: 100) }
    #expect(throws: (any Error).self) {
      try KitArchive.unpacked(path: "\(folder.path)/none.h2drumkit", cache: folder.path)
    }
  }

  @Test("an archive unfolds to 20 times its size, 256 MB in any case and 4 GB at most")
  func unfolding() throws {
    #expect(KitArchive.mostBytes(ofArchive: 1 << 20) == Limits.archiveFoldedBytes)
    #expect(KitArchive.mostBytes(ofArchive: 100 << 20) == 100 << 20 * Limits.archiveUnfolding)
    #expect(KitArchive.mostBytes(ofArchive: .max) == Limits.archiveBytes)
    func entries(declaring count: Int) -> [TarEntry] {
      let large = TarEntry(name: "zero.wav", bytes: [1], declaredByteCount: count)
      return [TarEntry(name: "drumkit.xml", bytes: Self.text), large]
    }
    let rest = Limits.archiveFoldedBytes - Self.text.count
    #expect(try unpacked(entries(declaring: rest)).problems.map(\.kind) == [.tooMuch])
    let error = #expect(throws: KitError.self) { try unpacked(entries(declaring: rest + 1)) }
    #expect(error?.reason.contains("more than 256 MB") == true)
    #expect(Folder.names("\(folder.path)/cache").filter { $0.hasSuffix(".part") }.isEmpty)
  }

  @Test("files that lead outside count as well: they must be unfolded to be skipped")
  func refusedBytes() throws {
    let half = Limits.archiveFoldedBytes / 2
    let error = #expect(throws: KitError.self) {
      try unpacked([
        TarEntry(name: "drumkit.xml", bytes: Self.text),
        TarEntry(name: "../a", bytes: [1], declaredByteCount: Limits.archiveFoldedBytes),
      ])
    }
    #expect(error?.reason.contains("more than 256 MB") == true)
    #expect(
      try unpacked([
        TarEntry(name: "drumkit.xml", bytes: Self.text),
        TarEntry(name: "../a", bytes: [1], declaredByteCount: half),
      ]).problems.map(\.kind).contains(.tooMuch))
  }

  @Test("an archive of 20 000 files and folders is read, one of more is refused")
  func entries() throws {
    let kit = TarEntry(name: "drumkit.xml", bytes: Self.text)
    let folders = (1..<Limits.archiveEntries).map { TarEntry(name: "f\($0)/", type: "5") }
    #expect(try unpacked([kit] + folders).problems.isEmpty)
    let more = TarEntry(name: "more/", type: "5")
    let error = #expect(throws: KitError.self) { try unpacked([kit] + folders + [more]) }
    #expect(error?.reason.contains("\(Limits.archiveEntries) files and folders") == true)
  }
}
