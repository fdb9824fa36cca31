// SPDX-License-Identifier: GPL-3.0-or-later

/// The gifts of one page: they go with it.
final class PageShelf: Sendable {
  private let gifts: PageGifts

  init(_ gifts: PageGifts) { self.gifts = gifts }

  deinit { gifts.drop(of: ObjectIdentifier(self)) }

  /// Keeps a gift; its address.
  func add(_ gift: PageGift) -> String { gifts.add(gift, for: ObjectIdentifier(self)) }
}
