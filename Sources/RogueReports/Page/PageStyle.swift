/// The looks of a page: light and dark, on a telephone, on a desk and on paper.
///
/// Every colour with a meaning is beside a letter or a word with the same meaning. Text keeps a contrast of at
/// least 4.5 to 1 on its background (WCAG 2.2, success criterion 1.4.3).
struct PageStyle {
  /// The validators, in the order of the columns: a table that has room is not put into a box that scrolls, so that its heads
  /// stick to the window.
  let validators: [String]

  private var columns: Int { validators.count }

  /// On a telephone the matrix is a list: under each scenario stand the validators that did not pass, by name.
  private var phone: String {
    let names = validators.enumerated().map { column, name in
      ".mx:not(.hm) td:nth-child(\(column + 3)) > *::after { content: \" \(Self.quoted(name))\" }"
    }
    return """
      .mx:not(.hm), .mx:not(.hm) tbody, .mx:not(.hm) tr { display: block; min-width: 0 }
        .mx:not(.hm) thead { display: none }
        .box:has(.mx:not(.hm)) { width: auto; max-height: none; overflow: visible; border: 0 }
        .tools { float: none; margin: .5rem 0 }
        .mx:not(.hm) tr { border-bottom: 1px solid var(--line); padding: .5rem 0 }
        .mx:not(.hm) th[scope=row] { display: block; position: static; min-width: 0; max-width: none; border: 0; padding: 0 .5rem }
        .mx:not(.hm) td { display: inline-block; border: 0; padding: .15rem 0 0 .5rem !important }
        .mx:not(.hm) td.p, .mx:not(.hm) td.h, .mx:not(.hm) td.u { display: none }
        .mx:not(.hm) td > a, .mx:not(.hm) td > b { padding: 0 .5rem }
        \(names.joined(separator: "\n    "))
      """
  }

  /// The text of a CSS string.
  private static func quoted(_ text: String) -> String {
    text.printable(keepingLines: false).escaped { scalar in
      switch scalar {
      case "\"", "\\", "<": "\\\(String(scalar.value, radix: 16)) "
      default: nil
      }
    }
  }

  var text: String {
    Self.palette + Self.frame + Self.tables + Self.pages + Self.print
      + """
      @media (max-width: \(31 + columns * 2)rem) {
        .box th:first-child, .box thead th:first-child { padding-left: .7rem }
        .box { width: fit-content; max-width: 100%; max-height: 86vh; overflow: auto; border: 1px solid var(--line); border-radius: 8px }
        .box thead th { top: 0 }
        .mx th[scope=row] { position: sticky; left: 0; z-index: 1; background: var(--paper) }
        .mx thead th:first-child { left: 0; z-index: 3 }
      }
      @media (max-width: 40rem) {
        body { padding: 0 .8rem }
        .mx th[scope=row], .mx thead th:first-child { min-width: 11rem; max-width: 46vw }
        .mx th[scope=row], .mx thead th:first-child { padding-left: .6rem }
        .sc th:nth-child(2), .sc td:nth-child(2) { display: none }
        .sc th[scope=row] { position: sticky; left: 0; background: var(--paper); min-width: 8rem }
        .an thead { display: none } .an tr, .an th[scope=row], .an td { display: block; min-width: 0; border: 0 }
        .an tr { border-bottom: 1px solid var(--line); padding: .35rem .6rem } .an th[scope=row], .an td { padding: .1rem 0 }
        .an td:nth-child(2) { white-space: normal }
        .box:has(.cmp, .an) { max-height: none; width: auto }
        .cmp { min-width: 0 } .cmp thead { display: none } .cmp tr, .cmp th[scope=row], .cmp td { display: block; border: 0 }
        .cmp caption { position: static; width: auto; height: auto; clip-path: none; font-weight: 600; padding: .5rem }
        .cmp tr { border-bottom: 1px solid var(--line); padding: .3rem 0 } .cmp th[scope=row] { padding: 0 .5rem }
        .cmp td { padding: .1rem .5rem } .cmp td::before { content: "healthy "; color: var(--soft); font-family: system-ui, sans-serif }
        .cmp td:nth-child(3)::before { content: "rogue " } .cmp tr:not(.differs, .only) td:nth-child(3), .cmp .only td:nth-child(2) { display: none }
        .cmp tr:not(.differs, .only) td:nth-child(2)::before { content: "both " }
        .kv div { flex-direction: column; gap: 0 } .kv dt { flex: none }
        h1 { font-size: 1.45rem }
        \(phone)
      }

      """
  }

