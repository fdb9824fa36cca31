// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct KeptKitTests {
  private let folder = KitFolder()
  private let memory = SampleMemory(megabytes: 4)

  private func job(leastMegabytes: Double = 0) throws -> LoadingJob {
    let cache = SampleCache(folder: "\(folder.folder.path)/cache", leastMegabytes: leastMegabytes)
    return try LoadingJob(path: folder.path, sampleRateHz: 48_000, memory: memory, cache: cache)
  }

  private func writeKit() throws {
    for name in ["kick", "snare"] { try folder.hit("\(name).wav") }
    folder.write("<region> key=36 sample=kick.wav <region> key=38 sample=snare.wav")
  }

  private func frames(_ kit: Kit) -> [[SIMD2<Float>]] {
    kit.pads.flatMap(\.layers).flatMap(\.variations).map { kit.memory.frames(of: $0.sound) }
  }

  @Test("a kit's figures and sounds are kept, and made anew once a file has changed")
  func kept() throws {
    try writeKit()
    var first = try job()
    let isKeptAtFirst = first.isKept()
    let made = try first.whole().kit
    let keeping = try #require(first.keeping)
    keeping.keep()
    var second = try job()
    let isKeptThen = second.isKept()
    let read = try second.whole().kit
    let isAllKept = second.keeping == nil
    #expect(!isKeptAtFirst && isKeptThen && isAllKept)
    #expect(frames(read) == frames(made))
    unlink("\(folder.folder.path)/snare.wav")
    try folder.hit("snare.wav", decibels: -20)
    var third = try job()
    let isKeptAfterChange = third.isKept()
    let renewed = try third.whole().kit
    #expect(!isKeptAfterChange && frames(renewed) != frames(made))
  }

  @Test(
    "a sound that is changed in place is noticed, though its size stays and its time is put back")
  func changedInPlace() throws {
    try writeKit()
    var first = try job()
    let made = try first.whole().kit
    try #require(first.keeping).keep()
    let path = "\(folder.folder.path)/snare.wav"
    var status = stat()
    #expect(stat(path, &status) == 0)
    let descriptor = open(path, O_WRONLY)
    let other = [UInt8](repeating: 3, count: 400)
    #expect(pwrite(descriptor, other, other.count, status.st_size - 2000) == other.count)
    #expect(futimens(descriptor, [status.st_atim, status.st_mtim]) == 0)
    close(descriptor)
    var second = try job()
    let isKept = second.isKept()
    let renewed = try second.whole().kit
    #expect(!isKept && frames(renewed) != frames(made))
  }

  @Test("a kit that is read as fast as it is looked up is not kept")
  func small() throws {
    try writeKit()
    var job = try job(leastMegabytes: 16)
    _ = try job.whole()
    let isAnythingKept = job.keeping != nil
    #expect(!isAnythingKept)
  }
}
