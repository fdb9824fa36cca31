// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Kits

@Suite struct KitIdentityTests {
  private let kit = KitFolder()

  private func hash(_ text: String) throws -> String {
    kit.write(text)
    return try KitIdentity.hash(path: kit.path)
  }

  @Test("a kit of sound files and filters keeps the hash by which older sessions know it")
  func pinned() throws {
    kit.folder.write(text: "A", to: "a.wav")
    kit.folder.write(text: "B", to: "b.wav")
    let found = try hash(
      """
      <group> fil_type=lpf_2p cutoff=800
      <region> sample=a.wav key=36
      <region> sample=b.wav key=38 cutoff=2000 count=2
      <region> sample=*silence key=40

      """)
    #expect(found == "ed674dcf651eea5815336df494866fc8bd8244bc931311cdf0889bdb4787b893")
  }

  @Test("kits of oscillators that sound otherwise have other hashes")
  func made() throws {
    let texts = ["", "pitcheg_depth=100", "cutoff=900", "cutoff=900 fileg_depth=100"]
    let hashes = try texts.map { try hash("<region> sample=*saw key=36 \($0)") }
    #expect(Set(hashes).count == texts.count)
  }
}
