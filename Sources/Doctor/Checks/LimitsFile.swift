// SPDX-License-Identifier: GPL-3.0-or-later

/// The drop-in file that allows the group audio to play in time.
enum LimitsFile {
  /// Writes it and joins the group.
  static let fix =
    #"printf '@audio - rtprio 95\n@audio - memlock unlimited\n' "#
    + #"| sudo tee /etc/security/limits.d/95-audio.conf "#
    + #"&& sudo usermod -aG audio "$USER"  # then log in again"#
}
