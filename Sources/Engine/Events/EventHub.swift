// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Tells what happens to any number of subscribers, who come and go at any time, from any thread.
///
/// Each has a queue of its own. One that does not take its events loses the oldest, is told how many, and holds up neither
/// the others nor whoever tells; one that is gone is forgotten. All see the same events in the same order.
public final class EventHub: Sendable {
  private struct Place: Sendable {
    weak let subscription: EventSubscription?
  }

  private struct Listeners {
    var places: [Place] = []
    var state = EngineState()
  }

  private let listeners = Mutex(Listeners())

  /// A hub that nobody listens to.
  public init() {}

  /// Begins to listen: receives what is told from now on, until it leaves or is released.
  ///
  /// - Parameters:
  ///   - capacity: So many events may wait, at least 1; beyond that the oldest are lost.
  ///   - isWanted: Which events are received. Called by whoever tells, under locks: it must be quick, ask nothing of the hub or
  ///     the engine, and not hold the engine.
  public func subscribe(
    capacity: Int = 4096, to isWanted: @escaping @Sendable (EngineEvent) -> Bool = { _ in true }
  ) -> EventSubscription {
    let subscription = EventSubscription(capacity: capacity, isWanted: isWanted)
    listeners.withLock { $0.places.append(Place(subscription: subscription)) }
    return subscription
  }

  /// Begins to listen, late: how everything stands, and what is told after that; see ``subscribe(capacity:to:)``.
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

  /// How everything stands: what all events so far come to.
  public var state: EngineState { listeners.withLock { $0.state } }

  /// Tells an event to all who listen. Not for the audio thread: see ``EventDispatcher``.
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

  /// How many listen.
  public var subscriberCount: Int {
    listeners.withLock { listeners in
      listeners.places.removeAll { $0.subscription?.isLeft ?? true }
      return listeners.places.count
    }
  }
}
