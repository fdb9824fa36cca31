// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Profiles
import Reports

/// Hits and notes of the last moments, as a screen shows them.
struct RecentPlaying {
  /// A drum that was struck.
  struct Stroke: Equatable {
    let velocity: Float
    let seconds: Double
  }

  /// A hit that was heard, as it stands.
  struct Hit: Equatable {
    let id: HitIdentity
    let seconds: Double
    /// Nil for a hit of no sound of the profile.
    var sound: String?
    /// The sound whose drum sounded first, if it was replaced.
    var first: String?
    var velocity: Float
    var confidence: Float
    /// Peak and threshold in dBFS, once they are known.
    var peakDecibels: Float?
    var thresholdDecibels: Float?
    var refused: Refusal?
    /// What it lacked to be answered, in decibels.
    var marginDecibels: Float?
    /// Output frame at which its drum begins.
    var startFrame: Int?
    /// The column of the trace in which it began, counted from the beginning.
    let column: Int
  }

  /// A moment of the trace.
  struct Column: Equatable {
    /// Peak of the microphone, in dBFS.
    var decibels: Float
    var mark = Mark.none
  }

  /// The outcome of a hit.
  enum Mark: Int { case none, refused, answered, corrected }

  /// The length of a column of the trace.
  static let columnSeconds = 0.05
  private static let longestTrace = 400
  private static let mostHits = 100

  /// The last stroke of each sound.
  private(set) var strokes: [String: Stroke] = [:]
  /// The last stroke of each pad by a note that was not heard.
  private(set) var notes: [String: Stroke] = [:]
  /// The latest last.
  private(set) var hits: [Hit] = []
  /// The latest last.
  private(set) var trace: [Column] = []
  /// Columns of the trace so far.
  private var columnCount = 0
  /// When each file or session that is recorded began, by its path.
  private var recordedSince: [String: Double] = [:]
  private var sessions: Set<String> = []
  /// The highest peak of the microphone so far, linear.
  private(set) var highestInputPeak: Float = 0
  /// When the recording began; nil if there is none.
  var recordingSince: Double? { recordedSince.values.min() }

  /// Nothing has happened yet that the state does not show.
  init(_ state: EngineState) {
    for path in state.recordings + [state.session].compactMap(\.self) { recordedSince[path] = 0 }
    if let session = state.session { sessions.insert(session) }
  }

  /// The file that an event closes; nil for another event, or a file that is part of a session.
  func finished(_ event: EngineEvent, atSeconds seconds: Double) -> RecordedFile? {
    guard case .recording(let kept) = event, kept.state == .closed, let path = kept.path,
      let began = recordedSince[path], !sessions.contains(where: { path.hasPrefix($0 + "/") })
    else { return nil }
    return RecordedFile(path: path, seconds: seconds - began)
  }

  /// Not even the noise of a microphone has come in since the beginning.
  var isDead: Bool {
    MicrophoneText.isDead(
      highestPeak: highestInputPeak, seconds: Double(columnCount) * Self.columnSeconds)
  }

  /// Takes in an event.
  ///
  /// - Parameter aheadFrames: How many frames output frames are ahead of input frames.
  mutating func take(_ event: EngineEvent, atSeconds seconds: Double, aheadFrames: Int) {
    switch event {
    case .hit(let message): take(message, seconds, aheadFrames)
    case .note(let note) where note.action == .on:
      if let pad = note.pad { notes[pad] = Stroke(velocity: note.velocity, seconds: seconds) }
    case .recording(let kept), .session(let kept):
      guard let path = kept.path else { return }
      if case .session = event { sessions.insert(path) }
      switch kept.state {
      case .begun: recordedSince[path] = recordedSince[path] ?? seconds
      case .closed: recordedSince[path] = nil
      case .trouble: break
      }
    default: break
    }
  }

  /// Takes in the level of the microphone.
  mutating func take(inputPeak: Float, atSeconds seconds: Double) {
    highestInputPeak = max(highestInputPeak, inputPeak)
    let level = Units.decibels(amplitude: inputPeak)
    let columns = Int(seconds / Self.columnSeconds) + 1
    if columns <= columnCount, let last = trace.indices.last {
      trace[last].decibels = max(trace[last].decibels, level)
    }
    for _ in 0..<min(Self.longestTrace, max(0, columns - columnCount)) {
      trace.append(Column(decibels: level))
    }
    columnCount = max(columns, columnCount)
    if trace.count > Self.longestTrace { trace.removeFirst(trace.count - Self.longestTrace) }
  }

  private mutating func take(_ message: HitMessage, _ seconds: Double, _ aheadFrames: Int) {
    guard message.refused != .faint else { return }
    let isGone = message.turn == .withdrawn && message.refused == nil
    guard let place = hits.lastIndex(where: { $0.id == message.id }) else {
      if !isGone { begin(message, seconds) }
      return
    }
    guard !isGone else {
      unmark(hits.remove(at: place))
      return
    }
    let before = hits[place].sound
    hits[place].update(message, aheadFrames)
    if before != message.sound || message.turn == .withdrawn {
      if let before { strokes[before] = nil }
      strike(hits[place])
    }
    mark(hits[place])
  }

  private mutating func begin(_ message: HitMessage, _ seconds: Double) {
    var hit = Hit(
      id: message.id, seconds: seconds, sound: message.sound, velocity: message.velocity,
      confidence: message.confidence, column: columnCount)
    hit.update(message, 0)
    hits = (hits + [hit]).suffix(Self.mostHits)
    strike(hit)
    mark(hit)
  }

  private mutating func strike(_ hit: Hit) {
    guard let sound = hit.sound, hit.refused == nil else { return }
    strokes[sound] = Stroke(velocity: hit.velocity, seconds: hit.seconds)
  }

  private mutating func mark(_ hit: Hit) { setMark(hit.mark, hit.column) }

  private mutating func unmark(_ hit: Hit) {
    setMark(.none, hit.column)
    if let sound = hit.sound { strokes[sound] = nil }
  }

  private mutating func setMark(_ mark: Mark, _ column: Int) {
    let place = trace.count - 1 - (columnCount - column)
    if trace.indices.contains(place) { trace[place].mark = mark }
  }
}

extension RecentPlaying.Hit {
  /// Its outcome.
  var mark: RecentPlaying.Mark {
    refused != nil ? .refused : first != nil ? .corrected : .answered
  }

  fileprivate mutating func update(_ message: HitMessage, _ aheadFrames: Int) {
    // A change before the drum begins is not heard.
    let isHeard = startFrame.map { message.frame + aheadFrames > $0 } ?? false
    if message.sound != sound, first == nil, isHeard { first = sound }
    if first == message.sound { first = nil }
    (sound, velocity, confidence) = (message.sound, message.velocity, message.confidence)
    thresholdDecibels = message.thresholdDecibels ?? thresholdDecibels
    peakDecibels = message.line?.peakDecibels ?? peakDecibels
    refused = message.refused ?? (message.turn == .refused ? .tooSoft : nil)
    marginDecibels = message.marginDecibels
    startFrame = message.startFrame ?? startFrame
  }
}
