// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Charts
import FoundationEssentials
import Glibc

/// A page with the comparison: players and spectrograms, and a test whether ears find the computed
/// drum.
///
/// The recorded sounds are other people's: the page is for this machine, and nothing of it is to be passed on.
struct ListeningPage {
  private struct Row {
    let name: String
    let strokes: [(kit: String, sound: [SIMD2<Float>])]
  }
  private var rows: [Row] = []

  mutating func add(_ struck: [StruckDrum.Strokes], role: String, velocity: Int) {
    let strokes = struck.map {
      (kit: $0.kit, sound: PortraitHearing.atCommonLoudness($0.sounds[0]))
    }
    rows.append(Row(name: "\(role)-\(velocity)", strokes: strokes))
  }

  /// Writes `index.html` with its sounds and pictures into a folder.
  func write(to folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    var page = WebPage(title: "Flam's drums beside recorded ones")
    page.section(
      "Which one is computed?",
      Self.blindTest(
        rows.map { row in
          (row.name, row.strokes.map { Self.file(row.name, $0.kit) })
        }))
    var gallery = ""
    for row in rows {
      var cells = ""
      for stroke in row.strokes {
        let name = Self.file(row.name, stroke.kit)
        try write(stroke.sound, to: "\(folder)/\(name).wav")
        try SpectrogramPicture(stroke.sound).draw(to: "\(folder)/\(name).png")
        cells += """
          <figure><figcaption>\(WebPage.escaped(stroke.kit))</figcaption>
          <img src="\(name).png" width="260" alt="spectrogram, \(WebPage.escaped(name))"/><br/>
          <audio controls preload="none" src="\(name).wav"></audio></figure>
          """
      }
      gallery +=
        "<h3>\(row.name)</h3><div style=\"display:flex;flex-wrap:wrap\">\(cells)</div>"
    }
    // Closed at first: whoever guesses has not seen which sound is whose.
    page.section("All sounds", "<details><summary>Show them by name</summary>\(gallery)</details>")
    try page.html.write(toFile: "\(folder)/index.html", atomically: true, encoding: .utf8)
    print("  page: \(folder)/index.html")
  }

  private static func file(_ row: String, _ kit: String) -> String {
    "\(row)-\(kit.filter { $0.isLetter || $0.isNumber })"
  }

  private func write(_ sound: [SIMD2<Float>], to path: String) throws {
    let peak = sound.map { max(abs($0.x), abs($0.y)) }.max() ?? 1
    let gain = min(1, 0.98 / max(peak, 1e-9))
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: StruckPad.sampleRateHz, channelCount: 2, encoding: .pcm16,
      ditherSeed: 1, isOverwriting: true)
    try writer.write(sound.flatMap { [gain * $0.x, gain * $0.y] })
    try writer.finish()
  }

  /// Two sounds of a drum at random, one of them ours: guess which, and see how likely so many right
  /// guesses are by chance (the upper tail of the binomial distribution).
  private static func blindTest(_ rows: [(name: String, files: [String])]) -> String {
    let list = rows.map { row in
      "[\"\(row.name)\",[\(row.files.map { "\"\($0).wav\"" }.joined(separator: ","))]]"
    }.joined(separator: ",")
    return """
      <p>Two sounds of one drum: one is computed, one recorded. Play both as often as you like, then choose.
      By keys: 1 and 2 play, A and B choose.</p>
      <p><b id="drum"></b>
      <button onclick="hear(0)">play A</button> <button onclick="hear(1)">play B</button>
      &nbsp; computed is: <button onclick="guess(0)">A</button> <button onclick="guess(1)">B</button></p>
      <p id="score" role="status"></p>
      <table id="drums"></table>
      <script>
      const rows = [\(list)];
      let drum = "", pair = [], ours = 0, right = 0, all = 0, playing = null;
      const tally = new Map();
      function next() {
        const [name, files] = rows[Math.floor(Math.random() * rows.length)];
        const other = files[1 + Math.floor(Math.random() * (files.length - 1))];
        ours = Math.floor(Math.random() * 2);
        pair = ours === 0 ? [files[0], other] : [other, files[0]];
        drum = name;
        document.getElementById("drum").textContent = name + " ";
      }
      function hear(index) {
        if (playing) playing.pause();
        playing = new Audio(pair[index]);
        playing.play();
      }
      function chance() {
        let term = Math.pow(0.5, all), sum = 0;
        for (let count = 0; count <= all; count += 1) {
          if (count >= right) sum += term;
          term *= (all - count) / (count + 1);
        }
        return sum;
      }
      function guess(index) {
        const isRight = index === ours;
        all += 1;
        right += isRight;
        const [was, of] = tally.get(drum) ?? [0, 0];
        tally.set(drum, [was + isRight, of + 1]);
        document.getElementById("score").textContent =
          `${isRight ? "Right" : "No, it was the other"}. ${right} of ${all} right: `
          + `by chance alone in ${(100 * chance()).toFixed(0)} of 100 tries. `
          + "Less than 5 of 100 means that ears find the computed drum.";
        document.getElementById("drums").innerHTML = [...tally].sort().map(
          ([name, [found, count]]) => `<tr><td>${name}</td><td>${found} of ${count}</td></tr>`).join("");
        next();
      }
      document.addEventListener("keydown", ({ key }) => {
        if (key === "1" || key === "2") hear(Number(key) - 1);
        if (key === "a" || key === "b") guess(key === "a" ? 0 : 1);
      });
      next();
      </script>
      """
  }
}

/// Power over time and frequency: dark for loud.
struct SpectrogramPicture {
  private static let columns = 260
  private static let rowCount = 120
  private static let seconds = 1.5
  private static let rangeDecibels = 80.0
  private static let limitsHz = (low: 40.0, high: 20_000.0)

  private let sound: [SIMD2<Float>]

  init(_ sound: [SIMD2<Float>]) { self.sound = sound }

  func draw(to path: String) throws {
    guard let file = ChartFile(path: path) else { return }
    let canvas = try Canvas(
      file, width: Double(Self.columns), height: Double(Self.rowCount))
    let spectrogram = Spectrogram(size: 2048)
    let binHz = Double(StruckPad.sampleRateHz) / 2048
    for column in 0..<Self.columns {
      let start =
        Double(column) / Double(Self.columns) * Self.seconds * Double(StruckPad.sampleRateHz)
      let powers = spectrogram.powers(sound, from: Int(start), isFading: false)
      for row in 0..<Self.rowCount {
        let edges = [row, row + 1].map { edge in
          Self.limitsHz.low
            * pow(Self.limitsHz.high / Self.limitsHz.low, Double(edge) / Double(Self.rowCount))
        }
        let bins = Int(edges[0] / binHz)...max(Int(edges[0] / binHz), Int(edges[1] / binHz) - 1)
        let mean = bins.reduce(0) { $0 + powers[$1] } / Double(bins.count)
        let level = 1 + (10 * log10(mean + 1e-20) + 35) / Self.rangeDecibels
        let shade = 1 - min(1, max(0, level))
        let top = Double(Self.rowCount - row - 1)
        canvas.rectangle(
          from: Point(Double(column), top), to: Point(Double(column) + 1, top + 1),
          Colour(shade, shade, 1 - 0.7 * (1 - shade)))
      }
    }
    try canvas.finish()
  }
}
