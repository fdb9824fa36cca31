// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import ArgumentParser
import Glibc

@main struct FlamScore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flam-score",
    abstract:
      "Score hearing over a folder of recordings with ground truth; exit 2 where a figure misses its target.",
    discussion: Self.folderFormat)

  /// The content of a folder, for people who want to score recordings of their own.
  static let folderFormat = """
    Recordings are heard by the code that listens live, and by aubio where it is
    installed (apt install aubio-tools), its times corrected for its delay.

    FOLDER holds one or more of these. Tables are CSV, their first line names the
    columns; columns not named here are ignored.

    NAME.wav or NAME.flac, with NAME.csv beside it
      frame        onset of each hit, counted from 0; or
      t_attack     the same in seconds
      sound        optional: which sound it is

    onsets/index.csv
      file         a recording, its path from the index; its table beside it
      kind         composed (exact truth), real_human (truth by hand; voices),
                   negatives (nothing is played; impulsive_NAME reported apart),
                   or any other name
      split, source, player   optional
    and in the recordings' tables, also optional:
      flag         1 must be found, 0 may be
      level_db     dBFS
      snr_db       distance from the background

    classes/index.csv
      task         its hits are listed in TASK/train.csv and TASK/test.csv;
                   beatbox… and voice… have the targets of voices;
                   …other…, …session…, …day… are tested on another day
      split        optional; the lists then stand in SPLIT/TASK
    and in these lists:
      file         a recording of one hit, its path from the list
      label        which sound it is
      onset_sample where it begins, counted from 0
      level_db     optional

    An index may also stand in FOLDER itself. Recordings without hits in a folder
    FOLDER/more of the same form join the backgrounds of the row rooms.

      flam-score Samples/takes
      flam-score Samples/takes --row flams doubles hum ghosts velocity breaks
      flam-score recordings --split dev --plots plots
      flam-score recordings --split dev --kind composed
      flam-score recordings --task taps4 --row classes another-room --soft-to-hard
      flam-score recordings --kind negatives --learn taps4

    Rows of the table of targets: \(ScoreRow.allCases.map(\.rawValue).joined(separator: ", ")).
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

  @Option(
    parsing: .upToNextOption,
    help: """
      Only these rows of the table of targets. Default: all that the folder has material for; with --kind or --task \
      only what is heard of them.
      """)
  var row: [ScoreRow] = []

  @Option(help: "Profile to hear recordings with: a name or a path. Default: the general one.")
  var profile: String?

  @Option(help: "Hear recordings with the sounds of this task, learned from its training hits.")
  var learn: String?

  @Option(
    parsing: .unconditional,
    help: "White noise added to recordings, in dBFS (root mean square), such as -50.")
  var noise: Double?

  @Option(help: "Hits to learn from, a sound.")
  var examples = 10

  @Flag(help: "Tasks also learned from soft hits and tested on hard ones, by level_db.")
  var softToHard = false

  @Option(help: "Determines what is drawn by lot in the rows rooms and stereo.")
  var seed: UInt64 = 5

  @Flag(inversion: .prefixedNo, help: "Compare with aubio where it is installed.")
  var aubio = true

  @Option(
    help: """
      Folder for a page of pictures, hearing.html, and plots (SVG); what has the same name is \
      replaced.
      """)
  var plots: String?

  @Flag(help: "One JSON object a line on standard output.")
  var json = false

  func validate() throws {
    guard examples > 0 else { throw ValidationError("--examples must be 1 or more.") }
    guard noise.map({ (-120...0).contains($0) }) ?? true else {
      throw ValidationError("--noise must lie in -120...0 dBFS.")
    }
    guard profile == nil || learn == nil else {
      throw ValidationError("Give --profile or --learn, not both.")
    }
  }

  func run() throws {
    var run = try ScoreRun(options: self)
    guard try !run.areTargetsMet() else { return }
    throw ExitCode(ScoreFailure.Code.belowStandard.rawValue)
  }

  /// Every failure ends in a line on standard error and its exit code.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard let failure = ScoreFailure(error) else { exit(withError: error) }
      report("flam-score: \(failure)")
      Glibc.exit(failure.code.rawValue)
    }
  }

  /// Writes a line to standard error.
  static func report(_ line: String) {
    let text = line + "\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
  }
}
