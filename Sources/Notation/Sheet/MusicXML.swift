// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A sheet as MusicXML 4.0: one part of unpitched notes on a percussion staff, with an instrument
/// for each sound. The stems of hands point up, those of feet down. Source: W3C, MusicXML 4.0
/// (2021).
///
/// Notes stand on their steps. Their `attack` says how much earlier or later they were played, as
/// far as that is wanted.
public struct MusicXML {
  /// The MIDI velocity that MusicXML counts as 100 %.
  private static let forte = 90.0

  /// The document.
  public let text: String

  /// A sheet as a document.
  ///
  /// - Parameter quantise: How far notes are moved to their steps: 0 stays as played, 1 is on the
  ///   step.
  public init(_ sheet: Sheet, quantise: Double = 1) {
    let writer = Writer(sheet: sheet, quantise: quantise)
    text =
      ([
        #"<?xml version="1.0" encoding="UTF-8"?>"#,
        #"<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "#
          + #""http://www.musicxml.org/dtds/partwise.dtd">"#,
        #"<score-partwise version="4.0">"#,
        "<work><work-title>\(Self.escaped(sheet.title))</work-title></work>",
        "<identification><encoding><software>Flam</software></encoding></identification>",
      ] + writer.partList + [#"<part id="P1">"#]
      + (0..<sheet.barCount).flatMap { writer.measure($0) } + ["</part>", "</score-partwise>", ""])
      .joined(separator: "\n")
  }

  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, letter in
      switch letter {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: if (letter.unicodeScalars.first?.value ?? 0) >= 32 { escaped.append(letter) }
      }
    }
  }

  /// Numbers in the form that XML needs: no exponents.
  private static func number(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    return thousandths % 1000 == 0 ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }

  private struct Writer {
    let sheet: Sheet
    let quantise: Double

    private var grid: BeatGrid { sheet.grid }
    /// Divisions of a quarter note: one division is one step.
    private var divisions: Int { grid.grid / 4 }

    private func instrument(_ line: Int) -> String { "P1-I\(line + 1)" }

    var partList: [String] {
      ["<part-list>", #"<score-part id="P1">"#, "<part-name>Drums</part-name>"]
        + sheet.lines.indices.map { line in
          #"<score-instrument id="\#(instrument(line))"><instrument-name>"#
            + "\(MusicXML.escaped(sheet.lines[line].sound))</instrument-name></score-instrument>"
        }
        + sheet.lines.indices.map { line in
          #"<midi-instrument id="\#(instrument(line))"><midi-channel>10</midi-channel>"#
            + "<midi-program>1</midi-program>"
            + "<midi-unpitched>\(sheet.lines[line].midiNote + 1)</midi-unpitched></midi-instrument>"
        } + ["</score-part>", "</part-list>"]
    }

    func measure(_ bar: Int) -> [String] {
      let notes = sheet.notes(ofBar: bar)
      let hands = notes.filter { !sheet.lines[$0.line].isFoot }
      let feet = notes.filter { sheet.lines[$0.line].isFoot }
      var lines = [#"<measure number="\#(bar + 1)">"#]
      if bar == 0 { lines += attributes }
      if !hands.isEmpty || feet.isEmpty { lines += voice(1, hands, bar: bar) }
      if !hands.isEmpty && !feet.isEmpty {
        lines.append(
          "<backup><duration>\(grid.stepsPerBar)</duration></backup>")
      }
      if !feet.isEmpty { lines += voice(2, feet, bar: bar) }
      if bar == sheet.barCount - 1 {
        lines.append(
          #"<barline location="right"><bar-style>light-heavy</bar-style></barline>"#)
      }
      return lines + ["</measure>"]
    }

    private var attributes: [String] {
      let quarters = grid.beatsPerMinute * grid.meter.quartersPerBeat
      let unit =
        switch grid.meter.eighthsPerBeat {
        case 1: "<beat-unit>eighth</beat-unit>"
        case 3: "<beat-unit>quarter</beat-unit><beat-unit-dot/>"
        default: "<beat-unit>quarter</beat-unit>"
        }
      return [
        "<attributes><divisions>\(divisions)</divisions><key><fifths>0</fifths></key>"
          + "<time><beats>\(grid.meter.beats)</beats><beat-type>\(grid.meter.unit)</beat-type></time>"
          + "<clef><sign>percussion</sign><line>2</line></clef></attributes>",
        #"<direction placement="above"><direction-type><metronome>\#(unit)<per-minute>"#
          + "\(MusicXML.number((10 * grid.beatsPerMinute).rounded() / 10))</per-minute></metronome></direction-type>"
          + #"<sound tempo="\#(MusicXML.number(quarters))"/></direction>"#,
      ]
    }

    /// One voice of a bar: beat by beat, each note until the next one or the end of the beat.
    private func voice(_ voice: Int, _ notes: [Sheet.Note], bar: Int) -> [String] {
      (0..<grid.meter.beatsPerBar).flatMap { beat in
        let first = bar * grid.stepsPerBar + beat * grid.stepsPerBeat
        let end = first + grid.stepsPerBeat
        let steps = Set(notes.map(\.step)).filter { (first..<end).contains($0) }.sorted()
        let starts = steps.first == first ? steps : [first] + steps
        var items: [(chord: [Sheet.Note], value: NoteValue)] = []
        for (index, start) in starts.enumerated() {
          let next = index + 1 < starts.count ? starts[index + 1] : end
          for (part, value) in NoteValue.values(of: next - start, on: grid).enumerated() {
            items.append((part == 0 ? notes.filter { $0.step == start } : [], value))
          }
        }
        return items.enumerated().flatMap { index, item in
          let tuplet =
            !item.value.isTuplet
            ? "" : index == 0 ? "start" : index == items.count - 1 ? "stop" : ""
          return item.chord.isEmpty
            ? [rest(item.value, voice, tuplet)] : chord(item.chord, item.value, voice, tuplet)
        }
      }
    }

    private func rest(_ value: NoteValue, _ voice: Int, _ tuplet: String) -> String {
      "<note><rest/><duration>\(value.steps)</duration><voice>\(voice)</voice>"
        + shape(value) + notations(tuplet: tuplet) + "</note>"
    }

    private func chord(
      _ notes: [Sheet.Note], _ value: NoteValue, _ voice: Int, _ tuplet: String
    ) -> [String] {
      let graces = notes.filter(\.isGrace).map { note in
        "<note\(sound(note))><grace slash=\"yes\"/>\(pitch(note))\(tail(note, voice))"
          + "<type>eighth</type>\(stem(voice))\(head(note))</note>"
      }
      return graces
        + notes.filter { !$0.isGrace }.enumerated().map { index, note in
          "<note\(sound(note))>" + (index > 0 ? "<chord/>" : "") + pitch(note)
            + "<duration>\(value.steps)</duration>" + tail(note, voice)
            + shape(value) + stem(voice) + head(note)
            + notations(tuplet: index == 0 ? tuplet : "", isAccent: note.emphasis == .accent)
            + "</note>"
        }
    }

    /// How loud a note is, and how much later than its step.
    private func sound(_ note: Sheet.Note) -> String {
      let percent = 127 * Double(note.velocity) / MusicXML.forte * 100
      let attack = (1 - quantise) * note.offset
      return #" dynamics="\#(MusicXML.number(percent))""#
        + (quantise < 1 ? #" attack="\#(MusicXML.number(attack))""# : "")
    }

    private func pitch(_ note: Sheet.Note) -> String {
      let place = sheet.lines[note.line].staffPlace
      return "<unpitched><display-step>\(place.step)</display-step>"
        + "<display-octave>\(place.octave)</display-octave></unpitched>"
    }

    private func tail(_ note: Sheet.Note, _ voice: Int) -> String {
      #"<instrument id="\#(instrument(note.line))"/><voice>\#(voice)</voice>"#
    }

    private func shape(_ value: NoteValue) -> String {
      "<type>\(value.type)</type>" + String(repeating: "<dot/>", count: value.dots)
        + (value.isTuplet
          ? "<time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes>"
            + "</time-modification>" : "")
    }

    private func stem(_ voice: Int) -> String { "<stem>\(voice == 1 ? "up" : "down")</stem>" }

    private func head(_ note: Sheet.Note) -> String {
      let parentheses = note.emphasis == .ghost ? #" parentheses="yes""# : ""
      return "<notehead\(parentheses)>\(sheet.lines[note.line].notehead)</notehead>"
    }

    private func notations(tuplet: String, isAccent: Bool = false) -> String {
      let inner =
        (tuplet.isEmpty ? "" : #"<tuplet type="\#(tuplet)"/>"#)
        + (isAccent ? "<articulations><accent/></articulations>" : "")
      return inner.isEmpty ? "" : "<notations>\(inner)</notations>"
    }
  }
}
