// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// A note that was not heard, on its way to the voices: of a key, a MIDI device, a pattern.
public struct NoteEvent: BitwiseCopyable, Sendable {
  /// What it asks for.
  public enum Action: BitwiseCopyable, Sendable {
    /// A stroke.
    case on(NotePad, velocity: Float)
    /// The end of what the note has struck.
    case off
    /// The end of all that a pad sounds.
    case choke(NotePad)
  }

  /// By which the voices know it.
  public let id: HitIdentity
  /// The frame of the mix at which it takes place; at once where that is past.
  public let frame: Int
  /// What it asks for.
  public let action: Action

  /// A note at a frame of the mix.
  public init(_ action: Action, id: HitIdentity, atFrame frame: Int) {
    (self.action, self.id, self.frame) = (action, id, frame)
  }
}

/// A pad as a note names it: by its place in the drums that it was looked up in, and by its role for drums that took over
/// meanwhile.
public struct NotePad: BitwiseCopyable, Sendable {
  /// Place among the pads.
  public let pad: Int
  /// ``DrumSet/number`` of the drums; nil for those that new hits strike, whichever they are.
  public let drums: Int?
  /// See ``NoteOn/key``; drums that took over meanwhile play their own.
  public var key: Float?
  /// The number of what it is in a drum set.
  let role: Int

  /// A pad of the drums with a number.
  public init(_ pad: Int, role: PadRole, ofDrums drums: Int?, key: Float? = nil) {
    (self.pad, self.role, self.drums, self.key) = (pad, Int(role.rawValue), drums, key)
  }
}

/// What became of a note.
public struct PlayedNote: BitwiseCopyable, Sendable {
  /// What was done.
  public enum Action: String, Codable, BitwiseCopyable, Sendable { case on, off, choke }

  /// By which it is known.
  public let id: HitIdentity
  /// What was done.
  public let action: Action
  /// The frame of the mix at which it took place.
  public let frame: Int
  /// The frame of the mix that came next when it arrived.
  public let askedFrame: Int
  /// The pad by its place in the kit; 0 for ``Action/off``.
  public let pad: Int
  /// ``DrumSet/number`` of the drums that it strikes.
  public let drums: Int
  /// See ``NoteOn/key``.
  public let key: Float?
  /// 0...1; 0 where it strikes nothing.
  public let velocity: Float
}

/// Brings notes to the audio thread, and tells what became of them.
///
/// Notes wait here for the block in which they are due, so that they hold no drums that others are to replace. At most
/// ``waitingCapacity`` wait with the audio thread, and as many as the ring holds on their way.
///
/// ``audioSide`` belongs to the audio thread, ``send(_:)`` to one other thread, ``newNotes()`` to one other.
public final class NoteExchange: @unchecked Sendable {
  /// Notes that may be on their way.
  private static let capacity = 4096
  /// Notes that may wait for their frames.
  public static let waitingCapacity = 1024

  private let coming = SPSCRing<NoteEvent>(minimumCapacity: capacity)
  private let played = SPSCRing<PlayedNote>(minimumCapacity: capacity)
  private let waiting: UnsafeMutablePointer<NoteEvent>
  private let waitingCount: UnsafeMutablePointer<Int>

  /// No notes yet.
  public init() {
    waiting = .allocate(capacity: Self.waitingCapacity)
    waitingCount = .allocate(capacity: 1)
    waitingCount.initialize(to: 0)
  }

  deinit {
    waiting.deallocate()
    waitingCount.deallocate()
  }

  /// Sends a note; false where too many are on their way.
  public func send(_ note: NoteEvent) -> Bool { coming.producer.push(note) }

  /// What became of notes since the last call.
  public func newNotes() -> [PlayedNote] {
    var notes: [PlayedNote] = []
    while let note = played.consumer.pop() { notes.append(note) }
    return notes
  }

  /// The end for the audio thread; the exchange must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(
      coming: coming.consumer, played: played.producer, waiting: waiting, count: waitingCount,
      capacity: Self.waitingCapacity)
  }

  /// The exchange as the audio thread holds it.
  public struct AudioSide: @unchecked Sendable {
    fileprivate let coming: SPSCRing<NoteEvent>.Consumer
    fileprivate let played: SPSCRing<PlayedNote>.Producer
    /// In order of their frames; those of one frame as they came.
    fileprivate let waiting: UnsafeMutablePointer<NoteEvent>
    fileprivate let count: UnsafeMutablePointer<Int>
    fileprivate let capacity: Int

    /// Between two blocks: asks the voices for what is due in the next `frameCount` frames.
    @_noLocks func serve(_ voices: inout VoiceBank, frameCount: Int) {
      while count.pointee < capacity, let note = coming.pop() { insert(note) }
      let end = voices.frame + frameCount
      while count.pointee > 0 && waiting[0].frame < end {
        let note = waiting[0]
        remove(at: 0)
        carryOut(note, on: &voices)
      }
    }

    @_noLocks private func carryOut(_ note: NoteEvent, on voices: inout VoiceBank) {
      let frame = max(note.frame, voices.frame)
      let hit = note.id.voiceNumber
      var drums = voices.drums.pointee.number
      var (pad, velocity) = (0, Float(0))
      var key: Float?
      let action: PlayedNote.Action
      switch note.action {
      case .on(let named, let struck):
        let set = voices.drums(ofHit: hit)
        drums = set.pointee.number
        pad = set.pointee.pad(of: named)
        let isOfThese = named.drums == nil || named.drums == drums
        key = isOfThese ? named.key : nil
        velocity = struck
        action = .on
        voices.start(NoteOn(hit: hit, pad: pad, key: key, velocity: struck), atFrame: frame)
      case .off:
        action = .off
        forget(note.id)
        voices.noteOff(hit: hit, atFrame: frame)
      case .choke(let named):
        pad = voices.drums.pointee.pad(of: named)
        action = .choke
        voices.choke(pad: pad, atFrame: frame)
      }
      _ = played.push(
        PlayedNote(
          id: note.id, action: action, frame: frame, askedFrame: voices.frame, pad: pad,
          drums: drums, key: key, velocity: velocity))
    }

    @_noLocks private func insert(_ note: NoteEvent) {
      var place = count.pointee
      while place > 0 && waiting[place - 1].frame > note.frame {
        waiting[place] = waiting[place - 1]
        place -= 1
      }
      waiting[place] = note
      count.pointee += 1
    }

    @_noLocks private func remove(at index: Int) {
      count.pointee -= 1
      for place in index..<count.pointee { waiting[place] = waiting[place + 1] }
    }

    /// Drops what still waits of a note.
    @_noLocks private func forget(_ id: HitIdentity) {
      var index = 0
      while index < count.pointee {
        if waiting[index].id.voiceNumber == id.voiceNumber { remove(at: index) } else { index += 1 }
      }
    }
  }
}

extension DrumSet {
  /// The pad that a note names: by its role where it was looked up in other drums.
  @_noLocks func pad(of named: NotePad) -> Int {
    let isThere = named.pad >= 0 && named.pad < kit.padCount
    if let meant = named.drums, meant != number { return pad(ofRole: named.role) }
    return isThere ? named.pad : pad(ofRole: named.role)
  }
}

extension VoiceBank {
  /// Ends all that a pad of the drums sounds from a frame on.
  @_noLocks mutating func choke(pad: Int, atFrame frame: Int) {
    for slot in 0..<slotCount
    where voices[slot].isHeld && voices[slot].pad == pad && voices[slot].drums == drums {
      release(hit: voices[slot].hit, atFrame: frame)
    }
  }
}
