// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// The session that a command reads.
struct ChosenSession: ParsableArguments {
  @Argument(
    help: "Name of a session, as 'flam sessions' lists it, its folder, or last, the latest.")
  var session = SessionsCommand.lastName
}
