// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Decides which tails are in memory, which are read next, and which are dropped.
///
/// Playing tails come first, and among them the one that runs out soonest. Then come tails that may
/// be played next, as long as there is memory. The first to be dropped is the tail mentioned
/// longest ago of those neither playing nor wanted. Wanted tails are dropped only for playing ones.
struct TailTable {
  /// The blocks that are read at a time: 0.7 s at 48 kHz while something waits for the first of
  /// them, then 5 s, because a disk spends most time on finding the place.
  private static let firstReadBlocks = 16
  private static let readBlocks = 128

  private let memory: SampleMemory
  private let exchange: TailExchange
  private let nanosecondsPerFrame: Double
  private var tails: [Int32: Tail] = [:]
  /// The first blocks of sounds that are played or wanted, and not complete.
  private var due: Set<Int32> = []
  private var wanted: Set<Int32> = []
  private var leaving: Set<Int32> = []
  private var commandCount = 0
  /// The monotonic clock, in nanoseconds.
  var now: Int64 = 0
  /// What a kit is about to take.
  var reservation = BlockReservation()
  /// Blocks into which something is being read.
  private var readingBlocks = 0

  init(_ memory: SampleMemory, _ exchange: TailExchange, sampleRateHz: Int) {
    self.memory = memory
    self.exchange = exchange
    nanosecondsPerFrame = 1e9 / Double(sampleRateHz)
  }

  /// Blocks that tails take and could free.
  var reclaimableBlocks: Int { tails.values.reduce(0) { $0 + $1.blockCount } }

  /// Blocks that are kept free, so that urgent reads need not wait for others to give way.
  private var spareBlocks: Int { min(384, memory.blockCount / 16) }

  /// The blocks that a kit asks for are free: from now on nothing is read into them.
  mutating func grant() -> Bool {
    reservation.grant(freeBlocks: memory.freeBlockCount - readingBlocks)
  }

  mutating func adopt(_ tail: Tail) { tails[tail.sound.firstBlock] = tail }

  /// Nothing plays the sound any more, and its kit is gone.
  mutating func takeBack(_ sound: Sample) {
    guard sound.isStreamed else { return memory.free(sound) }
    tails[sound.firstBlock]?.isLeaving = true
    due.remove(sound.firstBlock)
    wanted.remove(sound.firstBlock)
    leaving.insert(sound.firstBlock)
  }

  /// Receives what the audio thread says.
  mutating func take(_ message: TailExchange.Message) {
    switch message.kind {
    case .linked, .cut, .refused: answer(message)
    case .played, .wanted: handle(message)
    }
  }

  private mutating func answer(_ message: TailExchange.Message) {
    commandCount -= 1
    guard var tail = tails.removeValue(forKey: message.sound) else { return }
    tail.commandCount -= 1
    if message.kind == .cut {
      memory.free(chain: tail.drop())
      // It may have been struck meanwhile.
      if tail.playedUntil > now && !tail.isLeaving { due.insert(message.sound) }
      if tail.isWanted && !tail.isLeaving { wanted.insert(message.sound) }
    }
    if message.kind != .linked { tail.isAskedBack = false }
    if message.kind == .refused {
      tail.playedUntil = max(tail.playedUntil, now + nanoseconds(frames: 1 << 14))
    }
    tails[message.sound] = tail
  }

  private mutating func handle(_ message: TailExchange.Message) {
    guard var tail = tails[message.sound], !tail.isLeaving else { return }
    tail.lastReported = now
    if message.kind == .played {
      tail.isWanted = false
      tail.deadline = now + nanoseconds(frames: tail.loadedFrames)
      tail.playedUntil = now + nanoseconds(frames: tail.sound.frameCount)
      if !tail.isComplete { due.insert(message.sound) }
      wanted.remove(message.sound)
    } else {
      tail.isWanted = true
      if !tail.isComplete { wanted.insert(message.sound) }
    }
    tails[message.sound] = tail
  }

  /// Frees what has left, once no command is on its way.
  mutating func release() {
    for sound in leaving {
      guard let tail = tails[sound], tail.commandCount == 0, !tail.isRead else { continue }
      memory.free(tail.sound)
      tails[sound] = nil
      leaving.remove(sound)
    }
  }

