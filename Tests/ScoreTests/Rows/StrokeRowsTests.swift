// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

/// Hears the same hits in every file, as often as it is asked; velocities change from file to file.
private final class ListedDetector: HitDetector {
  let name: String
  let sounds: [String] = []
  private let times: [Double]
  private var velocities: [Double]

  init(_ times: [Double], name: String = "flam", velocities: [Double] = [1]) {
    self.name = name
    self.times = times
    self.velocities = velocities
  }

  func hits(ofFile path: String) -> (hits: [HeardHit], processorSeconds: Double) {
    let velocity = velocities[0]
    if velocities.count > 1 { velocities.removeFirst() }
    let hits = times.map { HeardHit(seconds: $0, availableSeconds: $0, velocity: velocity) }
    return (hits, 0)
  }
}

@Suite struct StrokeRowsTests {
  private static let knocks = [StrikeSet.knocks(.close)]
  private static var deaf: ListedDetector { ListedDetector([]) }

  /// What each target of a row saw.
  private static func seen(_ result: RowResult) -> [Double] { result.judgements.map(\.seen) }

  @Test("flams of 15 ms that are heard in their place are heard at no gap 5 ms longer")
  func flams() throws {
    let times = (0..<40).flatMap { pair -> [Double] in
      let grace = 1 + 0.97 * Double(pair) + 0.004 * Double(pair % 7)
      return [grace, grace + 0.015]
    }
    let result = try FlamsRow(
      Self.knocks, detectors: [ListedDetector(times), ListedDetector([], name: "aubio")]
    ).result
    #expect(Self.seen(result) == [40, 0, 0, 0])
    #expect(result.judgements.map(\.isMet) == [true, false, false, false])
    #expect(result.judgements[0].peer == "0.0")
  }

  @Test("a second hit 50 ms after each ringing strike is extra; what a deaf one misses shows")
  func doubles() throws {
    let once = (0..<280).map { 1 + 0.7 * Double($0) }
    func seen(_ times: [Double]) throws -> [Double] {
      Self.seen(try DoublesRow(Self.knocks, detectors: [ListedDetector(times)]).result)
    }
    #expect(try seen(once) == [0, 280])
    #expect(try seen((once + once.map { $0 + 0.05 }).sorted()) == [280, 280])
    #expect(try seen([]) == [0, 0])
  }

  private static func named(_ name: String) -> StrikeSet {
    let clips = knocks[0].clips
    return StrikeSet(ClassTask(name: name, train: clips, test: clips))
  }

  @Test("the sets share the 280 strikes")
  func shares() throws {
    let sets = ["cajon", "taps", "drums"].map(Self.named)
    let row = try DoublesRow(sets, detectors: [Self.deaf])
    #expect(row.figures.map(\.strikes) == ["cajon", "taps", "drums"])
    #expect(row.figures.map(\.played).sorted() == [93, 93, 94])
  }

  @Test("a deaf one hears nothing of a roll, at any speed")
  func rolls() throws {
    let row = try RollsRow(Self.knocks, detectors: [Self.deaf])
    #expect(row.figures.map(\.situation) == [12, 14, 16, 18, 20].map { "\($0) a second" })
    #expect(Self.seen(row.result) == [0, 0])
    #expect(row.result.judgements.map(\.isMet) == [false, true])
  }

  @Test("velocities are compared with those of the clean signal, the largest change counts")
  func velocity() throws {
    let times = (0..<24).map { 1 + 0.6 * Double($0) }
    let row = try VelocityRow(
      Self.knocks,
      detector: ListedDetector(times, velocities: [0.5, 0.5, 0.515, 0.55, 0.25, 0.5]))
    #expect(row.figures.map(\.largest) == [0, 0, 0.015, 0.05, 0.25, 0])
    #expect(row.result.judgements.map(\.isMet) == [true, true, true, false, false, true])
    // Nothing changes for a deaf one, but it has nothing to compare.
    let deaf = try VelocityRow(Self.knocks, detector: Self.deaf).result
    #expect(Self.seen(deaf) == [0, 0, 0, 0, 0, 0])
    #expect(deaf.judgements.map(\.isMet) == [false, true, true, true, true, true])
  }

