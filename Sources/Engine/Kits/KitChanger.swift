// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Kits
import Realtime
import Storage

/// Brings kits to a performance while it plays: the first one as it loads, others on request.
struct KitChanger {
  /// A kit that loads completely within this time does not begin with a part, in seconds.
  private static let patienceSeconds = 0.15
  private static let pollMilliseconds = 5

  private let memory: SampleMemory
  private let streamer: TailStreamer
  private let sampleRateHz: Int
  private let firstChoices: [PadChoice]
  /// How the loudness of kits is matched.
  private let gain: KitGain?
  private let firstAdjustments: KitAdjustments
  private var loading: KitLoading?
  /// The kit given up for another, until its loading has ended.
  private var leaving: KitLoading?
  /// Ready, and not yet taken over.
  private var waiting: PartialKit?
  /// It takes over no earlier than this output frame; nil for as soon as it is ready.
  private var firstFrame: Int?
  /// A kit, and the pads that are struck of it.
  private struct Wish: Equatable {
    /// As it was requested.
    let name: String
    let path: String
    let choices: [PadChoice]
    /// With the player's changes, other than its gain.
    var isAdjusted = false

    static func == (one: Wish, other: Wish) -> Bool {
      one.path == other.path && one.choices == other.choices && one.isAdjusted == other.isAdjusted
    }
  }
  /// The last request, or what comes back after it failed.
  private var chosen: Wish
  /// What plays.
  private var played: (wish: Wish, isWhole: Bool)?
  /// The last kit of which all played.
  private var lastWhole: Wish?
  /// The files of that kit.
  private var watch: KitWatch?
  /// What failed since the last request.
  private var failed: [Wish] = []
  /// The kit that plays was asked for while another one was loaded.
  private var isKept = false
  /// The part of the kit that began; nil if all of it did.
  private(set) var firstPart: KitPart?
  /// The kit is the first one.
  private var isFirst = true
  /// A part of the loading kit plays already.
  private var isPlayed = false
  private var start = MonotonicClock.now
  private var unreported: [EngineEvent] = []

  /// Begins to load a kit, of which `choices` are struck; reserves the memory at once. Of its
  /// `adjustments` only the gain applies to other kits, too.
  ///
  /// - Parameters:
  ///   - name: Its name or path; nil for the bundled one.
  ///   - isWhole: It begins with all of the kit, never with a part.
  init(
    _ name: String?, _ adjustments: KitAdjustments, memory: SampleMemory, sampleRateHz: Int,
    struckAt choices: [PadChoice], isWhole: Bool
  ) throws(KitError) {
    self.memory = memory
    streamer = TailStreamer(memory, sampleRateHz: sampleRateHz)
    self.sampleRateHz = sampleRateHz
    firstChoices = choices
    gain = adjustments.gain
    firstAdjustments = adjustments
    let path = try KitLocator().kit(name)
    chosen = Wish(
      name: name ?? path, path: path, choices: choices,
      isAdjusted: adjustments != KitAdjustments(gain: gain))
    loading = try KitLoading(
      path: path, sampleRateHz: sampleRateHz, adjustments: adjustments, into: memory,
      streamer: streamer, struckAt: choices, isWholeOnly: isWhole)
    memory.pin()
  }

  /// The kit to begin with: all of it if that is soon loaded or wanted, else as soon as it can be
  /// played.
  mutating func first() throws(KitError) -> Kit {
    var begun: PartialKit?
    while let loading {
      if let end = loading.end {
        self.loading = nil
        let loaded = try end.get()
        unreported.append(reported(loaded))
        watch = KitWatch(loaded.stamps)
        plays(isWhole: true)
        return loaded.kit
      }
      begun = loading.newKit() ?? begun
      if let begun, seconds > Self.patienceSeconds {
        isPlayed = true
        plays(isWhole: false)
        firstPart = source(of: begun)
        return begun.kit
      }
      MonotonicClock.sleep(microseconds: Int(1000 * Self.pollMilliseconds))
    }
    preconditionFailure("only one kit is begun with")
  }

  /// Begins to load another kit, of which `choices` are struck; gives up one that is still loading,
  /// or waits for its frame. An unchanged kit that already plays or loads simply goes on.
  ///
  /// - Parameters:
  ///   - name: As it was requested.
  ///   - path: Its path.
  ///   - frame: It takes over once this output frame has been reached; nil for as soon as it is
  ///     ready.
  mutating func change(
    to name: String, at path: String, struckAt choices: [PadChoice], atFrame frame: Int? = nil
  ) throws(KitError) {
    let asked = Wish(name: name, path: path, choices: choices)
    if asked != chosen, loading != nil || waiting != nil, let firstFrame {
      unreported.append(
        failure("another kit was asked for before its frame, \(firstFrame), was reached"))
    }
    firstFrame = frame
    failed = []
    if asked == chosen, loading != nil || waiting != nil { return }
    if let played, played.isWhole, asked == played.wish {
      isKept = isKept || loading != nil
      loading?.giveUp()
      return (loading, leaving, waiting, chosen) = (nil, loading ?? leaving, nil, asked)
    }
    try load(asked)
  }

