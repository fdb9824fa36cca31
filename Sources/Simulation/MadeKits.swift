// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Glibc

/// Kits made for a test, laid out and named like those that people find: the hardest corners of
/// formats.
public struct MadeKits: ~Copyable {
  /// A kit and its path.
  public typealias Named = (name: String, path: String)

  private let folder = TemporaryFolder()

  /// No kits yet; all go with it.
  public init() {}

  /// All of them.
  public func all() throws -> [Named] {
    [
      ("FreePats layout", try freePats()), ("includes of a library", try library()),
      ("GMRockKit naming", try hydrogen()), ("controllers and chokes", try controllers()),
      ("late swell", try lateSwell()), ("two of a name", try namesakes()),
    ]
  }

  /// One file next to `samples/Drum/NUMBER-Drum.flac`, a group a velocity layer, regions drawn by
  /// chance.
  public func freePats() throws -> String {
    var text =
      "// The layout of FreePats\n<control>\n default_path=samples/\n<global>\n amp_veltrack=60\n"
    for (drum, key, hertz) in [
      ("KdrumR", 36, 60), ("Snare", 38, 200), ("HihatClosed", 42, 7000), ("HihatOpen", 46, 6000),
      ("Tom1", 48, 160), ("Tom4", 41, 90), ("RideR", 51, 4000), ("CrashL", 49, 3000),
      ("China", 52, 2500),
    ] as [(String, Int, Float)] {
      for (layer, range) in [1...63, 64...127].enumerated() {
        text += "<group>\n key=\(key) lovel=\(range.lowerBound) hivel=\(range.upperBound)\n"
        if drum.hasPrefix("Hihat") { text += " group=1 off_by=1\n" }
        for take in 0..<3 {
          let name = "\(drum)/\(3 * layer + take + 1)-\(drum).flac"
          try hit(
            "freepats/samples/\(name)", decibels: -24 + 12 * Float(layer) + Float(take),
            hertz: hertz * (1 + 0.01 * Float(take)))
          text +=
            "<region> sample=\(name) lorand=\(Float(take) / 3) hirand=\(Float(take + 1) / 3)\n"
        }
      }
    }
    return folder.write(text: text, to: "freepats/FreePats Kit.sfz")
  }

  /// A file in its own folder, which includes others next to that folder, two a line, with names of
  /// keys among them.
  public func library() throws -> String {
    folder.write(text: "#define $KICK 36\n#define $SNARE 38\n", to: "library/Data/keymap.txt")
    folder.write(text: "<global> loop_mode=one_shot\n", to: "library/Data/global.txt")
    for (drum, hertz) in [("Kick", 70), ("Snare", 220)] as [(String, Float)] {
      try hit("library/Samples/\(drum)/\(drum)_1.wav", hertz: hertz)
      folder.write(
        text:
          "<group> key=$\(drum.uppercased())\n<region> sample=../Samples/\(drum)/\(drum)_1.wav\n",
        to: "library/Data/stereo/\(drum).txt")
    }
    return folder.write(
      text: """
        #include "../Data/keymap.txt"
        #include "../Data/global.txt" #include "../Data/stereo/Kick.txt"
        #include "../Data/global.txt" #include "../Data/stereo/Snare.txt"
        """, to: "library/Stereo/Library Kit.sfz")
  }

