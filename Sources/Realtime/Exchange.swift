// SPDX-License-Identifier: GPL-3.0-or-later

/// Hands values over to the audio thread, each once and in order, and brings back what it answers: drums and those
/// that they replaced, streams and those that it let go. No one waits for anyone. What is only to be used in its latest state
/// goes by ``Handover``.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public struct Exchange<Given: BitwiseCopyable, Returned: BitwiseCopyable>:
  ~Copyable, @unchecked Sendable
{
  private let given: SPSCRing<Given>
  private let returned: SPSCRing<Returned>

  /// Nothing is on its way; at least `minimumCapacity` values can be, each way.
  public init(minimumCapacity: Int) {
    given = SPSCRing(minimumCapacity: minimumCapacity)
    returned = SPSCRing(minimumCapacity: minimumCapacity)
  }

  /// Hands a value over; false if too many are on their way.
  public func give(_ value: Given) -> Bool { given.producer.push(value) }

  /// What came back next; nil for nothing.
  public func takeBack() -> Returned? { returned.consumer.pop() }

  /// The end for the audio thread; the exchange must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(given: given.consumer, returned: returned.producer)
  }

  /// The exchange as the audio thread holds it.
  public struct AudioSide: @unchecked Sendable {
    @usableFromInline let given: SPSCRing<Given>.Consumer
    @usableFromInline let returned: SPSCRing<Returned>.Producer

    init(given: SPSCRing<Given>.Consumer, returned: SPSCRing<Returned>.Producer) {
      (self.given, self.returned) = (given, returned)
    }

    /// How many values wait to be taken.
    @inlinable public var waitingCount: Int { given.count }

    /// The value that waits longest; nil for none.
    @inlinable public func take() -> Given? { given.pop() }

    /// Brings a value back; false if too many are on their way.
    @inlinable public func giveBack(_ value: Returned) -> Bool { returned.push(value) }
  }
}