  /// Begins to load a kit in place of the one that is loading.
  ///
  /// - Parameter isWhole: No part of it plays before all of it does.
  private mutating func load(_ wish: Wish, isWhole: Bool = false) throws(KitError) {
    let before = loading ?? leaving
    (loading, leaving, waiting, chosen) = (nil, nil, nil, wish)
    (isPlayed, isFirst, isKept) = (wish == played?.wish, wish.isAdjusted, false)
    start = .now
    do throws(KitError) {
      loading = try KitLoading(
        path: wish.path, sampleRateHz: sampleRateHz,
        adjustments: wish.isAdjusted ? firstAdjustments : KitAdjustments(gain: gain),
        into: memory, streamer: streamer, struckAt: wish.choices, isWholeOnly: isWhole,
        after: before)
    } catch {
      unreported.append(failure("\(error)"))
      throw error
    }
  }

  /// After a failure, the kit before plays on. If only a part of it plays, or a part of what failed,
  /// the rest is loaded anew.
  private mutating func goBack() {
    failed.append(chosen)
    (waiting, firstFrame) = (nil, nil)
    guard let played else { return }
    if played.isWhole { return chosen = played.wish }
    let others = [played.wish, lastWhole].compactMap(\.self)
    if let wish = others.first(where: { !failed.contains($0) }) { try? load(wish) }
  }

  /// Loads the kit that plays anew if somebody changed its files; until then it plays as it was.
  private mutating func takeUpChanges() {
    guard loading == nil, waiting == nil, let played, played.isWhole, played.wish == chosen,
      watch?.hasChanged() == true
    else { return }
    try? load(chosen, isWhole: true)
  }

  /// Hands over parts that are ready; returns events to publish.
  mutating func update(_ performance: Performance) -> [EngineEvent] {
    if leaving?.end != nil { leaving = nil }
    if let loading {
      if let kit = loading.newKit() { waiting = kit }
      switch loading.end {
      case .success(let loaded):
        self.loading = nil
        waiting = PartialKit(kit: loaded.kit, detail: .whole)
        watch = KitWatch(loaded.stamps)
        unreported.append(reported(loaded))
      case .failure(let error):
        self.loading = nil
        unreported.append(failure("\(error)"))
        goBack()
      case nil:
        unreported.append(
          .kitLoading(EngineEvent.KitLoading(name: chosen.name, share: loading.progress.share)))
      }
    }
    if isKept {
      isKept = false
      unreported.append(reported(performance.kit, seconds: 0))
    }
    handOver(to: performance)
    takeUpChanges()
    return newEvents()
  }

  /// The output frame for which a ready kit waits; nil for none.
  var nextFrame: Int? { waiting == nil ? nil : firstFrame }

  /// Events that were not published yet.
  mutating func newEvents() -> [EngineEvent] {
    defer { unreported = [] }
    return unreported
  }

  /// The kit that plays, on the disk: its path, and the player's changes to it; nil before one plays.
  var playedSource: (path: String, adjustments: KitAdjustments)? {
    played.map { played in
      (
        played.wish.path,
        played.wish.isAdjusted ? firstAdjustments : KitAdjustments(gain: gain)
      )
    }
  }

  /// The path of the chosen kit.
  var path: String { chosen.path }

  /// Brings the tails of streamed kits to their players.
  var tails: TailExchange { streamer.exchange }

  /// Parts of a kit follow each other only if that cuts nothing off; another kit comes at once.
  private mutating func handOver(to performance: Performance) {
    guard let part = waiting, !isPlayed || !performance.isChangingKit else { return }
    guard (firstFrame ?? 0) - Instrument.outputLatencyFrames <= performance.snapshot.frame else {
      return
    }
    guard performance.change(to: part.kit, from: source(of: part)) else { return }
    (waiting, isPlayed, firstFrame) = (nil, true, nil)
    plays(isWhole: part.detail == .whole)
  }

  /// What was chosen plays now.
  private mutating func plays(isWhole: Bool) {
    played = (chosen, isWhole)
    if isWhole { lastWhole = chosen }
  }

  /// The source of a part.
  private func source(of part: PartialKit) -> KitPart {
    let others = chosen.choices == firstChoices ? nil : chosen.choices
    return KitPart(
      name: part.kit.name, path: FileNames.absolute(path), detail: part.detail,
      roles: others?.map(\.role.name), pads: others?.map { $0.text(inKit: part.kit.name) },
      isAdjusted: isFirst ? true : nil, gain: isFirst ? nil : gain,
      gainDecibels: part.detail == .whole ? nil : part.kit.gainDecibels)
  }

  private func reported(_ loaded: LoadedKit) -> EngineEvent {
    reported(
      loaded.kit, seconds: seconds,
      faults: loaded.problems.filter(\.isAudible).map { "\($0)" })
  }

  private func reported(_ kit: Kit, seconds: Double, faults: [String] = []) -> EngineEvent {
    .kitLoaded(
      EngineEvent.KitLoaded(
        name: kit.name, seconds: seconds, isStreamed: kit.isStreamed,
        memoryMegabytes: memory.megabytes, faults: faults))
  }

  private func failure(_ reason: String) -> EngineEvent {
    .kitFailed(EngineEvent.KitFailed(name: chosen.name, reason: reason))
  }

  private var seconds: Double { (MonotonicClock.now - start) / .seconds(1) }
}
