// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// What `flam play` does if the place of a recording goes away, stands still, or belongs to
/// somebody else.
@Suite(.waiting) struct LostPlaceTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  init() {
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
  }

  private func frames(_ name: String) throws -> Int { try Int(sox.value("-s", name)) ?? 0 }

  /// The last frame of this kind in the file `hits`; nil for none.
  private func lastHit(_ place: String) -> Int? {
    String(decoding: folder.bytes("hits"), as: UTF8.self)
      .components(separatedBy: "\"\(place)\":").dropFirst()
      .compactMap { Int($0.prefix { $0.isNumber }) }.max()
  }

  @Test(
    "a folder that is removed while it is recorded to is made again, and nothing is lost", .slow)
  func removed() throws {
    let outcome = try flam.shell(
      """
      mkdir here; touch hits
      $FLAM play --take take.wav --loop --kit \(kit) --json --record here/a.wav >hits &
      until_more 3; until_large 160000 here/a.wav; rm -r here
      until_more 3; until_large 160000 here/a.wav; kill -INT $!; wait $!
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("It goes on in 'here/a.wav'"))
    #expect(outcome.errors.contains("is safe in 'here/a-before.wav'"))
    let parts = try ["here/a-before.wav", "here/a.wav"].map(frames)
    #expect(parts.allSatisfy { $0 > 10_000 })
    let last = try #require(lastHit("startFrame"))
    #expect(parts.reduce(0, +) > last)
  }

  @Test(
    "a session that is removed while it is kept is listed all the same, and holds the input",
    .slow)
  func removedSession() throws {
    let outcome = try flam.shell(
      """
      touch hits
      $FLAM play --take take.wav --loop --kit \(kit) --json --record-to here >hits &
      until_more 3; until_large 100000 'here/*/mix.wav' 'here/*/microphone.wav'; rm -r here
      until_more 3; until_large 100000 'here/*/mix.wav' 'here/*/microphone.wav'; kill -INT $!
      wait $!
      $FLAM sessions --in here
      """)
    #expect(outcome.exitCode == 0 && outcome.output.contains("hits"), "\(outcome.errors)")
    let session = try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/here").first)
    for (name, place) in [("mix", "startFrame"), ("microphone", "frame")] {
      let parts = try ["-before", ""].map { try frames("here/\(session)/\(name)\($0).wav") }
      let last = try #require(lastHit(place))
      #expect(parts.reduce(0, +) > last, "\(name)")
    }
    let counts = ["here/\(session)/hits.jsonl", "hits"].map { name in
      folder.bytes(name).count { $0 == UInt8(ascii: "\n") }
    }
    #expect(counts[0] == counts[1] && counts[0] > 5)
  }

  @Test(
    "a moved session counts as playing until its program ends in any way, and then needs repair",
    .slow
  )
  func movedSession() throws {
    let outcome = try flam.shell(
      """
      touch hits log
      $FLAM play --take take.wav --loop --kit \(kit) --json --record-to here --else there >hits 2>log &
      until_more 5; name=$(ls there); rm -r here; until_there 'goes on in' log
      until_more 4; $FLAM sessions --in there; $FLAM repair "there/$name"; echo "refused $?"
      $FLAM repair "there/$name/mix-before.wav"; echo "refused $?"
      $FLAM play --take take.wav --kit \(kit) --seconds 0.1 --record-to there 2>offer; grep -c 'cut off' offer
      kill -KILL $!; wait $!; echo "of those that end" >&2
      $FLAM sessions --in there; $FLAM repair "there/$name"; echo "repaired $?"
      $FLAM sessions --in there 2>end; grep -c 'cut off\\|played' end
      """)
    let (living, ended) = try {
      let parts = outcome.errors.components(separatedBy: "of those that end")
      try #require(parts.count == 2, "\(outcome.errors)")
      return (parts[0], parts[1])
    }()
    #expect(living.contains("is being played") && !living.contains("cut off"), "\(living)")
    #expect(living.contains("a flam that is running still plays the session 'there/"))
    #expect(outcome.output.components(separatedBy: "refused 66").count == 3, "\(outcome.output)")
    #expect(ended.contains("was cut off: flam repair 'there/"), "\(ended)")
    #expect(outcome.output.contains("repaired 0") && outcome.output.hasSuffix("\n0\n"))
  }

  @Test("the other folder is made if it does not exist", .slow)
  func newOther() throws {
    let outcome = try flam.run([
      "play", "--take", "take.wav", "--kit", kit, "--record", "a.wav", "--else", "not/there",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/not/there"))
  }

  @Test("if nothing can be made in the other folder, no empty session is left behind")
  func noOther() throws {
    folder.write(text: "a file", to: "file")
    let outcome = try flam.run([
      "play", "--take", "take.wav", "--kit", kit, "--record-to", "here", "--else", "file",
    ])
    #expect(outcome.exitCode == 73, "\(outcome.errors)")
    let left = try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/here")
    #expect(left ?? [] == [])
  }

  @Test(
    "a failing part is reported by its name, the rest goes on, and the exit code shows it", .slow,
    arguments: ["a-kick.wav", "a-microphone.wav"])
  func partFails(name: String) throws {
    // A pipe takes no header a second time.
    let outcome = try flam.shell(
      """
      mkfifo \(name)
      $FLAM play --take take.wav --kit \(kit) --seconds 1 --record a.wav --stems --force
      """)
    #expect(outcome.exitCode == 74 && outcome.errors.contains("cannot write '\(name)'"))
    #expect(try frames("a.wav") >= 48_000 && frames("a-snare.wav") >= 48_000)
  }

  @Test("--force does not touch what another program is recording", .slow)
  func beingRecorded() throws {
    let outcome = try flam.shell(
      """
      touch hits
      $FLAM play --take take.wav --loop --kit \(kit) --json --record a.wav >hits &
      until_there 'hit' hits
      $FLAM render take.wav a.wav --kit \(kit) --force; echo $?; until_more 5; kill -INT $!; wait $!
      """)
    #expect(outcome.output == "73\n" && outcome.errors.contains("it is being written"))
    #expect(try frames("a.wav") >= 48_000)
  }

  @Test("a disk that stands still before playing begins does not hold up Ctrl-C", .slow)
  func stallAtStart() throws {
    let outcome = try flam.shell(
      """
      mkfifo a.ogg; touch hits log; exec 3<>a.ogg; head -c 65536 /dev/zero >&3
      $FLAM play --take take.wav --loop --kit \(kit) --json --record a.ogg --force >hits 2>log &
      until grep -qs '^1 ' /proc/$!/task/*/syscall; do sleep 0.05; done  # something is in write(2)
      kill -0 $! && echo waiting; kill -INT $!; wait $!; echo "$?"; cat hits; cat log >&2
      """)
    #expect(outcome.output == "waiting\n0\n", "\(outcome.output) \(outcome.errors)")
    #expect(outcome.errors.contains("nothing was played"))
  }

  @Test(
    "a stalled disk delays nothing: hits are printed, one Ctrl-C ends playing, two the waiting",
    .slow
  )
  func stall() throws {
    // A pipe without a reader is a disk that stands still as soon as it is full.
    let outcome = try flam.shell(
      """
      mkfifo a.ogg; touch hits log
      exec 3<>a.ogg; head -c 56000 /dev/zero >&3
      $FLAM play --take take.wav --loop --kit \(kit) --json --record a.ogg --force >hits 2>log &
      until_more 9; before=$(grep -c hit hits); until_more 4; after=$(grep -c hit hits)
      kill -INT $!; until_there 'waits for the disk' log
      kill -0 $! && echo waiting
      kill -INT $!; wait $!; echo "$? $before $after"; cat log >&2
      """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "waiting", "\(outcome.output) \(outcome.errors)")
    let numbers = try #require(lines.last).split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 3 && numbers[0] == 74 && numbers[2] > numbers[1])
    #expect(outcome.errors.contains("given up"))
  }
}
