// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Plugins

/// Plug-ins in processes of their own, as effects.
@Suite(.waiting) struct PluginStartTests {
  private static let lateFrames = 256

  /// A tone that gets louder.
  private static let sound = (0..<6000).map { Float($0) / 6000 * sin(Float($0 / 2) * 0.05) }

  /// The sound behind a made plug-in, in blocks of a size.
  private static func shaped(
    by kind: MadePlugin, _ values: [String: Float], blockFrames: Int, isLive: Bool = false
  ) throws -> (sound: [Float], fault: PluginMaterial.Fault?) {
    var setting = EffectSetting(.lv2)
    setting.source = kind.uri
    for (name, value) in values { setting[name] = value }
    let started = try PluginStart(program: Program.product("flam")).start(
      kind.uri, values.map { ($0.key, $0.value) }, sampleRateHz: 48_000,
      isLive ? .live(periodFrames: 64) : .waited)
    setting.material = started.material
    let chain = EffectChain([setting], sampleRateHz: 48_000)
    #expect(chain.latencyFrames == lateFrames)
    var output: [Float] = []
    for first in stride(from: 0, to: sound.count, by: 2 * blockFrames) {
      var block = Array(sound[first..<min(first + 2 * blockFrames, sound.count)])
      chain.process(&block)
      output += block
    }
    return (output, started.material.fault)
  }

  /// Runs in a process that finds the made plug-ins.
  private static func lookIn(_ folder: String) { setenv("LV2_PATH", folder, 1) }

