// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc

@main struct FlamScore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flam-score",
    abstract:
      "Score hearing over a folder of recordings with ground truth; exit 2 where a figure misses its target.",
    discussion: Self.folderFormat)

  /// What a folder holds, for those who want to score recordings of their own.
  static let folderFormat = """
    Recordings are heard by the code that listens live, and by aubio where it is installed (apt install aubio-tools); \
    aubio's times are corrected for its delay.

    FOLDER holds one or more of these; tables are CSV, their first line names the columns, others than these are \
    ignored:

      NAME.wav (or .flac) with NAME.csv beside it
          NAME.csv: frame, counted from 0, or t_attack in seconds, a line for each hit in order
      onsets/index.csv, and what it lists
          kind, file, optionally split, source, player. Kinds with targets of their own: composed (exact truth), \
    real_human (truth by hand, voices), negatives (nothing is played; impulsive_NAME reported apart). A file is \
    counted from the folder of the index and has its table beside it: t_attack, optionally flag (1 must be found, 0 \
    may be), level_db (dBFS), snr_db
      classes/index.csv, and what it lists
          task, optionally split. [SPLIT/]TASK/train.csv and test.csv: file, label, onset_sample (from 0), \
    optionally level_db; each file holds one hit. Tasks named beatbox… or voice… have the targets of voices

    An index may also stand in FOLDER itself.

      flam-score Samples/takes
      flam-score recordings --split dev --kind composed --plots plots
      flam-score recordings --task taps4 --another-room --soft-to-hard
      flam-score recordings --kind negatives --learn taps4
    """

  @Argument(help: "Folder of recordings with ground truth.")
  var folder: String

  @Option(help: "Only what an index marks with this split, such as dev.")
  var split: String?

  @Option(
    parsing: .upToNextOption, help: "Only recordings of these kinds, and no tasks unless --task.")
  var kind: [String] = []

  @Option(parsing: .upToNextOption, help: "Only these tasks, and no recordings unless --kind.")
  var task: [String] = []

  @Option(help: "Profile to hear recordings with: a name or a path. Default: the general one.")
  var profile: String?

  @Option(help: "Hear recordings with the sounds of this task, learned from its training hits.")
  var learn: String?

  @Option(help: "Hits to learn from, a sound.")
  var examples = 10

  @Flag(help: "Tasks also learned from soft hits and tested on hard ones, by level_db.")
  var softToHard = false

  @Flag(help: "Tasks also tested in another room (simulated), as learned and after 3 hits there.")
  var anotherRoom = false

  @Flag(inversion: .prefixedNo, help: "Compare with aubio where it is installed.")
  var aubio = true

  @Option(help: "Folder for plots (SVG); what has the same name is replaced.")
  var plots: String?

  @Flag(help: "One JSON object a line on standard output.")
  var json = false

  func validate() throws {
    guard examples > 0 else { throw ValidationError("--examples must be 1 or more.") }
    guard profile == nil || learn == nil else {
      throw ValidationError("Give --profile or --learn, not both.")
    }
  }

  func run() throws {
    guard try !ScoreRun(options: self).areTargetsMet() else { return }
    throw ExitCode(ScoreFailure.Code.belowStandard.rawValue)
  }

  /// Every failure ends in a line on standard error and its exit code.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard let failure = ScoreFailure(error) else { exit(withError: error) }
      tell("flam-score: \(failure)")
      Glibc.exit(failure.code.rawValue)
    }
  }

  /// Writes a line to standard error.
  static func tell(_ line: String) {
    let text = line + "\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
  }
}
