// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Storage
import Simulation
import Testing

@Suite struct BaseFoldersTests {
  @Test("variables name the folders; without them, or if they are no absolute paths, home does")
  func folders() {
    let named = BaseFolders(environment: [
      "HOME": "/home/you", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/x",
      "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/e:/f", "XDG_RUNTIME_DIR": "/r",
    ])
    #expect([named.config, named.state, named.cache, named.runtime] == ["/c", "/s", "/x", "/r"])
    #expect(named.data == ["/d", "/e", "/f"])
    let bare = BaseFolders(environment: ["HOME": "/home/you", "XDG_CONFIG_HOME": "relative"])
    #expect(bare.config == "/home/you/.config" && bare.state == "/home/you/.local/state")
    #expect(bare.runtime == bare.cache)
    #expect(bare.cache == "/home/you/.cache" && bare.music == "/home/you/Music")
    #expect(bare.data == ["/home/you/.local/share", "/usr/local/share", "/usr/share"])
    #expect(BaseFolders(environment: [:]).home.hasPrefix("/"))
  }

  @Test("a variable that is no UTF-8 names the folder of its bytes")
  func bytes() async throws {
    let folder = TemporaryFolder()
    // Variables are those of all tests of a process.
    await #expect(processExitsWith: .success) { [folder = folder.path as String] in
      let path = Array("\(folder)/caf".utf8CString.dropLast()) + [-0x17, 0]
      precondition(mkdir(path, 0o700) == 0)
      setenv("XDG_DATA_HOME", path, 1)
      let data = try #require(BaseFolders().data.first)
      precondition(FileNames.exactPath(data) == path && FileSystem.exists(data))
    }
  }

  @Test("the music folder is that of user-dirs.dirs")
  func music() throws {
    let folder = TemporaryFolder()
    let folders = BaseFolders(
      environment: ["HOME": "/home/you", "XDG_CONFIG_HOME": folder.path])
    #expect(folders.music == "/home/you/Music")
    try "XDG_MUSIC_DIR=\"$HOME/Musik\"\n".write(
      toFile: folder.path + "/user-dirs.dirs", atomically: true, encoding: .utf8)
    #expect(folders.music == "/home/you/Musik")
    try "XDG_MUSIC_DIR=\"/data/music\"\n".write(
      toFile: folder.path + "/user-dirs.dirs", atomically: true, encoding: .utf8)
    #expect(folders.music == "/data/music")
  }
}
