// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Testing

@Suite struct CaptureLevelTests {
  /// As an Intel laptop has it: 63 steps of 0.75 dB, and a boost of 0, 10, 20 or 30 dB.
  private func capture(decibels: Float, isOn: Bool? = true) -> CaptureControl {
    let gains = (0...63).map { -17.25 + 0.75 * Float($0) }
    return CaptureControl(
      name: "Capture", steps: 0...63, stepDecibels: gains,
      step: gains.firstIndex(of: decibels) ?? 0, isOn: isOn)
  }

  private func boost(_ step: Int, name: String = "Mic Boost") -> CaptureControl {
    CaptureControl(name: name, steps: 0...3, stepDecibels: [0, 10, 20, 30], step: step)
  }

  private func turned(_ changes: [CaptureChange]) -> [String: Float?] {
    Dictionary(uniqueKeysWithValues: changes.map { ($0.control.name, $0.decibels) })
  }

  @Test("the volume alone is turned if it reaches, to the step below the wanted one")
  func volume() {
    let controls = [boost(0), capture(decibels: 0)]
    #expect(turned(CaptureLevel.changes(controls, gainDecibels: 11)) == ["Capture": 10.5])
    #expect(turned(CaptureLevel.changes(controls, gainDecibels: -5)) == ["Capture": -5.25])
    #expect(CaptureLevel.changes(controls, gainDecibels: 0).isEmpty)
  }

  @Test("beyond the volume's end the boost helps, and the volume makes up the difference")
  func boosts() {
    let controls = [capture(decibels: 27), boost(0), boost(0, name: "Internal Mic Boost")]
    let changes = turned(CaptureLevel.changes(controls, gainDecibels: 33))
    // 30 dB + 3 dB: the volume ends at 30 dB.
    #expect(changes == ["Mic Boost": 30, "Internal Mic Boost": 30, "Capture": 30])
  }

  @Test("to get softer, the boost that clips goes down before the volume")
  func softer() {
    let controls = [capture(decibels: 0), boost(2)]
    let changes = turned(CaptureLevel.changes(controls, gainDecibels: -12))
    #expect(changes == ["Mic Boost": 0, "Capture": 7.5])
  }

  @Test("at the end of the controls the nearest setting is used")
  func end() {
    #expect(
      turned(CaptureLevel.changes([capture(decibels: 24)], gainDecibels: 40)) == ["Capture": 30])
    #expect(CaptureLevel.changes([capture(decibels: 30)], gainDecibels: 6).isEmpty)
  }

  @Test("a switched-off input is opened, and not turned if other sound is heard")
  func switchedOff() {
    let controls = [capture(decibels: 0, isOn: false)]
    #expect(CaptureLevel.changes(controls, gainDecibels: 20).isEmpty)
    let opening = CaptureLevel.opening(of: controls)
    #expect(opening?.control.name == "Capture" && opening?.turnsOn == true)
    #expect(opening?.step == nil)
    #expect(CaptureLevel.opening(of: [capture(decibels: 0)]) == nil)
  }

  @Test("a volume that is off, or all the way down, lets nothing through")
  func silencer() {
    #expect(CaptureLevel.silencer(of: [capture(decibels: 0, isOn: false)])?.name == "Capture")
    #expect(CaptureLevel.silencer(of: [capture(decibels: -17.25)])?.name == "Capture")
    #expect(CaptureLevel.silencer(of: [capture(decibels: 0)]) == nil)
  }

  @Test("the microphone's volume is found among others, and the input that is switched on")
  func main() {
    func control(_ name: String, isOn: Bool? = nil, hasVolume: Bool = true) -> CaptureControl {
      CaptureControl(name: name, steps: hasVolume ? 0...10 : nil, step: 0, isOn: isOn)
    }
    func main(_ controls: CaptureControl...) -> String? {
      CaptureLevel.main(of: controls)?.name
    }
    #expect(main(control("Digital"), control("Capture"), control("Line")) == "Capture")
    #expect(main(control("Mic Boost"), control("Line"), control("Mic")) == "Mic")
    #expect(main(control("Mic", isOn: false), control("Front Mic", isOn: true)) == "Front Mic")
    #expect(main(control("Capture", isOn: true, hasVolume: false), control("PGA")) == "PGA")
    #expect(main(control("Loopback Mix")) == nil)
    #expect(main(control("Mic", isOn: false, hasVolume: false)) == "Mic")
  }

  @Test("without a scale in decibels nothing is turned")
  func noScale() {
    let controls = [CaptureControl(name: "Capture", steps: 0...65_536, step: 20_000)]
    #expect(CaptureLevel.changes(controls, gainDecibels: 6).isEmpty)
  }

  @Test("a device without a mixer has none")
  func noMixer() {
    #expect(CaptureMixer(device: "no-such-device", card: nil) == nil)
    #expect(CaptureMixer(device: "default", card: 31) == nil)
  }
}
