// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ScorePlayer
import Scores
import Simulation
import Synchronization
import TestSupport
import Testing

/// A score that played beside a player, in a simulated world.
struct LivePerformed {
  let reports: Reports
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []

  /// What a score has reported.
  final class Reports: Sendable {
    private let all = Mutex<[LiveScore.Event]>([])

    func add(_ event: LiveScore.Event) { all.withLock { $0.append(event) } }

    var events: [ScoreEvent] {
      all.withLock { $0 }.compactMap { if case .done(let event) = $0 { event } else { nil } }
    }

    var error: String? {
      all.withLock { $0 }.compactMap { event in
        if case .failed(let error) = event { error.description } else { nil }
      }.first
    }

    func has(_ name: String) -> Bool { events.contains { $0.event == name } }
  }

  /// Plays a score beside a player.
  ///
  /// - Parameters:
  ///   - take: What the microphone hears; nil for silence.
  ///   - meanwhile: Returns once it has heard enough.
  init(
    _ text: String, in folder: TemporaryFolder, hearing take: String? = nil,
    soundFont: String? = nil, _ meanwhile: (Engine, Reports) throws -> Void
  ) throws {
    let score = ScoreFolder(path: folder.write(text: text, to: "groove.lua"))
    let silent = try SilentEngine { setup in
      setup.objectCount = LiveScore.objectCount
      if let take {
        setup.input = .take(path: "\(folder.path)/\(take)", channels: .mean, isLooped: false)
      }
    }
    let engine = silent.engine
    let reports = Reports()
    self.reports = reports
    let live = try LiveScore(score, text: text, seed: 1, on: engine, soundFont: soundFont) {
      reports.add($0)
    }
    try engine.start()
    try #require(live.start())
    let recorded = "\(folder.path)/out.wav"
    try engine.perform(.record(EngineCommand.Record(path: recorded)))
    try meanwhile(engine, reports)
    try engine.perform(.endRecording)
    #expect(eventually { engine.state.recordings.isEmpty })
    #expect(engine.isRunning)
    engine.stop()
    live.end()
    let samples = try StereoFile.samples(recorded)
    left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
  }
}
