// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Storage

/// Lets pages look into kits and hear them before playing. This takes long: only the job queue's thread calls it.
final class PageKits: Sendable {
  /// Further problems of a kit are left out.
  private static let mostProblems = 20
  private static let mostBytes = 16 << 20

  private let host: PageHost
  private let scratch: ScratchFolder

  init(_ host: PageHost, _ scratch: ScratchFolder) {
    (self.host, self.scratch) = (host, scratch)
  }

  /// Looks into a kit; returns the download.
  func open(
    _ name: String, for downloads: ClientDownloads, isWanted: () -> Bool
  ) throws -> PageDownload {
    let file = try made(name, ".json", "look into", \.check, isWanted)
    var kit = try JSONDecoder().decode(
      PageKit.self, from: Data(RegularFile.bytes(file.path, atMost: Self.mostBytes)))
    kit.problems = kit.problems.prefix(Self.mostProblems).map {
      PageKit.Problem(isFault: $0.isFault, message: PathText.stripped($0.message))
    }
    let bytes = try kit.pageJSON
    return PageDownload(
      file: downloads.add(Download(type: "application/json", content: .bytes(bytes))))
  }

  /// Plays a bundled take with a kit; returns the download of the sound.
  func hear(
    _ name: String, for downloads: ClientDownloads, isWanted: () -> Bool
  ) throws -> PageDownload {
    let file = try made(name, ".wav", "play", \.sound, isWanted)
    return PageDownload(
      file: downloads.add(Download(type: "audio/wav", content: .file(file), isHeard: true)))
  }

  private func made(
    _ name: String, _ ending: String, _ attempt: String,
    _ making: KeyPath<PageHost.Kits, PageHost.Kits.Making>,
    _ isWanted: () -> Bool
  ) throws -> DownloadFile {
    guard let kit = host.kits.list().first(where: { $0.name == name }) else {
      throw EngineError(
        "\(attempt) the kit '\(PathText.name(name))'", reason: "there is none of that name",
        advice: "pick one from the list")
    }
    let file = try scratch.newFile(ending)
    let problem = host.kits[keyPath: making](kit.path, file.path) { isWanted() && file.isSmall }
    if let problem = file.problem(problem) {
      throw EngineError(
        "\(attempt) the kit '\(kit.name)'", reason: problem, advice: "pick another one")
    }
    return file
  }
}

/// The address of a download.
struct PageDownload: Encodable, Sendable { let file: String }
