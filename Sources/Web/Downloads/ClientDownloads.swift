// SPDX-License-Identifier: GPL-3.0-or-later

/// The downloads of one page. They are removed with it.
final class ClientDownloads: Sendable {
  private let downloads: Downloads

  init(_ downloads: Downloads) { self.downloads = downloads }

  deinit { downloads.drop(of: ObjectIdentifier(self)) }

  /// Adds a download and returns its address.
  func add(_ download: Download) -> String { downloads.add(download, for: ObjectIdentifier(self)) }
}
