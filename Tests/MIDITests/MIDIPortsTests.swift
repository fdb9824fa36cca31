// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Simulation
import Storage
import TestSupport
import Testing

@testable import MIDI

@Suite(.waiting) struct MIDIPortsTests {
  @Test(
    "missing MIDI is reported with the line that helps",
    arguments: [
      (EACCES, "this account may not open /dev/snd/seq", "sudo usermod -aG audio $USER"),
      (EPERM, "this account may not open /dev/snd/seq", "sudo usermod -aG audio $USER"),
      (ENOENT, "the system has no sequencer (/dev/snd/seq)", "sudo modprobe snd-seq"),
      (ENODEV, "the system has no sequencer (/dev/snd/seq)", "sudo modprobe snd-seq"),
      (ENOMEM, "Cannot allocate memory", "end other programs that use the sequencer"),
    ])
  func opening(code: Int32, reason: String, advice: String) {
    let received = Sequencer.opening(-code).description
    #expect(
      received.contains("use MIDI") && received.contains(reason) && received.contains(advice),
      "\(received)")
  }

  @Test(
    "without a sequencer nothing is opened, and no thread left behind",
    .enabled(
      if: !FileSystem.exists("/dev/snd/seq"), "there is a sequencer: the kernel rig tries it"))
  func none() throws {
    let engine = try SilentEngine().engine
    for (inputs, outputs) in [([], nil), (nil, []), (["all"], ["all"])] as [([String]?, [String]?)]
    {
      #expect(throws: EngineError.self) {
        try MIDIPorts(
          engine, inputs: inputs, outputs: outputs, table: MIDITable(), kits: [])
      }
    }
  }

  @Test("strikes and chokes bear the frame that answers their message, and nothing else does")
  func timed() {
    let note = EngineCommand.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, source: .midi))
    guard case .noteOn(let struck) = note.answering({ 4711 }) else {
      Issue.record("no note")
      return
    }
    #expect(struck.frame == 4711 && struck.pad == "kick")
    guard
      case .choke(let choke) = EngineCommand.choke(EngineCommand.Choke(pad: "crash")).answering({
        9
      })
    else {
      Issue.record("no choke")
      return
    }
    #expect(choke.frame == 9)
    #expect(EngineCommand.undo.answering { 9 } == .undo)
  }
}
