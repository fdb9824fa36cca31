// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// One hit, cut out of a recording.
struct Clip {
  var samples: [Float]
  /// The same at a second microphone; nil if there was none.
  var second: [Float]?
  let sampleRateHz: Int
  /// Where in the samples the hit begins.
  var onsetFrame: Int
  /// Which sound it is.
  let label: String
  /// Its level in dBFS, if the table gives it.
  let levelDecibels: Double?
}

/// The source of a task's sounds.
enum TaskKind: Encodable {
  /// Mouths: beatbox… and voice….
  case voice
  /// drumkit….
  case drumKit
  /// Clapped and slapped: body….
  case body
  /// Everything else: fingers and knuckles on tables, keys, boxes, hand drums.
  case hands

  init(task: String) {
    self =
      ["beatbox", "voice"].contains { task.hasPrefix($0) }
      ? .voice : task.hasPrefix("drumkit") ? .drumKit : task.hasPrefix("body") ? .body : .hands
  }
}

/// Sounds to be learned from a few hits and then distinguished.
struct ClassTask {
  /// Fewer hits teach no sound.
  private static let leastLearned = 4

  let name: String
  /// Hits to learn from.
  var train: [Clip]
  /// Hits to be known.
  var test: [Clip]

  /// The struck thing, by the beginning of its name.
  var kind: TaskKind { TaskKind(task: name) }
  /// Names of the sounds, sorted.
  var labels: [String] { Set(train.map(\.label)).sorted() }
  var sampleRateHz: Int { train[0].sampleRateHz }

  /// A task of hits, at least one to learn from and one to know.
  init(name: String, train: [Clip], test: [Clip]) {
    precondition(!train.isEmpty && !test.isEmpty, "a task has hits to learn and hits to know")
    self.name = name
    self.train = train
    self.test = test
  }

  /// The sounds that the table of a recording names: of each the first half of its hits to learn from, the rest to
  /// know; nil if it names none or has too few.
  init?(learnedFrom recording: Recording) throws {
    let clips = try recording.clips(.lesson).filter { !$0.label.isEmpty }
    let half = Dictionary(grouping: clips, by: \.label).mapValues { $0.count / 2 }
    let train = half.keys.sorted().flatMap { label in
      clips.filter { $0.label == label }.prefix(half[label] ?? 0)
    }
    let test = half.keys.sorted().flatMap { label in
      clips.filter { $0.label == label }.dropFirst(half[label] ?? 0)
    }
    guard !half.isEmpty, half.values.allSatisfy({ $0 >= Self.leastLearned }) else { return nil }
    self.init(name: recording.name, train: train, test: test)
  }

  /// Reads the task that an index names: `train.csv`, `test.csv` and their clips.
  init(_ row: CSVTable.Row, base: String) throws {
    let name = try row.required("task")
    let folder = [base, row.text("split"), name].compactMap { $0 }.joined(separator: "/")
    let train = try Self.clips(folder, part: "train")
    let test = try Self.clips(folder, part: "test")
    let rates = Set((train + test).map(\.sampleRateHz))
    guard rates.count == 1 else {
      throw TruthError(
        .broken, path: folder, reason: "its clips have different sample rates",
        advice: "convert them to one: sox IN -r 48000 OUT")
    }
    let untaught = Set(test.map(\.label)).subtracting(train.map(\.label)).sorted()
    guard untaught.isEmpty else {
      throw TruthError(
        .broken, path: "\(folder)/test.csv", reason: "no clip teaches \(untaught[0])",
        advice: "add some to train.csv")
    }
    self.init(name: name, train: train, test: test)
  }

  private static func clips(_ folder: String, part: String) throws -> [Clip] {
    let table = try CSVTable(
      path: "\(folder)/\(part).csv", needed: ["file", "label", "onset_sample"])
    let clips = try table.rows.map { row in
      let take = try Take(path: TruthFolder.sound("\(folder)/\(row.required("file"))"))
      let onset = Int(try row.number("onset_sample") ?? -1)
      guard take.samples.indices.contains(onset) else {
        throw TruthError(
          .broken, path: table.path, reason: "the onset of '\(take.file.path)' is not in it",
          advice: "mend onset_sample, which counts from 0")
      }
      return Clip(
        samples: take.samples, sampleRateHz: take.sampleRateHz, onsetFrame: onset,
        label: try row.required("label"), levelDecibels: try row.number("level_db"))
    }
    guard !clips.isEmpty else {
      throw TruthError(
        .broken, path: table.path, reason: "it lists no clip", advice: "add some, or drop the task")
    }
    return clips
  }
}
