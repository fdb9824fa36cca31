// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Engine
import Kits
import Web
import Profiles
import Realtime
import Simulation
import Synchronization

/// How much pages disturb the playing, and how soon they know: an engine that hears a take in real
/// time, without pages and with eight pages that receive all events, and their meters 60 times a
/// second.
struct PageBenchmark {
  private static let pageCount = 8
  /// 99 of 100 hits are in the page's socket so soon after the engine reported them, in milliseconds.
  private static let targetMilliseconds = 5.0
  /// So much longer a block may take with pages, as a share of its period.
  private static let targetShare = 0.01
  private static let weightBytes = 200_000
  /// Pads struck, ten a second: by a page's touch if there is a page, else by a command, so that
  /// the same drums sound with pages and without.
  private static let touches = 100

  let seconds: Int

  func run() throws -> Bool {
    guard let take = KitLocator().takes.first else {
      print("page: not measured: the bundled takes are not there")
      return false
    }
    print("page: a take in real time, \(seconds) s each, \(Self.pageCount) pages beside none")
    let alone = try Trial(take, pageCount: 0, seconds: seconds)
    let shown = try Trial(take, pageCount: Self.pageCount, seconds: seconds)
    print(
      "  pages  block, median share  999 of 1000  xruns by our work, by the system  messages a second of a page"
    )
    for trial in [alone, shown] { print(trial.line) }
    let delays = Percentiles(shown.eventMilliseconds)
    print(
      "  an event in a page's socket: p50 \(delays.half) ms, p99 \(delays.most) ms (\(delays.count) events)"
    )
    let touches = Percentiles(shown.touchMilliseconds)
    print(
      "  a touch answered by its note: p50 \(touches.half) ms, p99 \(touches.most) ms (\(touches.count) touches)"
    )
    let weight = PageServer.weightBytes
    print("  the page weighs \(weight) bytes")
    let isMet =
      delays.mostMilliseconds <= Self.targetMilliseconds && shown.xruns == 0
      && shown.medianShare - alone.medianShare <= Self.targetShare && weight < Self.weightBytes
    print(
      "  target: an event p99 at most \(Self.targetMilliseconds) ms, a block at most \(100 * Self.targetShare) % of the period "
        + "longer, no xrun by our work, under \(Self.weightBytes) bytes: "
        + (isMet ? "met" : "MISSED"))
    return isMet
  }

  /// One run of the engine.
  private struct Trial {
    let line: String
    let medianShare: Double
    /// By our own work.
    let xruns: Int
    let eventMilliseconds: [Double]
    let touchMilliseconds: [Double]

    init(_ take: String, pageCount: Int, seconds: Int) throws {
      let folder = TemporaryFolder()
      var setup = EngineSetup(profile: .general)
      setup.input = .take(path: take, channels: .mean, isLooped: true)
      setup.output = .nothing
      setup.settings.seed = 1
      let hub = EventHub()
      let engine = try Engine(setup, events: hub)
      let host = PageHost(
        kits: PageHost.Kits(list: { [] }, check: { _, _, _ in nil }, sound: { _, _, _ in nil }),
        profiles: PageHost.Profiles(
          list: { [] }, read: { _ in .general }, keep: { _, _, _ in }), findings: { [] },
        recordingPath: { folder.path + "/x.wav" },
        sessions: PageHost.Sessions(parent: folder.path) { _, _, _, _ in nil }, scratch: folder.path
      )
      let server = try PageServer(engine, host, port: 0)
      let reports = ReportTimes()
      let pops = hub.subscribe { if case .xrun = $0 { true } else { false } }
      let listening = hub.subscribe(capacity: 1) { reports.note($0) }
      defer { listening.leave() }
      try engine.start()
      let pages = try (0..<pageCount).map { _ in try PageReader(server, reports) }
      for turn in 0..<seconds * 10 {
        rt_sleep_until(rt_now_nanoseconds() + 100_000_000)
        guard turn < PageBenchmark.touches else { continue }
        if let page = pages.first {
          page.touch()
        } else {
          try engine.perform(.noteOn(PageReader.note))
        }
      }
      let state = engine.state
      medianShare = state.load?.medianShare ?? 0
      xruns = pops.take().events.count {
        if case .xrun(let pop) = $0 { pop.cause == .work } else { false }
      }
      let messages = pages.map(\.messages).reduce(0, +)
      let rate = pageCount == 0 ? 0 : messages / pageCount / seconds
      line =
        "  \(pageCount)  \((100 * medianShare).text) %  \((100 * (state.load?.worstShare ?? 0)).text) %  \(xruns), \(state.xruns - xruns)  \(rate)"
      server.stop()
      for page in pages { page.join() }
      eventMilliseconds = pages.flatMap(\.eventMilliseconds)
      touchMilliseconds = pages.flatMap(\.touchMilliseconds)
      engine.stop()
    }
  }

  /// Half and 99 of 100.
  private struct Percentiles {
    let count: Int
    let halfMilliseconds: Double
    let mostMilliseconds: Double

    init(_ milliseconds: [Double]) {
      let sorted = milliseconds.sorted()
      count = sorted.count
      halfMilliseconds = sorted.isEmpty ? 0 : sorted[count / 2]
      mostMilliseconds = sorted.isEmpty ? .infinity : sorted[count * 99 / 100]
    }

    var half: String { halfMilliseconds.text }
    var most: String { mostMilliseconds.text }
  }
}

extension Double {
  /// With two decimals.
  fileprivate var text: String { "\((100 * self).rounded() / 100)" }
}
