// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Looping

/// A take that a person plays to close it to a loop: what is struck, when the foot comes, and how long the loop is meant to be.
public struct TakenGroove: CustomStringConvertible {
  /// What differs from a straight groove that begins on the one.
  public struct Manner {
    /// Bars until it is closed.
    public var bars = 4
    /// Where the second half of a beat is played.
    public var swing = 0.5
    /// Beats of an upbeat before the first bar.
    public var upbeat = 0.0
    /// Standard deviation of each hit.
    public var spreadSeconds = 0.006
    /// How much later than meant the foot comes.
    public var footSeconds = 0.0
    /// The player strikes the beginning of the next cycle, too.
    public var strikesSeam = true

    /// Straight, from the one on, of four bars.
    public init() {}
  }

  /// A letter a sixteenth of a bar: x plain, o soft.
  private static let patterns = [
    Pattern("rock", hihat: "x.x.x.x.x.x.x.x.", kick: "x.......x.x.....", snare: "....x.......x..."),
    Pattern("funk", hihat: "x.x.x.x.x.x.x.x.", kick: "x..x......x..x..", snare: "....x..o.o..x..."),
    Pattern(
      "floor", hihat: "..x...x...x...x.", kick: "x...x...x...x...", snare: "....x.......x..."),
    Pattern("no cymbals", kick: "x.....x.x.......", snare: "....x.......x..."),
    Pattern("taps", kick: "x.......x.......", snare: "....x.......x...", clap: "......x.......x."),
  ]

  private struct Pattern {
    let name: String
    let parts: [(pad: String, letters: [Character])]

    init(
      _ name: String, hihat: String = "", kick: String, snare: String, clap: String = ""
    ) {
      self.name = name
      parts = [("hihat-closed", hihat), ("kick", kick), ("snare", snare), ("clap", clap)]
        .filter { !$0.1.isEmpty }.map { ($0.0, Array($0.1)) }
    }
  }

  private static let rateHz = 48_000.0

  /// How many patterns there are.
  public static var count: Int { patterns.count }

  /// What it is, in a few words.
  public let description: String
  /// What is struck, in order.
  public let notes: [HeardNote]
  /// When the foot comes that closes it.
  public let pressFrame: Int
  /// How long the loop is meant to be.
  public let meantFrames: Double

  /// A groove by its number.
  public init(_ number: Int, beatsPerMinute: Double, _ manner: Manner, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func normal() -> Double {
      var sum = -6.0
      for _ in 0..<12 { sum += Double(generator.uniform()) }
      return sum
    }
    let pattern = Self.patterns[number % Self.patterns.count]
    let beat = 60 / beatsPerMinute
    func seconds(ofStep step: Int) -> Double {
      let (whole, place) = (Double(step / 4), Double(step % 4) / 4)
      let swung =
        place < 0.5
        ? place * 2 * manner.swing : manner.swing + (place - 0.5) * 2 * (1 - manner.swing)
      return (whole + swung) * beat
    }
    // Bar 0 is the one before the first.
    let first = 16 - Int(manner.upbeat * 4)
    let last = 16 + 16 * manner.bars
    let foot = seconds(ofStep: last) + manner.footSeconds
    var hits: [(seconds: Double, pad: String, velocity: Float)] = []
    func strike(_ pad: String, step: Int, velocity: Float) {
      let time = seconds(ofStep: step) + manner.spreadSeconds * normal()
      hits.append((time, pad, velocity))
    }
    for step in stride(from: first, to: 16, by: 2) {
      strike("tom-high", step: step, velocity: 0.7)
    }
    for (pad, letters) in pattern.parts {
      for step in 16...last where step < last || manner.strikesSeam {
        let letter = letters[step % 16]
        if letter != "." { strike(pad, step: step, velocity: letter == "o" ? 0.3 : 0.7) }
      }
    }
    let struck = hits.sorted { $0.seconds < $1.seconds }.filter { $0.seconds < foot }
    notes = struck.enumerated().map { index, hit in
      HeardNote(
        id: index, pad: hit.pad, velocity: hit.velocity,
        frame: 20_000 + Int((hit.seconds * Self.rateHz).rounded()))
    }
    pressFrame = 20_000 + Int((foot * Self.rateHz).rounded())
    meantFrames = Double(manner.bars * 4) * beat * Self.rateHz
    description =
      "\(pattern.name) \(Int(beatsPerMinute)) \(manner.bars) bars, swing \(manner.swing), "
      + "upbeat \(manner.upbeat), foot \(manner.footSeconds), seed \(seed)"
  }

  /// Fifty grooves of any kind: of two to eight bars, straight and swung, with and without an upbeat, closed by a foot that comes
  /// up to 40 ms early or up to 160 ms late.
  public static func fifty(seed: UInt64) -> [TakenGroove] {
    (0..<50).map { number in
      var generator = SeededGenerator(seed: seed + UInt64(number))
      func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(generator.uniform())
      }
      var manner = Manner()
      manner.bars = [2, 4, 4, 8][number % 4]
      manner.swing = [0.5, 0.5, 0.58, 0.62][number / 4 % 4]
      manner.upbeat = [0, 0, 0.5, 1][number / 2 % 4]
      manner.spreadSeconds = between(0.002, 0.008)
      manner.footSeconds = between(-0.04, 0.16)
      manner.strikesSeam = number % 3 != 0
      return TakenGroove(
        number, beatsPerMinute: between(80, 150), manner, seed: seed * 31 + UInt64(number))
    }
  }

  /// A stretch of a take that somebody played, from the hit `first` on, that is meant to be so long; closed by a foot that comes
  /// so much later than its end.
  public init(
    _ hits: [(frame: Int, pad: String, velocity: Float)], from first: Int, meantFrames: Double,
    footSeconds: Double, named name: String
  ) {
    let foot = hits[first].frame + Int(meantFrames + footSeconds * Self.rateHz)
    (self.meantFrames, pressFrame) = (meantFrames, foot)
    notes = hits[first...].prefix { $0.frame < foot }.enumerated().map { index, hit in
      HeardNote(id: index, pad: hit.pad, velocity: hit.velocity, frame: hit.frame)
    }
    description = "\(name), \(Int(meantFrames)) frames, foot \(footSeconds)"
  }

  /// The length of the loop that it becomes, in frames; nil if there is none.
  public func closedFrames() throws -> Int? {
    var looper = Looper(sampleRateHz: 48_000)
    try looper.perform(.record, atFrame: 0)
    for note in notes { looper.hear(note) }
    try looper.perform(.record, atFrame: pressFrame)
    return looper.content.grid?.cycleFrames
  }

  /// By how much the loop is longer than it was meant, in milliseconds.
  public func errorMilliseconds() throws -> Double {
    try closedFrames().map { (Double($0) - meantFrames) / 48 } ?? .infinity
  }
}
