// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Notation
import Profiles
import Sequencing
import Storage

/// Notes as a Standard MIDI File of one track (format 0): drums on channel 10, a melody on channel 1.
///
/// A quarter has as many ticks as frames pass in it, so that notes stand where the hits were heard, to the sample. The
/// format ends at 32767: below 88 beats a minute at 48 kHz a tick is longer than a frame, 1.5 of them at 60. Source: MIDI 1.0 Detailed Specification, Standard MIDI Files 1.0.
public struct StandardMIDIFile: Sendable, Equatable {
  /// A note.
  public struct Note: Sendable, Equatable {
    /// When it begins, in frames.
    public let frame: Int
    /// Of the General MIDI percussion map, or a key, 0...127.
    public let note: Int
    /// 1...127.
    public let velocity: Int
    /// How long it is; nil for a drum, which is struck.
    public let frameCount: Int?

    /// A note of strength 0...1.
    public init(frame: Int, note: Int, strength: Float, frameCount: Int? = nil) {
      self.frame = frame
      self.note = note
      self.frameCount = frameCount
      velocity = max(1, min(127, Int((127 * strength).rounded())))
    }
  }

  /// The tempo from a moment on.
  struct Tempo {
    let tick: Int
    let microsecondsPerQuarter: Int
  }

  /// A note at its tick.
  struct TickNote {
    let tick: Int
    let note: Int
    let velocity: Int
    /// How long it is; nil for the length that all have.
    var ticks: Int?
  }

  private static let mostTicksPerQuarter = 0x7FFF
  private static let noteSeconds = 0.05

  /// Ticks of a quarter.
  public let ticksPerQuarter: Int
  /// The file.
  public let bytes: [UInt8]

  /// The file of `notes`, whose frames are counted at `sampleRateHz`.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: 8...1000 beats of the meter.
  ///   - frameCount: It is so long; nil if it ends with its last note.
  ///   - isMelody: The notes are keys, not drums.
  public init(
    _ notes: [Note], sampleRateHz: Int, meter: Meter = .common, beatsPerMinute: Double = 120,
    frameCount: Int? = nil, isMelody: Bool = false
  ) {
    let microsecondsPerQuarter = Int((60e6 / beatsPerMinute / meter.quartersPerBeat).rounded())
    let framesPerQuarter = Double(sampleRateHz) * Double(microsecondsPerQuarter) / 1e6
    let ticks = min(Self.mostTicksPerQuarter, Int(framesPerQuarter.rounded()))
    func tick(_ frame: Int) -> Int {
      Int((Double(frame) * Double(ticks) / framesPerQuarter).rounded())
    }
    self.init(
      notes.map { note in
        TickNote(
          tick: tick(note.frame), note: note.note, velocity: note.velocity,
          ticks: note.frameCount.map { tick(note.frame + $0) - tick(note.frame) })
      },
      ticksPerQuarter: ticks, noteTicks: tick(Int(Self.noteSeconds * Double(sampleRateHz))),
      tempi: [Tempo(tick: 0, microsecondsPerQuarter: microsecondsPerQuarter)], meter: meter,
      endTick: frameCount.map(tick) ?? 0,
      channel: isMelody ? MIDIFileFormat.melodyChannel : MIDIFileFormat.drumChannel)
  }

  /// The file of notes at their ticks, each as long as it says or `noteTicks`, or until the end of the file; the first of
  /// `tempi` is that of the beginning.
  ///
  /// - Parameter endTick: It ends there, or with its last note if that begins later.
  init(
    _ notes: [TickNote], ticksPerQuarter: Int, noteTicks: Int, tempi: [Tempo], meter: Meter,
    endTick: Int = 0, channel: UInt8 = MIDIFileFormat.drumChannel
  ) {
    self.ticksPerQuarter = ticksPerQuarter
    var track = Track()
    track.meta(0, .meter, [UInt8(meter.beats), UInt8(meter.unit.trailingZeroBitCount), 24, 8])
    var tempi = tempi[...]
    for event in Self.events(
      notes.sorted { $0.tick < $1.tick }, noteTicks: noteTicks, endTick: endTick)
    {
      while let tempo = tempi.first, tempo.tick <= event.tick {
        track.tempo(tempo)
        tempi.removeFirst()
      }
      track.note(
        event.tick,
        status: (event.velocity > 0 ? MIDIFileFormat.noteOn : MIDIFileFormat.noteOff) | channel,
        event.note, event.velocity)
    }
    for tempo in tempi { track.tempo(tempo) }
    track.end(endTick)
    bytes =
      Array(MIDIFileFormat.headerName.utf8)
      + MIDIFileFormat.bigEndian(MIDIFileFormat.headerBytes, count: 4) + [0, 0, 0, 1]
      + MIDIFileFormat.bigEndian(ticksPerQuarter, count: 2) + Array(MIDIFileFormat.trackName.utf8)
      + MIDIFileFormat.bigEndian(track.bytes.count, count: 4) + track.bytes
  }

  /// Writes the file, whole or not at all.
  public func write(to path: String) throws(SessionError) {
    do throws(SystemError) { try WholeFile.write(bytes, to: path) } catch {
      throw SessionError(
        .interrupted, "write '\(path)'", reason: "\(error)",
        advice: "free some space or choose another folder")
    }
  }

  /// Each note, and its end (velocity 0): before the next one of the same drum begins, and before the file's.
  private static func events(
    _ notes: [TickNote], noteTicks: Int, endTick: Int
  ) -> [TickNote] {
    var events: [TickNote] = []
    for (index, note) in notes.enumerated() {
      let last = note.tick < endTick ? endTick : .max
      let next = notes[(index + 1)...].first { $0.note == note.note }?.tick ?? last
      events.append(note)
      let end = min(note.tick + (note.ticks ?? noteTicks), next)
      events.append(TickNote(tick: end, note: note.note, velocity: 0))
    }
    // At the same moment ends come first; the order of the rest stays.
    return events.enumerated().sorted {
      let (one, other) = ($0.element, $1.element)
      if one.tick != other.tick { return one.tick < other.tick }
      if (one.velocity == 0) != (other.velocity == 0) { return one.velocity == 0 }
      return $0.offset < $1.offset
    }.map(\.element)
  }

  /// The events of a track, each after the ticks that went by.
  private struct Track {
    private(set) var bytes: [UInt8] = []
    private var lastTick = 0

    mutating func meta(_ tick: Int, _ type: MIDIFileFormat.Meta, _ data: [UInt8]) {
      wait(until: tick)
      bytes += [MIDIFileFormat.meta, type.rawValue, UInt8(data.count)] + data
    }

    mutating func tempo(_ tempo: Tempo) {
      meta(
        tempo.tick, .tempo, MIDIFileFormat.bigEndian(tempo.microsecondsPerQuarter, count: 3))
    }

    mutating func note(_ tick: Int, status: UInt8, _ note: Int, _ velocity: Int) {
      wait(until: tick)
      bytes += [status, UInt8(note), UInt8(velocity)]
    }

    mutating func end(_ tick: Int) { meta(max(tick, lastTick), .endOfTrack, []) }

    private mutating func wait(until tick: Int) {
      let longest = MIDIFileFormat.longestPause
      while tick - lastTick > longest {
        // An empty text stands in the middle of a longer one.
        bytes +=
          MIDIFileFormat.variableLength(longest)
          + [MIDIFileFormat.meta, MIDIFileFormat.Meta.text.rawValue, 0]
        lastTick += longest
      }
      bytes += MIDIFileFormat.variableLength(tick - lastTick)
      lastTick = tick
    }
  }
}
