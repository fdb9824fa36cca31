// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// A note that was not heard, on its way to the voices: of a key, a MIDI device, a pattern.
public struct NoteEvent: BitwiseCopyable, Sendable {
  /// The request.
  public enum Action: BitwiseCopyable, Sendable {
    /// A stroke.
    case on(NotePad, velocity: Float)
    /// Ends the note's sounds.
    case off
    /// The end of all that a pad sounds.
    case choke(NotePad)
    /// The end of all that any drums sound, those before a change of kit too.
    case silence
  }

  /// Its identity for the voices.
  public let id: HitIdentity
  /// The frame of the mix at which it takes place; at once if that is past.
  public let frame: Int
  /// The request.
  public let action: Action
  /// The object of a score that plays it.
  let object: NoteObject

  /// A note at a frame of the mix.
  public init(
    _ action: Action, id: HitIdentity, atFrame frame: Int, of object: NoteObject = .none
  ) {
    (self.action, self.id, self.frame, self.object) = (action, id, frame, object)
  }
}

/// A pad as a note names it: by its place in the drums that it was looked up in, and by its role,
/// its name and its MIDI note for drums that took over meanwhile.
public struct NotePad: BitwiseCopyable, Sendable {
  /// Place among the pads.
  public let pad: Int
  /// ``DrumSet/number`` of the drums; nil for those that new hits strike, whichever they are.
  public let drums: Int?
  /// See ``NoteOn/key``; drums that took over meanwhile play their own.
  public var key: Float?
  /// The number of its role in a drum set.
  let role: Int
  /// It has one.
  let hasRole: Bool
  /// See ``PadAddress/key(_:)``; 0 for none.
  let nameKey: UInt64
  /// The same of its MIDI note.
  let noteKey: UInt64

  /// A pad of the drums with a number.
  public init(
    _ pad: Int, role: PadRole, name: String? = nil, note: Int? = nil, ofDrums drums: Int?,
    key: Float? = nil
  ) {
    (self.pad, self.role, self.drums, self.key) = (pad, Int(role.rawValue), drums, key)
    hasRole = role != .other
    nameKey = name.map(PadAddress.key) ?? 0
    noteKey = note.map { PadAddress.key("\($0)") } ?? 0
  }
}

/// The outcome of a note.
public struct PlayedNote: BitwiseCopyable, Sendable {
  /// The action.
  public enum Action: String, Codable, BitwiseCopyable, Sendable {
    case on, off, choke, silence

    /// It names a pad.
    public var isOfPad: Bool { self == .on || self == .choke }
  }

  /// Its identity.
  public let id: HitIdentity
  /// The action.
  public let action: Action
  /// The frame of the mix at which it took place.
  public let frame: Int
  /// The frame of the mix that came next when it arrived.
  public let askedFrame: Int
  /// The pad by its place in the kit; 0 for ``Action/off`` and ``Action/silence``.
  public let pad: Int
  /// ``DrumSet/number`` of the drums that it strikes.
  public let drums: Int
  /// See ``NoteOn/key``.
  public let key: Float?
  /// 0...1; 0 if it strikes nothing.
  public let velocity: Float
  /// The object of a score that played it.
  public let object: NoteObject
}

/// Brings notes to the audio thread, which plays each on its frame, and reports the outcome. A note
/// that finds no room in its ``NoteQueue`` is refused when it is sent; an accepted one is never
/// early, and late only if it came after its frame.
///
/// Notes wait there until they are due, so that they hold no drums that others will replace.
///
/// ``audioSide`` belongs to the audio thread, ``send(_:)`` to one other thread, ``newNotes()`` to
/// one other.
public final class NoteExchange: @unchecked Sendable {
  private let coming = SPSCRing<NoteEvent>(minimumCapacity: NoteQueue.capacity)
  private let played = SPSCRing<PlayedNote>(minimumCapacity: NoteQueue.capacity)
  private let queue: UnsafeMutablePointer<NoteQueue>
  /// Notes that have left the queue.
  private let leftCount: UnsafeMutablePointer<Atomic<Int>>
  private var sentCount = 0

  /// No notes yet.
  public init() {
    queue = .allocate(capacity: 1)
    queue.initialize(to: NoteQueue())
    leftCount = .allocate(capacity: 1)
    leftCount.initialize(to: Atomic(0))
  }

  deinit {
    queue.deinitialize(count: 1)
    queue.deallocate()
    leftCount.deallocate()
  }

