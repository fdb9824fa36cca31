// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// Sessions that were played by other than the microphone, on another kit.
@Suite(.simulated) struct OtherKitTests {
  private let folder = TemporaryFolder()

  /// A kit whose drums play a steady level each, in another order than the session's own.
  private static let kit: Kit = {
    func drum(_ level: Float, _ role: PadRole, note: Int? = nil) -> TestKit.Drum {
      var drum = TestKit.Drum(TestKit.steady(level, frameCount: 4800))
      (drum.role, drum.note) = (role, note ?? role.generalMIDINote)
      return drum
    }
    return TestKit.kit([
      drum(0.05, .hihatClosed), drum(0.1, .kick), drum(0.15, .snare, note: 40),
      drum(0.2, .snare), drum(0.25, .ride),
    ])
  }()

  @Test(
    "notes strike the drums that they struck on their own kit, by role, then by note",
    .slow, arguments: [false, true])
  func roles(hearsAgain: Bool) throws {
    let live = try LiveSession(
      hearing: [Float](repeating: 0, count: 96_000), in: folder.path)
    try live.engine.start()
    let struck = [("kick", 20_000), ("snare", 30_000), ("42", 40_000), ("ride", 50_000)]
    for (pad, frame) in struck {
      try live.engine.perform(
        .noteOn(EngineCommand.NoteOn(pad: pad, velocity: 1, source: .osc, frame: frame)))
    }
    _ = live.end(afterFrames: 70_000)
    let replay = try SessionReplay(live.folder, hearsAgain: hearsAgain).onOtherKit(Self.kit)
    var heard: [Float] = []
    try replay.run(
      kit: Self.kit, profile: nil, playing: nil, periodFrames: 441, laterKit: { _ in nil },
      write: { heard += $0 }, report: { _ in })
    for ((pad, frame), level) in zip(struck, [0.1, 0.2, 0.05, 0.25] as [Float]) {
      let left = heard[2 * (frame + 1000)]
      // Strokes differ a little, as people's do.
      #expect(abs(left - level) < 0.1 * level, "\(pad): \(left)")
    }
  }
}
