// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Looping

/// Messages for the loop.
extension OSCRequest {
  /// What SooperLooper's words for one press ask for, and ours where it has none.
  private static let words: [String: LoopCommand] = [
    "record": .record, "overdub": .overdub(nil), "multiply": .double, "undo": .undo, "redo": .redo,
    "undo_all": .undoAll, "redo_all": .redoAll, "mute": .mute(nil, layer: nil),
    "mute_on": .mute(true, layer: nil), "mute_off": .mute(false, layer: nil), "pause": .pause,
    "pause_on": .stop, "pause_off": .play, "clear": .clear, "half": .half,
    "double": .double, "lock": .lock(nil), "lock_on": .lock(true), "lock_off": .lock(false),
  ]

  /// By their addresses.
  static let loops: [String: Method] = [
    "/flam/loop/hit": Method("s:command") { values, _ throws(OSCFault) in
      guard let command = words[values.text] else {
        let known = words.keys.sorted().joined(separator: ", ")
        throw OSCFault(reason: "a loop of notes has no '\(values.text)'; there are \(known)")
      }
      return .command(.loop(command))
    },
    "/flam/loop/arm": Method("[f:beatsPerMinute i:bars i:countIn]") { values, _ throws(OSCFault) in
      var setup = LoopSetup()
      if let tempo = values.numbers.first, tempo != 0 { setup.beatsPerMinute = Double(tempo) }
      if values.numbers.count > 1, values.numbers[1] != 0 { setup.bars = try whole(values, 1) }
      if values.numbers.count > 2 { setup.countInBars = try whole(values, 2) }
      return .command(.loop(.arm(setup)))
    },
    "/flam/loop/source": Method("s:source") { values, _ throws(OSCFault) in
      guard let source = LoopSource(rawValue: values.text) else {
        throw OSCFault(reason: "a loop records 'hits' or the 'microphone', not '\(values.text)'")
      }
      return .command(.loop(.source(source)))
    },
    "/flam/loop/overdub": Method("i:overdub") { values, _ in
      .command(.loop(.overdub(values.number != 0)))
    },
    "/flam/loop/mute": Method("i:mute [i:layer]") { values, _ throws(OSCFault) in
      let layer = values.numbers.count > 1 ? try whole(values, 1) : nil
      return .command(.loop(.mute(values.number != 0, layer: layer)))
    },
    "/flam/loop/solo": Method("i:solo i:layer") { values, _ throws(OSCFault) in
      .command(.loop(.solo(values.number != 0, layer: try whole(values, 1))))
    },
    "/flam/loop/bars": Method("i:bars") { values, _ throws(OSCFault) in
      .command(.loop(.bars(try whole(values, 0))))
    },
    "/flam/loop/move": Method("i:layer f:beats") { values, _ throws(OSCFault) in
      .command(.loop(.move(layer: try whole(values, 0), beats: exact(values, 1))))
    },
    "/flam/loop/quantise": Method("f:share") { values, _ in
      .command(.loop(.quantise(exact(values))))
    },
    "/flam/loop/swing": Method("[f:place]") { values, _ in
      .command(.loop(.swing(values.number == nil ? nil : exact(values))))
    },
    "/flam/loop/humanise": Method("f:share") { values, _ in
      .command(.loop(.humanise(exact(values), seed: 1)))
    },
    "/flam/loop/lock": Method("i:lock") { values, _ in
      .command(.loop(.lock(values.number != 0)))
    },
  ]

  /// A whole number at a place among the numbers.
  private static func whole(_ values: Values, _ place: Int) throws(OSCFault) -> Int {
    guard let number = Int(exactly: values.numbers[place]) else {
      throw OSCFault(reason: "\(values.numbers[place]) is not a whole number")
    }
    return number
  }

  /// A number as a person would write it: 0.6, not 0.60000002384.
  private static func exact(_ values: Values, _ place: Int = 0) -> Double {
    values.numbers.count > place ? Double("\(values.numbers[place])") ?? 0 : 0
  }
}
