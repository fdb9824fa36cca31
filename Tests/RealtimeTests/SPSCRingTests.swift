// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization
import TestSupport
import Testing

@Suite struct SPSCRingTests {
  @Test("gives back the pushed elements, in order, and refuses when full")
  func order() {
    let ring = SPSCRing<Int>(minimumCapacity: 3)
    for value in 0..<4 { #expect(ring.producer.push(value)) }
    #expect(!ring.producer.push(4))
    for value in 0..<4 { #expect(ring.consumer.pop() == value) }
    #expect(ring.consumer.pop() == nil)
  }

  @Test(
    "blocks go in whole or not at all, around the end of the memory, and come out in any pieces")
  func blocks() {
    let ring = SPSCRing<Int>(minimumCapacity: 8)
    var (next, expected) = (0, 0)
    var piece = [Int](repeating: -1, count: 8)
    for round in 0..<1000 {
      let count = 1 + round % 8
      let block = Array(next..<(next + count))
      let free = ring.capacity - ring.consumer.count
      let isPushed = block.withUnsafeBufferPointer { block in
        block.baseAddress.map { ring.producer.push($0, count: count) } ?? false
      }
      #expect(isPushed == (count <= free))
      if isPushed { next += count }
      let taken = piece.withUnsafeMutableBufferPointer { piece in
        piece.baseAddress.map { ring.consumer.pop(into: $0, count: 1 + round % 5) } ?? 0
      }
      #expect(piece[..<taken].elementsEqual(expected..<(expected + taken)))
      expected += taken
    }
    #expect(next > 1000 && next - expected == ring.consumer.count)
  }

  /// The shared state of two threads.
  private final class Shared: Sendable {
    let ring: SPSCRing<Int>
    let faults = Atomic(0)
    let fullCount = Atomic(0)

    init(capacity: Int) { ring = SPSCRing(minimumCapacity: capacity) }
  }

  @Test(
    "two threads: 10⁷ elements, or 10⁸, come out as they went in, one by one and in blocks, full and empty",
    .slow,
    arguments: [1, 64, 4096])
  func threads(capacity: Int) {
    // Every element but the smallest ring's waits for the other thread, which is slow: fewer of them.
    let count =
      capacity == 1
      ? 200_000 / TestLoad.share : (TestLoad.isWhole ? 100_000_000 : 10_000_000) / TestLoad.share
    let shared = Shared(capacity: capacity)
    let writer = WorkThread {
      let producer = shared.ring.producer
      let blockCount = min(capacity, 48)
      let block = UnsafeMutablePointer<Int>.allocate(capacity: blockCount)
      defer { block.deallocate() }
      var next = 0
      while next < count {
        if next & 1024 == 0 {
          if producer.push(next) {
            next &+= 1
          } else {
            shared.fullCount.add(1, ordering: .releasing)
            sched_yield()
          }
          continue
        }
        let size = min(blockCount, count - next)
        for index in 0..<size { block[index] = next &+ index }
        if producer.push(block, count: size) {
          next &+= size
        } else {
          shared.fullCount.add(1, ordering: .releasing)
          sched_yield()
        }
      }
    }
    #expect(writer != nil)
    let consumer = shared.ring.consumer
    let piece = UnsafeMutablePointer<Int>.allocate(capacity: 37)
    defer { piece.deallocate() }
    var (expected, faults) = (0, 0)
    while shared.fullCount.load(ordering: .acquiring) == 0 { sched_yield() }
    #expect(consumer.count > 0, "it ran full before anything was taken")
    while expected < count {
      if expected & 2048 == 0 {
        guard let value = consumer.pop() else {
          sched_yield()
          continue
        }
        faults &+= value == expected ? 0 : 1
        expected &+= 1
      } else {
        let taken = consumer.pop(into: piece, count: 37)
        for index in 0..<taken { faults &+= piece[index] == expected &+ index ? 0 : 1 }
        expected &+= taken
        if taken == 0 { sched_yield() }
      }
    }
    writer?.join()
    #expect(faults == 0 && consumer.pop() == nil)
    #expect(expected == count, "it ran empty in the end")
  }
}