  @Test("ghost notes count without the accents, and hits of a silent room are false")
  func ghosts() throws {
    let strokes = (0..<160).map { 1 + 60.0 / 440 * Double($0) }
    func seen(_ times: [Double]) throws -> [Double] {
      Self.seen(try GhostsRow(Self.knocks, detectors: [ListedDetector(times)]).result)
    }
    // All of them, heard where nobody plays, too: 160 in its minute.
    #expect(try seen(strokes) == [120, 120, 120, 0, 160])
    let accents = strokes.indices.filter { $0 % 4 == 0 }.map { strokes[$0] }
    #expect(try seen(accents) == [0, 0, 0, 0, 40])
    #expect(try seen([]) == [0, 0, 0, 0, 0])
  }

  @Test("strikes under hum are scored without a profile and with it, by the loudness of the hum")
  func hum() throws {
    let strokes = (0..<50).map { 2 + 0.75 * Double($0) }
    let row = try HumRow(Self.knocks) { _ in
      [
        ListedDetector(strokes, name: HumRow.withoutProfile),
        ListedDetector(Array(strokes.dropFirst(2)), name: HumRow.withProfile),
        ListedDetector(Array(strokes.dropFirst(10)), name: "aubio"),
      ]
    }
    #expect(row.figures.count == 3 * 9)
    #expect(Self.seen(row.result) == [50, 48, 50, 48, 50, 48, 50, 48])
    #expect(row.result.judgements.map(\.peer) == Array(repeating: "40.0", count: 8))
    #expect(
      row.result.judgements.map(\.isMet) == [true, false, true, false, true, false, true, false])
  }

  @Test("a hit without a strike is extra at every break")
  func breaks() throws {
    let row = try BreaksRow(Self.knocks, detectors: [ListedDetector([1])])
    // Nothing is struck where a device returns, in either room.
    #expect(Self.seen(row.result).first == 2)
    // All ten before an end, one of ten before a cut and a pause.
    #expect(abs(Self.seen(row.result)[1] - 2.4 / 6) < 1e-9)
    #expect(row.figures.map(\.heard) == [10, 10, 1, 1, 1, 1, 0, 0])
  }
}

@Suite struct StrokeFiguresTests {
  private static func figures(_ rows: [(String, String, String, Int, Int)]) -> [StrokeFigures] {
    rows.map {
      StrokeFigures(
        strikes: $0.0, situation: $0.1, detector: $0.2, played: 50, heard: $0.3, extra: $0.4,
        seconds: 30)
    }
  }

  @Test("the mean counts, the worst is named with its situation, the peer by its settings")
  func spread() {
    let figures = Self.figures([
      ("taps", "hum", "flam", 50, 0), ("taps", "buzz", "flam", 40, 3),
      ("taps", "hum", "aubio a", 30, 1), ("taps", "buzz", "aubio a", 20, 1),
      ("taps", "hum", "aubio b", 50, 9), ("taps", "buzz", "aubio b", 50, 9),
    ])
    let own = figures.of("flam")
    let heard = own.spread { Double($0.heard) }
    #expect(heard?.mean == 45 && heard?.worst == "40 taps, buzz")
    #expect(own.spread(isMost: true) { Double($0.extra) }?.worst == "3 taps, buzz")
    #expect(own.extraPerMinute == 3)
    #expect(figures.peer(decimals: 1) { $0.meanHeard } == "25.0, 50.0")
    #expect(figures.peer(in: "hum", decimals: 0) { $0.meanHeard } == "30, 50")
    #expect(own.peer(decimals: 0) { $0.meanHeard } == nil)
  }

  @Test("taps are judged alone, other sets only if there are none")
  func judged() {
    let figures = Self.figures([
      ("taps", "hum", "flam", 50, 0), ("cajon", "hum", "flam", 10, 0),
      ("drums", "hum", "flam", 20, 0),
    ])
    #expect(figures.judged(.taps).meanHeard == 50)
    #expect(figures.judged(.drums).meanHeard == 15)
    #expect(figures.judged(.keys).count == 3)
    #expect(figures.spread { Double($0.heard) }?.worst == "10 cajon")
  }
}
