// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Profiles
import Realtime

/// A low tone at the microphone that passes two racks, of the microphone and of all, while they
/// change again and again: whatever clicks is heard.
package struct ToneThroughRacks {
  private static let sampleRateHz = 48_000
  private static let blockFrames = 256
  /// From one change to the next.
  private static let spacingFrames = 4096
  private static let hertz = 200.0

  /// A click, and the changes before it, the last one last.
  package struct Click {
    /// Its frame in the output.
    package let frame: Int
    /// How many frames after its change it came.
    package let framesAfterChange: Int
    package let changes: [EngineCommand]
  }

  /// The changes that were made.
  package private(set) var changeCount = 0
  /// The clicks that were found, in order.
  package private(set) var clicks: [Click] = []
  /// All samples were numbers.
  package private(set) var isFinite = true

  /// Plays so many changes.
  ///
  /// - Parameter plantedEvery: A click of one sample, at -40 dBFS, is added after so many changes;
  ///   nil for none.
  package init(seed: UInt64, changeCount: Int, plantedEvery: Int? = nil) {
    var settings = InstrumentSettings()
    settings.monitorDecibels = 0
    let performance = Performance(
      kit: TestKit.kit([TestKit.Drum(TestKit.steady(0, frameCount: 480))]), profile: .general,
      settings: settings)
    var racks = RandomRacks(seed: seed, places: [.microphone, .master], slotCount: 2, reach: .near)
    var detector = ClickDetector(sampleRateHz: Float(Self.sampleRateHz))
    var made: [(frame: Int, command: EngineCommand)] = []
    let period = Self.sampleRateHz / Int(Self.hertz)
    let tone = (0..<period).map { Float(0.25 * sin(2 * .pi * Double($0) / Double(period))) }
    var input = [Float](repeating: 0, count: Self.blockFrames)
    var output = [Float](repeating: 0, count: 2 * Self.blockFrames)
    // The tone begins, too.
    let restFrames = 48_000
    let lastFrame = restFrames + (changeCount + 2) * Self.spacingFrames
    for frame in stride(from: 0, to: lastFrame, by: Self.blockFrames) {
      let isDue =
        frame >= restFrames && frame % Self.spacingFrames == 0 && self.changeCount < changeCount
      if isDue {
        let command = racks.next()
        _ = performance.take(command)
        self.changeCount += 1
        made.append((frame, command))
        if made.count > 200 { made.removeFirst(100) }
      }
      for index in input.indices { input[index] = tone[(frame + index) % period] }
      performance.audioSide.hear(input, frameCount: Self.blockFrames, timeline: Timeline())
      performance.audioSide.play(into: &output, frameCount: Self.blockFrames)
      _ = performance.newHits()
      if let plantedEvery, isDue, self.changeCount % plantedEvery == 0 { output[40] += 0.01 }
      isFinite = isFinite && output.allSatisfy(\.isFinite)
      let left = stride(from: 0, to: output.count, by: 2).map { output[$0] }
      for click in detector.hear(left) where click > restFrames {
        let before = made.filter { $0.frame < click }
        clicks.append(
          Click(
            frame: click, framesAfterChange: click - (before.last?.frame ?? 0),
            changes: before.suffix(4).map(\.command)))
      }
    }
  }
}
