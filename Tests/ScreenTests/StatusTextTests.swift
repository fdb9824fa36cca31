// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Testing

@testable import Screen

@Suite struct StatusTextTests {
  private func line(_ edit: (inout OutputLevels) -> Void, _ events: [EngineEvent] = []) -> String {
    var snapshot = Snapshot()
    edit(&snapshot.output)
    var state = EngineState()
    for event in events { state.apply(event) }
    return StatusText(state: state, snapshot: snapshot, arePopsShown: true).description
  }

  @Test("the whole status fits on a line of 80 letters")
  func width() {
    let worst = line(
      {
        ($0.peak, $0.gainReduction, $0.clipsAfterLimiter) = (1, 16, 12_345)
      }, [.recording(EngineEvent.Kept(.begun, path: "x.wav"))])
    #expect(worst.count <= 79 && worst.hasPrefix("CLIPPED 12k      mic"), "\(worst)")
    #expect(worst.hasSuffix("no pops  ● rec"))
  }

  @Test("the limiter is shown if it turns down audibly, and nothing moves")
  func limiter() {
    let held = line { $0.gainReduction = 4 }
    let free = line { $0.gainReduction = 1.05 }
    #expect(held.hasPrefix("limiter -12 dB ") && !free.contains("limiter"))
    #expect(held.firstRange(of: "mic")?.lowerBound == free.firstRange(of: "mic")?.lowerBound)
  }

  @Test("if all is well only levels and pops are shown")
  func well() {
    let quiet = line { ($0.peak, $0.gainReduction) = (0.1, 1) }
    #expect(!quiet.contains("CLIPPED") && !quiet.contains("limiter") && !quiet.contains("load"))
    #expect(quiet.contains("out ▮▮▮▯▯  -20 dB") && quiet.hasSuffix("no pops"))
  }
}
