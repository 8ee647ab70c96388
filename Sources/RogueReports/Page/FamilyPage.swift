/// Every scenario of a family, each in a row of its own.
struct FamilyPage {
  let family: PageModel.Family
  let model: PageModel
  let frame: PageFrame

  var file: PageFile {
    let path = PageName.family(family.name)
    let table = MatrixTable(adapters: model.adapters, page: path)
    let failing = family.failing == 0 ? "nobody fails one" : "\(family.failing) failed by somebody"
    let body = """
      <h1>\(HTMLText.escaped(family.name))</h1>
      <p class="lead">\(String.counted(family.rows.count, "scenario")), \(failing).</p>
      \(table.table(
        family.rows.map { table.row([$0]) }.joined(), caption: "All scenarios of the family \(family.name)"))
      """
    return frame.document(path, title: "\(family.name): Rogues’ Gallery", body: body)
  }
}