  @Test("a gain is exact, as late as declared, and has the same bits for any block size")
  func gain() async throws {
    let folder = TemporaryFolder()
    let path = try MadePlugin.build([.gain], in: folder)
    await #expect(processExitsWith: .success) { [path = path as String] in
      PluginStartTests.lookIn(path)
      let whole = try PluginStartTests.shaped(by: .gain, ["gain": 0.3], blockFrames: 3000)
      #expect(whole.fault == nil)
      let silence = [Float](repeating: 0, count: 2 * PluginStartTests.lateFrames)
      #expect(
        whole.sound == Array((silence + PluginStartTests.sound.map { 0.3 * $0 }).prefix(6000)))
      for blockFrames in [1, 37, 128] {
        let parts = try PluginStartTests.shaped(by: .gain, ["gain": 0.3], blockFrames: blockFrames)
        #expect(parts.sound == whole.sound)
      }
      let most = try PluginStartTests.shaped(by: .gain, ["gain": 100], blockFrames: 3000)
      #expect(most.sound == Array((silence + PluginStartTests.sound.map { 4 * $0 }).prefix(6000)))
    }
  }

  @Test("while playing nobody waits: where a plug-in hangs or crashes, the sound passes")
  func live() async throws {
    let folder = TemporaryFolder()
    let path = try MadePlugin.build([.hangs, .crashes], in: folder)
    await #expect(processExitsWith: .success) { [path = path as String] in
      PluginStartTests.lookIn(path)
      let silence = [Float](repeating: 0, count: 2 * PluginStartTests.lateFrames)
      let passed = Array((silence + PluginStartTests.sound).prefix(6000))
      for kind in [MadePlugin.hangs, .crashes] {
        let shaped = try PluginStartTests.shaped(by: kind, [:], blockFrames: 64, isLive: true)
        #expect(shaped.sound == passed)
      }
    }
  }

  /// A program that says what a process of plug-ins would, and stays.
  private static func program(_ script: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.write(text: "#!/bin/sh\n\(script)\n", to: "host")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    // While a process that another test began has yet to let go of the open file, it cannot be run;
    // a copy that another process wrote can.
    let copying = try Process.run(URL(filePath: "/bin/cp"), arguments: [path, "\(path)-copy"])
    copying.waitUntilExit()
    return "\(path)-copy"
  }

  @Test("what became of a plug-in is known when its effect has gone, and its end is no fault")
  func gone() async throws {
    let folder = TemporaryFolder()
    let path = try MadePlugin.build([.gain, .crashes], in: folder)
    await #expect(processExitsWith: .success) { [path = path as String] in
      PluginStartTests.lookIn(path)
      for (kind, fault) in [(MadePlugin.gain, nil), (.crashes, .ended)]
        as [(MadePlugin, PluginMaterial.Fault?)]
      {
        var setting = EffectSetting(.lv2)
        setting.source = kind.uri
        let started = try PluginStart(program: Program.product("flam")).start(
          kind.uri, [], sampleRateHz: 48_000, .waited)
        setting.material = started.material
        do {
          let chain = EffectChain([setting], sampleRateHz: 48_000)
          #expect(started.material.isServing)
          var sound = PluginStartTests.sound
          chain.process(&sound)
        }
        #expect(!started.material.isServing)
        #expect(started.material.fault == fault)
      }
    }
  }

  @Test(
    "a delay that no plug-in can have is refused before memory is taken for it",
    arguments: [
      (0, true), (96_000, true), (-1, false), (96_001, false), (-300, false), (Int.max, false),
    ])
  func latency(frames: Int, isPossible: Bool) throws {
    let folder = TemporaryFolder()
    let plugin = Plugin(
      uri: "urn:made", title: "Made", binaryPath: "", inputs: 2, outputs: 2, parameters: [],
      isHardRealtimeCapable: true, latencyFrames: frames)
    let line = String(decoding: try JSONEncoder().encode(HostMessage.ready(plugin)), as: UTF8.self)
    let program = try Self.program("echo '\(line)'\nexec sleep 60", in: folder)
    func start() throws(PluginError) -> StartedPlugin {
      try PluginStart(program: program).start("urn:made", [], sampleRateHz: 48_000, .waited)
    }
    guard !isPossible else {
      #expect(try start().plugin.latencyFrames == frames)
      return
    }
    let error = #expect(throws: PluginError.self) { try start() }
    #expect(error?.reason == "it says that it delays by \(frames) frames")
  }

  @Test("plug-ins are listed once where the scan of all ends between two of them")
  func scan() async throws {
    let folder = TemporaryFolder()
    func line(_ message: HostMessage) throws -> String {
      "echo '\(String(decoding: try JSONEncoder().encode(message), as: UTF8.self))'"
    }
    let plugin = Plugin(
      uri: "urn:a", title: "A", binaryPath: "", inputs: 2, outputs: 2, parameters: [],
      isHardRealtimeCapable: true, latencyFrames: 0)
    let trying = try line(.trying(uri: plugin.uri, place: 0))
    let tried = try line(.tried(plugin))
    // The fourth argument is a folder.
    let script = """
      case "$4" in
      */b.lv2) exit 1 ;;
      esac
      \(trying)
      \(tried)
      [ "$4" ] || exit 1
      \(try line(.finished))
      """
    let program = try Self.program(script, in: folder)
    for name in ["a", "b"] { _ = folder.write(text: "", to: "lv2/\(name).lv2/manifest.ttl") }
    let path = "\(folder.path)/lv2"
    await #expect(processExitsWith: .success) {
      [path = path as String, program = program as String] in
      PluginStartTests.lookIn(path)
      let scan = try PluginScan(program: program)
      #expect(scan.plugins.map(\.uri) == ["urn:a"])
      #expect(scan.leftOut.map(\.name) == ["\(path)/b.lv2"])
    }
  }

  @Test("the sound goes on where a plug-in ends, and says who ended")
  func crash() async throws {
    let folder = TemporaryFolder()
    let path = try MadePlugin.build([.crashes], in: folder)
    await #expect(processExitsWith: .success) { [path = path as String] in
      PluginStartTests.lookIn(path)
      let shaped = try PluginStartTests.shaped(by: .crashes, [:], blockFrames: 500)
      #expect(shaped.fault == .ended)
      let silence = [Float](repeating: 0, count: 2 * PluginStartTests.lateFrames)
      #expect(shaped.sound == Array((silence + PluginStartTests.sound).prefix(6000)))
    }
  }
}
