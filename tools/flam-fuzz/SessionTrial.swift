// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Notation
import Sessions
import Simulation

/// A short session of which one file is made up.
struct SessionTrial {
  /// Written frames that are enough to judge by.
  private static let mostFrames = 48_000
  private static let heardFrames = 4800
  private static let kit = TestKit.kit(TestKit.noiseDrums(frameCount: 480), blockCount: 64)

  /// It could be read and played.
  let isPlayed: Bool

  /// Tries a session whose file `name` holds `input`.
  ///
  /// - Parameter hearsAgain: Its microphone is heard once more in place of its strokes.
  init(
    _ sandbox: Sandbox, named name: String, _ input: FuzzInput, hearsAgain: Bool = false
  ) throws {
    let folder = try Self.folder(sandbox, for: name)
    sandbox.put(input.bytes, "\(folder.name)/\(name)")
    // The other files make no difference to the report.
    let isShown = !Self.shown.contains(name) && !input.isUsed || Self.isShown(folder)
    guard let replay = try? SessionReplay(folder, hearsAgain: hearsAgain),
      replay.record.sampleRateHz == Self.kit.sampleRateHz
    else {
      isPlayed = false
      return
    }
    guard input.isUsed else {
      isPlayed = isShown
      return
    }
    // The original session is played whole before its changes.
    let edits =
      name == "hits.jsonl" && replay.seconds < 1
      ? try? EditedHits(path: folder.hitsPath, sounds: replay.sounds(nil), answerFrames: 144) : nil
    isPlayed = Self.isPlayed(replay, edits) && isShown
  }

  /// The session is reported and written as notes.
  private static func isShown(_ folder: SessionFolder) -> Bool {
    guard let hits = try? SessionHits(folder) else { return false }
    _ = hits.parts.warning(for: hits.record)
    let notes = hits.notes
    guard !notes.isEmpty else { return true }
    let sheet = Sheet(notes, on: GridFinder().find(notes), title: folder.name)
    _ = "\(DrumTab(sheet))"
    _ = MusicXML(sheet).text
    try? StandardMIDIFile(sheet, quantise: 1).write(to: folder.midiPath)
    return true
  }

  private struct Enough: Error {}

  private static func isPlayed(_ replay: SessionReplay, _ edits: EditedHits?) -> Bool {
    var frames = 0
    do {
      try replay.run(
        kit: kit, profile: nil, playing: edits, periodFrames: 256, laterKit: { _ in nil },
        write: { block throws in
          precondition(block.allSatisfy { $0.isFinite }, "what is played is finite")
          frames += block.count / 2
          if frames > mostFrames { throw Enough() }
        }, report: { _ in })
    } catch is Enough {
      return true
    } catch {
      return false
    }
    return true
  }

  /// The folder of a session of which the file `name` is made up, with all others.
  private static func folder(_ sandbox: Sandbox, for name: String) throws -> SessionFolder {
    let own = "session-\(name)"
    let folder = SessionFolder(path: "\(sandbox.path)/\(own)")
    guard mkdir(folder.path, 0o700) == 0 else { return folder }
    try Sandbox.writeSound(
      folder.microphonePath, channelCount: 1, frameCount: heardFrames)
    try Sandbox.writeSound(folder.mixPath, channelCount: 2, frameCount: heardFrames)
    for (file, text) in files {
      sandbox.put(Array(text.utf8), "\(own)/\(file)")
    }
    return folder
  }

  private static let shown = ["session.json", "hits.jsonl", "strokes.jsonl"]
  private static let files = [
    "session.json": record, "hits.jsonl": hits, "strokes.jsonl": strokes, "calls.jsonl": calls,
    "journal.jsonl": journal,
  ]

