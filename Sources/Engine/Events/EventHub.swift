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

  private let places = Mutex<[Place]>([])

  /// A hub that nobody listens to.
  public init() {}

  /// Begins to listen: receives what is told from now on, until it leaves or is released.
  ///
  /// - Parameters:
  ///   - capacity: So many events may wait, at least 1; beyond that the oldest are lost.
  ///   - isWanted: Which events are received. Called by whoever tells; must be quick.
  public func subscribe(
    capacity: Int = 4096, to isWanted: @escaping @Sendable (EngineEvent) -> Bool = { _ in true }
  ) -> EventSubscription {
    let subscription = EventSubscription(capacity: capacity, isWanted: isWanted)
    places.withLock { $0.append(Place(subscription: subscription)) }
    return subscription
  }

  /// Tells an event to all who listen. Not for the audio thread: see ``EventDispatcher``.
  public func publish(_ event: EngineEvent) {
    // A subscriber that is released meanwhile ends here, which takes no lock of ours.
    places.withLock { places in
      var hasGone = false
      for place in places where !(place.subscription?.offer(event) ?? false) { hasGone = true }
      if hasGone { places.removeAll { $0.subscription?.isLeft ?? true } }
    }
  }

  /// How many listen.
  public var subscriberCount: Int {
    places.withLock { places in
      places.removeAll { $0.subscription?.isLeft ?? true }
      return places.count
    }
  }
}
