// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Console
import Engine
import FoundationEssentials
import Instrument
import Kits
import Profiles
import Storage

/// The player's choices on the screen, kept for the next time: `~/.config/flam/play.json`.
package struct KeptChoices: Codable, Equatable {
  /// Path of the kit.
  package var kit: String?
  /// Name or path of the profile.
  package var profile: String?
  package var sensitivity: Float?
  package var strictness: Strictness?
  package var certainty: Certainty?
  /// ALSA's names of the input and output devices.
  package var input: String?
  package var output: String?
  /// The only channel of the input that is heard, from 1.
  package var inputChannel: Int?

  private static var path: String { BaseFolders().config + "/flam/play.json" }

  /// The kept choices, without missing devices and files; empty if there is no readable file.
  ///
  /// - Parameter isShown: A person sits before a screen; otherwise nothing is chosen.
  package static func read(isShown: Bool = true) -> KeptChoices {
    guard isShown, FileSystem.exists(path), let bytes = try? RegularFile.bytes(path),
      var kept = try? JSONDecoder().decode(KeptChoices.self, from: Data(bytes))
    else { return KeptChoices() }
    if let kit = kept.kit, (try? KitLocator().kit(kit)) == nil { kept.kit = nil }
    if let profile = kept.profile, (try? ProfileLocator().profile(profile)) == nil {
      kept.profile = nil
    }
    if let sensitivity = kept.sensitivity, !HearingControls.sensitivities.contains(sensitivity) {
      kept.sensitivity = nil
    }
    let devices = kept.input == nil && kept.output == nil ? [] : AudioDevice.listed()
    if !devices.contains(where: { $0.name == kept.input && $0.hasCapture }) {
      (kept.input, kept.inputChannel) = (nil, nil)
    }
    if let channel = kept.inputChannel, !InputChannels.possible.contains(channel) {
      kept.inputChannel = nil
    }
    if !devices.contains(where: { $0.name == kept.output && $0.hasPlayback }) { kept.output = nil }
    return kept
  }

  /// These choices with everything kept since, on the same devices.
  package func played() -> KeptChoices {
    var kept = Self.read()
    (kept.input, kept.output, kept.inputChannel) = (input, output, inputChannel)
    return kept
  }

  /// Forgets the choices.
  package static func forget() { FileSystem.remove(path) }

  /// Nothing is chosen.
  package init() {}

  /// The player's present settings, on devices that were chosen.
  package init(_ state: EngineState, on devices: KeptChoices) {
    (input, output) = (devices.input, devices.output)
    inputChannel = devices.inputChannel
    kit = state.kit?.path
    profile = state.profile?.name
    sensitivity = state.hearing?.sensitivity
    strictness = state.hearing?.strictness
    certainty = state.profile?.certainty
  }

  /// Keeps it, or says why that cannot be.
  package func keep() {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try WholeFile.write(encoder.encode(self), to: Self.path, makingFolder: true)
    } catch {
      Terminal.report(
        "cannot keep your choices in '\(Self.path)': \(error); free the place, or name another folder in XDG_CONFIG_HOME"
      )
    }
  }

  private static func name(ofKit path: String) -> String {
    KitLocator().kits.first { FileNames.absolute($0.path) == path }?.name ?? path
  }

  /// "As last time: kit GMRockKit, sounds me. --fresh forgets that."; nil if nothing was chosen.
  package var text: String? {
    let parts = [
      kit.map { "kit \(Self.name(ofKit: $0))" }, profile.map { "sounds \($0)" },
      input.map { input in
        "microphone \(input)" + (inputChannel.map { ", channel \($0)" } ?? "")
      },
      output.map { "played on \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty
      ? nil : "As last time: \(parts.joined(separator: ", ")). --fresh forgets that."
  }
}