  /// The drums return to the microphone, and are taken out of it.
  static let record = """
    {"devices":{"input":"x","periodCount":1,"periodFrames":64},
    "isGeneralProfile":true,"kit":{"adjustments":{"microphones":[],"pads":[]},"hash":"","name":"flam",
    "path":"/nowhere.sfz"},"outcome":{"hits":2,"lateHits":0,"lostFrames":0,"seconds":0.1},
    "sampleRateHz":48000,"settings":{"certainty":"fast","gainDecibels":0,"hearing":{"adapts":true,
    "sensitivity":50,"strictness":"normal","thresholds":{}},"playing":{"choice":"scored",
    "humanising":{"gainDecibels":0.3,"pitchCents":5,"toneDecibels":0.6}},"seed":1,
    "strips":[{"drum":"snare","gain":0.5,"delay":0.2}],"voiceCount":64,"monitorDecibels":-20,
    "effects":[{"bus":"drums","slot":1,"setting":{"effect":"lowpass","values":{"cutoff":500}}}],
    "modulations":[{"source":"velocity","bus":"drums","slot":1,"parameter":"cutoff","amount":0.5}],
    "feedback":{"earliestFrames":1,"pathSeconds":0.05,"raisesExpectation":true}},"startedAt":"2026-01-02T03:04:05Z",
    "velocityCurve":"linear","version":3}
    """

  static let hits = """
    {"decisions":[{"confidence":0.9,"frame":900,"peakDecibels":-16,"sound":"snare","velocity":0.6}],\
    "frame":800,"hit":1,"peakDecibels":-8,"seconds":0.0166,"sound":"snare","startFrame":950,"taught":false,"velocity":0.6}
    {"decisions":[],"frame":2400,"hit":2,"peakDecibels":-8,"seconds":0.05,"sound":"kick","startFrame":2550,\
    "taught":false,"velocity":0.9}

    """

  static let strokes = """
    {"turn":{"action":"start","askedFrame":896,"brightnessOctaves":8.6,"peakDecibels":-16,"frame":942,\
    "hit":1,"sound":"snare","velocity":0.6}}
    {"told":{"hit":1,"number":1}}
    {"turn":{"action":"start","askedFrame":2496,"frame":2542,"hit":2,"sound":"snare","velocity":0.5}}
    {"turn":{"action":"revise","askedFrame":2560,"frame":2574,"hit":2,"sound":"kick","velocity":0.9}}
    {"told":{"hit":2,"number":2}}
    {"returnDecibels":[-20,-30]}

    """

  static let calls = """
    {"count":75,"inputFrames":64,"laterFrames":0,"offsetFrames":0,"outputFrames":64,"ratio":1}

    """

  static let journal = """
    {"command":"sweep","mixFrame":0,"inputFrame":0,"left":[0,0,0.1,0.05,-0.02],\
    "right":[0,0,0.1,0.02,-0.01],"delayFrames":2,"gainDecibels":-18,"confidence":0.9,\
    "faintestDecibels":-60}
    {"command":"mix.strip","mixFrame":100,"drum":"kick","gain":0.5,"pan":0.2,"send":0.1,\
    "delay":0.3,"mute":false}
    {"command":"mix.bus","mixFrame":200,"bus":"drums","gain":0.8}
    {"command":"effect.insert","mixFrame":210,"bus":"room","effect":"lowpass","slot":2,\
    "values":{"cutoff":800}}
    {"command":"modulate","mixFrame":215,"row":2,"source":"loudness","bus":"room","slot":2,\
    "parameter":"cutoff","amount":-0.25}
    {"command":"effect.set","mixFrame":220,"bus":"room","slot":2,"values":{"cutoff":900,"q":2}}
    {"command":"effect.bypass","mixFrame":230,"bus":"room","slot":2,"isBypassed":true}
    {"command":"modulate","mixFrame":235,"row":2}
    {"command":"effect.remove","mixFrame":240,"bus":"room","slot":2}
    {"command":"tempo","mixFrame":300,"beatsPerMinute":120,"meter":"4/4","isClicking":true}
    {"command":"sound.pad","mixFrame":400,"sound":"kick","pad":"snare"}
    {"command":"hearing","inputFrame":500,"sensitivity":60}
    {"command":"hearing","inputFrame":600,"sound":"kick","thresholdDecibels":-30}
    {"command":"hearing","inputFrame":700,"sound":"kick","learnHits":3}
    {"command":"kit","name":"flam","path":"/nowhere.sfz","detail":"layers","roles":["kick"]}

    """
}
