// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Kits
import Simulation
import Testing

@Suite struct KitLocatorTests {
  let folder = TemporaryFolder()

  private func locator(executable: String = "/nowhere/flam", samples: String? = nil) -> KitLocator {
    var environment = [
      "XDG_DATA_HOME": "\(folder.path)/data", "XDG_DATA_DIRS": "\(folder.path)/system",
    ]
    environment["FLAM_SAMPLES"] = samples
    return KitLocator(environment: environment, executablePath: executable)
  }

  /// Without those that Flam makes itself.
  private var installed: [KitLocator.Found] {
    let locator = locator()
    return locator.kits.filter { kit in !locator.synthesisedKits.contains { $0.path == kit.path } }
  }

  private func errorKind(_ name: String?) -> KitError.Kind? {
    do {
      _ = try locator().kit(name)
      return nil
    } catch { return error.kind }
  }

  @Test(
    "the bundled kit is found above the executable, beside it in share, or where FLAM_SAMPLES says")
  func bundled() throws {
    let inClone = folder.write(text: "", to: "clone/Samples/kit/flam.sfz")
    let installed = folder.write(text: "", to: "usr/share/flam/kit/flam.sfz")
    let executable = "\(folder.path)/clone/.build/x86_64-unknown-linux-gnu/release/flam"
    #expect(try locator(executable: executable).kit(nil) == inClone)
    #expect(try locator(executable: "\(folder.path)/usr/bin/flam").kit(nil) == installed)
    let chosen = locator(executable: executable, samples: "\(folder.path)/usr/share/flam")
    #expect(try chosen.kit(nil) == installed)
  }

  @Test("kits and instruments that are a text lie beside the bundled kit; the player's come first")
  func texts() throws {
    let samples = "\(folder.path)/clone/Samples"
    folder.write(text: "", to: "clone/Samples/kit/flam.sfz")
    let text = folder.write(text: "", to: "clone/Samples/808/808.sfz")
    let bass = folder.write(text: "", to: "clone/Samples/instruments/bass.sfz")
    let found = locator(samples: samples)
    #expect(try found.kit("808") == text && found.kits.map(\.name).contains("808"))
    #expect(found.instrument("bass") == bass && found.instrument("tuba") == nil)
    #expect(found.bundledInstrument("bass") == bass)
    for name in ["mine.sfz", "bass.sfz", "../instruments/bass", "a/b.sfz", bass] {
      #expect(found.bundledInstrument(name) == nil, "\(name)")
    }
    #expect(found.instrument("mine.SFZ") == "mine.SFZ" && found.instrument("a/bass") == nil)
    let own = folder.write(text: "", to: "data/flam/kits/808/808.sfz")
    #expect(try found.kit("808") == own)
    #expect(found.kits.filter { $0.name == "808" }.map(\.path) == [own])
  }

  @Test("kits are found by name in the player's folder, by path anywhere")
  func names() throws {
    let rock = folder.write(text: "", to: "data/flam/kits/rock/drums.sfz")
    let jazz = folder.write(text: "", to: "data/flam/kits/jazz.sfz")
    #expect(try locator().kit("rock") == rock && locator().kit("jazz") == jazz)
    #expect(try locator().kit(jazz) == jazz)
    #expect(try locator().kit("\(folder.path)/data/flam/kits/rock") == rock)
    #expect(installed.map(\.name).suffix(2) == ["jazz", "rock"])
  }

  @Test("kits of other programs are found by name: Hydrogen's, and the sounds of Sonic Pi")
  func others() throws {
    let rock = folder.write(
      text: "<drumkit_info/>", to: "system/hydrogen/data/drumkits/GM Rock/drumkit.xml")
    folder.write(text: "", to: "system/sonic-pi/samples/bd_808.flac")
    let archive = folder.write(text: "", to: "data/hydrogen/data/drumkits/packed.h2drumkit")
    #expect(try locator().kit("GM Rock") == rock)
    #expect(try locator().kit("packed") == archive)
    #expect(try locator().kit("sonic-pi") == "\(folder.path)/system/sonic-pi/samples")
    #expect(installed.map(\.format) == [.hydrogen, .hydrogen, .folder])
  }

  @Test("packages with kits are listed if nothing of them is installed")
  func packages() {
    folder.write(
      text: "<drumkit_info/>", to: "system/hydrogen/data/drumkits/GMRockKit/drumkit.xml")
    #expect(locator().missingPackages.map(\.name) == ["hydrogen-drumkits", "sonic-pi-samples"])
    folder.write(text: "", to: "data/sonic-pi/samples/bd_808.flac")
    #expect(locator().missingPackages.map(\.name) == ["hydrogen-drumkits"])
  }

  @Test("a folder's content decides: a Hydrogen kit, a DrumGizmo kit, else its sounds")
  func folders() throws {
    let gizmo = folder.write(
      text: "<drumkit><instruments/></drumkit>", to: "gizmo/kit.xml")
    folder.write(text: "<instrument/>", to: "gizmo/snare.xml")
    #expect(try locator().kit("\(folder.path)/gizmo") == gizmo)
    folder.write(text: "", to: "sounds/kick.wav")
    #expect(try locator().kit("\(folder.path)/sounds") == "\(folder.path)/sounds")
  }

  @Test("a kit's file is found in whichever case it is written")
  func otherCase() throws {
    let kit = folder.write(text: "<drumkit_info/>", to: "old/DrumKit.XML")
    #expect(try locator().kit("\(folder.path)/old") == kit)
  }

  @Test("another file with a kit's name does not hide it, but a kit does")
  func namesakes() throws {
    let name = "flam-test-namesake-\(getpid())"
    defer {
      rmdir(name)
      unlink(name)
    }
    let known = folder.write(text: "", to: "data/flam/kits/\(name).sfz")
    mkdir(name, 0o755)
    #expect(try locator().kit(name) == known)
    #expect(errorKind("./\(name)") == .unsupported)
    let sound = "\(name)/a.wav"
    let file = try #require(fopen(sound, "w"))
    fclose(file)
    #expect(try locator().kit(name) == name)
    unlink(sound)
    rmdir(name)
    let plain = try #require(fopen(name, "w"))
    fclose(plain)
    #expect(try locator().kit(name) == known)
  }

  @Test("of several kits in a folder the one of its name is meant, else they are named")
  func several() throws {
    folder.write(text: "", to: "soul/a.sfz")
    folder.write(text: "", to: "soul/b.sfz")
    #expect(errorKind("\(folder.path)/soul") == .unsupported)
    let own = folder.write(text: "", to: "soul/soul.sfz")
    #expect(try locator().kit("\(folder.path)/soul") == own)
  }

  @Test(
    "an unknown name, a folder without a kit and a missing bundled kit are errors that say what to do"
  )
  func unknown() {
    #expect(errorKind("no-such-kit") == .missing)
    folder.write(text: "", to: "empty/readme.txt")
    #expect(errorKind("\(folder.path)/empty") == .unsupported)
    #expect(errorKind(nil) == .missing)
  }

  @Test("takes that come with Flam are listed")
  func takes() {
    folder.write(text: "", to: "samples/kit/flam.sfz")
    for name in ["table.flac", "table.csv", "desk.wav"] {
      folder.write(text: "", to: "samples/takes/\(name)")
    }
    let takes = locator(samples: "\(folder.path)/samples").takes
    #expect(takes.map { $0.split(separator: "/").last } == ["desk.wav", "table.flac"])
  }
}
