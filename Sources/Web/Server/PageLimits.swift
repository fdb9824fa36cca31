// SPDX-License-Identifier: GPL-3.0-or-later

/// How much a page, or a stranger, may ask for.
enum PageLimits {
  /// Bytes of a request.
  static let requestBytes = 8192
  /// Time for a request to arrive and for its answer to be sent.
  static let requestMilliseconds = 5000
  /// Requests that are arriving or being answered; another one closes the oldest.
  static let requests = 32
  /// Open pages.
  static let pages = 32
  /// Bytes of a message from a page.
  static let messageBytes = 4096
  /// Messages of a page in a second, on average and in a burst.
  static let messagesPerSecond = 200.0
  static let messagesAtOnce = 400.0
  /// A page that sends nothing for so long, or does not answer a ping for so long, is closed.
  static let silentSeconds = 30
  /// The time between pings.
  static let pingSeconds = 10
  /// A page that accepts no bytes for so long is closed; it may connect again.
  static let stuckSeconds = 5
  /// A page that needs longer for a message, or for a piece of a download, is closed.
  static let sendSeconds = 10
  /// A download that was read more slowly than this on average is ended, once it has lasted a while.
  static let downloadBytesPerSecond = 65_536.0
  static let downloadGraceSeconds = 30.0
  /// Long jobs of a page that may wait.
  static let waitingJobs = 4
  /// Downloads that are kept; another one removes the oldest.
  static let downloads = 64
  /// Bytes of all files made for downloads together; another one removes the oldest. No file is larger.
  static let madeBytes = 1 << 30
  /// Downloads that are being sent.
  static let downloadsAtOnce = 32
  /// Sounds that a page has taught and not saved yet.
  static let draftSounds = 16
  /// Sessions in the list: the latest.
  static let sessions = 200
  /// Changes to a table of hits.
  static let changes = 2000
  /// Events that wait for a page; beyond that it loses the oldest.
  static let waitingEvents = 2048
}
