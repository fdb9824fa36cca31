// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import KitMaking
import Kits
import Profiles
import Screen
import Simulation
import Storage

@testable import Web

/// A page of an engine that plays unheard.
struct ShownPage {
  let silent: SilentEngine
  let server: PageServer
  let folder = TemporaryFolder()

  var engine: Engine { silent.engine }
  var port: UInt16 { server.port }
  /// The line of a request that holds the token.
  var cookie: String { PageCaller.cookie(port: port, address: server.address) }

  /// Opens a page; nil if it may not be.
  func page(origin: String? = nil) -> PageCaller? {
    PageCaller.page(port: port, address: server.address, origin: origin)
  }

  /// - Parameters:
  ///   - take: A sound file that is heard over and over; nil for silence.
  ///   - ownKit: The name of a kit of the player's own, in a folder of such kits.
  ///   - replay: Plays sessions again; nil for this very process.
  ///   - space: Reads the free space of the disks of sessions and exports.
  init(
    isOnNetwork: Bool = false, hearing take: String? = nil, soundBytes: Int = 0,
    ownKit: String? = nil, replay: PageHost.Sessions.Replay? = nil,
    space: @escaping FreeSpace.Reading = { FreeSpace(at: $0) }
  ) throws {
    silent = try SilentEngine {
      if let take { $0.input = .take(path: take, channels: .mean, isLooped: true) }
    }
    let (played, folder) = (silent.engine.state.kit?.path ?? "", folder.path)
    let other = try SilentEngine.otherKit(in: folder)
    let own = try ownKit.map { try OwnKitPlace("\(folder)/kits/\($0)") }
    let ownKits = own.map { [PageHost.Kit(name: $0.name, path: $0.textPath)] } ?? []
    let host = PageHost(
      kits: Self.kits(
        [
          PageHost.Kit(name: "flam", path: played), PageHost.Kit(name: "other", path: other),
        ] + ownKits, own: own, soundBytes: soundBytes),
      profiles: PageHost.Profiles(
        list: {
          ["general", "<script>alert(1)</script>"]
            + ProfileLocator(environment: ["XDG_CONFIG_HOME": folder]).names
        }, read: { _ in Self.taught },
        keep: { profile, name, isNew in
          try ProfileFile.write(
            profile, path: ProfileLocator(environment: ["XDG_CONFIG_HOME": folder]).path(name),
            isOverwriting: !isNew)
        }),
      presets: PresetLocator(environment: ["XDG_CONFIG_HOME": folder]).forGuests,
      findings: {
        [
          PageHost.Finding(
            check: "free-disk", status: "fix", found: "no room in /home/me/music",
            why: "nothing is kept", fix: "rm /home/me/music/old.wav")
        ]
      },
      recordingPath: { folder + "/kept.wav" },
      sessions: replay.map { PageHost.Sessions(parent: folder + "/sessions", replay: $0) }
        ?? Self.sessions(in: folder, space: space), scratch: folder + "/scratch")
    server = try PageServer(silent.engine, host, port: 0, isOnNetwork: isOnNetwork)
  }

  /// Kits, one of which, 'flam', has a drum with two layers, and each sounds like four bytes.
  ///
  /// - Parameter soundBytes: The other one sounds like so many bytes, which take no room on the disk.
  static func kits(
    _ kits: [PageHost.Kit], own: OwnKitPlace? = nil, soundBytes: Int = 0
  ) -> PageHost.Kits {
    @Sendable func write(_ text: String, to path: String) -> String? {
      (try? text.write(toFile: path, atomically: true, encoding: .utf8)) == nil ? "no room" : nil
    }
    return PageHost.Kits(
      list: { kits },
      check: { path, out, _ in
        guard !path.contains("/other/") else { return "'\(path)' is damaged" }
        return write(
          #"{"name":"flam","format":"SFZ","isSound":true,"pads":[{"name":"kick","role":"kick","layersInDetail":["#
            + #"{"velocities":[1,63],"variations":2,"loudnessDecibels":-20},{"velocities":[64,127],"variations":3}]}],"#
            + "\"problems\":[{\"isFault\":true,\"message\":\"'\(path)' is loud\"}]}\n", to: out)
      },
      sound: { path, out, _ in
        let problem = write("WAVE", to: out)
        if path.contains("/other/") { truncate(out, soundBytes) }
        return problem
      },
      own: { name in
        own.map { own in
          name == own.name ? own : try? OwnKitPlace("\(WholeFile.folder(of: own.folder))/\(name)")
        } ?? nil
      })
  }

  /// Two sounds that are clearly different, and a third that is like one of them.
  private static let taught = Profile(
    sounds: [
      ("kick", PadRole.kick, StruckSounds.low), ("snare", .snare, StruckSounds.middle),
      ("tap", .snare, StruckSounds.middle),
    ].map { name, role, sound in
      Profile.SoundClass(name: name, role: role, examples: StruckSounds.examples(sound, count: 10))
    }, noiseDecibels: -80)

  /// Sessions below a folder, played again by this very process.
  static func sessions(
    in folder: String, space: @escaping FreeSpace.Reading = { FreeSpace(at: $0) }
  ) -> PageHost.Sessions {
    PageHost.Sessions(parent: folder + "/sessions", space: space) {
      folder, hitsPath, out, isWanted in
      guard isWanted() else { return "it is not wanted any more" }
      do {
        try RenderedSession.replay(folder, hitsPath: hitsPath, out: out)
        return nil
      } catch {
        return "\(error)"
      }
    }
  }
}
