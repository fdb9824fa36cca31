// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Instrument
import Kits

/// Brings kits to a performance while it plays: the first one as it loads, others as they are asked for.
struct KitChanger {
  /// A kit that is wholly there after this time is not begun with a part of it, in seconds.
  private static let patienceSeconds = 0.15
  private static let pollMilliseconds = 5

  private let memory: SampleMemory
  private let streamer: TailStreamer
  private let sampleRateHz: Int
  private let roles: [PadRole]
  private var loading: KitLoading?
  /// Where that lies which was loaded last.
  private var path = ""
  /// Ready, and not yet taken over.
  private var waiting: PartialKit?
  /// Something of the kit that is loaded plays already.
  private var isPlayed = false
  private var start = ContinuousClock.now
  private var untold: [String] = []

  /// Begins to load the kit at `path`, for sounds that play `roles`; and has the memory there at once. Other kits come as
  /// they are, without its `adjustments`.
  ///
  /// - Parameter isWhole: It is begun with all of the kit, never with a part.
  init(
    _ path: String, _ adjustments: KitAdjustments, memory: SampleMemory, sampleRateHz: Int,
    answering roles: [PadRole], isWhole: Bool
  ) throws(KitError) {
    self.memory = memory
    streamer = TailStreamer(memory, sampleRateHz: sampleRateHz)
    self.sampleRateHz = sampleRateHz
    self.roles = roles
    loading = try KitLoading(
      path: path, sampleRateHz: sampleRateHz, adjustments: adjustments, into: memory,
      streamer: streamer, answering: roles, isWholeOnly: isWhole)
    memory.pin()
  }

  /// The kit to begin with: all of it where that is there soon or wanted, else as soon as it can be played.
  mutating func first() throws -> Kit {
    var begun: PartialKit?
    while let loading {
      if let end = loading.end {
        self.loading = nil
        let loaded = try end.get()
        KitText.tell(loaded.problems)
        if loaded.kit.isStreamed { Terminal.tell(Self.streamed(memory)) }
        return loaded.kit
      }
      begun = loading.newKit() ?? begun
      if let begun, seconds > Self.patienceSeconds {
        isPlayed = true
        return begun.kit
      }
      usleep(UInt32(1000 * Self.pollMilliseconds))
    }
    preconditionFailure("only one kit is begun with")
  }

  /// Begins to load another kit; one that is still being loaded is given up.
  mutating func change(to name: String) {
    (loading, waiting, isPlayed) = (nil, nil, false)
    start = .now
    do {
      loading = try KitLoading(
        path: KitLocator().kit(name), sampleRateHz: sampleRateHz, into: memory, streamer: streamer,
        answering: roles)
    } catch {
      untold.append(Self.text(error))
    }
  }

  /// Hands over what is ready; what there is to tell, a line each.
  mutating func update(_ performance: Performance) -> [String] {
    if let loading {
      path = loading.path
      if let kit = loading.newKit() { waiting = kit }
      switch loading.end {
      case .success(let loaded):
        self.loading = nil
        waiting = PartialKit(kit: loaded.kit, detail: .whole)
        untold += KitText.faults(loaded.problems)
        untold.append(
          "The kit \(loaded.kit.name) is there, after \(seconds.text(places: 1)) s.")
        if loaded.kit.isStreamed { untold.append(Self.streamed(memory)) }
      case .failure(let error):
        self.loading = nil
        untold.append(Self.text(error))
      case nil: break
      }
    }
    handOver(to: performance)
    defer { untold = [] }
    return untold
  }

  /// Brings the tails of streamed kits to what plays them.
  var tails: TailExchange { streamer.exchange }

  /// What is loaded, and how far it is.
  var status: String? {
    loading.map { "loading \(Int(100 * $0.progress.share)) %" }
  }

  /// Parts of a kit follow each other only where nothing is cut off by that; another kit comes at once.
  private mutating func handOver(to performance: Performance) {
    guard let part = waiting, !isPlayed || !performance.isChangingKit else { return }
    let source = PerformanceChange.KitPart(name: part.kit.name, path: path, detail: part.detail)
    guard performance.change(to: part.kit, from: source) else { return }
    if !isPlayed && !part.kit.isWhole {
      untold.append("The first drums of \(part.kit.name) play, the others are being loaded.")
    }
    (waiting, isPlayed) = (nil, true)
  }

  private static func streamed(_ memory: SampleMemory) -> String {
    "It does not fit into \(memory.megabytes) MB and is streamed from the disk; --sample-memory gives more."
  }

  private static func text(_ error: any Error) -> String {
    "\(CommandFailure(error)?.message ?? "\(error)"); the kit before plays on"
  }

  private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}
