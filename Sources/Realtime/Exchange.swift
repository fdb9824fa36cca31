// SPDX-License-Identifier: GPL-3.0-or-later

/// Hands values to the audio thread, each once and in order, and brings back its answers: drums and
/// those that they replaced, streams and those that it released. Nobody waits for anybody. For a
/// value of which only the latest counts, use ``Handover``.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other thread.
public struct Exchange<Given: BitwiseCopyable, Returned: BitwiseCopyable>:
  ~Copyable, @unchecked Sendable
{
  private let given: SPSCRing<Given>
  private let returned: SPSCRing<Returned>

  /// Nothing is on its way. At least `minimumCapacity` values can be, in each direction.
  public init(minimumCapacity: Int) {
    given = SPSCRing(minimumCapacity: minimumCapacity)
    returned = SPSCRing(minimumCapacity: minimumCapacity)
  }

  /// Hands over a value; false if too many are on their way.
  public func give(_ value: Given) -> Bool { given.producer.push(value) }

  /// The next value that came back; nil if there is none.
  public func takeBack() -> Returned? { returned.consumer.pop() }

  /// The audio thread's end. The exchange must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(given: given.consumer, returned: returned.producer)
  }

  /// The audio thread's end of an exchange.
  public struct AudioSide: @unchecked Sendable {
    @usableFromInline let given: SPSCRing<Given>.Consumer
    @usableFromInline let returned: SPSCRing<Returned>.Producer

    init(given: SPSCRing<Given>.Consumer, returned: SPSCRing<Returned>.Producer) {
      (self.given, self.returned) = (given, returned)
    }

    /// The number of values that wait.
    @inlinable public var waitingCount: Int { given.count }

    /// The value that has waited longest; nil if there is none.
    @inlinable public func take() -> Given? { given.pop() }

    /// Returns a value; false if too many are on their way.
    @inlinable public func giveBack(_ value: Returned) -> Bool { returned.push(value) }
  }
}
