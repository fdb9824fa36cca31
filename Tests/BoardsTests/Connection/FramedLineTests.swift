// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Firmata
import Testing

@testable import Boards

/// A board behind USB: bytes go to it at the ends of frames of 1 ms, and come from it at the ends of steps.
@Suite struct FramedLineTests {
  private static let byteSeconds = 10.0 / 115_200
  private static let frameSeconds = 0.001
  private static let startSeconds = 100.0

  /// What arrives, when, and for a stroke when it was.
  private struct Heard {
    var seconds: Double
    var time: BoardTime
    var strokeSeconds: Double?
  }

  private struct Board {
    let skew: Double
    let stepSeconds: Double
    let phase: Double
    var random: SeededGenerator

    init(skew: Double, stepSeconds: Double, seed: UInt64) {
      (self.skew, self.stepSeconds) = (skew, stepSeconds)
      random = SeededGenerator(seed: seed)
      phase = Double(random.uniform())
    }

    func time(_ seconds: Double) -> BoardTime {
      let ticks = Int((seconds * (1 + skew) + phase) * 1e6) / BoardTime.tickMicroseconds
      return BoardTime(ticks: UInt16(ticks % BoardTime.tickCount))
    }

    /// When `count` bytes arrive that are ready to be sent at a time: the host wakes up within 50
    /// µs.
    mutating func heardSeconds(_ count: Int, at seconds: Double) -> Double {
      let sent = seconds + Double(count) * byteSeconds + phase * stepSeconds
      let handedOver = (sent / stepSeconds).rounded(.up) * stepSeconds - phase * stepSeconds
      return handedOver + 50e-6 * Double(random.uniform())
    }

    /// A query that is sent at a time, behind so many bytes. Its loop takes up to 100 µs.
    mutating func answer(at seconds: Double, behind count: Int) -> Heard {
      let taken =
        (seconds / frameSeconds).rounded(.up) * frameSeconds
        + Double(count + 5) * byteSeconds + 100e-6 * Double(random.uniform())
      return Heard(seconds: heardSeconds(6, at: taken), time: time(taken))
    }

    /// It is reported at the end of the scan time.
    mutating func stroke(at seconds: Double) -> Heard {
      let received = seconds + 0.002 + 200e-6 * Double(random.uniform())
      return Heard(
        seconds: heardSeconds(8, at: received), time: time(seconds), strokeSeconds: seconds)
    }
  }

  /// The earliest and the latest assumed lateness of strokes in milliseconds, from `from` to `to`
  /// seconds.
  private func lateness(_ start: Board, from: Double, to: Double) -> ClosedRange<Double> {
    var board = start
    var heard: [Heard] = []
    var number: UInt8 = 0
    var next = Self.startSeconds + 1e-3 * board.phase
    while next < Self.startSeconds + to {
      number = (number + 1) & 0x7F
      let count = BoardQuery.leadingByteCount(before: number, bitsPerSecond: 115_200)
      heard.append(board.answer(at: next, behind: count))
      // The thread sleeps for whole milliseconds.
      let pause = Double(BoardQuery.pauseNanoseconds(after: number) / 1_000_000 + 1) / 1000
      next = heard[heard.count - 1].seconds + pause
    }
    var at = Self.startSeconds + from
    while at < Self.startSeconds + to {
      heard.append(board.stroke(at: at))
      at += 0.2 + 0.05 * Double(board.random.uniform())
    }
    heard.sort { $0.seconds < $1.seconds }
    var clock = BoardClock()
    var late: [Double] = []
    for one in heard {
      let nanoseconds = Int64(1e9 * one.seconds)
      guard let stroke = one.strokeSeconds else {
        clock.add(one.time, heardAtNanoseconds: nanoseconds)
        continue
      }
      let host = clock.hostNanoseconds(of: one.time, heardAtNanoseconds: nanoseconds)
      late.append(1e-6 * Double(host ?? 0) - 1000 * stroke)
    }
    return (late.min() ?? 0)...(late.max() ?? 0)
  }

  private static let skews = [-0.003, -0.0001, 0.0001, 0.0005, 0.005]

  /// The widest spread of lateness in milliseconds, of some boards of each speed.
  private func widest(stepSeconds: Double, from: Double, to: Double) -> Double {
    var widest = 0.0
    for skew in Self.skews {
      for seed in 1...3 as ClosedRange<UInt64> {
        let range = lateness(
          Board(skew: skew, stepSeconds: stepSeconds, seed: seed), from: from, to: to)
        widest = max(widest, range.upperBound - range.lowerBound)
      }
    }
    return widest
  }

  @Test("strokes from the third second on come within half a frame of each other")
  func frames() {
    #expect(widest(stepSeconds: 0.001, from: 3, to: 20) < 0.5)
    #expect(widest(stepSeconds: 0.001, from: 16, to: 40) < 0.4)
  }

  @Test("the bridge of an Uno, which delivers every 4.1 ms, is compensated nearly as well")
  func bridge() {
    #expect(widest(stepSeconds: 0.004_096, from: 3, to: 20) < 0.7)
    #expect(widest(stepSeconds: 0.004_096, from: 16, to: 40) < 0.5)
  }
}
