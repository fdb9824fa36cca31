// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Boards
import Engine
import Kits
import Profiles
import Storage

/// The item that a list of the screen picks.
enum ScreenPick {
  case kit(String)
  case profile(String)
  case taught(String)
  /// A sound that is to play another drum.
  case sound(String)
  /// The drum that a sound is to play; nil for the one that the profile says.
  case drum(sound: String, pad: String?)
  /// A sound that the profile does not have yet.
  case newSound
  /// The typed command for a board's present pad setting: "board A0 threshold 2.4".
  case trigger(String)
  case device(PickedDevice)
  /// A groove by its name, or a file.
  case pattern(String)
}

extension PickList where Choice == ScreenPick {
  /// All kits that are found.
  static func kits(_ state: EngineState) -> Self {
    let kits = KitLocator().kits
    return PickList(
      "Kit",
      kits.map { kit in
        let isOne = kits.count { $0.name == kit.name } == 1
        let folder = kit.path.split(separator: "/").dropLast().last.map(String.init) ?? ""
        return .init(name: kit.name, detail: isOne ? "" : "in \(folder)", choice: .kit(kit.path))
      },
      selected: kits.firstIndex { FileNames.absolute($0.path) == state.kit?.path } ?? 0)
  }

  /// The built-in guess, and the player's profiles.
  static func profiles(_ state: EngineState) -> Self {
    let names = [ProfileLocator.generalName] + ProfileLocator().names
    return PickList(
      "Sounds of",
      names.map { name in
        let isGuess = name == ProfileLocator.generalName
        return .init(
          name: name, detail: isGuess ? "the built-in guess, rough" : "", choice: .profile(name))
      }, selected: names.firstIndex { $0 == state.profile?.name } ?? 0)
  }

  /// Input devices, then output devices, without those in use.
  static func devices(_ state: EngineState) -> Self {
    let used = state.devices
    func items(
      _ direction: StreamDirection, _ verb: String, but used: String?,
      _ isThere: (AudioDevice.Entry) -> Bool
    ) -> [Item] {
      AudioDevice.listed().filter { isThere($0) && $0.name != used }.map {
        Item(
          name: "\(verb) \($0.title)", detail: $0.name,
          choice: .device(PickedDevice(direction: direction, name: $0.name)))
      }
    }
    return PickList(
      "Devices",
      items(.capture, "hear", but: used?.input, \.hasCapture)
        + items(.playback, "play on", but: used?.output, \.hasPlayback))
  }

  /// The pattern that was played last, which is selected, and the grooves that come with Flam.
  static func patterns(_ state: EngineState) -> Self {
    let (names, last) = (Grooves.names, state.pattern)
    let lastName = last.flatMap { Grooves.name(ofPath: $0.path) }
    var items = names.map { Item(name: $0, detail: "", choice: .pattern($0)) }
    if let last, lastName == nil {
      items.insert(Item(name: last.title, detail: "again", choice: .pattern(last.path)), at: 0)
    }
    return PickList("Pattern", items, selected: lastName.flatMap { names.firstIndex(of: $0) } ?? 0)
  }

  /// The settings of each pad of a board.
  static func triggers(_ pads: [BoardTable.Pad]) -> Self {
    let items = pads.flatMap { pad in
      TriggerSetting.allCases.map { setting in
        let name = "\(pad.input) \(setting.rawValue)"
        return Item(
          name: name, detail: "\(pad.text(setting)), plays \(pad.plays)",
          choice: .trigger("board \(name) \(pad.value(setting))"))
      }
    }
    return PickList("Pads of the board", items)
  }

  /// A new sound, which is selected, and those of the profile.
  static func sounds(_ state: EngineState) -> Self {
    let known = state.profile?.sounds ?? []
    let new = Item(
      name: "a new sound", detail: "type its name, then hit it ten times", choice: .newSound)
    return PickList(
      "Teach",
      [new] + known.map { Item(name: $0, detail: "again, by four hits", choice: .taught($0)) })
  }

  /// The sounds of the profile, with what they play.
  static func playedSounds(_ state: EngineState) -> Self {
    PickList(
      "Sound",
      (state.profile?.sounds ?? []).map {
        Item(name: $0, detail: "plays \(state.plays($0) ?? "")", choice: .sound($0))
      })
  }

  /// The drums that a sound may play.
  static func drums(_ state: EngineState, of sound: String) -> Self {
    var names: Set<String> = []
    let pads = (state.kit?.pads ?? []).map(\.name).filter { names.insert($0).inserted }
    return PickList(
      "\(sound.printable) plays",
      [Item(name: "as your profile says", detail: "", choice: .drum(sound: sound, pad: nil))]
        + pads.map { Item(name: $0, detail: "", choice: .drum(sound: sound, pad: $0)) },
      selected: pads.firstIndex { $0 == state.plays(sound) }.map { $0 + 1 } ?? 0)
  }

  /// Its items can be renamed and deleted.
  var isTidied: Bool { items.contains { $0.choice.tidied != nil } }
}

extension ScreenPick {
  /// What of the player's it names, as it is typed; nil if it cannot be renamed or deleted.
  var tidied: String? {
    switch self {
    case .taught(let sound): "sound \(sound)"
    case .profile(let name) where name != ProfileLocator.generalName: "profile \(name)"
    default: nil
    }
  }
}

extension InputLine {
  /// Lines that Tab may mean.
  static func words(_ state: EngineState) -> [String] {
    let verbs =
      HearingCommand.verbs + TeachCommand.verbs + TransportCommand.verbs + MixCommand.firstWords
      + FxCommand.verbs + TidyCommand.beginnings + SpectrumCommand.verbs
    let sounds = state.profile?.sounds ?? []
    let drums = Array(Set((state.kit?.pads ?? []).flatMap(\.names))).sorted()
    return verbs + ["pads", "help"] + Grooves.names.map { "pattern " + $0 }
      + sounds.map { $0 + " plays " }
      + sounds.flatMap { ["learn " + $0, "threshold " + $0 + " "] } + drums
      + drums.flatMap { ["mute " + $0, "solo " + $0] }
      + ProfileLocator().names.map { "profile " + $0 } + KitLocator().kits.map(\.name)
  }
}
