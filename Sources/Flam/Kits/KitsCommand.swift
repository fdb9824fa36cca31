// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import ArgumentParser
import Charts
import Kits

struct KitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kits",
    abstract: "Kits that are found; what is in one; what is wrong with one.",
    discussion: """
      A kit is an SFZ file, a kit of Hydrogen (its folder or .h2drumkit), the XML file of a kit of DrumGizmo, or a \
      folder of sounds. Those in flam/kits below the data folders (~/.local/share, /usr/share and so on), those of \
      Hydrogen and the sounds of Sonic Pi are found by name; any other by its path.
      """,
    subcommands: [List.self, Show.self, Check.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the kits that are found.")

    @Flag(help: "One JSON object a kit on standard output.")
    var json = false

    func run() throws {
      let kits = KitLocator().kits
      if kits.isEmpty { Terminal.tell("There is no kit on this machine.") }
      let width = kits.map(\.name.count).max() ?? 0
      for kit in kits {
        let line =
          "\(kit.name.padded(to: width))  \(kit.format.rawValue.padded(to: 16))  \(kit.path)"
        try Terminal.print(json ? KitLine(kit).jsonLine : line)
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show what is in a kit.")

    @Argument(help: .kit)
    var kit: String

    @OptionGroup var options: KitOptions

    @Flag(help: "One JSON object on standard output.")
    var json = false

    func run() throws {
      let plan = try KitLoader.plan(
        path: KitLocator().kit(kit), adjustments: options.adjustments)
      try Terminal.print(json ? KitSummary(plan).jsonLine : KitText(plan: plan).contents)
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check a kit: what is wrong with it, and how it will be played.",
      discussion: """
        Every sound is read and measured: how late its hit is in the file and how late as it is played, how loud it \
        is. Loudness is then brought to a curve that rises with velocity without steps. Ends with 65 where the kit is \
        broken: sounds that are missing, damaged or silent.
        """)

    @Argument(help: .kit)
    var kit: String

    @OptionGroup var options: KitOptions

    @Option(
      help: ArgumentHelp(
        "Draw the layers of each pad and its loudness over velocity into this .svg or .png.",
        valueName: "file"))
    var plot: String?

    @Flag(help: "Overwrite what exists.")
    var force = false

    @Flag(help: "One JSON object on standard output.")
    var json = false

    func validate() throws {
      if let plot, ChartFile(path: plot) == nil {
        throw ValidationError("--plot must end in .svg or .png, not '\(plot)'.")
      }
    }

    func run() throws {
      let path = try KitLocator().kit(kit)
      try OutputFiles.check([plot].compactMap { $0 }, inputs: [path], isOverwriting: force)
      let plan = try KitLoader.plan(path: path, adjustments: options.adjustments)
      try Terminal.print(json ? KitVerdict(plan).jsonLine : KitText(plan: plan).verdict)
      if let file = plot.flatMap(ChartFile.init(path:)) { try KitPlot(plan: plan).draw(to: file) }
      if plan.problems.contains(where: \.isFault) {
        throw ExitCode(CommandFailure.Code.brokenData.rawValue)
      }
    }
  }
}

extension ArgumentHelp {
  /// Of a kit that is looked into.
  fileprivate static let kit = ArgumentHelp(
    "A kit's name or path; 'flam kits' lists them.", valueName: "name or path")
}
