// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Publishes events to any number of subscribers, which come and go at any time, from any thread.
///
/// Each has a queue of its own. A slow subscriber loses the oldest events, learns how many, and
/// delays neither the others nor the sender; a released one is forgotten. All see the same events
/// in the same order.
public final class EventHub: Sendable {
  private struct Place: Sendable {
    weak let subscription: EventSubscription?
  }

  private struct Listeners {
    var places: [Place] = []
    var state = EngineState()
  }

  private let listeners = Mutex(Listeners())

  /// A hub without subscribers.
  public init() {}

  /// Subscribes: receives events from now on, until it leaves or is released.
  ///
  /// - Parameters:
  ///   - capacity: How many events may wait, at least 1; beyond that the oldest are lost.
  ///   - isWanted: Which events are received. The sender calls it, under locks: it must be quick,
  ///     ask nothing of the hub or the engine, and not hold the engine.
  public func subscribe(
    capacity: Int = 4096, to isWanted: @escaping @Sendable (EngineEvent) -> Bool = { _ in true }
  ) -> EventSubscription {
    let subscription = EventSubscription(capacity: capacity, isWanted: isWanted)
    listeners.withLock { $0.places.append(Place(subscription: subscription)) }
    return subscription
  }

  /// Subscribes late: receives the current state, and later events; see
  /// ``subscribe(capacity:to:)``.
  public func join(
    capacity: Int = 4096, to isWanted: @escaping @Sendable (EngineEvent) -> Bool = { _ in true }
  ) -> (EngineState, EventSubscription) {
    let subscription = EventSubscription(capacity: capacity, isWanted: isWanted)
    let state = listeners.withLock { listeners in
      listeners.places.append(Place(subscription: subscription))
      return listeners.state
    }
    return (state, subscription)
  }

  /// The current state: the sum of all events so far.
  public var state: EngineState { listeners.withLock { $0.state } }

  /// Sends an event to all subscribers. Not for the audio thread: see ``EventDispatcher``.
  public func publish(_ event: EngineEvent) {
    // A subscriber that is released meanwhile ends here, which takes no lock of ours.
    listeners.withLock { listeners in
      listeners.state.apply(event)
      var hasGone = false
      for place in listeners.places where !(place.subscription?.offer(event) ?? false) {
        hasGone = true
      }
      if hasGone { listeners.places.removeAll { $0.subscription?.isLeft ?? true } }
    }
  }

  /// How many subscribers there are.
  public var subscriberCount: Int {
    listeners.withLock { listeners in
      listeners.places.removeAll { $0.subscription?.isLeft ?? true }
      return listeners.places.count
    }
  }
}
