// SPDX-License-Identifier: GPL-3.0-or-later
import Storage
import Testing

@Suite struct PathTextTests {
  @Test(
    "only the name of a path is kept, all else stays",
    arguments: [
      ("no path", "no path"), ("3 1/2 of 6/8 and/or", "3 1/2 of 6/8 and/or"),
      ("cannot read '/home/me/My Kits/a.sfz': gone", "cannot read 'a.sfz': gone"),
      ("cannot read 'kits/a.sfz'; try", "cannot read 'a.sfz'; try"),
      ("see /etc/flam/x.conf, then", "see x.conf, then"), ("in ~/Music/Flam", "in Flam"),
      ("(/tmp/a b)", "(a b)"), ("that's one thing/other", "that's one thing/other"),
      ("path=/var/lib/x", "path=x"), ("/", "/"),
    ])
  func stripped(text: String, expected: String) { #expect(PathText.stripped(text) == expected) }
}
