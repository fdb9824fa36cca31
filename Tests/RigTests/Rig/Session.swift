// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation

extension Rig {
  /// A run of the rig, and its remains.
  struct Session {
    private struct Died: Decodable { let diedSeconds: Double }

    /// The rig's exit code if the second server does not come up.
    private static let serverFault: Int32 = 75

    private let folder = TemporaryFolder()
    private let setting: Setting
    private let said: String
    private var recordingPath: String { "\(folder.path)/recording.wav" }

    /// Runs the rig to its end; throws if it, or the program on it, failed.
    init(take: [Float], _ setting: Setting, options: [String], command: [String]) throws {
      self.setting = setting
      let takePath = "\(folder.path)/take.wav"
      try SoundFile.write(take, rateHz: setting.rateHz, to: takePath)
      // The measurement here concerns no device of the player's.
      let environment = ProcessInfo.processInfo.environment
        .merging(["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]) { $1 }
      let place = ["-r", "\(setting.rateHz)", "-p", "\(setting.periodFrames)", "-t", "0.5"]
      let outcome = try Program.start(
        Rig.script, place + options + [takePath, "\(folder.path)/recording.wav"] + command,
        environment: environment, in: folder
      ).wait()
      said = outcome.output
      guard outcome.exitCode == 0 else {
        let lastWords = [said, outcome.errors, text(".out"), text(".err")].map { $0.suffix(2000) }
        throw Failure(
          description: "rig \(command.joined(separator: " ")): "
            + lastWords.joined(separator: "\n"),
          setting: setting, rooms: reported(Room.self),
          exitCode: said.split(separator: "\n").last?.wholeMatch(of: /exit (\d+)/).flatMap {
            Int($0.output.1)
          }, isOfServer: outcome.exitCode == Self.serverFault)
      }
    }

    /// The recording of a room, counted from 0.
    func recording(_ index: Int, isComplete: Bool = false) throws -> Recording {
      let rooms = reported(Room.self)
      guard rooms.indices.contains(index) else {
        throw Failure(description: "the rig names \(rooms.count) rooms: \(said)")
      }
      let path = recordingPath + (index == 0 ? "" : ".again")
      let channels = try SoundFile.read(path, channelCount: 3)
      return Recording(
        setting: setting, take: channels[0], left: channels[1], right: channels[2],
        output: text(".out"), errors: text(".err"), room: rooms[index],
        isComplete: isComplete)
    }

    /// When the rig ended the first server.
    var diedSeconds: Double {
      get throws {
        guard let died = reported(Died.self).first else {
          throw Failure(description: "no server died: \(said)")
        }
        return died.diedSeconds
      }
    }

    private func reported<Line: Decodable>(_ type: Line.Type) -> [Line] {
      said.split(separator: "\n").compactMap {
        try? JSONDecoder().decode(type, from: Data($0.utf8))
      }
    }

    private func text(_ ending: String) -> String {
      (try? String(contentsOfFile: recordingPath + ending, encoding: .utf8)) ?? ""
    }
  }
}
