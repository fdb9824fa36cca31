// SPDX-License-Identifier: GPL-3.0-or-later

extension HitTracker {
  /// Which ears these are. It rises whenever the same sound may be heard differently than before, so that a session can
  /// name the ears that heard it. Sessions that name none were heard by version 1.
  public static let version = 5
}
