// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA

/// The capture controls of the sound card behind a PCM: ALSA's simple mixer.
public final class CaptureMixer {
  /// A volume with more steps than this is not meant for people; its gains are not read.
  private static let mostSteps = 4096

  /// The card for `amixer` and `alsamixer`: "-c PCH", or "-D default" if a sound server hides it.
  public let cardOption: String
  private let handle: OpaquePointer

  /// The mixer of card number `card`; if a plug-in hides the card, of the control device with the
  /// PCM's own name. Nil if there is none.
  public init?(device: String, card: Int?) {
    let name = card.map { "hw:\($0)" } ?? device
    var handle: OpaquePointer?
    guard snd_mixer_open(&handle, 0) == 0, let handle else { return nil }
    let isReady = withQuietALSA {
      snd_mixer_attach(handle, name) == 0 && snd_mixer_selem_register(handle, nil, nil) == 0
        && snd_mixer_load(handle) == 0
    }
    guard isReady else {
      snd_mixer_close(handle)
      return nil
    }
    self.handle = handle
    cardOption = card.map { "-c \(Self.identifier(card: $0))" } ?? "-D \(device)"
  }

  deinit { snd_mixer_close(handle) }

  /// The controls for capture, with their present positions.
  public func controls() -> [CaptureControl] {
    // Takes note of changes by other programs.
    snd_mixer_handle_events(handle)
    return elements().map(Self.control)
  }

  /// Changes a control; the card has done so when this returns.
  public func apply(_ change: CaptureChange) throws(DeviceError) {
    let element = elements().first {
      let id = Self.name($0)
      return id.name == change.control.name && id.index == change.control.index
    }
    guard let element else { throw failure(change, code: 0, reason: "it is no longer there") }
    var code: Int32 = 0
    if change.turnsOn { code = snd_mixer_selem_set_capture_switch_all(element, 1) }
    if code == 0, let step = change.step {
      code = snd_mixer_selem_set_capture_volume_all(element, step)
    }
    if code < 0 { throw failure(change, code: code, reason: alsaMessage(code)) }
  }

  private func failure(_ change: CaptureChange, code: Int32, reason: String) -> DeviceError {
    DeviceError(
      kind: .notPermitted, operation: "turn the control '\(change.control.name)' of",
      device: cardOption, code: code, reason: reason,
      advice: "turn it by hand in 'alsamixer \(cardOption)' (F4 shows capture)")
  }

  private func elements() -> [OpaquePointer] {
    var elements: [OpaquePointer] = []
    var next = snd_mixer_first_elem(handle)
    while let element = next {
      let isCapture =
        snd_mixer_selem_has_capture_volume(element) == 1
        || snd_mixer_selem_has_capture_switch(element) == 1
      if isCapture && snd_mixer_selem_is_active(element) == 1
        && snd_mixer_selem_is_enumerated(element) == 0
      {
        elements.append(element)
      }
      next = snd_mixer_elem_next(element)
    }
    return elements
  }

  private static func name(_ element: OpaquePointer) -> (name: String, index: Int) {
    (
      snd_mixer_selem_get_name(element).map { String(cString: $0) } ?? "",
      Int(snd_mixer_selem_get_index(element))
    )
  }

  private static func control(_ element: OpaquePointer) -> CaptureControl {
    let (name, index) = name(element)
    var isOn: Bool?
    if snd_mixer_selem_has_capture_switch(element) == 1 {
      var value: Int32 = 0
      snd_mixer_selem_get_capture_switch(element, SND_MIXER_SCHN_MONO, &value)
      isOn = value != 0
    }
    var (lowest, highest, step) = (0, 0, 0)
    guard snd_mixer_selem_has_capture_volume(element) == 1,
      snd_mixer_selem_get_capture_volume_range(element, &lowest, &highest) == 0,
      lowest <= highest,
      snd_mixer_selem_get_capture_volume(element, SND_MIXER_SCHN_MONO, &step) == 0
    else { return CaptureControl(name: name, index: index, isOn: isOn) }
    return CaptureControl(
      name: name, index: index, steps: lowest...highest,
      stepDecibels: gains(element, steps: lowest...highest), step: min(highest, max(lowest, step)),
      isOn: isOn)
  }

  /// The gain of each step in decibels; none if the card does not report all of them.
  private static func gains(_ element: OpaquePointer, steps: ClosedRange<Int>) -> [Float] {
    guard steps.count <= mostSteps else { return [] }
    let gains = steps.compactMap { step -> Float? in
      var hundredths = 0
      guard snd_mixer_selem_ask_capture_vol_dB(element, step, &hundredths) == 0 else { return nil }
      return Float(hundredths) / 100
    }
    return gains.count == steps.count ? gains : []
  }

  /// A card's name, the same wherever it is plugged in; its number if it has no name.
  private static func identifier(card: Int) -> String {
    var (control, info): (OpaquePointer?, OpaquePointer?)
    guard snd_ctl_open(&control, "hw:\(card)", 0) == 0, let control else { return "\(card)" }
    defer { snd_ctl_close(control) }
    guard snd_ctl_card_info_malloc(&info) == 0, let info else { return "\(card)" }
    defer { snd_ctl_card_info_free(info) }
    guard snd_ctl_card_info(control, info) == 0, let id = snd_ctl_card_info_get_id(info) else {
      return "\(card)"
    }
    return String(cString: id)
  }
}
