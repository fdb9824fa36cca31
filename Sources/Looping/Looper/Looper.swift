// SPDX-License-Identifier: GPL-3.0-or-later

/// What a looper does.
public enum LoopStage: String, Codable, Sendable {
  /// There is no loop.
  case empty
  /// The first hit begins a loop.
  case armed
  /// Bars are counted before a loop begins.
  case countIn
  /// The first take is played.
  case recording
  /// The loop plays, and what is played is added to it.
  case overdubbing
  /// The loop plays.
  case playing
  /// The loop is there, and does not play.
  case stopped
}

/// What a looper asks for, on its output frame.
public enum LoopEvent: Sendable, Equatable {
  /// A note begins.
  case noteOn(LoopedNote, number: Int)
  /// A sound of the microphone begins, or comes in.
  case soundOn(LoopedSound, number: Int)
  /// The held note or the sound of a number ends.
  case off(number: Int, frame: Int)

  /// The output frame.
  public var frame: Int {
    switch self {
    case .noteOn(let note, _): note.frame
    case .soundOn(let sound, _): sound.frame
    case .off(_, let frame): frame
    }
  }
}

/// A looper of notes: records what is played, and plays it again, cycle by cycle.
///
/// It has no clock but the frames that it is given. ``advance(to:)`` gives what is due until a frame, the same for any
/// steps in which it is asked. Commands and notes change what has not been asked for yet; a note that is reported late still
/// belongs where its frame is.
///
/// A note shortly before the seam belongs to the beginning of the next cycle, half a step before it at the most. A note that the
/// player strikes again in a later cycle, on the same pad and place, rests while that one sounds.
public struct Looper: Sendable, Equatable {
  /// Stretches of frames in which what is played belongs to a layer.
  struct Span: Sendable, Equatable {
    let layer: Int
    var frames: Range<Int>
    /// The step of the history with which the layer begins; nil as long as nothing is in it.
    var step: Int?
    /// Those of them of which the microphone's sound is wanted and not there yet; nil for hits.
    var wanted: Range<Int>?
  }

  /// A held note that sounds.
  struct HeldNote: Sendable, Equatable {
    let number: Int
    let layer: Int
    var endFrame: Int
  }

  /// A sound that was begun.
  struct LaidSound: Sendable, Equatable {
    let number: Int
    let sound: LoopedSound
  }

  /// The rate of the frames.
  public let sampleRateHz: Int
  /// What it does.
  public internal(set) var stage = LoopStage.empty
  /// What it records.
  public internal(set) var source = LoopSource.hits
  /// How the loop is played.
  public internal(set) var settings = LoopSettings()
  /// The performance lock: nothing that could change or end what the loop plays is carried out.
  public internal(set) var isLocked = false
  /// What is due before this frame was given.
  public private(set) var frame = 0
  var setup = LoopSetup()
  /// What was armed, or played first.
  var beginFrame = 0
  /// The first take while it is played.
  var take: [HeardNote] = []
  /// The beats of the first take if they are known before: of a tempo.
  var takeGrid: LoopGrid?
  var history = LoopHistory()
  /// The last ones, in order.
  var spans: [Span] = []
  var held: [HeldNote] = []
  private var laid: [LaidSound] = []
  var layerCount = 0
  /// What was due before the press that closed the loop, until it sounds; nil for nothing.
  var missed: MissedStretch?
  private var noteCount = 0

  /// No loop.
  public init(sampleRateHz: Int) { self.sampleRateHz = sampleRateHz }

  /// The loop.
  public var content: LoopContent { history.present }
  /// How many notes the first take has so far; 0 once it is a loop.
  public var takeNotes: Int { take.count }

  /// What is due before a frame and was not given yet, in order.
  public mutating func advance(to end: Int) -> [LoopEvent] {
    var events: [LoopEvent] = []
    while let next = nextChange, next.frame < end {
      events += due(before: next.frame)
      change(to: next.stage, atFrame: next.frame)
    }
    return events + due(before: end)
  }

  /// The next change that comes by itself; nil for none.
  private var nextChange: (frame: Int, stage: LoopStage)? {
    switch stage {
    case .countIn: return takeGrid.map { ($0.firstNoteFrame(ofCycle: 0), .recording) }
    case .recording:
      let bars = setup.bars.flatMap { _ in takeGrid?.firstNoteFrame(ofCycle: 1) }
      let most = beginFrame + Int(Self.mostTakeSeconds * Double(sampleRateHz))
      let ends = [bars, source == .microphone ? most : nil].compactMap(\.self)
      return ends.min().map { ($0, .overdubbing) }
    default: return nil
    }
  }

  private mutating func change(to stage: LoopStage, atFrame frame: Int) {
    if stage == .overdubbing { close(atFrame: frame) } else { self.stage = stage }
  }

  private mutating func due(before end: Int) -> [LoopEvent] {
    guard end > frame else { return [] }
    var events: [LoopEvent] = []
    var playing: LoopPlaying?
    if let grid = content.grid, stage == .playing || stage == .overdubbing {
      let loop = LoopPlaying(grid, content.layers, settings)
      playing = loop
      for note in takeNotes(of: loop, before: end) {
        noteCount += 1
        events.append(.noteOn(note, number: noteCount))
        if let endFrame = note.endFrame {
          held.append(HeldNote(number: noteCount, layer: note.layer, endFrame: endFrame))
        }
      }
    }
    var offs = held.filter { $0.endFrame < end }
      .map { LoopEvent.off(number: $0.number, frame: max($0.endFrame, frame)) }
    held.removeAll { $0.endFrame < end }
    let (ended, begun) = lay(playing?.sounds(in: frame..<end) ?? [])
    offs += ended
    events += begun
    laid.removeAll { $0.sound.endFrame <= end }
    frame = end
    // Of one frame, what ends comes first.
    return (offs + events).enumerated()
      .sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }

  /// Begins the sounds that are due and were not begun before, and ends those that are no longer due.
  private mutating func lay(_ due: [LoopedSound]) -> (ended: [LoopEvent], begun: [LoopEvent]) {
    func isSame(_ one: LoopedSound, _ other: LoopedSound) -> Bool {
      one.sound == other.sound && one.beginFrame == other.beginFrame && one.layer == other.layer
    }
    let lost = laid.filter { laid in !due.contains { isSame($0, laid.sound) } }
    laid.removeAll { laid in lost.contains { $0.number == laid.number } }
    var begun: [LoopEvent] = []
    for sound in due where !laid.contains(where: { isSame($0.sound, sound) }) {
      noteCount += 1
      laid.append(LaidSound(number: noteCount, sound: sound))
      begun.append(.soundOn(sound, number: noteCount))
    }
    return (lost.map { .off(number: $0.number, frame: frame) }, begun)
  }
}
