/// Every scenario of a family, one per row.
struct FamilyPage {
  let family: PageModel.Family
  let model: PageModel
  let frame: PageFrame

  var path: String { PageName.family(family.name) }

  var pieces: some Sequence<String> {
    let table = MatrixTable(adapters: model.adapters, page: path)
    let failing = family.failing == 0 ? "no failures" : "\(family.failing) with failures"
    let heading = """
      <h1>\(HTMLText.escaped(family.name))</h1>
      <p class="lead">\(String.counted(family.rows.count, "scenario")), \(failing).</p>

      """
    let (start, end) = frame.parts(path, title: "\(family.name): Rogues’ Gallery")
    let around = table.parts(caption: "All scenarios of the family \(family.name)")
    let rows = family.rows.lazy.map { table.row([$0]) }
    return [AnySequence([start, heading, around.start]), AnySequence(rows), AnySequence([around.end, end])].lazy
      .joined()
  }
}
