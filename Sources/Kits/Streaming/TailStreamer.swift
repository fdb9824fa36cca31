// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Synchronization

/// Loads the tails of streamed sounds while they are played, on its own thread: first those that
/// are playing, then those that may be played next.
public final class TailStreamer: @unchecked Sendable {
  /// How often it looks if there is nothing to do.
  private static let pollMicroseconds = 2000
  /// How long others have to give way to a kit.
  private static let roomMicroseconds = 3_000_000

  /// The end for the player of the sounds.
  public let exchange: TailExchange
  private let memory: SampleMemory
  private let table: Mutex<TailTable>
  private let beforeRead: (@Sendable (_ byteCount: Int) -> Void)?
  private let mustEnd = Atomic(false)
  private var thread: WorkThread?

  /// Streams sounds of one sample rate into `memory`.
  ///
  /// - Parameters:
  ///   - isThreaded: Whether it has its own thread; otherwise the caller of ``step(now:)`` does the
  ///     work.
  ///   - beforeRead: Called before each read from the disk, so that tests can simulate a slow one.
  public init(
    _ memory: SampleMemory, sampleRateHz: Int, isThreaded: Bool = true,
    beforeRead: (@Sendable (_ byteCount: Int) -> Void)? = nil
  ) {
    self.memory = memory
    self.beforeRead = beforeRead
    exchange = TailExchange(memory)
    table = Mutex(TailTable(memory, exchange, sampleRateHz: sampleRateHz))
    guard isThreaded else { return }
    // The thread does not keep this alive; deinit waits for its end.
    let unretained = Unmanaged.passUnretained(self)
    thread = WorkThread { unretained._withUnsafeGuaranteedRef { $0.run() } }
  }

  deinit {
    mustEnd.store(true, ordering: .relaxed)
    thread?.join()
  }

  /// Blocks that are free, or that tails could free.
  var availableBlocks: Int { memory.freeBlockCount + table.withLock { $0.reclaimableBlocks } }

  /// Looks after the tails of a kit from now on.
  func adopt(_ tails: [Tail]) { table.withLock { table in tails.forEach { table.adopt($0) } } }

  /// Frees sounds that nothing plays any more, as soon as nothing is on its way for them.
  func takeBack(_ sounds: [Sample]) {
    table.withLock { table in sounds.forEach { table.takeBack($0) } }
  }

  /// Waits until tails have given way so that this many blocks are free, and keeps them free until
  /// ``endReservation()``; false if that takes too long.
  func reserve(blocks: Int) -> Bool {
    guard blocks <= memory.blockCount else { return false }
    table.withLock { $0.reservation = BlockReservation(blocks: blocks) }
    var waited = 0
    while true {
      if table.withLock({ $0.grant() }) { return true }
      guard waited < Self.roomMicroseconds else { return false }
      MonotonicClock.sleep(microseconds: Self.pollMicroseconds)
      waited += Self.pollMicroseconds
    }
  }

  /// This many of the reserved blocks hold sounds by now.
  func take(blocks: Int) { table.withLock { $0.reservation.take(blocks) } }

  func endReservation() { table.withLock { $0.reservation = BlockReservation() } }

  /// Receives what the audio thread says, and reads what is most urgent; false if there was nothing
  /// to read.
  ///
  /// - Parameter now: The monotonic clock, in nanoseconds.
  @discardableResult public func step(now: Int64) -> Bool {
    let read = table.withLock { table in
      table.now = now
      while let message = exchange.nextMessage() { table.take(message) }
      table.release()
      return table.nextRead()
    }
    guard let read else { return false }
    beforeRead?(read.frameCount * MemoryLayout<SIMD2<Float>>.stride)
    read.source.announce(read.index, fromFrame: read.firstFrame, count: read.frameCount)
    var isReadable = true
    let chain = memory.chain(ofFrames: read.frameCount) { frames, first in
      isReadable = read.source.read(read.index, fromFrame: read.firstFrame + first, into: frames)
      return isReadable
    }
    table.withLock { $0.deliver(read, chain, isReadable: isReadable) }
    return true
  }

  /// The streaming thread. It holds no reference to this: deinit waits for its end.
  private func run() {
    while !mustEnd.load(ordering: .relaxed) {
      if !step(now: MonotonicClock.now.nanoseconds) {
        MonotonicClock.sleep(microseconds: Self.pollMicroseconds)
      }
    }
  }
}
