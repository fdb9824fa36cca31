// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// A benchmark.
enum Benchmark: String, CaseIterable, ExpressibleByArgument {
  case voices, judgement, realtime, memory, feedback, latency, refusals, output, kits, record
  case replay, events, page, screen, start, render, pads, likeness, requests, tempo, loops, scores
  case instruments, pitch, effects, racks

  /// Prints its figures; true if they meet the targets.
  func run(
    isQuick: Bool, seed: UInt64, drum: String?, page: String?,
    recorded: (paths: [String], beatsPerMinute: Double), changes: Int?
  ) throws -> Bool {
    switch self {
    case .voices: VoicesBenchmark(blockCount: isQuick ? 5000 : 50_000).run()
    case .judgement: JudgementBenchmark(judgementCount: isQuick ? 2000 : 20_000).run()
    case .realtime: RealtimeBenchmark(blockCount: isQuick ? 50_000 : 1_000_000).run()
    case .memory: try MemoryBenchmark(isQuick: isQuick).run()
    case .feedback: try FeedbackBenchmark(isQuick: isQuick, seed: seed).run()
    case .latency: RoundTripBenchmark(isQuick: isQuick, seed: seed).run()
    case .refusals: try RefusalsBenchmark(isQuick: isQuick, seed: seed).run()
    case .output: try OutputBenchmark(isQuick: isQuick, seed: seed).run()
    case .kits: try KitsBenchmark(isQuick: isQuick, seed: seed).run()
    case .record: try RecordBenchmark(isQuick: isQuick, seed: seed).run()
    case .events: try EventsBenchmark(seconds: isQuick ? 10 : 60).run()
    case .page: try PageBenchmark(seconds: isQuick ? 6 : 30).run()
    case .screen:
      try ScreenBenchmark(seconds: isQuick ? 5 : 20, strokeCount: isQuick ? 8 : 30).run()
    case .start: try StartBenchmark(runCount: isQuick ? 5 : 20).run()
    case .render: try RenderBenchmark(runCount: isQuick ? 2 : 10).run()
    case .pads: try PadsBenchmark(strokeCount: isQuick ? 500 : 2000, seed: seed).run()
    case .scores: try ScoresBenchmark(isQuick: isQuick).run()
    case .tempo: TempoBenchmark(isQuick: isQuick, seed: seed).run()
    case .loops: try LoopsBenchmark(isQuick: isQuick, seed: seed, recorded: recorded).run()
    case .pitch: PitchBenchmark(isQuick: isQuick).run()
    case .instruments: InstrumentsBenchmark(isQuick: isQuick).run()
    case .effects: try EffectsBenchmark(isQuick: isQuick).run()
    case .racks:
      RacksBenchmark(changeCount: changes ?? (isQuick ? 5000 : 100_000), seed: seed).run()
    case .requests: try RequestsBenchmark(count: isQuick ? 1000 : 10_000).run()
    case .likeness: try LikenessBenchmark(seed: seed, drum: drum, page: page).run()
    case .replay: ReplayBenchmark(sessionCount: isQuick ? 20 : 100, seed: seed).run()
    }
  }
}