  /// What should be read next; nil if there is nothing, or if others must give way first.
  mutating func nextRead() -> TailRead? {
    let nearest = due.filter { tails[$0]?.isAskedBack == false }
      .min { (tails[$0]?.deadline ?? .max, $0) < (tails[$1]?.deadline ?? .max, $1) }
    if let nearest { return read(nearest, isDue: true) }
    makeRoom(blocks: max(spareBlocks, reservation.blocks), isDue: reservation.blocks > 0)
    guard reservation.blocks == 0 else { return nil }
    let newest = wanted.filter { tails[$0]?.isAskedBack == false }
      .max { (tails[$0]?.lastReported ?? 0, $0) < (tails[$1]?.lastReported ?? 0, $1) }
    return newest.flatMap { read($0, isDue: false) }
  }

  private mutating func read(_ sound: Int32, isDue: Bool) -> TailRead? {
    guard let tail = tails[sound], commandCount < TailExchange.mostCommands / 2 else {
      return nil
    }
    let isFirst = tail.firstBlock == Sample.noBlock
    let blocks = isFirst ? Self.firstReadBlocks : Self.readBlocks
    let frameCount = min(
      blocks * SampleMemory.framesPerBlock, tail.sound.frameCount - tail.loadedFrames)
    let taken = SampleMemory.blocks(frameCount: frameCount)
    let needed = taken + (isDue ? 0 : spareBlocks) + reservation.heldBlocks
    guard memory.freeBlockCount >= needed else {
      makeRoom(blocks: needed + spareBlocks, isDue: isDue)
      return nil
    }
    tails[sound]?.isRead = true
    readingBlocks = taken
    return TailRead(
      sound: sound, source: tail.source, index: tail.index, firstFrame: tail.loadedFrames,
      frameCount: frameCount)
  }

  /// Receives what was read.
  ///
  /// - Parameters:
  ///   - chain: Nil if that failed.
  ///   - isReadable: It failed only for lack of blocks, and is tried again.
  mutating func deliver(
    _ read: TailRead, _ chain: (first: Int32, last: Int32)?, isReadable: Bool
  ) {
    readingBlocks = 0
    guard var tail = tails[read.sound] else { return }
    defer { tails[read.sound] = tail }
    tail.isRead = false
    guard let chain else {
      guard !isReadable else { return }
      due.remove(read.sound)
      wanted.remove(read.sound)
      return
    }
    guard !tail.isLeaving else { return memory.free(chain: chain.first) }
    send(tail.append(chain, frameCount: read.frameCount), of: &tail)
    tail.deadline = tail.deadline.map { $0 + nanoseconds(frames: read.frameCount) }
    if tail.isComplete {
      due.remove(read.sound)
      wanted.remove(read.sound)
    }
  }

  /// Asks for blocks until this many are free, or will be.
  private mutating func makeRoom(blocks: Int, isDue: Bool) {
    let asked = tails.values.filter(\.isAskedBack).reduce(0) { $0 + $1.blockCount }
    var missing = blocks - memory.freeBlockCount - asked
    guard missing > 0 else { return }
    let candidates = tails.values
      .filter {
        $0.blockCount > 0 && !$0.isAskedBack && !$0.isRead && !$0.isLeaving
          && !due.contains($0.sound.firstBlock) && $0.playedUntil <= now
          && (isDue || !$0.isWanted)
      }
      .sorted { $0.dropOrder < $1.dropOrder }
    for candidate in candidates where missing > 0 && commandCount < TailExchange.mostCommands {
      var tail = candidate
      tail.isAskedBack = true
      send(
        TailExchange.Command(.cut, sound: tail.sound.firstBlock, after: tail.lastHeadBlock),
        of: &tail)
      tails[tail.sound.firstBlock] = tail
      missing -= tail.blockCount
    }
  }

  private mutating func send(_ command: TailExchange.Command, of tail: inout Tail) {
    let isSent = exchange.send(command)
    precondition(isSent, "no more commands are on their way than there is room for")
    tail.commandCount += 1
    commandCount += 1
  }

  private func nanoseconds(frames: Int) -> Int64 { Int64(Double(frames) * nanosecondsPerFrame) }
}
