// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import flam_score

@Suite struct CSVTableTests {
  private let folder = TemporaryFolder()

  @Test("fields are read by the names of their columns, commas in quotes kept")
  func fields() throws {
    let path = folder.write(
      text: "file,note,t\na.wav,\"soft, then hard\",1.5\nb.wav,,\n", to: "t.csv")
    let table = try CSVTable(path: path, needed: ["file", "t"])
    #expect(table.rows.map { $0.text("note") } == ["soft, then hard", nil])
    #expect(try table.rows.map { try $0.number("t") } == [1.5, nil])
    #expect(table.rows[0].text("other") == nil)
  }

  @Test("a table that does not exist is missing")
  func missing() {
    #expect(throws: TruthError.self) { try CSVTable(path: "\(folder.path)/none.csv") }
    do { _ = try CSVTable(path: "\(folder.path)/none.csv") } catch {
      #expect(error.kind == .missing)
    }
  }

  @Test(
    "a fault in a table is reported with its line or column",
    arguments: [
      ("kind,t\nx,1\n", "it has no column file"), ("file,t\nx\n", "line 2 has 1 columns"),
      ("file,t\nx,soon\n", "“soon” in column t is no number"),
      ("file,t\n,1\n", "line 2: column file is empty"),
    ])
  func broken(text: String, reason: String) throws {
    let path = folder.write(text: text, to: "t.csv")
    let error = #expect(throws: TruthError.self) {
      for row in try CSVTable(path: path, needed: ["file"]).rows {
        _ = try row.required("file")
        _ = try row.number("t")
      }
    }
    #expect(error?.kind == .broken)
    #expect(error?.reason.contains(reason) == true)
  }
}
