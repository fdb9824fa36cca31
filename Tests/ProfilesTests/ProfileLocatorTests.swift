// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Testing

@Suite struct ProfileLocatorTests {
  private let locator = ProfileLocator(environment: ["XDG_CONFIG_HOME": "/nowhere"])

  @Test("a name is in the configuration folder; anything with a slash or .json is a path")
  func paths() {
    #expect(locator.path("table") == "/nowhere/flam/profiles/table.json")
    #expect(locator.path("./table") == "./table")
    #expect(locator.path("table.json") == "table.json")
    #expect(
      ProfileLocator(environment: ["HOME": "/home/you"]).path("x")
        == "/home/you/.config/flam/profiles/x.json")
  }

  @Test("no name, and the name general, give the general profile")
  func general() throws {
    #expect(try locator.profile(nil) == .general)
    #expect(try locator.profile("general") == .general)
  }

  @Test("an unknown name shows where it was looked for and which names exist")
  func missing() {
    #expect(
      throws: ProfileError.missing(
        path: "/nowhere/flam/profiles/ghost.json", known: ["general"])
    ) {
      try locator.profile("ghost")
    }
  }
}
