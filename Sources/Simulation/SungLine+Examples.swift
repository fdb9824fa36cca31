// SPDX-License-Identifier: GPL-3.0-or-later

extension SungLine {
  /// Lines of all kinds of singing, by name.
  public static var examples: [(name: String, line: SungLine)] {
    [
      ("a scale", line([60, 62, 64, 65, 67, 69, 71, 72], 0.3)),
      ("a low line after consonants", line([45, 48, 50, 52, 43, 41], 0.3, .consonant)),
      ("glides of 80 ms", line([57, 60, 64, 57, 62, 55, 56], 0.35, .glide(0.08))),
      ("glides of 160 ms", line([57, 64, 57, 69, 55], 0.45, .glide(0.16))),
      ("vibrato of 60 cents", line([60, 67, 64, 72], 0.8, vibratoCents: 60)),
      ("vibrato of 90 cents", line([60, 67, 64], 1, vibratoCents: 90)),
      ("glides with vibrato", line([60, 64, 62, 67], 0.7, .glide(0.1), vibratoCents: 50)),
      ("dips on one pitch", line([60, 60, 60, 62, 62, 60], 0.25, .dip)),
      ("quick notes", line([60, 62, 64, 65, 67, 65, 64], 0.13, rest: 0.04)),
      ("a breathy voice", line([55, 57, 59, 60], 0.3, breathDecibels: -15)),
      ("a high voice", line([74, 76, 79, 83], 0.3)),
    ]
  }

  private static func line(
    _ keys: [Double], _ seconds: Double, _ attack: Attack = .soft, rest: Double = 0.12,
    vibratoCents: Double = 0, breathDecibels: Double = -40
  ) -> SungLine {
    var line = SungLine()
    line.vibratoCents = vibratoCents
    line.breathDecibels = breathDecibels
    for (index, key) in keys.enumerated() {
      var isAlone = index == 0
      if case .consonant = attack { isAlone = false }
      line.add(key, seconds, isAlone ? .soft : attack, rest: rest)
    }
    return line
  }
}
