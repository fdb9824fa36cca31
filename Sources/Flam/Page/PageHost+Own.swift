// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Doctor
import KitMaking
import Kits
import Web
import Profiles
import Screen
import Sessions
import Storage

extension PageHost {
  /// The choices of a page on the command line.
  static var own: PageHost {
    PageHost(
      kits: PageHost.Kits(
        list: { KitLocator().kits.map { PageHost.Kit(name: $0.name, path: $0.path) } },
        check: OwnProcess.checkKit, sound: OwnProcess.playKit,
        own: { try? OwnKitPlace($0) }),
      profiles: PageHost.Profiles(
        list: { [ProfileLocator.generalName] + ProfileLocator().names },
        read: { try ProfileLocator().profile($0) },
        keep: { profile, name, isNew in
          let path = ProfileLocator().path(name)
          if isNew {
            try ProfileFile.write(profile, path: path, isOverwriting: false)
          } else {
            try ProfileFile.replace(profile, path: path)
          }
        }),
      presets: PresetLocator().forGuests,
      findings: {
        Doctor.findings().map {
          PageHost.Finding(
            check: $0.check, status: $0.status.rawValue, found: $0.found, why: $0.why, fix: $0.fix)
        }
      },
      recordingPath: { OutputFiles.newRecording },
      sessions: PageHost.Sessions(
        parent: OutputFiles.sessionsFolder, replay: OwnProcess.replay),
      scratch: "\(BaseFolders().cache)/flam/page")
  }
}
