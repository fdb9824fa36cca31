// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata
import OSC

/// Messages that come in at ports: of boards, and by Open Sound Control.
extension Harness {
  static let firmata = Harness(
    name: "firmata", reads: "what a board says at its line",
    words: ["\u{01}", "\u{02}", "\u{03}", "\u{7f}", "FlamPads"],
    seeds: {
      let profile = BoardProfile.assumed
      let said: [FirmataMessage] = [
        .version(major: 2, minor: 5), .firmware(major: 1, minor: 0, name: "FlamPads"),
        .capabilities(profile.pins.map(\.capabilities)),
        .analogMapping(profile.pins.map(\.analogChannel)), .analog(channel: 5, value: 500),
        .digitalPort(port: 0, bits: 4), .string("lost hits: 3"),
        .pinState(pin: 9, mode: .pwm, state: 255),
        .pads(.hit(pad: 2, peak: 9000, time: BoardTime(ticks: 100))),
        .pads(.alive(number: 7, time: BoardTime(ticks: 200))),
        .pads(.setting(pad: 2, setting: .threshold, value: 400)),
      ]
      let each = try said.map { try $0.encoded() }
      return each + [each.flatMap(\.self)]
    },
    accepts: { _, input in
      var decoder = FirmataDecoder(from: .board)
      let messages = decoder.decode(input.bytes)
      precondition(decoder.discardedByteCount <= input.bytes.count, "no byte is left out twice")
      for message in messages {
        precondition((try? message.encoded()) != nil, "what was understood can be said")
      }
      // Whatever came before it, the next stroke is heard.
      let stroke = FirmataMessage.pads(.hit(pad: 1, peak: 5000, time: BoardTime(ticks: 9)))
      let heard = decoder.decode(try stroke.encoded())
      precondition(heard.last == stroke, "the next stroke is heard")
      return !messages.isEmpty
    })

  static let osc = Harness(
    name: "osc", reads: "a datagram of Open Sound Control",
    words: OSCRequest.addresses + [
      "/flam/strip/{gain,p[a-f]n,*}", "#bundle", ",sf", ",i", ",f", ",s", "snare", "\0\0\0\u{8}",
    ],
    seeds: {
      [
        OSCMessage("/flam/note/on", .text("snare"), .float(0.5)).bytes,
        OSCMessage("/flam/tempo", .float(96)).bytes,
        OSCMessage("/flam/kit", .text("GMRockKit")).bytes,
        Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 16]
          + OSCMessage("/flam/undo").bytes,
      ]
    },
    accepts: { _, input in
      let parts = try input.bytes.withUnsafeBytes { try OSCPacket.parts($0) }
      let host = CommandHost(
        kitPath: { _ in nil }, hasProfile: { _ in true }, recordingPath: { "take.flac" })
      for part in parts {
        _ = try? OSCRequest(part.message, host)
        _ = try? OSCRequest.addresses(meantBy: part.message.address)
      }
      return true
    })
}
