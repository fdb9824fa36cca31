// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Recording

/// Recordings that are removed from their folders while they are written.
@Suite(.simulated) struct RemovedRecordingTests {
  private let folder = TemporaryFolder()
  private var here: String { "\(folder.path)/kept/a.wav" }
  private static let sound = Signal.noise(count: 2 * 30_000, amplitude: 0.4)

  init() { FallbackPlaces.makeFolder(of: here) }

  private func track(
    else elsePath: String? = nil, last lastPath: String? = nil,
    prepare: @escaping @Sendable (String) -> Void = FallbackPlaces.makeFolder
  ) throws -> RecordingTrack {
    try RecordingTrack(
      RecordingFile(path: here, elsePath: elsePath, lastPath: lastPath), sampleRateHz: 48_000,
      isOverwriting: false, prepare: prepare)
  }

  private func write(_ range: Range<Int>, to track: RecordingTrack) {
    Self.sound.withUnsafeBufferPointer {
      track.write(UnsafeBufferPointer(rebasing: $0[2 * range.lowerBound..<2 * range.upperBound]))
    }
  }

  /// All of the sound, of which the folder is removed after a third.
  private func record(_ track: RecordingTrack, remove: () throws -> Void) throws {
    write(0..<10_000, to: track)
    track.commit()
    try remove()
    write(10_000..<20_000, to: track)
    track.commit()
    write(20_000..<30_000, to: track)
  }

  private func removeFolder() throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/kept")
  }

  @Test(
    "without another place, it goes on in its folder, made again, and all of it is there")
  func again() throws {
    let track = try track()
    try record(track, remove: removeFolder)
    track.finish()
    let before = "\(folder.path)/kept/a-before.wav"
    #expect(track.failure == nil && track.moves.map(\.rescue?.state) == [.safe(path: before)])
    #expect(try StereoFile.samples(before) + StereoFile.samples(here) == Self.sound)
  }

  @Test("if its folder cannot be made again, it goes on in the last place")
  func last() throws {
    let last = "\(folder.path)/music/a.wav"
    let track = try track(last: last)
    try record(track) {
      try removeFolder()
      folder.write(text: "in the way", to: "kept")
    }
    track.finish()
    let before = "\(folder.path)/music/a-before.wav"
    #expect(track.failure == nil && track.moves.map(\.rescue?.state) == [.safe(path: before)])
    #expect(try StereoFile.samples(before) + StereoFile.samples(last) == Self.sound)
  }

  @Test("without any place, a lost recording is not reported as whole")
  func lost() throws {
    let track = try track()
    try record(track) {
      try removeFolder()
      folder.write(text: "in the way", to: "kept")
    }
    track.finish()
    #expect(track.failure?.isLost == true && track.failure?.frameCount == 0)
  }

  @Test("a person's file in its place is left alone")
  func replaced() throws {
    let track = try track()
    try record(track) {
      unlink(here)
      folder.write(text: "another file", to: "kept/a.wav")
    }
    track.finish()
    #expect(folder.bytes("kept/a.wav") == Array("another file".utf8))
    #expect(
      try StereoFile.samples("\(folder.path)/kept/a-2-before.wav")
        + StereoFile.samples("\(folder.path)/kept/a-2.wav") == Self.sound)
  }

  @Test("a slow copy delays nothing: the recording goes on meanwhile")
  func slowCopy() throws {
    let gate = Semaphore()
    let there = "\(folder.path)/there.wav"
    let track = try track(else: there) { path in
      if path.contains("before") { gate.wait() }
    }
    try record(track, remove: removeFolder)
    track.commit()
    #expect(track.moves.map(\.rescue?.state) == [.copying])
    #expect(try StereoFile.samples(there) == Array(Self.sound[20_000...]))
    gate.signal()
    track.finish()
    #expect(track.moves.map(\.rescue?.state) == [.safe(path: "\(folder.path)/there-before.wav")])
  }

  @Test("a copy that fails ends nothing, and is reported")
  func failedCopy() throws {
    let there = "\(folder.path)/there.wav"
    for name in FallbackPlaces.names("there-before.wav") { folder.write(text: "taken", to: name) }
    let track = try track(else: there)
    try record(track, remove: removeFolder)
    track.finish()
    guard case .lost(let error) = track.moves.first?.rescue?.state else {
      Issue.record("nothing is reported")
      return
    }
    #expect(error.kind == .exists && track.failure == nil)
    #expect(try StereoFile.samples(there) == Array(Self.sound[20_000...]))
  }

  @Test("events of the parts are reported in their order, each once")
  func order() throws {
    let samples = SPSCRing<Float>(minimumCapacity: 1 << 16)
    let gaps = SPSCRing<RecordingGap>(minimumCapacity: 2)
    var queue = RecordingQueue(samples: samples.producer, gaps: gaps.producer, channelCount: 4)
    let files = ["mix", "kick"].map { RecordingFile(path: "\(folder.path)/\($0).wav") }
    let tracks = try files.map {
      try RecordingTrack($0, sampleRateHz: 8000, isOverwriting: false)
    }
    var disk = RecordingDisk(
      tracks: tracks, sampleRateHz: 8000, samples: samples.consumer, gaps: gaps.consumer)
    let second = [Float](repeating: 0.5, count: 4 * 8000)
    for name in ["kick", "mix"] {
      queue.push(second, frameCount: 8000)
      disk.drain()
      unlink("\(folder.path)/\(name).wav")
      queue.push(second, frameCount: 8000)
      disk.drain()
    }
    disk.finish(unreportedFrames: 0)
    #expect(disk.status.moves.map(\.path) == files.map(\.path).reversed())
    #expect(disk.status.frameCount == 32_000 && disk.status.failures.isEmpty)
  }
}
