// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Profiles

/// Drum strokes as a Standard MIDI File of one track (format 0), on channel 10.
///
/// A quarter has as many ticks as frames pass in it, as far as the format goes (32767), so that notes stand where the
/// hits were heard, to the sample. Source: MIDI 1.0 Detailed Specification, Standard MIDI Files 1.0.
public struct StandardMIDIFile: Sendable, Equatable {
  /// A stroke.
  public struct Note: Sendable, Equatable {
    /// When it begins, in frames.
    public let frame: Int
    /// Of the General MIDI percussion map, 0...127.
    public let note: Int
    /// 1...127.
    public let velocity: Int

    /// A stroke of strength 0...1.
    public init(frame: Int, note: Int, strength: Float) {
      self.frame = frame
      self.note = note
      velocity = max(1, min(127, Int((127 * strength).rounded())))
    }
  }

  private static let mostTicksPerQuarter = 0x7FFF
  private static let drumChannel: UInt8 = 9
  private static let noteSeconds = 0.05

  /// Ticks of a quarter.
  public let ticksPerQuarter: Int
  /// The file.
  public let bytes: [UInt8]

  /// The file of `notes`, whose frames are counted at `sampleRateHz`.
  ///
  /// - Parameter beatsPerMinute: 4...1000.
  public init(_ notes: [Note], sampleRateHz: Int, beatsPerMinute: Double = 120) {
    let microsecondsPerQuarter = Int((60e6 / beatsPerMinute).rounded())
    let framesPerQuarter = Double(sampleRateHz) * Double(microsecondsPerQuarter) / 1e6
    let ticks = min(Self.mostTicksPerQuarter, Int(framesPerQuarter.rounded()))
    ticksPerQuarter = ticks
    func tick(_ frame: Int) -> Int {
      Int((Double(frame) * Double(ticks) / framesPerQuarter).rounded())
    }
    var track = Track()
    track.meta(0x51, Self.bigEndian(microsecondsPerQuarter, count: 3))
    track.meta(0x58, [4, 2, 24, 8])
    let noteFrames = Int(Self.noteSeconds * Double(sampleRateHz))
    for event in Self.events(notes.sorted { $0.frame < $1.frame }, noteFrames: noteFrames) {
      track.note(
        tick(event.frame), status: (event.velocity > 0 ? 0x90 : 0x80) | Self.drumChannel,
        event.note, event.velocity)
    }
    track.meta(0x2F, [])
    bytes =
      Array("MThd".utf8) + Self.bigEndian(6, count: 4) + [0, 0, 0, 1]
      + Self.bigEndian(ticks, count: 2) + Array("MTrk".utf8)
      + Self.bigEndian(track.bytes.count, count: 4) + track.bytes
  }

  /// Writes the file, whole or not at all.
  public func write(to path: String) throws(SessionError) {
    do { try Data(bytes).write(to: URL(filePath: path), options: .atomic) } catch {
      throw SessionError(
        .interrupted, "write '\(path)'", reason: ProfileFile.reason(error),
        advice: "free some space or choose another folder")
    }
  }

  private struct Event {
    let frame: Int
    let note: Int
    /// 0 where the note ends.
    let velocity: Int
  }

  /// Each note, and its end: before the next one of the same drum begins.
  private static func events(_ notes: [Note], noteFrames: Int) -> [Event] {
    var events: [Event] = []
    for (index, note) in notes.enumerated() {
      let next = notes[(index + 1)...].first { $0.note == note.note }?.frame ?? .max
      events.append(Event(frame: note.frame, note: note.note, velocity: note.velocity))
      events.append(
        Event(frame: min(note.frame + noteFrames, next), note: note.note, velocity: 0))
    }
    // At the same moment ends come first; the order of the rest stays.
    return events.enumerated().sorted {
      let (one, other) = ($0.element, $1.element)
      if one.frame != other.frame { return one.frame < other.frame }
      if (one.velocity == 0) != (other.velocity == 0) { return one.velocity == 0 }
      return $0.offset < $1.offset
    }.map(\.element)
  }

  private static func bigEndian(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The events of a track, each after the ticks that went by.
  private struct Track {
    private(set) var bytes: [UInt8] = []
    private var lastTick = 0

    mutating func meta(_ type: UInt8, _ data: [UInt8]) {
      bytes += [0, 0xFF, type, UInt8(data.count)] + data
    }

    /// The most ticks between two events.
    private static let longestPause = 0x0FFF_FFFF

    mutating func note(_ tick: Int, status: UInt8, _ note: Int, _ velocity: Int) {
      while tick - lastTick > Self.longestPause {
        // An empty text stands in the middle of a longer one.
        bytes += Self.variableLength(Self.longestPause) + [0xFF, 0x01, 0]
        lastTick += Self.longestPause
      }
      bytes += Self.variableLength(tick - lastTick) + [status, UInt8(note), UInt8(velocity)]
      lastTick = tick
    }

    /// Seven bits a byte, the first ones with the eighth set.
    private static func variableLength(_ value: Int) -> [UInt8] {
      var bytes = [UInt8(value & 0x7F)]
      var rest = value >> 7
      while rest > 0 {
        bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
        rest >>= 7
      }
      return bytes
    }
  }
}
