// SPDX-License-Identifier: GPL-3.0-or-later

/// A score on a clock of frames: its scripts, each a coroutine of Lua that runs when it is due and then waits again.
///
/// It has no sound, file or thread: a ``ScoreStage`` has these. Whoever calls ``run(before:)`` moves its clock. What it does
/// depends on nothing but its text, its seed, and what happened on which frame.
public final class Score {
  /// What it runs with.
  public let settings: ScoreSettings
  let stage: any ScoreStage
  let lua: ScoreLua
  private var agenda = Agenda()
  private var orderCount = 0
  /// The frame that it has come to.
  public private(set) var frame = 0
  /// Its scripts that have not ended.
  private var scripts: [Int: Script] = [:]
  private var scriptCount = 0
  /// The script that runs.
  private(set) var running: Int?
  private var handlers: [Trigger: [Int32]] = [:]
  private var handlerCount = 0
  /// What was heard of it within these frames.
  private var actionCount = 0
  /// It was ended by `stop()`, or by an error.
  public private(set) var isStopped = false
  var objects: [ScoreObject] = []
  var plays: [Int: Play] = [:]
  var playCount = 0
  /// The play of what is spoken last.
  var speech: Int?
  /// A text does not end the one before.
  var speechOverlaps = false
  var tempo: TempoLine

  /// A score whose text begins to run on frame 0.
  ///
  /// - Parameter name: That of its file, for errors: "groove.lua".
  public init(
    _ text: String, name: String, settings: ScoreSettings, stage: any ScoreStage
  ) throws(ScoreError) {
    (self.settings, self.stage) = (settings, stage)
    tempo = TempoLine(sampleRateHz: settings.sampleRateHz)
    lua = try ScoreLua(settings)
    lua.read { [unowned self] statement, values throws(ScoreRefusal) in
      try answer(Arguments(statement: statement, values: values))
    }
    add(Script(lua: try lua.load(text, name: name), exactFrame: 0))
  }

  /// No script runs or waits any more.
  public var isOver: Bool { isStopped || scripts.isEmpty }

  /// Sounds of it play.
  public var isPlaying: Bool { !plays.isEmpty }

  /// The frame on which something is due next; nil for none.
  public var nextFrame: Int? {
    while let entry = agenda.first, !isDue(entry) { _ = agenda.removeFirst() }
    return agenda.first?.frame
  }

  /// Runs all that is due before a frame.
  public func run(before limit: Int) throws(ScoreError) {
    while !isStopped, let next = nextFrame, next < limit {
      let entry = agenda.removeFirst()
      move(to: entry.frame)
      do throws(ScoreError) {
        switch entry.matter {
        case .script(let script): try resume(script)
        case .play(let play): finish(play)
        }
      } catch {
        isStopped = true
        throw error
      }
    }
  }

  /// Has the functions that wait for what happened run, from a frame on that is not past.
  public func happen(_ occurrence: ScoreOccurrence, atFrame frame: Int) throws(ScoreError) {
    let event = ScriptEvent(occurrence, sampleRateHz: settings.sampleRateHz)
    for trigger in occurrence.triggers {
      for handler in handlers[trigger] ?? [] where !isStopped {
        guard scripts.count < ScoreSettings.mostScripts else {
          throw ScoreError("more than \(ScoreSettings.mostScripts) scripts run at a time")
        }
        try start(handler, event, exactFrame: Double(max(frame, self.frame)))
      }
    }
  }

  /// Ends the score from outside, on a frame that is not past.
  public func stop(atFrame frame: Int) {
    guard !isStopped else { return }
    move(to: frame)
    end()
  }

  private func move(to frame: Int) {
    guard frame > self.frame else { return }
    if frame / ScoreSettings.actionFrames != self.frame / ScoreSettings.actionFrames {
      actionCount = 0
    }
    self.frame = frame
    lua.clockMoved()
  }

  private func isDue(_ entry: Agenda.Entry) -> Bool {
    switch entry.matter {
    case .script(let script): scripts[script]?.due == entry
    case .play(let play): plays[play]?.due == entry
    }
  }

  private func resume(_ number: Int) throws(ScoreError) {
    guard var script = scripts[number] else { return }
    let event = script.event
    if let waited = script.waited { publishEnd(of: waited, script) }
    (script.due, script.waited, script.event) = (nil, nil, nil)
    scripts[number] = script
    running = number
    defer { running = nil }
    switch try lua.resume(script.lua, event: event) {
    case .waiting: break
    case .stopped: end()
    case .ended:
      lua.forget(script.lua)
      scripts[number] = nil
      if let parent = script.parent { endChild(of: parent) }
    }
  }
}

/// How scripts begin and wait.
extension Score {
  /// The next place in the order of what is asked for.
  func nextOrder() -> Int {
    orderCount += 1
    return orderCount
  }

  /// The script that runs; every statement belongs to one.
  var script: Script {
    get { scripts[running ?? 0] ?? Script(lua: 0, exactFrame: Double(frame)) }
    set { if let running { scripts[running] = newValue } }
  }

