// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization
import Testing

@testable import Engine

@Suite struct EventHubTests {
  private let hub = EventHub()

  /// The kits in a batch, by their names.
  private func names(_ events: [EngineEvent]) -> [Int] {
    events.compactMap {
      guard case .kit(let kit) = $0 else { return nil }
      return Int(kit.name)
    }
  }

  private func publish(_ numbers: Range<Int>) {
    for number in numbers { hub.publish(.kit(EngineEvent.Kit(name: "\(number)", path: nil))) }
  }

  @Test("every subscriber receives every event in order")
  func everyone() {
    let subscriptions = (0..<3).map { _ in hub.subscribe() }
    publish(0..<100)
    for subscription in subscriptions {
      let batch = subscription.take()
      #expect(names(batch.events) == Array(0..<100) && batch.lostCount == 0)
      #expect(subscription.take().events.isEmpty)
    }
  }

  @Test("a subscriber that takes nothing keeps the newest events and gets the number of lost ones")
  func slow() {
    let slow = hub.subscribe(capacity: 8)
    let other = hub.subscribe()
    publish(0..<105)
    let batch = slow.take()
    #expect(names(batch.events) == Array(97..<105) && batch.lostCount == 97)
    #expect(other.take().events.count == 105)
    publish(105..<110)
    let next = slow.take()
    #expect(names(next.events) == Array(105..<110) && next.lostCount == 0)
  }

  @Test("a late subscriber receives later events")
  func late() {
    publish(0..<10)
    let late = hub.subscribe()
    publish(10..<12)
    #expect(names(late.take().events) == [10, 11])
  }

  @Test("a subscriber that left, and one that is gone, are forgotten")
  func gone() {
    let stays = hub.subscribe()
    let leaves = hub.subscribe()
    var dies: EventSubscription? = hub.subscribe()
    #expect(hub.subscriberCount == 3 && dies != nil)
    leaves.leave()
    dies = nil
    publish(0..<3)
    #expect(hub.subscriberCount == 1)
    #expect(leaves.take().events.isEmpty && stays.take().events.count == 3)
    #expect(leaves.wait(milliseconds: 60_000).events.isEmpty, "does not wait")
  }

  @Test("a subscriber receives only its chosen events, and loses nothing to the rest")
  func wanted() {
    let sessions = hub.subscribe(capacity: 1) {
      if case .session = $0 { true } else { false }
    }
    publish(0..<5)
    hub.publish(.session(EngineEvent.Kept(.begun)))
    publish(5..<9)
    let batch = sessions.take()
    #expect(batch.events == [.session(EngineEvent.Kept(.begun))] && batch.lostCount == 0)
  }

  @Test("a wait ends with an event, with the time, and when the subscriber leaves")
  func wait() throws {
    let subscription = hub.subscribe()
    #expect(subscription.wait(milliseconds: 1).events.isEmpty)
    let publisher = try #require(WorkThread { publish(0..<1) })
    #expect(names(subscription.wait(milliseconds: 60_000).events) == [0])
    publisher.join()
    let leaver = try #require(WorkThread { subscription.leave() })
    #expect(subscription.wait(milliseconds: 60_000).events.isEmpty)
    leaver.join()
  }

  @Test("threads that take slowly, come and go: received and lost events are all, in order")
  func threads() throws {
    let count = 20_000
    let isDone = Atomic(false)
    let total = Atomic(0)
    let disorder = Atomic(0)
    func listen(capacity: Int) -> @Sendable () -> Void {
      let subscription = hub.subscribe(capacity: capacity)
      return {
        var last = -1
        var isOver = false
        while !isOver {
          isOver = isDone.load(ordering: .acquiring)
          let batch = subscription.wait(milliseconds: 1)
          for number in names(batch.events) {
            if number <= last { disorder.add(1, ordering: .relaxed) }
            last = number
          }
          total.add(batch.events.count + batch.lostCount, ordering: .relaxed)
        }
      }
    }
    let dead = hub.subscribe(capacity: 4)
    let listeners = [4, 100, count].compactMap { WorkThread(listen(capacity: $0)) }
    let passers = try #require(
      WorkThread {
        while !isDone.load(ordering: .acquiring) {
          let passing = hub.subscribe(capacity: 2)
          _ = passing.wait(milliseconds: 0)
          if Bool.random() { passing.leave() }
        }
      })
    publish(0..<count)
    isDone.store(true, ordering: .releasing)
    for thread in listeners + [passers] { thread.join() }
    #expect(listeners.count == 3 && disorder.load(ordering: .relaxed) == 0)
    #expect(total.load(ordering: .relaxed) == 3 * count)
    let left = dead.take()
    #expect(left.events.count == 4 && left.lostCount == count - 4)
  }
}