  private static let palette = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf7; --card: #fff; --ink: #1e1c19; --soft: #625d55; --line: #dfdad1; --hover: #f1ede5;
      --link: #1d4f8c; --brand: #8c1d2e;
      --a: #b3122b; --on-a: #fff; --r: #c2500c; --on-r: #fff; --y: #f2d06b; --on-y: #3d2e00; --p: #1b6e3a; --u: #857e73;
      --m: #7a5b00; --critical: #b3122b; --high: #a8480a; --medium: #76600a; --low: #5d6672;
      --ins: #fbe4e4; --del: #e3f1e6; --shade: #f4f1ea;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #16171a; --card: #1d1f23; --ink: #e9e6e0; --soft: #a9a49a; --line: #363941; --hover: #24272d;
        --link: #8db9f2; --brand: #f08a98;
        --a: #e5484d; --on-a: #1a0203; --r: #e8833a; --on-r: #1f0e00; --y: #cfae45; --on-y: #201800; --p: #6cc58a;
        --u: #8b8f98; --m: #d9bb66; --critical: #ff8a8f; --high: #f3a56c; --medium: #d9bf62; --low: #a7b0bd;
        --ins: #43191d; --del: #16351f; --shade: #212328;
      }
    }

    """

  private static let frame = """
    * { box-sizing: border-box }
    html { scroll-padding-top: 9rem; -webkit-text-size-adjust: 100% }
    body { margin: 0 auto; padding: 0 1.5rem; max-width: 82rem; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif }
    a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: from-font }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px }
    code, pre { font: .86em/1.55 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
    small { font-size: .8rem; color: var(--soft) }
    .skip { position: absolute; left: -99rem; background: var(--card); padding: .5rem 1rem; z-index: 9 }
    .skip:focus { left: 1rem; top: .5rem }
    .top { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; align-items: center; padding: 1rem 0 .9rem;
      border-bottom: 1px solid var(--line) }
    .brand { display: inline-flex; align-items: center; gap: .6rem; color: var(--brand); font-weight: 700;
      letter-spacing: .01em; text-decoration: none }
    .brand svg { width: 26px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.6 }
    .top nav { color: var(--soft); font-size: .9rem; min-width: 0; overflow-wrap: anywhere }
    h1 { font-size: 1.9rem; line-height: 1.2; margin: 1.6rem 0 .5rem; letter-spacing: -.015em; text-wrap: balance }
    h2 { font-size: 1.15rem; margin: 2.4rem 0 .7rem; letter-spacing: -.005em }
    h3 { font-size: 1rem; margin: 1.4rem 0 .4rem }
    h4 { font-size: .9rem; margin: 1rem 0 .3rem }
    p { max-width: 46rem; margin: .5rem 0 }
    .lead { font-size: 1.08rem; max-width: 52rem }
    .eyebrow { margin: 1.8rem 0 -.9rem; color: var(--soft) }
    .incomplete { max-width: none; margin: 1rem 0 0; padding: .6rem 1rem; border-radius: 8px; background: var(--y);
      color: var(--on-y) }
    .first { margin: .6rem 0; padding-left: 1.3rem; max-width: 52rem } .first li { margin: .25rem 0 }
    .hero p:last-child { color: var(--soft) }
    .sev, .lvl, i[class] { font-style: normal; font-size: .8rem; font-weight: 650; white-space: nowrap }
    .sev, .lvl { display: inline-block; border: 1px solid currentColor; border-radius: 99px; padding: 0 .55rem }
    .lvl { color: var(--soft); font-weight: 500 }
    .s-critical, .n-critical { color: var(--critical) } .s-high, .n-high { color: var(--high) }
    .s-medium, .n-medium { color: var(--medium) } .s-low, .n-low { color: var(--low) }
    footer { margin: 3.5rem 0 0; padding: 1rem 0 2rem; border-top: 1px solid var(--line); color: var(--soft);
      font-size: .85rem }
    footer dl { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; margin: 0 }
    footer div { display: flex; gap: .4rem } footer dt { color: var(--soft) } footer dd { margin: 0; color: var(--ink);
      overflow-wrap: anywhere }
    [hidden] { display: none !important }

    """

  private static let tables = """
    table { border-collapse: separate; border-spacing: 0; width: 100% }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
    th { text-align: left; font-weight: 500; vertical-align: top }
    th small, td small { display: block; font-weight: 400; overflow-wrap: anywhere }
    thead th { position: sticky; top: 0; z-index: 2; background: var(--paper); color: var(--soft); font-size: .82rem;
      border-bottom: 1px solid var(--line); padding: .5rem .5rem; vertical-align: bottom }
    tbody th, tbody td { border-bottom: 1px solid var(--line); padding: .42rem .5rem }
    tbody tr:hover > * { background-color: var(--hover) }
    .mx { width: auto; min-width: min(100%, 44rem) }
    .mx th[scope=row] { width: 100%; min-width: 17rem; padding-left: 0 }
    .mx th[scope=row] a, .sc th a { color: var(--ink); text-decoration-color: var(--line) }
    .mx th[scope=row] a:hover, .sc th a:hover { color: var(--link); text-decoration-color: currentColor }
    .mx thead th:nth-child(n+3) { padding: .3rem 0; min-width: 2rem; text-align: center }
    .mx thead span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 9rem; overflow: hidden;
      white-space: nowrap; color: var(--ink) }
    .mx td:nth-child(n+3) { text-align: center; vertical-align: middle; padding: .25rem .15rem; font-weight: 650 }
    .mx td:nth-child(n+3) > a, .mx td:nth-child(n+3) > b, .c { display: inline-block; min-width: 1.6rem;
      line-height: 1.6rem; text-align: center; border-radius: 5px; text-decoration: none; font-weight: 700;
      font-size: .9rem }
    .mx td > a:hover { filter: brightness(1.12) saturate(1.2) }
    .a > a, .a > b, .c.a { background: var(--a); color: var(--on-a) }
    .r > a, .r > b, .c.r { background: var(--r); color: var(--on-r) }
    .y > a, .y > b, .c.y { background: var(--y); color: var(--on-y) }
    .m > a, .m > b, .c.m { color: var(--m); box-shadow: inset 0 0 0 1px currentColor }
    td.p, .c.p, td.h, .c.h { color: var(--p) } td.u, .c.u { color: var(--u); font-weight: 400 }
    .mx th details { margin: .15rem 0 0 } .mx th summary { font-size: .8rem; color: var(--soft); cursor: pointer }
    .mx th ul { margin: .3rem 0 .3rem 0; padding: 0; list-style: none } .mx th li { margin: .35rem 0 }
    .hm td { text-align: center; min-width: 2rem; padding: .25rem .15rem; font-variant-numeric: tabular-nums }
    .hm thead th:nth-child(2) { padding: .3rem 0; min-width: 2rem; text-align: center }
    .hm td:nth-child(2) { text-align: center; vertical-align: middle; padding: .25rem .15rem }
    \((1...5).map { ".hm .h\($0) { background: color-mix(in srgb, var(--a) \($0 * 14)%, var(--paper)); color: var(--ink); font-weight: 650 }" }.joined(separator: "\n    "))
    .hm .y0 { color: var(--m) }
    .sc { max-width: 72rem } .sc td { font-variant-numeric: tabular-nums } .sc td:nth-child(n+3),
    .sc thead th:nth-child(n+3) { text-align: right } .sc th[scope=row] { padding-left: 0 }
    .clean { margin: .7rem 0 } .clean > summary { color: var(--soft); cursor: pointer; margin: 0 0 .5rem }
    .z { color: var(--soft) } .n { font-weight: 700 }
    .an th[scope=row] { min-width: 8rem; padding-left: 0 } .an td:nth-child(2) { white-space: nowrap }
    .an td:nth-child(2) a { margin-left: .4rem } .v { white-space: nowrap }
    .tl { width: auto; font-size: .9rem; margin: .8rem 0 1rem } .tl thead th { position: static } .tl td:first-child { text-align: right;
      color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums }
    .tl { table-layout: fixed; width: 100%; max-width: 64rem } .tl th:first-child { width: 5.5rem }
    .tl td + td { overflow-wrap: anywhere; border-left: 3px solid var(--line); padding-left: .8rem; vertical-align: top }
    .tl .here { display: inline-block; margin-left: .4rem; padding: 0 .5rem; border-radius: 5px; background: var(--a);
      color: var(--on-a); font-size: .8rem }
    .tl td.e-data { border-left-color: var(--a) } .tl td.e-alert { border-left-color: var(--r) }
    .tl td.e-cert { border-left-color: var(--link) } .tl caption, .an caption { text-align: left }

    """

  private static let pages = """
    .filters { display: flex; flex-wrap: wrap; gap: .7rem .9rem; align-items: end; margin: 2rem 0 0; padding: .9rem 1rem;
      background: var(--card); border: 1px solid var(--line); border-radius: 10px }
    .filters label { display: flex; flex-direction: column; gap: .15rem; font-size: .8rem; color: var(--soft) }
    .filters .wide { flex: 1 1 15rem } .filters .check { flex-direction: row; align-items: center; gap: .4rem;
      min-height: 2.2rem; color: var(--ink); font-size: .9rem }
    input[type=search], select, button { font: inherit; font-size: .95rem; color: var(--ink); background: var(--paper);
      border: 1px solid var(--u); border-radius: 6px; min-height: 2.2rem; padding: .2rem .55rem; max-width: 100% }
    input[type=search] { width: 100% } ::placeholder { color: var(--soft); opacity: 1 }
    button { cursor: pointer } button:hover { background: var(--hover) }
    .copy { float: right; font-size: .8rem; min-height: 1.7rem; margin: .3rem .3rem 0 0; position: relative; z-index: 1 }
    .tools { float: right; margin: -2.9rem 0 0 } .tools button { font-size: .85rem; min-height: 1.9rem }
    .fam { border-top: 1px solid var(--line) } .fam:last-of-type { border-bottom: 1px solid var(--line) }
    .fam > summary { display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: center; padding: .6rem .2rem;
      cursor: pointer; list-style: none } .fam > summary::-webkit-details-marker { display: none }
    .fam > summary::before { content: "▸"; color: var(--soft); width: .8rem } .fam[open] > summary::before { content: "▾" }
    .fam > summary:hover { background: var(--hover) }
    .fn { font-weight: 650; min-width: 10rem } .fc { color: var(--soft); font-size: .9rem } .fc b { color: var(--critical) }
    .bar { width: 8rem; height: 6px; border-radius: 3px } .bp { fill: var(--p); opacity: .45 } .by { fill: var(--y) }
    .ba { fill: var(--a) }
    .more { color: var(--soft); margin: .7rem 0 1.4rem } .num td, .num thead th:nth-child(2) { text-align: right } .wide dt { flex: 0 0 14rem }
    .key i { display: inline-block; width: 1.4rem; height: 6px; border-radius: 3px; margin: 0 .2rem .15rem .8rem }
    .key { color: var(--soft); font-size: .9rem } .key i:first-child { margin-left: 0 }
    .key .ba { background: var(--a) } .key .by { background: var(--y) } .key .bp { background: var(--p); opacity: .45 }
    .legend dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: .5rem 1.5rem; margin: 0 }
    .legend dt { font-weight: 600 } .legend dd { margin: 0 0 0 2.05rem; color: var(--soft); font-size: .9rem }
    .legend p { color: var(--soft) }
    .draw, pre { background: var(--shade); border-radius: 8px; padding: .8rem 1rem; overflow: auto; margin: .5rem 0;
      max-width: 100% } .cmd { white-space: pre-wrap; overflow-wrap: anywhere }
    .diff { margin: 1rem 0; max-width: 60rem } .diff figcaption { margin-bottom: .35rem }
    .diff p { display: flex; max-width: none; gap: .9rem; margin: 0; padding: .4rem .9rem; overflow-wrap: anywhere }
    .diff span { flex: 0 0 4rem; color: var(--soft); font-size: .85rem } .diff del, .diff ins { text-decoration: none;
      font: .88em/1.6 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; min-width: 0 }
    .diff .del { background: var(--del); border-radius: 8px 8px 0 0 }
    .diff .ins { background: var(--ins); border-radius: 0 0 8px 8px }
    .kv { margin: .8rem 0 }
    .ex { max-width: 64rem; margin: .6rem 0 } .ex thead th, .an thead th:first-child, .sc thead th:first-child,
    .mx thead th:first-child { padding-left: 0 }
    .ex th, .ex td { padding-left: 0; padding-right: 1.5rem; vertical-align: top } .ex th[scope=row] { line-height: 1.7 }
    .sent { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: center; margin: 1rem 0 }
    .sent > span { color: var(--soft) }
    .chain { display: flex; flex-wrap: wrap; gap: .4rem 0; margin: 0; padding: 0; list-style: none }
    .chain li { border: 1px solid var(--line); background: var(--card); border-radius: 8px; padding: .25rem .8rem }
    .chain li + li { margin-left: 2.2rem; position: relative }
    .chain li + li::before { content: "→" / ""; position: absolute; left: -1.6rem; color: var(--soft) }
    .sent figcaption { flex: 0 0 100%; color: var(--soft); font-size: .9rem }
    .chain li b { color: var(--critical); font-size: .8rem } .chain small { display: block }
    .chain .unsent { border-style: dashed; background: none } .chain.apart li + li { margin-left: .6rem }
    .chain.apart li + li::before { content: none }
    .cmp { table-layout: fixed; min-width: 44rem; font-size: .9rem }
    .cmp thead th:first-child { width: 13rem; padding-left: 0 }
    .cmp td { overflow-wrap: anywhere; vertical-align: top; font-family: ui-monospace, "SF Mono", Menlo, Consolas,
      "DejaVu Sans Mono", monospace; font-size: .82rem } .cmp th[scope=row] { padding-left: 0; overflow-wrap: anywhere }
    .cmp .differs th { font-weight: 700 } .cmp .differs small { color: var(--critical); font-weight: 650 }
    .cmp .differs td:nth-child(2) { background: var(--del) } .cmp .differs td:nth-child(3) { background: var(--ins) }
    .others > details { border-top: 1px solid var(--line); padding: .4rem 0 } .world { margin: 1rem 0 }
    .chain .odd { border: 2px solid var(--a) }
    .kv div { display: flex; gap: 1rem; padding: .25rem 0 } .kv dt { flex: 0 0 5.5rem; color: var(--soft) }
    .kv dd { margin: 0; min-width: 0; overflow-wrap: anywhere } .cases { margin: 0; padding: 0; list-style: none }
    .block { border-top: 2px solid var(--line); margin-top: 2rem } .block h2 { margin-top: 1.2rem }
    .told { font-size: 1.05rem } .note { color: var(--soft) }
    .find { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--brand); border-radius: 8px;
      padding: .2rem 1.2rem .6rem; margin: 1rem 0; max-width: 52rem } .find .eyebrow { margin: .6rem 0 0 }
    .find h3 { margin: .1rem 0 .4rem } summary { cursor: pointer }
    .block > details { margin: .45rem 0 }
    .kw, .refs { padding: 0; margin: .3rem 0; list-style: none } .kw { display: flex; flex-wrap: wrap; gap: .4rem }
    .kw a { display: block; border: 1px solid var(--line); border-radius: 99px; padding: .05rem .7rem; font-size: .88rem;
      text-decoration: none } .kw a:hover { background: var(--hover) } .refs li { margin: .25rem 0 }

    """

  private static let print = """
    @media print {
      :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000; --shade: #f4f4f4 }
      @page { margin: 14mm }
      body { max-width: none; padding: 0; font-size: 9.5pt }
      .filters, .tools, .skip, .copy, #found { display: none !important }
      .a > a, .a > b, .r > a, .r > b, .y > a, .y > b, .c, .bar, .diff p { print-color-adjust: exact;
        -webkit-print-color-adjust: exact }
      thead th { position: static } thead { display: table-header-group } tr, .find { break-inside: avoid }
      h2, h3, summary { break-after: avoid } .box { overflow: visible !important; max-height: none !important; border: 0 }
      .fam > summary::before { content: "" } pre { white-space: pre-wrap; overflow-wrap: anywhere }
      .mx th[scope=row] { position: static !important; min-width: 0 }
    }

    """
}
