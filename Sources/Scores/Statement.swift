// SPDX-License-Identifier: GPL-3.0-or-later

/// What a score can ask for. Lua knows each by its place here.
enum Statement: Int32, CaseIterable {
  case object, broadcast, broadcastAndWait, stopAllSounds, wait, setTempo, changeTempo, tempo
  case setSpeech, loudness, frame, seconds, beat, hit, command, stop, print, require
  case when, sound, play, playAndWait, setVolume, changeVolume, volume, speak, speakAndWait
  case setEffect, changeEffect, clearEffects, playNote, setInstrument, playDrum, rest

  /// A method of objects, called with a colon.
  var isMethod: Bool { rawValue >= Self.when.rawValue }

  /// Its name in Lua: its name here, with `_` before each capital.
  var name: String {
    "\(self)".reduce(into: "") { name, letter in
      name += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
    }
  }
}

/// What a statement was given.
struct Arguments {
  let statement: Statement
  let values: [ScoreValue]

  /// A value by its place, from 1, without the object; nothing beyond the last.
  subscript(place: Int) -> ScoreValue {
    let index = statement.isMethod ? place : place - 1
    return values.indices.contains(index) ? values[index] : .none
  }

  /// How many there are, without the object.
  var count: Int { values.count - (statement.isMethod ? 1 : 0) }

  /// The object of a method.
  func object() throws(ScoreRefusal) -> Int {
    guard case .object(let object) = values.first else {
      throw ScoreRefusal("it belongs to an object: write o:\(statement.name)(…) with a colon")
    }
    return object
  }

  /// A number that is finite.
  func number(_ place: Int, _ name: String) throws(ScoreRefusal) -> Double {
    guard case .number(let number) = self[place], number.isFinite else {
      throw ScoreRefusal("\(name) must be a number, not \(self[place].shown)")
    }
    return number
  }

  /// A number of a range.
  func number(
    _ place: Int, _ name: String, in range: ClosedRange<Double>
  ) throws(ScoreRefusal) -> Double {
    guard case .number(let number) = self[place], range.contains(number) else {
      let (lower, upper) = (
        ScoreValue.shown(range.lowerBound), ScoreValue.shown(range.upperBound)
      )
      throw ScoreRefusal(
        "\(name) must be a number from \(lower) to \(upper), not \(self[place].shown)")
    }
    return number
  }

  /// A duration: a number of at least 0.
  func duration(_ place: Int, _ name: String) throws(ScoreRefusal) -> Double {
    guard case .number(let number) = self[place], number >= 0, number.isFinite else {
      throw ScoreRefusal("\(name) must be a number of at least 0, not \(self[place].shown)")
    }
    return number
  }

  /// A text.
  func text(_ place: Int, _ name: String) throws(ScoreRefusal) -> String {
    guard case .text(let text) = self[place], !text.isEmpty else {
      throw ScoreRefusal("\(name) must be a text, not \(self[place].shown)")
    }
    return text
  }

  /// A text, or a number as its text.
  func words(_ place: Int, _ name: String) throws(ScoreRefusal) -> String {
    if case .number(let number) = self[place] { return ScoreValue.shown(number) }
    return try text(place, name)
  }

  /// A function.
  func function(_ place: Int, _ name: String) throws(ScoreRefusal) -> Int32 {
    guard case .function(let function) = self[place] else {
      throw ScoreRefusal("\(name) must be a function, not \(self[place].shown)")
    }
    return function
  }
}
