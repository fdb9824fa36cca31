// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Latency
import Simulation
import Testing

@Suite struct MeasurementStoreTests {
  private let folder = TemporaryFolder()
  private var store: MeasurementStore {
    MeasurementStore(environment: ["XDG_STATE_HOME": folder.path])
  }
  private let setup = MeasuredSetup(
    input: "hw:CARD=A", output: "hw:CARD=B", rateHz: 48_000, periodFrames: 64)

  private func loop(_ milliseconds: Double, on setup: MeasuredSetup) -> StoredMeasurement {
    StoredMeasurement(
      LatencyReport(
        method: .loop, delaysMilliseconds: [4],
        stages: [.init(.deviceOwn, milliseconds: milliseconds)]),
      on: setup, date: Date(timeIntervalSince1970: 0))
  }

  @Test("added entries are read back, in order, with their day")
  func roundTrip() throws {
    #expect(store.measurements.isEmpty)
    #expect(try store.add(loop(1, on: setup)) == nil)
    #expect(try store.add(loop(2, on: setup)) == nil)
    #expect(store.measurements == [loop(1, on: setup), loop(2, on: setup)])
    #expect(store.measurements.first?.day == "1970-01-01")
    #expect(store.path == folder.path + "/flam/latency.jsonl")
  }

  @Test("a device's own delay is that last measured by a loop at the same settings")
  func device() throws {
    let other = MeasuredSetup(
      input: "hw:CARD=A", output: "hw:CARD=B", rateHz: 44_100, periodFrames: 64)
    _ = try store.add(loop(1, on: setup))
    _ = try store.add(loop(2, on: setup))
    _ = try store.add(loop(3, on: other))
    let tap = LatencyReport(
      method: .tap, delaysMilliseconds: [9], stages: [.init(.deviceOwn, milliseconds: 8)])
    _ = try store.add(StoredMeasurement(tap, on: setup))
    #expect(store.device(of: setup)?.deviceMilliseconds == 2)
    #expect(store.device(of: other)?.deviceMilliseconds == 3)
    let unknown = MeasuredSetup(input: "a", output: "b", rateHz: 48_000, periodFrames: 64)
    #expect(store.device(of: unknown) == nil)
  }

  @Test("a damaged file is reported and kept next to the new one, and its readable part stays")
  func damaged() throws {
    _ = try store.add(loop(1, on: setup))
    let whole = try String(contentsOfFile: store.path, encoding: .utf8)
    let damaged = whole + "{\"date\":\"19"
    try damaged.write(toFile: store.path, atomically: true, encoding: .utf8)
    let warning = try store.add(loop(2, on: setup))
    #expect(warning?.contains(store.path + ".bak") == true)
    #expect(try String(contentsOfFile: store.path + ".bak", encoding: .utf8) == damaged)
    #expect(store.measurements == [loop(1, on: setup), loop(2, on: setup)])
    #expect(try store.add(loop(3, on: setup)) == nil)
  }

  @Test("a folder that cannot be written to is an error, not a crash")
  func unwritable() {
    let store = MeasurementStore(environment: ["XDG_STATE_HOME": "/dev/null"])
    #expect(throws: MeasurementStore.Failure.self) { try store.add(loop(1, on: setup)) }
  }
}