  /// Names as Debian's largest kit of Hydrogen has them: the way of striking after the drum, left
  /// and right, sizes.
  public func hydrogen() throws -> String {
    var instruments = ""
    for (place, (drum, hertz))
      in ([
        ("Kick", 60), ("Stick", 900), ("Snare Head", 200), ("Hand Clap", 1200),
        ("Snare Rimshot", 400),
        ("Floor Tom", 80), ("Hat Closed", 8000), ("Tom 2", 120), ("Hat Pedal", 7000),
        ("Tom 1", 160),
        ("Hat Open", 6500), ("Cowbell", 800), ("Ride", 4000), ("Crash", 3000), ("Ride Rock", 4200),
        ("Crash Jazz", 2800), ("Hat Semi-Open", 6800), ("Bell", 2000),
      ] as [(String, Float)]).enumerated()
    {
      var layers = ""
      for layer in 0..<3 {
        let file = "\(drum)-\(["Soft", "Med", "Hard"][layer]).wav"
        try hit("gm/\(file)", decibels: -24 + 8 * Float(layer), hertz: hertz)
        layers +=
          "<layer><filename>\(file)</filename><min>\(Float(layer) / 3)</min>"
          + "<max>\(Float(layer + 1) / 3)</max><gain>1</gain><pitch>0</pitch></layer>"
      }
      instruments +=
        "<instrument><id>\(place)</id><name>\(drum)</name><volume>1</volume>\(layers)</instrument>"
    }
    return folder.write(
      text: "<drumkit_info><name>GM naming</name><author>A. Nobody</author><license>CC0</license>"
        + "<instrumentList>\(instruments)</instrumentList></drumkit_info>", to: "gm/drumkit.xml")
  }

  /// Sounds that only a controller plays: a pedal and a hand on the cymbal, on the same keys as the
  /// drums that they end.
  public func controllers() throws -> String {
    for (name, hertz) in [("open", 6000), ("closed", 8000), ("crash", 3000), ("chick", 5000)]
      as [(String, Float)]
    {
      try hit("controllers/\(name).wav", hertz: hertz)
    }
    return folder.write(
      text: """
        <region> sample=open.wav key=46 group=1 off_by=2 lovel=1
        <region> sample=closed.wav key=42 group=2 off_by=1 lovel=1 hivel=127
        <region> sample=chick.wav key=46 group=2 on_locc4=100 on_hicc4=127
        <region> sample=crash.wav key=49 group=3 off_by=4
        <region> sample=*silence key=49 group=4 on_locc131=64 on_hicc131=127
        """, to: "controllers/kit.sfz")
  }

  /// A snare whose soft strokes ring on 9 dB louder than its hard ones, relative to their first 50
  /// ms; and a kick.
  public func lateSwell() throws -> String {
    try hit("swell/kick.wav", hertz: 60)
    try hit("swell/soft.wav", decibels: -18, hertz: 300, ringsDecibels: 9)
    try hit("swell/hard.wav", decibels: -14, hertz: 300)
    return folder.write(
      text: """
        <region> sample=kick.wav key=36
        <group> key=38 amp_veltrack=0
        <region> sample=soft.wav hivel=62
        <region> sample=hard.wav lovel=63
        """, to: "swell/kit.sfz")
  }

  /// Two pads of one name and no note.
  public func namesakes() throws -> String {
    try hit("names/a.wav", hertz: 200)
    try hit("names/b.wav", hertz: 400)
    let instruments = ["a", "b"].enumerated().map {
      "<instrument><id>\($0)</id><name>Snare</name><volume>1</volume><filename>\($1).wav</filename></instrument>"
    }
    return folder.write(
      text: "<drumkit_info><name>Namesakes</name><instrumentList>\(instruments.joined())"
        + "</instrumentList></drumkit_info>", to: "names/drumkit.xml")
  }

  /// Writes a hit of half a second.
  ///
  /// - Parameter ringsDecibels: By how much louder it is after its first 50 ms than it would be.
  private func hit(
    _ name: String, decibels: Float = -6, hertz: Float, ringsDecibels: Float = 0
  ) throws {
    folder.write([], to: name)
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: 48_000, channelCount: 1, isOverwriting: true)
    let peak = Units.amplitude(decibels: decibels)
    let rings = Units.amplitude(decibels: ringsDecibels)
    try writer.write(
      (0..<24_000).map { frame in
        let time = Float(frame) / 48_000
        let swell = 1 + (rings - 1) * min(1, max(0, (time - 0.05) / 0.01))
        return peak * swell * exp(-10 * time) * cos(2 * .pi * hertz * time)
      })
    try writer.finish()
  }
}
