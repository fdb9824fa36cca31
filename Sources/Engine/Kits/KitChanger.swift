// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Kits
import Realtime
import Storage

/// Brings kits to a performance while it plays: the first one as it loads, others as they are asked for.
struct KitChanger {
  /// A kit that is wholly there after this time is not begun with a part of it, in seconds.
  private static let patienceSeconds = 0.15
  private static let pollMilliseconds = 5

  private let memory: SampleMemory
  private let streamer: TailStreamer
  private let sampleRateHz: Int
  private let firstChoices: [PadChoice]
  /// How loud kits are played beside each other.
  private let gain: KitGain?
  /// What is struck of the kit that is loaded.
  private var choices: [PadChoice]
  private var loading: KitLoading?
  /// Was given up for nothing else, until it has ended.
  private var leaving: KitLoading?
  /// What was asked for last.
  private var name: String
  /// Where that lies which was loaded last.
  private(set) var path = ""
  /// Ready, and not yet taken over.
  private var waiting: PartialKit?
  /// Nothing of it takes over before this output frame is reached; nil for as soon as it is ready.
  private var firstFrame: Int?
  /// A kit as it is, and what is struck of it.
  private struct Wish: Equatable {
    let path: String
    let choices: [PadChoice]
  }
  /// What was asked for last; nil for one that is adjusted.
  private var chosen: Wish?
  /// What plays, where all of it does.
  private var played: Wish?
  /// The part of the kit that was begun with; nil if all of it was.
  private(set) var firstPart: KitPart?
  /// The kit is the one that was begun with.
  private var isFirst = true
  /// Something of the kit that is loaded plays already.
  private var isPlayed = false
  private var start = MonotonicClock.now
  private var untold: [EngineEvent] = []

  /// Begins to load a kit, of which `choices` are struck; and has the memory there at once. Of its
  /// `adjustments` the gain alone goes for other kits, too.
  ///
  /// - Parameters:
  ///   - name: Its name or path; nil for the bundled one.
  ///   - isWhole: It is begun with all of the kit, never with a part.
  init(
    _ name: String?, _ adjustments: KitAdjustments, memory: SampleMemory, sampleRateHz: Int,
    struckAt choices: [PadChoice], isWhole: Bool
  ) throws(KitError) {
    self.memory = memory
    streamer = TailStreamer(memory, sampleRateHz: sampleRateHz)
    self.sampleRateHz = sampleRateHz
    firstChoices = choices
    gain = adjustments.gain
    self.choices = choices
    path = try KitLocator().kit(name)
    self.name = name ?? path
    if adjustments == KitAdjustments(gain: gain) { chosen = Wish(path: path, choices: choices) }
    loading = try KitLoading(
      path: path, sampleRateHz: sampleRateHz, adjustments: adjustments, into: memory,
      streamer: streamer, struckAt: choices, isWholeOnly: isWhole)
    memory.pin()
  }

  /// The kit to begin with: all of it where that is there soon or wanted, else as soon as it can be played.
  mutating func first() throws(KitError) -> Kit {
    var begun: PartialKit?
    while let loading {
      if let end = loading.end {
        self.loading = nil
        let loaded = try end.get()
        untold.append(told(loaded))
        played = chosen
        return loaded.kit
      }
      begun = loading.newKit() ?? begun
      if let begun, seconds > Self.patienceSeconds {
        isPlayed = true
        firstPart = source(of: begun)
        return begun.kit
      }
      MonotonicClock.sleep(microseconds: Int(1000 * Self.pollMilliseconds))
    }
    preconditionFailure("only one kit is begun with")
  }

