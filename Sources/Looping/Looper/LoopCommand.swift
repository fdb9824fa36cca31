// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// How a loop is recorded. Whatever is nil is found from the hits.
public struct LoopSetup: Codable, Sendable, Equatable {
  /// Beats of the meter a minute; nil for a free tempo.
  public var beatsPerMinute: Double?
  /// How many beats a bar has.
  public var meter: Meter?
  /// The length in bars; with a tempo the loop closes by itself.
  public var bars: Int?
  /// Bars that are counted before the loop begins; they need a tempo. 0: the first hit begins it.
  public var countInBars = 0
  /// A frame on which a bar of this tempo begins, as where a metronome clicks; nil: the first hit begins one.
  public var barFrame: Int?
  /// The take begins with the command, and waits for no hit.
  public var beginsAtOnce = false

  /// The first hit begins the loop, and all is found from the hits.
  public init(
    beatsPerMinute: Double? = nil, meter: Meter? = nil, bars: Int? = nil, countInBars: Int = 0,
    barFrame: Int? = nil
  ) {
    (self.beatsPerMinute, self.meter) = (beatsPerMinute, meter)
    (self.bars, self.countInBars, self.barFrame) = (bars, countInBars, barFrame)
  }
}

/// What a player asks of a ``Looper``.
public enum LoopCommand: Codable, Sendable, Equatable {
  /// Waits for the first hit, or counts in.
  case arm(LoopSetup)
  /// The one pedal: arms, closes the loop, begins an overdub or ends it, in turn.
  case record
  /// What is recorded from now on.
  case source(LoopSource)
  /// Begins an overdub, or ends it; nil for the other of the two.
  case overdub(Bool?)
  /// Takes the last step back: an overdub, a change of the length, a clearing, the first take.
  case undo
  /// Takes back an undo.
  case redo
  /// Takes all steps back.
  case undoAll
  /// Takes back all undos.
  case redoAll
  /// Silences a layer by its number, nil for all of the loop; or ends that. Nil for the other of the two.
  case mute(Bool?, layer: Int?)
  /// Plays a layer alone, together with others that are solo; or ends that. Nil for the other of the two.
  case solo(Bool?, layer: Int)
  /// Takes all away. It is a step that can be undone.
  case clear
  /// Keeps the first half.
  case half
  /// Plays all twice.
  case double
  /// Makes it so many bars long: cut, or repeated.
  case bars(Int)
  /// Moves a layer so many beats later, or earlier where they are negative; what leaves the cycle comes in at its other end.
  case move(layer: Int, beats: Double)
  /// Moves notes so far to their steps, 0...1.
  case quantise(Double)
  /// Where the second half of a beat begins, in beats (0.5...0.75); nil as it was played.
  case swing(Double?)
  /// How uneven notes become, 0...1, by a seed.
  case humanise(Double, seed: UInt64)
  /// Refuses all that could change or end what the loop plays; or ends that. Nil for the other of the two.
  case lock(Bool?)
  /// Stops playing.
  case stop
  /// Plays again, in time with before.
  case play
  /// Stops playing, or plays again.
  case pause

  /// It is refused while the performance is locked.
  var isRefusedByLock: Bool {
    switch self {
    case .mute, .solo, .quantise, .swing, .humanise, .lock, .play: false
    default: true
    }
  }
}

/// Why a command is not carried out.
public enum LoopRefusal: Error, Equatable, Sendable {
  /// The performance is locked.
  case locked
  /// There is a loop already, or one is being recorded.
  case isThere
  /// Something is being recorded.
  case isRecording
  /// There is no loop.
  case nothingThere
  /// There is nothing to take back, or to bring back.
  case noStep
  /// There is no layer of this number.
  case noLayer(Int)
  /// So many beats have no half.
  case oddBeats(Int)
  /// A number is out of its range.
  case outOfRange(_ value: String, _ range: String)
}

extension LoopCommand {
  /// A loop is no longer than this.
  static let mostBars = 256
  /// A layer is moved no further at once, in beats.
  public static let mostBeats = 4096.0

  /// An error if a number is out of its range.
  func checkBounds() throws(LoopRefusal) {
    func check(_ value: Double, _ range: ClosedRange<Double>, _ name: String) throws(LoopRefusal) {
      guard !range.contains(value) else { return }
      throw .outOfRange(
        "\(name) \(Self.text(value))",
        "\(Self.text(range.lowerBound))...\(Self.text(range.upperBound))")
    }
    let bars = 1.0...Double(Self.mostBars)
    switch self {
    case .arm(let setup):
      if let tempo = setup.beatsPerMinute { try check(tempo, PlayedTempo.range, "tempo") }
      if let length = setup.bars { try check(Double(length), bars, "bars") }
      try check(Double(setup.countInBars), 0...8, "count-in")
      if setup.countInBars > 0, setup.beatsPerMinute == nil {
        throw .outOfRange("a count-in without a tempo", PlayedTempo.rangeText)
      }
    case .bars(let length): try check(Double(length), bars, "bars")
    case .move(_, let beats): try check(beats, -Self.mostBeats...Self.mostBeats, "beats")
    case .quantise(let share): try check(share, 0...1, "quantise")
    case .humanise(let share, _): try check(share, 0...1, "humanise")
    case .swing(let place): if let place { try check(place, LoopSwing.range, "swing") }
    default: break
    }
  }

  /// "400", not "400.0".
  private static func text(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
