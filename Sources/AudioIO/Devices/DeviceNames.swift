// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import Glibc

extension AudioDevice {
  /// A name that ALSA knows, not yet opened.
  public struct Entry: Sendable {
    /// The PCM's name, for ``AudioInput`` and ``AudioOutput``.
    public let name: String
    /// ALSA's description, a line each: first the card as people know it, then how the PCM uses it;
    /// empty if it has none.
    public let lines: [String]
    /// It may support capture.
    public let hasCapture: Bool
    /// It may support playback.
    public let hasPlayback: Bool

    /// A name, with its description.
    package init(
      name: String, lines: [String] = [], hasCapture: Bool = true, hasPlayback: Bool = true
    ) {
      (self.name, self.lines) = (name, lines)
      (self.hasCapture, self.hasPlayback) = (hasCapture, hasPlayback)
    }

    /// The name that people know: "USB microphone, USB Audio". Without a description, ALSA's.
    public var title: String { lines.first ?? name }

    /// That name, and ALSA's behind it.
    public var text: String { AudioDevice.text(name: name, description: lines.first ?? "") }
  }

  /// What people know a device by, and ALSA's name behind it.
  static func text(name: String, description: String) -> String {
    description.isEmpty ? name : "\(description)  (\(name))"
  }

  /// The names that ALSA hints at, then those that the configuration defines without a hint.
  public static func listed() -> [Entry] {
    let hinted = hints().filter { isWorthShowing($0.name) }
    let known = Set(hinted.map(\.name))
    let defined = definedNames().filter { !known.contains($0) && isWorthShowing($0) }
    let others = defined.map { Entry(name: $0) }
    // The default device comes first.
    let all = hinted + others
    return all.filter { $0.name == "default" } + all.filter { $0.name != "default" }
  }

  /// Surround layouts and the like are views of a card that is already listed; null is not a
  /// device.
  private static func isWorthShowing(_ name: String) -> Bool {
    let kind = name.prefix { $0 != ":" }
    let views: Set<Substring> = [
      "null", "sysdefault", "front", "rear", "center_lfe", "side", "surround21", "surround40",
      "surround41", "surround50", "surround51", "surround71", "iec958", "spdif", "hdmi", "modem",
      "phoneline", "usbstream",
    ]
    return !views.contains(kind)
  }

  private static func hints() -> [Entry] {
    var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &list) == 0, let list else { return [] }
    defer { snd_device_name_free_hint(list) }
    var entries: [Entry] = []
    var next = list
    while let hint = next.pointee {
      if let name = text(hint, "NAME") {
        let direction = text(hint, "IOID")  // none where it has both
        entries.append(
          Entry(
            name: name, lines: (text(hint, "DESC") ?? "").split(separator: "\n").map(String.init),
            hasCapture: direction != "Output", hasPlayback: direction != "Input"))
      }
      next += 1
    }
    return entries
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let text = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// The PCMs of the configuration that are devices, not patterns with parameters.
  private static func definedNames() -> [String] {
    var root: OpaquePointer?
    guard snd_config_update_ref(&root) >= 0, let root else { return [] }
    defer { snd_config_unref(root) }
    var pcms: OpaquePointer?
    guard snd_config_search(root, "pcm", &pcms) == 0, let pcms else { return [] }
    var names: [String] = []
    var place = snd_config_iterator_first(pcms)
    let end = snd_config_iterator_end(pcms)
    while place != end {
      var id: UnsafePointer<CChar>?
      var parameters: OpaquePointer?
      if let node = snd_config_iterator_entry(place), snd_config_get_id(node, &id) == 0, let id,
        snd_config_search(node, "@args", &parameters) != 0
      {
        names.append(String(cString: id))
      }
      place = snd_config_iterator_next(place)
    }
    return names
  }
}
