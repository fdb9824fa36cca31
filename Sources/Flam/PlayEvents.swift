// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import AudioIO
import Engine

/// What happens while playing: told to a hub, to which the console listens for its hits and, where every event is wanted on
/// standard output, for those.
final class PlayEvents {
  /// Hits that may wait for a console whose output is not read: a roll of 20 a second for 200 s.
  private static let hitCapacity = 4096
  /// Events that may wait likewise.
  private static let eventCapacity = 16_384

  private let hub = EventHub()
  private let dispatcher: EventDispatcher
  private let hits: EventSubscription
  private let printed: EventSubscription?
  private let performance: Performance
  private let rateHz: Int
  private let takeRateHz: Int
  /// Hits that the console did not take in time.
  private(set) var lostHitCount = 0

  /// Listens to what a performance tells from now on; to be made before it starts.
  ///
  /// - Parameters:
  ///   - takeRateHz: The rate in whose frames input is counted; nil for that of the performance.
  ///   - isPrinting: Every event is wanted on standard output.
  init(_ live: LivePerformance, takeRateHz: Int?, isPrinting: Bool) {
    performance = live.performance
    rateHz = live.loop.rateHz
    self.takeRateHz = takeRateHz ?? live.loop.rateHz
    hits = hub.subscribe(capacity: Self.hitCapacity) { $0.isSettledHit }
    printed = isPrinting ? hub.subscribe(capacity: Self.eventCapacity) : nil
    dispatcher = EventDispatcher(
      hits: performance.hitEvents, sounds: performance.sounds, to: hub)
    let keep = performance.tellChange
    performance.tellChange = { [hub] change in
      keep(change)
      if let event = EngineEvent(change) { hub.publish(event) }
    }
    for recorder in live.recorders {
      hub.publish(.recording(EngineEvent.Kept(.begun, path: recorder.path)))
    }
    if let keeper = live.journal {
      hub.publish(.session(EngineEvent.Kept(.begun, path: keeper.path)))
    }
    dispatcher.start()
  }

  /// The performance outlives what takes its events.
  deinit { dispatcher.stop() }

  /// How long the console may wait for its next turn, in milliseconds: events are printed sooner than levels are drawn.
  var pauseMilliseconds: Int { isPrinting ? 2 : 50 }

  /// Every event is wanted on standard output.
  var isPrinting: Bool { printed != nil }

  /// Tells an event to all who listen.
  func publish(_ event: EngineEvent) { hub.publish(event) }

  /// The hits settled since the last call, in the frames of the performance.
  func newHits() -> [HitLine] {
    dispatcher.deliver()
    let batch = hits.take()
    lostHitCount += batch.lostCount
    return batch.events.compactMap { event in
      guard case .hit(let news) = event, let hit = news.detail else { return nil }
      return performance.line(hit)
    }
  }

  /// Prints the events since the last call, where that is wanted.
  func print() throws {
    guard let batch = printed?.take() else { return }
    let lost =
      batch.lostCount > 0 ? [EngineEvent.lost(EngineEvent.Lost(count: batch.lostCount))] : []
    for event in lost + batch.events {
      try Terminal.print(event.counted(atHz: takeRateHz, heardAtHz: rateHz).jsonLine)
    }
  }
}

extension EngineEvent {
  /// What a player changed; nil for no change.
  init?(_ change: PerformanceChange) {
    if let kit = change.kit {
      self = .kit(Kit(name: kit.name, path: kit.path.isEmpty ? nil : kit.path))
    } else if let mix = change.mix {
      self = .mix(Mix(frame: mix.frame, strip: mix.strip, bus: mix.bus, gain: mix.gain))
    } else if let hearing = change.hearing {
      self = .hearing(
        Hearing(
          frame: hearing.frame, sensitivity: hearing.sensitivity, strictness: hearing.strictness,
          adapts: hearing.adapts, sound: hearing.threshold?.sound ?? hearing.learn?.sound,
          thresholdDecibels: hearing.threshold?.decibels, learnHits: hearing.learn?.hits))
    } else {
      return nil
    }
  }

  /// A pop.
  init(_ pop: Pop) {
    self = .xrun(
      Xrun(
        number: pop.number, side: pop.side == .capture ? .capture : .playback, frame: pop.frame,
        milliseconds: Double(pop.lateNanoseconds) / 1e6, cause: pop.isOurs ? .work : .system))
  }

  /// What a device did.
  init(_ event: DeviceEvent) {
    let device: Device =
      switch event {
      case .lost(let ends, let failure):
        Device(.lost, devices: ends.devices, reason: failure.reason)
      case .obstructed(let ends, let failure):
        Device(.obstructed, devices: ends.devices, reason: failure.reason)
      case .back(let ends, _): Device(.back, devices: ends.devices)
      case .periodChanged(_, let frames, _): Device(.periodChanged, periodFrames: frames)
      case .periodRefused(let frames, let failure):
        Device(.periodRefused, reason: failure.reason, periodFrames: frames)
      }
    self = .device(device)
  }
}
