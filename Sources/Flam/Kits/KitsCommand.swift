// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Charts
import Console
import Kits
import Profiles
import Reports

struct KitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kits",
    abstract: "List, show and check drum kits.",
    discussion: """
        flam kits                            list the kits that are found
        flam kits show GMRockKit             what is in one
        flam kits check ~/Music/kit.sfz      what is wrong with one
        flam play --kit GMRockKit            play one

      A kit is an SFZ file, a Hydrogen kit (folder or .h2drumkit), a DrumGizmo kit (its \
      XML file), or a folder of sounds.

      Kits are found by name in flam/kits below ~/.local/share and /usr/share, and in the \
      folders of Hydrogen and Sonic Pi. Any other kit is given by its path.
      'brushes', 'electro' and 'percussion' are Flam's own: they are made, once, where \
      they are first played. '808' is a text of oscillators that you can copy and change.
      """,
    subcommands: [List.self, Show.self, Check.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the kits that are found.",
      discussion: """
          flam kits                  the same, in short
          flam kits list
          flam kits list --json      one JSON object a kit

        Each line is a kit: its name, its format and its path. Below stand the packages of \
        Debian and Ubuntu with more kits that are not installed.
        """)

    @OptionGroup(title: HelpSection.advanced) var output: JSONOption

    var json: Bool { output.json }

    func run() throws {
      let locator = KitLocator()
      let kits = locator.kits
      if kits.isEmpty { Terminal.report("There is no kit on this machine.") }
      let width = kits.map(\.name.count).max() ?? 0
      for kit in kits {
        let made = locator.synthesisedKits.first { $0.path == kit.path }
        let isMade = made?.isMade ?? true
        let place = isMade ? kit.path : "\(made?.title ?? ""); made where it is first played"
        let line =
          "\(kit.name.padded(to: width))  \(kit.format.rawValue.padded(to: 16))  \(place)"
        try Terminal.print(json ? KitLine(kit, isMade: isMade).jsonLine : line)
      }
      if !json { KitText.packages(locator.missingPackages).forEach(Terminal.report) }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show what is in a kit.",
      usage: "flam kits show <kit> [<options>]",
      discussion: """
          flam kits show GMRockKit
          flam kits show ~/Music/kit.sfz --json         one JSON object
          flam kits show GMRockKit --profile me --json  and what your sounds play

        Each line is a pad: its name, its role, its velocity layers and its recordings. \
        Below stand the pads that no sound plays by itself.
        """)

    @OptionGroup(title: HelpSection.need) var chosen: ChosenKit
    @OptionGroup(title: HelpSection.need) var known: ProfileOption
    @OptionGroup(title: HelpSection.sound) var options: KitOptions
    @OptionGroup(title: HelpSection.advanced) var output: JSONOption

    var kit: String { chosen.kit }
    var json: Bool { output.json }

    func run() throws {
      let profile = try ProfileLocator().profile(known.profile)
      let plan = try KitLoader.plan(
        path: KitLocator().readyKit(kit), adjustments: options.adjustments)
      try Terminal.printLines(
        json ? [KitSummary(plan, profile).jsonLine] : KitText(plan: plan).contents)
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check a kit, and show how it will be played.",
      usage: "flam kits check <kit> [<options>]",
      discussion: """
          flam kits check GMRockKit
          flam kits check ~/Music/kit.sfz --plot kit.svg     and draw it
          flam kits check ~/Music/kit.sfz --json             one JSON object

        Flam reads and measures every recording: how loud it is, and how late its hit \
        begins. Then it levels the loudness, so that it rises evenly with velocity.

        Ends with 65 if recordings are missing, damaged or silent.
        """)

    @OptionGroup(title: HelpSection.need) var chosen: ChosenKit
    @OptionGroup(title: HelpSection.sound) var options: KitOptions
    @OptionGroup(title: HelpSection.advanced) var drawing: Drawing
    @OptionGroup(title: HelpSection.advanced) var overwriting: ForceOption
    @OptionGroup(title: HelpSection.advanced) var output: JSONOption

    /// The file to draw the kit into.
    struct Drawing: ParsableArguments {
      @Option(
        help: ArgumentHelp(
          "Draw velocity layers and loudness of each pad into this .svg or .png.",
          valueName: "file"))
      var plot: String?
    }

    var kit: String { chosen.kit }
    var plot: String? { drawing.plot }
    var force: Bool { overwriting.force }
    var json: Bool { output.json }

    func validate() throws {
      if let plot, ChartFile(path: plot) == nil {
        throw ValidationError("--plot must end in .svg or .png, not '\(plot)'.")
      }
    }

    func run() throws {
      let path = try KitLocator().readyKit(kit)
      try OutputFiles.check([plot].compactMap { $0 }, inputs: [path], isOverwriting: force)
      let plan = try KitLoader.plan(path: path, adjustments: options.adjustments)
      try Terminal.printLines(json ? [KitVerdict(plan).jsonLine] : KitText(plan: plan).verdict)
      if let file = plot.flatMap(ChartFile.init(path:)) { try KitPlot(plan: plan).draw(to: file) }
      if plan.problems.contains(where: \.isFault) {
        throw ExitCode(CommandFailure.Code.brokenData.rawValue)
      }
    }
  }
}

/// The kit to show or check.
struct ChosenKit: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Name or path of a kit; 'flam kits' lists them.", valueName: "kit"))
  var kit: String
}

extension KitLocator {
  /// The path of the named kit; makes the kit first if needed, and shows the progress to a person.
  func readyKit(_ nameOrPath: String?) throws -> String {
    let path = try kit(nameOrPath)
    if let made = synthesisedKits.first(where: { $0.path == path }), !made.isMade {
      Terminal.report("'\(made.name)' is made now, once: \(made.title).")
      var reported = 0
      try made.make { share in
        let quarter = Int(4 * share)
        if quarter > reported { Terminal.report("  \(25 * quarter) %") }
        reported = max(reported, quarter)
        return true
      }
    }
    return path
  }
}
