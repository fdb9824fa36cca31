// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// An ALSA whose whole configuration belongs to the test: devices without hardware.
enum ALSAFixture {
  /// The folder of the configuration. Reading it puts it into force, once for the process.
  static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "flam-alsa-\(ProcessInfo.processInfo.processIdentifier)")
    let configuration = """
      pcm.null { type null }
      pcm.void { type null hint { show on description "Takes everything" } }
      pcm.whole_numbers { type linear slave { pcm "void" format S16_LE } }
      pcm.five {
        type multi
        slaves.a { pcm "void" channels 5 }
        bindings { 0 { slave a channel 0 } 1 { slave a channel 1 } 2 { slave a channel 2 }
          3 { slave a channel 3 } 4 { slave a channel 4 } }
      }
      pcm.wide_tape { type file slave.pcm "void" format "raw" file "\(folder.path)/wide.raw" }
      pcm.tape {
        type asym
        capture.pcm { type file slave.pcm "void" format "raw" file "/dev/null"
          infile "\(folder.path)/heard.raw" }
        playback.pcm { type file slave.pcm "void" format "raw" file "\(folder.path)/played.raw" }
      }
      pcm.hiss {
        type linear
        slave.format S16_LE
        slave.pcm { type file slave.pcm "void" format "raw" file "/dev/null" infile "/dev/urandom" }
      }
      pcm.pattern { @args [ A ] @args.A { type string } type null }
      pcm.hearing { type asym capture.pcm "void" }
      pcm.playing { type asym playback.pcm "void" }
      pcm.neither { type asym }
      pcm.broken { type no_such_type }
      """
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? configuration.write(
      to: folder.appending(path: "asound.conf"), atomically: true, encoding: .utf8)
    let guest = folder.appending(path: "guest.conf")
    try? plugged.write(to: guest, atomically: true, encoding: .utf8)
    setenv("ALSA_CONFIG_PATH", "\(folder.appending(path: "asound.conf").path):\(guest.path)", 1)
    return folder
  }()

  private static let plugged = "pcm.guest { type null }\n"

  /// Plugs in the device `guest`, or pulls it out: then its name is unknown. An open stream stays
  /// open.
  static func plug(_ isPluggedIn: Bool) throws {
    try (isPluggedIn ? plugged : "# nothing\n").write(
      to: folder.appending(path: "guest.conf"), atomically: true, encoding: .utf8)
  }
}
