// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Instrument
import Profiles
@testable import ScorePlayer
import Scores
import Simulation
import SoundFiles

/// A score that was rendered, at 48 kHz, with a kit whose drums are known to the sample.
struct RenderedScore {
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []
  private(set) var events: [ScoreEvent] = []
  private(set) var engineEvents: [EngineEvent] = []
  private(set) var error: String?
  private(set) var outcome = ScoreRendering.Outcome()

  /// A drum of a value that sounds for so long, at any velocity alike.
  static let kickFrames = 9600

  init(
    _ text: String, in folder: TemporaryFolder, block: Int = 64, hearing take: [Float]? = nil,
    seconds: Double? = nil, seed: UInt64 = 1, soundFont: String? = nil
  ) throws {
    let path = folder.write(text: text, to: "groove.lua")
    let links = ScoreLinks(sampleRateHz: 48_000)
    var settings = InstrumentSettings()
    settings.playing.humanising = .none
    let drums = ([.kick, .snare, .hihatClosed] as [PadRole]).map { role in
      var drum = TestKit.Drum(TestKit.steady(0.25, frameCount: Self.kickFrames))
      drum.role = role
      return drum
    }
    let performance = Performance(
      kit: TestKit.kit(drums), profile: .general, settings: settings, notes: links.notes,
      objects: links.objects, subscriber: { links.take($0, of: $1) })
    var (samples, scores, engine) = ([Float](), [ScoreEvent](), [EngineEvent]())
    do {
      outcome = try ScoreRendering(performance, links, periodFrames: block).run(
        ScoreFolder(path: path), text: text, seed: seed, hearing: take.map { HeldTake($0) },
        frameLimit: seconds.map { Int($0 * 48_000) }, soundFont: soundFont,
        write: { samples += $0 },
        report: { event in
          switch event {
          case .score(let event): scores.append(event)
          case .engine(let event): engine.append(event)
          }
        })
    } catch let error as ScoreError { self.error = error.description }
    (events, engineEvents) = (scores, engine)
    left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
  }

  /// The lines that were printed.
  var printed: [String] { events.filter { $0.event == "score.print" }.compactMap(\.text) }

  /// The first frames that sound, after silence of 10 ms or at the beginning.
  var onsets: [Int] {
    var (onsets, silent) = ([Int](), 480)
    for frame in left.indices {
      let isSilent = left[frame] == 0 && right[frame] == 0
      if !isSilent && silent >= 480 { onsets.append(frame) }
      silent = isSilent ? silent + 1 : 0
    }
    return onsets
  }
}