@main struct FlamBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flam-bench",
    abstract: "Measure the instrument under load; exit 2 where a figure misses its target.",
    discussion: """
      voices    the time of a block with 64 voices, hearing and limiter, beside FluidSynth's 64 voices
      judgement the time it takes to judge whether an onset is a stroke
      realtime  allocations, locks and file calls on the audio path, and memory, over a million blocks
      memory    a kit of 1 GB in 256 MB over a slow disk, a thousand swaps of kits: late and silent hits, clicks, drift
      feedback  false hits and missed taps while the drums return from loudspeakers in simulated rooms
      latency   how far off 'flam latency loop' and 'air' are where the delay is known
      refusals  what 'flam latency tap --recording', 'loop' and 'air' say about inputs that are not what they expect
      output    what limiters bend and alias, whether anything passes the ceiling, gains and strips, noise floors, meters
                beside ffmpeg's, cost
      kits      the bundled kit beside GMRockKit and ForzeeStereo: dynamics, steps, rolls, attack, decay, width, noise;
                every hit of all installed kits: when it is heard, loudness over velocity
      pads      all kits at hand, and made ones of the hardest corners: pads within reach, loudness of the drums beside
                other kits, onsets, falls over velocity in 50 and in 200 ms, repeated and uneven variations
      likeness  how far each drum of the bundled kit is from recorded ones, and they from each other; kits drawn by lot
                judge ours and the recorded kits that were not drawn
      record    what recording costs the audio thread; recordings that are killed, pass 4 GB, or lose their disk (as root)
      replay    sessions of random devices, kits and mixes, played again in blocks of another size: bit for bit
      events    how soon a hit reaches 1 and 8 subscribers after the block in which it was decided, and what publishing costs
                the audio thread
      page      what eight pages cost whoever plays, how soon they learn of a hit, how soon a touch is answered, and what
                the page weighs
      screen    what the terminal's screen costs, and how soon it shows a stroke
      start     the processor time from the start of the program to the first block that is played, part by part
      tempo     forty patterns at tempi from 60 to 220 and three spreads, with and without a click: how often tempo and grid
                are right
      loops     grooves that are looped in a free tempo: how often the loop is as long as it was meant; drift over a thousand
                cycles; a session of 20 minutes of looping, played again: bit for bit
      scores    ten minutes of a score with 100 000 sounds: every one on its frame, and the time that takes; what 16 scripts
                and 8 layers of a loop cost the audio thread
      instruments
                notes of General MIDI SoundFonts beside FluidSynth's: pitch, loudness over key and velocity, sides, loops, and
                what a voice costs
      pitch     tones and hummed lines: how far ours and aubio's readings are off, which notes are found, and the cost
      effects   each effect beside its formula, beside sox, FluidSynth and Rubber Band; its delay, distortion and cost
      racks     100 000 random changes of racks under play, or --changes: clicks, allocations, locks, and whether the same
                happens again
      requests  each command ten thousand times by each door: memory, what is refused, how long others wait
      render    how many times faster than real time 'flam render' is over ten dense minutes

      FluidSynth is measured where libfluidsynth3 and a General MIDI sound font are installed
      (apt install libfluidsynth3 timgm6mb-soundfont), aubio where libaubio5 is, kits where they are (apt install hydrogen-drumkits).
      """,
    subcommands: [Measure.self, LimiterCommand.self, SpectraCommand.self],
    defaultSubcommand: Measure.self)
}

/// The benchmarks.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the benchmarks that are named, or all of them.")

  @Argument(help: "What to measure; everything where nothing is named.")
  var benchmarks = Benchmark.allCases

  @Flag(help: "A shorter run, with figures less certain.")
  var quick = false

  @Option(help: ArgumentHelp("Of the rooms and of the taps in them.", valueName: "number"))
  var seed: UInt64 = 1000

  @Option(help: ArgumentHelp("Which drum 'likeness' compares, by its role.", valueName: "name"))
  var drum: String?

  @Option(help: ArgumentHelp("Where 'likeness' writes a page to listen to.", valueName: "folder"))
  var page: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Recorded grooves that 'loops' closes, too: tables with the columns t_attack, label and level_db.",
      valueName: "file"))
  var grooves: [String] = []

  @Option(help: ArgumentHelp("The tempo of these, in beats a minute.", valueName: "number"))
  var groovesTempo = 120.0

  @Option(help: ArgumentHelp("How many changes 'racks' makes.", valueName: "number"))
  var changes: Int?

  @Option(help: ArgumentHelp("Record to this file until it is killed.", visibility: .private))
  var recordingChild: String?

  @Option(help: ArgumentHelp("Do this part of the start.", visibility: .private))
  var startChild: StartStage?

  func run() throws {
    if let startChild { try startChild.run() }
    if let recordingChild { try KillTrial.record(to: recordingChild) }
    var isMet = true
    for benchmark in benchmarks
    where try !benchmark.run(
      isQuick: quick, seed: seed, drum: drum, page: page, recorded: (grooves, groovesTempo),
      changes: changes)
    {
      isMet = false
    }
    if !isMet { throw ExitCode(2) }
  }
}
