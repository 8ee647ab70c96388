/// What a page that changes has beside the looks of a report: rows for a small screen, and buttons for a thumb.
///
/// 44 px is the size at which a thumb hits (WCAG 2.2, success criterion 2.5.5).
enum LivePageStyle {
  static let text = """
    .live { max-width: 60rem }
    .live h1 { overflow-wrap: anywhere }
    .live button, .go { display: inline-flex; align-items: center; justify-content: center; min-height: 44px;
      min-width: 44px; padding: .55rem 1.1rem; font-size: 1rem; border: 1px solid var(--u); border-radius: 8px;
      background: var(--card); color: var(--ink); text-decoration: none; overflow-wrap: anywhere }
    .live button:hover, .go:hover { background: var(--hover) }
    .acts { display: flex; flex-wrap: wrap; gap: .7rem; margin: 1.2rem 0 0 }
    .acts > * { flex: 1 1 9rem; max-width: 22rem } .acts button { width: 100% }
    .acts > .go { border-color: var(--brand); color: var(--brand); font-weight: 650 }
    .rows { list-style: none; margin: 0; padding: 0 }
    .rows li { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; padding: .7rem .4rem;
      border-bottom: 1px solid var(--line); border-left: 4px solid transparent }
    .rows li[aria-current] { background: var(--hover); border-left-color: var(--brand) }
    .rows .what { flex: 1 1 14rem; min-width: 0 } .rows small, .said { display: block; overflow-wrap: anywhere }
    .said { font-size: .95rem }
    .guide { border-top: 1px solid var(--line) } .guide:last-of-type { border-bottom: 1px solid var(--line) }
    .guide > summary { min-height: 44px; padding: .6rem .2rem; font-weight: 650 }
    .live .copy { font-size: .85rem; padding: .2rem .8rem }
    @media (max-width: 40rem) { .rows form, .rows .go { flex: 0 0 auto } .rows .what { flex-basis: 12rem } }

    """
}

/// Reads the state of the page once a second and replaces what changed; buttons need no reload.
enum LivePageScript {
  static let text = #"""
    "use strict";
    (() => {
      const $ = id => document.getElementById(id);
      const shown = {};
      let waiting = null, asking = false;

      \#(PageScript.copyButtons)

      const show = state => {
        for (const [name, html] of Object.entries(state)) {
          if (shown[name] === html) continue;
          const part = $(name), focus = document.activeElement && document.activeElement.id;
          // What was unfolded stays so.
          const open = [...part.querySelectorAll("details")].map(one => one.open);
          if (name in shown) {
            part.innerHTML = html;
            part.querySelectorAll("details").forEach((one, index) => { one.open = open[index] || false; });
            copies(part);
            if (focus && $(focus)) $(focus).focus({preventScroll: true});
          }
          shown[name] = html;
        }
      };

      const ask = async () => {
        clearTimeout(waiting);
        if (asking) return;
        asking = true;
        let isThere = false;
        try {
          const answer = await fetch("state.json", {cache: "no-store"});
          isThere = answer.ok;
          if (isThere) show(await answer.json());
        } catch (error) { isThere = false; }
        asking = false;
        $("lost").hidden = isThere;
        waiting = setTimeout(ask, isThere ? 1000 : 3000);
      };

      document.addEventListener("submit", async event => {
        event.preventDefault();
        const form = event.target;
        try {
          await fetch(form.action, {method: "POST", body: new URLSearchParams(new FormData(form))});
        } catch (error) { /* What follows says that it is gone. */ }
        ask();
      });
      copies(document);
      ask();
    })();

    """#
}
