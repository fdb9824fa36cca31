// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Sequencing

/// A change of the mixer while it plays.
public struct MixEvent: BitwiseCopyable, Sendable {
  /// The change.
  public enum Change: BitwiseCopyable, Sendable {
    /// The strip of a pad of the drums with a number: ``DrumSet/number``.
    case strip(Strip, pad: Int, drums: Int)
    /// The rack of a pad of the drums with a number, by its own number; nil for none.
    case padRack(Int?, pad: Int, drums: Int)
    /// How the player has a bus.
    case bus(MixBus, BusStrip)
    /// The content of a slot of a rack, nil for nothing, and one that has heard nothing yet, if one
    /// may be needed. Slots count from 1.
    case effect(SlotContent?, EffectUnit?, slot: Int, of: RackPoint)
    /// Where a row of the matrix leads, nil for nowhere. Rows count from 1.
    case modulation(ModulationRoute?, row: Int)
    /// The track that is played along; nil for none. Its exchange must outlive its use:
    /// ``BackingExchange/isLeft``.
    case track(BackingExchange.AudioSide?)
    /// The metronome's tempo.
    case click(PlayedTempo)
    /// The pads of a sound; nil for the learned ones.
    case soundPad(SoundAddress?, sound: Int)
    /// How loud the notes of an object of a score are: linear gain, and its number from 1.
    case object(gain: Float, number: Int)
  }

  /// The output frame from which it is heard; at once if that is past.
  public let frame: Int
  /// The change.
  public let change: Change

  /// A change at a frame; those that are sent after each other come in order of their frames.
  @_noLocks public init(_ change: Change, atFrame frame: Int) {
    (self.change, self.frame) = (change, frame)
  }

  /// Gives the memory back that it brings, if it does not take place. Not for the audio thread.
  func free() { if case .effect(_, let unit?, _, _) = change { unit.free() } }
}

/// Changes of the mixer on their way, carried out on their frames.
struct MixEventQueue {
  private let coming: SPSCRing<MixEvent>.Consumer?
  private var next: MixEvent? { didSet { isAnyWaiting = next != nil } }
  private var isAnyWaiting = false
  /// One waited for its drums: those behind it are late without having come late.
  private var wasHeldUp = false
  /// Changes that came after their frames.
  private(set) var lateCount = 0

  init(_ coming: SPSCRing<MixEvent>.Consumer?) { self.coming = coming }

  /// Gives the memory back of a change that waits. Not for the audio thread.
  func free() { next?.free() }

  /// Carries out everything due at `frame`, and returns for how many frames nothing else is due, at
  /// most ``Mixer/pieceFrames``. Changes of drums that have not arrived wait for them, and later
  /// changes wait too.
  @_noLocks mutating func carryOut(
    atFrame frame: Int, on voices: inout VoiceBank, _ mixer: inout Mixer
  ) -> Int {
    // Usually there is nothing, which an event that is copied says slowly.
    guard isAnyWaiting || (coming?.count ?? 0) > 0 else {
      wasHeldUp = false
      return Mixer.pieceFrames
    }
    while true {
      let isNew = next == nil
      guard let event = next ?? coming?.pop() else {
        wasHeldUp = false
        return Mixer.pieceFrames
      }
      next = event
      if isNew && event.frame < frame && !wasHeldUp { lateCount &+= 1 }
      if event.frame > frame {
        wasHeldUp = false
        return min(Mixer.pieceFrames, event.frame - frame)
      }
      switch event.change {
      case .strip(let strip, let pad, let drums):
        if !voices.set(strip, pad: pad, ofDrums: drums) {
          wasHeldUp = true
          return Mixer.pieceFrames
        }
      case .padRack(let rack, let pad, let drums):
        if !voices.set(rack: rack, pad: pad, ofDrums: drums) {
          wasHeldUp = true
          return Mixer.pieceFrames
        }
      case .bus(let bus, let strip): mixer.set(bus, strip)
      case .effect(let setting, let unit, let slot, let point):
        mixer.set(setting, unit, slot: slot, of: point)
        voices.matrix.rest(at: point, slot: slot)
      case .modulation(let route, let row): mixer.set(route, row: row, of: &voices.matrix)
      case .track(let track): mixer.play(along: track)
      case .click(let click): mixer.set(click, atFrame: frame)
      case .object(let gain, let number): voices.set(gain: gain, ofObject: number)
      case .soundPad(let pad, let sound): voices.pads.choose(pad, forSound: sound)
      }
      next = nil
    }
  }
}