  /// Begins to load another kit, of which `choices` are struck; one that is still being loaded, or waits for its frame, is given
  /// up. The kit that plays, or is being loaded, goes on as it is.
  ///
  /// - Parameters:
  ///   - name: As it was asked for.
  ///   - path: Where it lies.
  ///   - frame: It takes over once this output frame has been reached; nil for as soon as it is ready.
  mutating func change(
    to name: String, at path: String, struckAt choices: [PadChoice], atFrame frame: Int? = nil
  ) throws(KitError) {
    let asked = Wish(path: path, choices: choices)
    if asked != chosen, loading != nil || waiting != nil, let firstFrame {
      untold.append(
        .kitFailed(
          EngineEvent.KitFailed(
            name: self.name,
            reason: "another kit was asked for before its frame, \(firstFrame), was reached")))
    }
    firstFrame = frame
    if asked == chosen, loading != nil || waiting != nil { return }
    if asked == played {
      loading?.giveUp()
      return (loading, leaving, waiting, chosen) = (nil, loading ?? leaving, nil, asked)
    }
    self.choices = choices
    chosen = asked
    let before = loading ?? leaving
    (loading, leaving, waiting, isPlayed, isFirst) = (nil, nil, nil, false, false)
    start = .now
    self.name = name
    do throws(KitError) {
      loading = try KitLoading(
        path: path, sampleRateHz: sampleRateHz, adjustments: KitAdjustments(gain: gain),
        into: memory, streamer: streamer, struckAt: choices, after: before)
    } catch {
      untold.append(.kitFailed(EngineEvent.KitFailed(name: name, reason: "\(error)")))
      throw error
    }
  }

  /// Hands over what is ready; what there is to tell.
  mutating func update(_ performance: Performance) -> [EngineEvent] {
    if leaving?.end != nil { leaving = nil }
    if let loading {
      path = loading.path
      if let kit = loading.newKit() { waiting = kit }
      switch loading.end {
      case .success(let loaded):
        self.loading = nil
        waiting = PartialKit(kit: loaded.kit, detail: .whole)
        untold.append(told(loaded))
      case .failure(let error):
        self.loading = nil
        untold.append(.kitFailed(EngineEvent.KitFailed(name: name, reason: "\(error)")))
      case nil:
        untold.append(
          .kitLoading(EngineEvent.KitLoading(name: name, share: loading.progress.share)))
      }
    }
    handOver(to: performance)
    return newEvents()
  }

  /// The output frame for which a kit waits that is ready; nil for none.
  var nextFrame: Int? { waiting == nil ? nil : firstFrame }

  /// What there is to tell that was not told yet.
  mutating func newEvents() -> [EngineEvent] {
    defer { untold = [] }
    return untold
  }

  /// Brings the tails of streamed kits to what plays them.
  var tails: TailExchange { streamer.exchange }

  /// Parts of a kit follow each other only where nothing is cut off by that; another kit comes at once.
  private mutating func handOver(to performance: Performance) {
    guard let part = waiting, !isPlayed || !performance.isChangingKit else { return }
    guard (firstFrame ?? 0) - Instrument.outputLatencyFrames <= performance.snapshot.frame else {
      return
    }
    guard performance.change(to: part.kit, from: source(of: part)) else { return }
    (waiting, isPlayed, firstFrame) = (nil, true, nil)
    played = part.detail == .whole ? chosen : nil
  }

  /// Where a part comes from.
  private func source(of part: PartialKit) -> KitPart {
    let others = choices == firstChoices ? nil : choices
    return KitPart(
      name: part.kit.name, path: FileNames.absolute(path), detail: part.detail,
      roles: others?.map(\.role.name), pads: others?.map { $0.text(inKit: part.kit.name) },
      isAdjusted: isFirst ? true : nil, gain: isFirst ? nil : gain,
      gainDecibels: part.detail == .whole ? nil : part.kit.gainDecibels)
  }

  private func told(_ loaded: LoadedKit) -> EngineEvent {
    .kitLoaded(
      EngineEvent.KitLoaded(
        name: loaded.kit.name, seconds: seconds, isStreamed: loaded.kit.isStreamed,
        memoryMegabytes: memory.megabytes,
        faults: loaded.problems.filter(\.isFault).map { "\($0)" }))
  }

  private var seconds: Double { (MonotonicClock.now - start) / .seconds(1) }
}
