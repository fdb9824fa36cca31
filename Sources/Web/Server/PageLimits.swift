// SPDX-License-Identifier: GPL-3.0-or-later

/// How much strangers may ask of the page before they are turned away.
enum PageLimits {
  /// Bytes of a request.
  static let requestBytes = 8192
  /// Time for a request to arrive and for its answer to leave.
  static let requestMilliseconds = 5000
  /// Requests that are arriving or being answered; the oldest gives way to another.
  static let requests = 32
  /// Pages that are open.
  static let pages = 32
  /// Bytes of a message from a page.
  static let messageBytes = 4096
  /// Messages of a page in a second, on average and at once.
  static let messagesPerSecond = 200.0
  static let messagesAtOnce = 400.0
  /// A page that has not even answered a ping for so long is gone.
  static let silentSeconds = 30
  /// A page is asked so often whether it is still there.
  static let pingSeconds = 10
  /// A page that takes nothing for so long is gone; it may come back.
  static let stuckSeconds = 5
  /// A page that has not taken a message, or a piece of what it fetches, in so long is gone.
  static let sendSeconds = 10
  /// What takes long and waits for a page to be done.
  static let waitingJobs = 4
  /// Things that were made for pages and can be fetched; the oldest gives way.
  static let downloads = 64
  /// Bytes of all files together that were made for pages; the oldest gives way. None that is larger is made.
  static let madeBytes = 1 << 30
  /// Things that are being fetched.
  static let downloadsAtOnce = 32
  /// Sounds that a page has taught and not kept yet.
  static let draftSounds = 16
  /// Sessions in the list: the latest.
  static let sessions = 200
  /// Changes of a table of hits.
  static let changes = 2000
  /// Events that wait for a page; beyond that it loses the oldest.
  static let waitingEvents = 2048
}