  /// Has what is heard done now.
  func act(_ action: ScoreAction) throws(ScoreRefusal) {
    try countAction()
    try stage.perform(action, atFrame: frame)
  }

  /// Counts something that is heard.
  func countAction() throws(ScoreRefusal) {
    actionCount += 1
    guard actionCount <= ScoreSettings.mostActions else {
      throw ScoreRefusal(
        "more than \(ScoreSettings.mostActions) things would be heard at once; wait in between")
    }
  }

  /// Begins a script on its frame, behind what is already due there.
  @discardableResult private func add(_ new: Script) -> Int {
    scriptCount += 1
    var script = new
    script.due = Agenda.Entry(
      frame: max(frame, Int(new.exactFrame.rounded())), order: nextOrder(),
      matter: .script(scriptCount))
    scripts[scriptCount] = script
    if let entry = script.due { agenda.insert(entry) }
    return scriptCount
  }

  /// Begins a script for a function.
  @discardableResult func start(
    _ function: Int32, _ event: ScriptEvent, exactFrame: Double, parent: Int? = nil
  ) throws(ScoreError) -> Int {
    var script = Script(lua: try lua.start(function), exactFrame: exactFrame)
    (script.event, script.parent) = (event, parent)
    return add(script)
  }

  /// The same for a statement.
  func begin(_ function: Int32, _ event: ScriptEvent, parent: Int? = nil) throws(ScoreRefusal) {
    guard scripts.count < ScoreSettings.mostScripts else {
      throw ScoreRefusal("more than \(ScoreSettings.mostScripts) scripts would run at a time")
    }
    do throws(ScoreError) {
      try start(function, event, exactFrame: script.exactFrame, parent: parent)
    } catch { throw ScoreRefusal(error.description) }
  }

  /// Has a function wait for an event.
  func add(_ function: Int32, on trigger: Trigger) throws(ScoreRefusal) {
    handlerCount += 1
    guard handlerCount <= ScoreSettings.mostScripts else {
      throw ScoreRefusal("more than \(ScoreSettings.mostScripts) functions would wait for events")
    }
    handlers[trigger, default: []].append(function)
  }

  /// The functions that wait for a trigger.
  func functions(on trigger: Trigger) -> [Int32] { handlers[trigger] ?? [] }

  /// Has the running script wait for so many frames.
  func wait(frames: Double, _ statement: Statement) -> Answer {
    guard let running else { return .nothing }
    let exactFrame = script.exactFrame + frames
    let entry = Agenda.Entry(
      frame: max(frame, Int(exactFrame.rounded())), order: nextOrder(), matter: .script(running))
    script.exactFrame = exactFrame
    script.waited = Waited(statement: statement, for: .time)
    script.due = entry
    agenda.insert(entry)
    return .wait
  }

  /// Has the running script wait for something else.
  func wait(for subject: Waited.Subject, _ statement: Statement) -> Answer {
    script.waited = Waited(statement: statement, for: subject)
    script.due = nil
    return .wait
  }

  /// Lets a script go on now, in the place of what was asked for as number `order`, if it waits for this.
  func wake(_ number: Int, from subject: Waited.Subject, order: Int) {
    guard var script = scripts[number], script.waited?.subject == subject else { return }
    let entry = Agenda.Entry(frame: frame, order: order, matter: .script(number))
    script.exactFrame = Double(frame)
    script.due = entry
    scripts[number] = script
    agenda.insert(entry)
  }

  /// Lets a play end on a frame.
  func schedule(_ play: Int, atFrame frame: Int, order: Int) -> Agenda.Entry {
    let entry = Agenda.Entry(frame: frame, order: order, matter: .play(play))
    agenda.insert(entry)
    return entry
  }

  /// A script that a message began has ended: who waits for all of them goes on after the last.
  private func endChild(of parent: Int) {
    guard var script = scripts[parent] else { return }
    script.pendingCount -= 1
    scripts[parent] = script
    if script.pendingCount == 0 {
      wake(parent, from: .scripts, order: script.pendingOrder)
    }
  }

  /// Ends the score: who waits for a sound has waited to its end.
  private func end() {
    isStopped = true
    for (_, script) in scripts.sorted(by: { $0.key < $1.key }) {
      if let waited = script.waited, waited.subject.isPlay { publishEnd(of: waited, script) }
      lua.forget(script.lua)
    }
    scripts.removeAll()
    plays.removeAll()
    agenda.removeAll()
    stage.publish(ScoreEvent("stop", frame: frame))
    // What ends everything comes last, and nothing refuses it.
    try? stage.perform(.silence, atFrame: frame)
  }

  private func publishEnd(of waited: Waited, _ script: Script) {
    var event = ScoreEvent("wait.end", frame: frame)
    event.waited = waited.statement.name
    (event.object, event.sound) = (waited.object, waited.sound)
    stage.publish(event)
  }
}
