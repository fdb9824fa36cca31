// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Doctor

@Suite struct SoundTests {
  private let cards = """
     0 [PCH            ]: HDA-Intel - HDA Intel PCH
                          HDA Intel PCH at 0xb1218000 irq 140
     1 [USB            ]: USB-Audio - Scarlett 2i2 USB
                          Focusrite Scarlett 2i2 USB at usb-0000:00:14.0-2, high speed

    """

  @Test("cards are listed by their lasting names; a card without permission is to be fixed")
  func card() {
    var machine = Machine(["/proc/asound/cards": cards, "/dev/snd/pcmC0D0p": ""])
    #expect(machine.verdict(SoundCard.self) == .pass("2 cards: hw:CARD=PCH, hw:CARD=USB"))
    machine.isAccessible = false
    let verdict = machine.verdict(SoundCard.self)
    #expect(verdict.status == .fix && verdict.found.contains("/dev/snd/pcmC0D0p"))
    #expect(
      Machine(["/proc/asound/cards": "--- no soundcards ---\n"])
        .verdict(SoundCard.self).status == .fix)
  }

  @Test("the program that holds a card is named: the process, not its thread")
  func held() {
    let files = [
      "/proc/asound/cards": cards,
      "/proc/asound/card1/pcm0p/sub0/status": "state: RUNNING\nowner_pid   : 812\ntstamp: 1\n",
      "/proc/asound/card1/pcm0c/sub0/status": "closed\n",
      "/proc/812/status": "Name:\tdata-loop.0\nTgid:\t800\n",
      "/proc/800/status": "Name:\tpipewire\nTgid:\t800\n",
    ]
    let verdict = Machine(files).verdict(CardHeld.self)
    #expect(verdict.status == .warn && verdict.found == "pipewire (process 800) holds USB")
    #expect(verdict.fix?.contains("flam play --device pipewire") == true)
    #expect(Machine(["/proc/asound/cards": cards]).verdict(CardHeld.self).status == .pass)
  }

  @Test("the check does not advise ending the flam that plays")
  func heldByItself() {
    let verdict = Machine([
      "/proc/asound/cards": cards,
      "/proc/asound/card1/pcm0p/sub0/status": "state: RUNNING\nowner_pid   : 812\n",
      "/proc/812/status": "Name:\tcapture\nTgid:\t800\n",
      "/proc/800/status": "Name:\tflam\nTgid:\t800\n",
      "/proc/self/status": "Name:\tflam\nTgid:\t800\n",
    ]).verdict(CardHeld.self)
    #expect(verdict == .pass("no other program holds a sound card"))
  }

  @Test(
    "PipeWire's quantum: forced, bounded from below, or free",
    arguments: [
      ("0", "32", Finding.Status.pass), ("1024", "32", .fix), ("0", "1024", .fix),
      ("64", "64", .pass),
    ])
  func quantum(forced: String, least: String, status: Finding.Status) {
    var machine = Machine(["/run/user/1000/pipewire-0": ""])
    machine.output = """
      Found "settings" metadata 32
      update: id:0 key:'clock.quantum' value:'1024' type:''
      update: id:0 key:'clock.min-quantum' value:'\(least)' type:''
      update: id:0 key:'clock.force-quantum' value:'\(forced)' type:''

      """
    #expect(machine.verdict(PipeWireQuantum.self).status == status)
    machine.output = nil
    #expect(machine.verdict(PipeWireQuantum.self).status == .warn)
    #expect(Machine().verdict(PipeWireQuantum.self).found == "PipeWire does not run")
  }

  @Test("USB sound devices that may sleep are named; other devices may", arguments: ["auto", "on"])
  func usb(control: String) {
    let usb = "/sys/bus/usb/devices"
    let verdict = Machine([
      "\(usb)/1-2/power/control": "\(control)\n", "\(usb)/1-2/product": "Scarlett 2i2 USB\n",
      "\(usb)/1-2/idVendor": "1235\n", "\(usb)/1-2/idProduct": "8210\n",
      "\(usb)/1-2:1.0/bInterfaceClass": "01\n", "\(usb)/1-2:1.1/bInterfaceClass": "01\n",
      "\(usb)/1-3/power/control": "auto\n", "\(usb)/1-3:1.0/bInterfaceClass": "03\n",
    ]).verdict(USBPowerSaving.self)
    guard control == "auto" else {
      #expect(verdict == .pass("USB sound devices stay awake"))
      return
    }
    #expect(verdict.status == .fix && verdict.found == "Scarlett 2i2 USB may be put to sleep")
    #expect(verdict.fix?.hasPrefix("echo on | sudo tee \(usb)/1-2/power/control") == true)
    #expect(verdict.fix?.contains(#"ATTR{idProduct}=="8210""#) == true)
  }

  @Test(
    "interrupts: a line shared with another device warns",
    arguments: [
      ("i801_smbus, snd_hda_intel:card0", Finding.Status.warn),
      ("snd_hda_intel:card0, snd_hda_intel:card1", .pass), ("snd_hda_intel:card0", .pass),
    ])
  func interrupts(devices: String, status: Finding.Status) {
    let verdict = Machine([
      "/proc/interrupts": """
                CPU0       CPU1
       16:          12          0   IO-APIC   16-fasteoi   \(devices)
      LOC:     3115771    3391354   Local timer interrupts

      """
    ]).verdict(InterruptSharing.self)
    #expect(verdict.status == status)
    #expect(status == .pass || verdict.found.contains("snd_hda_intel:card0 shares"))
  }

  @Test(
    "free space is given in minutes of recording",
    arguments: [
      (1 << 40, Finding.Status.pass, "hours"), (2 << 30, .warn, "93 minutes"),
      (500 << 20, .fix, "22 minutes"),
    ])
  func disk(bytes: Int, status: Finding.Status, found: String) {
    var machine = Machine()
    machine.freeBytes = bytes
    let verdict = machine.verdict(FreeDisk.self)
    #expect(verdict.status == status && verdict.found.contains(found))
  }

  @Test(
    "free memory is compared with what playing takes",
    arguments: [(9_000_000, Finding.Status.pass), (400_000, .warn), (90_000, .fix)])
  func memory(kibibytes: Int, status: Finding.Status) {
    let text = "MemTotal:       16000000 kB\nMemAvailable:   \(kibibytes) kB\n"
    let verdict = Machine(["/proc/meminfo": text]).verdict(FreeMemory.self)
    #expect(verdict.status == status && verdict.found.contains("\(kibibytes >> 10) MiB"))
  }
}