  /// Sends a note; false if too many are on their way.
  public func send(_ note: NoteEvent) -> Bool {
    guard sentCount - leftCount.pointee.load(ordering: .acquiring) < NoteQueue.capacity,
      coming.producer.push(note)
    else { return false }
    sentCount += 1
    return true
  }

  /// The outcomes of notes since the last call.
  public func newNotes() -> [PlayedNote] {
    var notes: [PlayedNote] = []
    while let note = played.consumer.pop() { notes.append(note) }
    return notes
  }

  /// The end for the audio thread; the exchange must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(
      coming: coming.consumer, played: played.producer, queue: queue, leftCount: leftCount)
  }

  /// The exchange as the audio thread holds it.
  public struct AudioSide: @unchecked Sendable {
    fileprivate let coming: SPSCRing<NoteEvent>.Consumer
    fileprivate let played: SPSCRing<PlayedNote>.Producer
    fileprivate let queue: UnsafeMutablePointer<NoteQueue>
    fileprivate let leftCount: UnsafeMutablePointer<Atomic<Int>>

    /// Between two blocks: takes in new notes, before frame `frame` of the mix. The end of a note
    /// cancels its strokes that would begin then or later.
    @_noLocks func receive(beforeFrame frame: Int) {
      while let note = coming.pop() {
        let due = max(note.frame, frame)
        if case .off = note.action {
          leave(queue.pointee.remove(note.id, fromFrame: due))
        }
        queue.pointee.insert(NoteQueue.Entry(note, frame: due, askedFrame: frame))
      }
    }

    /// The frame of the mix at which the next note takes place; `Int.max` if none waits.
    var nextFrame: Int { @_noLocks get { queue.pointee.nextFrame } }

    /// Between two frames: makes the voices play the notes due on the next.
    @_noLocks func play(on voices: inout VoiceBank) {
      while queue.pointee.nextFrame <= voices.frame {
        carryOut(queue.pointee.removeFirst(), on: &voices)
        leave(1)
      }
    }

    @_noLocks private func leave(_ count: Int) {
      leftCount.pointee.add(count, ordering: .releasing)
    }

    @_noLocks private func carryOut(_ entry: NoteQueue.Entry, on voices: inout VoiceBank) {
      let note = entry.note
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
        var stroke = NoteOn(hit: hit, pad: pad, key: key, velocity: struck)
        stroke.object = note.object
        voices.play(.start, stroke, of: set)
      case .off:
        action = .off
        voices.endNow(.noteOff, hit: hit)
      case .choke(let named):
        pad = voices.drums.pointee.pad(of: named)
        action = .choke
        voices.choke(pad: pad)
      case .silence:
        action = .silence
        voices.silence()
      }
      _ = played.push(
        PlayedNote(
          id: note.id, action: action, frame: voices.frame, askedFrame: entry.askedFrame,
          pad: pad, drums: drums, key: key, velocity: velocity, object: note.object))
    }
  }
}

extension DrumSet {
  /// The pad that a note names: by its role, its name or its MIDI note if it was looked up in other
  /// drums.
  @_noLocks func pad(of named: NotePad) -> Int {
    let isThere = named.pad >= 0 && named.pad < kit.padCount
    if isThere && named.drums ?? number == number { return named.pad }
    if named.hasRole { return pad(ofRole: named.role) }
    return kit.pad(key: named.nameKey) ?? kit.pad(key: named.noteKey) ?? pad(ofRole: named.role)
  }
}

extension VoiceBank {
  /// Takes a hit back, or ends its note, from the next frame on.
  @_noLocks fileprivate mutating func endNow(_ action: VoiceAction, hit: Int) {
    play(action, NoteOn(hit: hit, pad: 0, velocity: 0), of: drums(ofHit: hit))
  }

  /// Ends all that a pad of the drums sounds, from the next frame on.
  @_noLocks fileprivate mutating func choke(pad: Int) {
    for slot in 0..<slotCount
    where voices[slot].isHeld && voices[slot].pad == pad && voices[slot].drums == drums {
      endNow(.release, hit: voices[slot].hit)
    }
  }

  /// Ends all that sounds, from the next frame on.
  @_noLocks fileprivate mutating func silence() {
    for slot in 0..<slotCount where voices[slot].isHeld {
      endNow(.release, hit: voices[slot].hit)
    }
  }
}
