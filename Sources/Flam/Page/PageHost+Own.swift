// SPDX-License-Identifier: GPL-3.0-or-later
import Doctor
import Kits
import Page
import Profiles
import Sessions
import Storage

extension PageHost {
  /// What a page of the command line may choose.
  static var own: PageHost {
    PageHost(
      kits: PageHost.Kits(
        list: { KitLocator().kits.map { PageHost.Kit(name: $0.name, path: $0.path) } },
        check: OwnProcess.checkKit, sound: OwnProcess.playKit),
      profiles: { [ProfileLocator.generalName] + ProfileLocator().names },
      profile: { try ProfileLocator().profile($0) },
      findings: {
        Doctor.findings().map {
          PageHost.Finding(
            check: $0.check, status: $0.status.rawValue, found: $0.found, why: $0.why, fix: $0.fix)
        }
      },
      recordingPath: { OutputFiles.newRecording },
      sessions: PageHost.Sessions(
        parent: SessionsCommand.defaultParent, replay: OwnProcess.replay),
      scratch: "\(BaseFolders().cache)/flam/page")
  }
}
