// SPDX-License-Identifier: GPL-3.0-or-later

/// What a command needs that takes as long as the disk or the training does: made before the command is carried out, by
/// the thread that asks for it.
enum PreparedCommand {
  /// Nothing.
  case nothing
  /// A track that was found.
  case track(LoadedBacking)
  /// A track that is open.
  case start(BackingStart)
  /// Where a kit was found.
  case kit(path: String)
  /// A profile that is read and trained.
  case profile(LoadedProfile)
  /// A session whose files are there.
  case session(BegunSession)

  /// Takes away again what was made and is not used.
  func discard() {
    if case .session(let session) = self { session.discard() }
  }
}
