// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Hands drums over to the audio thread while it plays, and frees those that they replace: made
/// here, taken over at the beginning of a block, given back when no voice needs them any more. No
/// thread waits for another.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public final class DrumExchange {
  /// Drums that can be on their way at a time.
  private static let capacity = 4

  private let drums = Exchange<DrumSetPointer, DrumSetPointer>(
    minimumCapacity: DrumExchange.capacity)
  private var underwayCount = 0

  /// An exchange of nothing so far.
  public init() {}

  deinit {
    let audioSide = drums.audioSide
    while let coming = audioSide.take() { coming.free() }
    while let gone = drums.takeBack() { gone.free() }
  }

  /// Lets `coming` replace the present drums; false, and `coming` remains the caller's, if too many
  /// are on their way.
  public func offer(_ coming: DrumSetPointer) -> Bool {
    collect()
    guard underwayCount < Self.capacity, drums.give(coming) else { return false }
    underwayCount += 1
    return true
  }

  /// Frees replaced drums; returns how many are still on their way, or ring out.
  @discardableResult public func collect() -> Int {
    while let gone = drums.takeBack() {
      gone.free()
      underwayCount -= 1
    }
    return underwayCount
  }

  /// The end for the audio thread; the exchange must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(drums.audioSide)
  }

  /// The exchange as the audio thread holds it.
  public struct AudioSide: @unchecked Sendable {
    private let drums: Exchange<DrumSetPointer, DrumSetPointer>.AudioSide
    private var takenCount = 0
    /// Drums that had come by the last ``serve(_:)``, those that still waited among them.
    private(set) var arrivedCount = 0

    /// Drums that had arrived have not taken over.
    var isAnyWaiting: Bool { @_noLocks get { arrivedCount > takenCount } }

    fileprivate init(_ drums: Exchange<DrumSetPointer, DrumSetPointer>.AudioSide) {
      self.drums = drums
    }

    /// Between two blocks: gives back drums that have rung out, and lets the next drums take over.
    /// If those before them still ring out, these are faded first.
    @_noLocks public mutating func serve(_ voices: inout VoiceBank) {
      arrivedCount = takenCount &+ drums.waitingCount
      if let old = voices.retired() { _ = drums.giveBack(old) }
      if voices.isRingingOut {
        if isAnyWaiting { voices.hasten() }
      } else if isAnyWaiting, let coming = drums.take() {
        takenCount &+= 1
        voices.use(coming)
      }
    }
  }
}
