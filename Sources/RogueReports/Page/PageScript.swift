/// The filters of the first page, and buttons that copy commands. Without it every page is complete; with it, scenarios are
/// found, and the address says which.
enum PageScript {
  /// Gives the commands in a part of a page their buttons.
  static let copyButtons = #"""
    const copies = part => part.querySelectorAll("pre.cmd").forEach(block => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Copy";
      button.className = "copy";
      button.addEventListener("click", () => {
        const select = () => getSelection().selectAllChildren(block);
        // Browsers give the clipboard to pages over TLS and of this machine only; else the text is selected.
        if (!navigator.clipboard) { select(); return; }
        navigator.clipboard.writeText(block.textContent).then(() => {
          button.textContent = "Copied";
          setTimeout(() => { button.textContent = "Copy"; }, 2000);
        }, select);
      });
      block.before(button);
    });
    """#

  static let text = #"""
    "use strict";
    (() => {
      const $ = id => document.getElementById(id);
      const form = $("filters");
      const unfold = $("unfold");
      addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => { d.open = true; }));
      \#(copyButtons)
      copies(document);
      if (!form) return;
      const fields = {q: "f-q", level: "f-level", sev: "f-sev", family: "f-family", v: "f-v", diff: "f-diff"};
      const limit = 300;
      let data = null, loading = false, all = false;

      // The address holds the choice, so that a link shows the same.
      const asked = () => {
        const wanted = {};
        for (const [name, id] of Object.entries(fields)) {
          const field = $(id);
          const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value.trim();
          if (value) wanted[name] = value;
        }
        return wanted;
      };
      const isFilter = () => /(^#|&)(q|level|sev|family|v|diff)=/.test(location.hash);
      const fromAddress = () => {
        const wanted = new URLSearchParams(isFilter() ? location.hash.slice(1) : "");
        for (const [name, id] of Object.entries(fields)) {
          const field = $(id), value = wanted.get(name) || "";
          if (field.type === "checkbox") field.checked = value === "1"; else field.value = value;
        }
        show();
      };
      const toAddress = () => {
        all = false;
        const text = new URLSearchParams(asked()).toString().replace(/\+/g, "%20");
        history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
        show();
      };

      const make = (name, text, attributes) => {
        const element = document.createElement(name);
        if (text) element.textContent = text;
        for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
        return element;
      };
      const path = row => row[7] || "scenarios/" + row[0];
      const family = row => row[0].split("/")[0];
      const verdict = (row, column) => data.verdicts[parseInt(row[5][column], 36)];

      const fits = (row, wanted, column) => {
        if (wanted.level && row[2] !== wanted.level) return false;
        if (wanted.sev && row[3] !== wanted.sev) return false;
        if (wanted.family && family(row) !== wanted.family) return false;
        if (wanted.diff && !(row[6] & 2)) return false;
        if (column >= 0) {
          const own = row[5][column] === " " ? null : verdict(row, column);
          if (!own || !own[5]) return false;
        }
        if (!wanted.q) return true;
        const text = (row[0] + "\n" + row[1] + "\n" + row[4]).toLowerCase();
        return wanted.q.toLowerCase().split(/\s+/).every(word => text.includes(word)) ||
          text.includes(wanted.q.toLowerCase());
      };

      const line = row => {
        const tr = make("tr"), head = make("th", "", {scope: "row"});
        head.append(make("a", row[1], {href: path(row) + ".html"}), make("small", row[0]));
        const severity = make("td");
        if (row[3]) severity.append(make("i", row[3], {class: "s-" + row[3]}));
        severity.append(make("small", row[2]));
        tr.append(head, severity);
        data.adapters.forEach((adapter, column) => {
          if (row[5][column] === " ") { tr.append(make("td", "", {class: "u"})); return; }
          const [letter, look, mayLetter, mayLook, word, hasPage] = verdict(row, column);
          const may = row[2] === "may", shown = may ? mayLetter : letter;
          const cell = make("td", hasPage ? "" : shown, {class: may ? mayLook : look});
          if (hasPage) cell.append(make("a", shown, {
            href: path(row) + "/" + adapter[1] + ".html", "aria-label": shown + ", " + word}));
          if (row[8] && row[8][column]) cell.append(make("small", row[8][column]));
          tr.append(cell);
        });
        return tr;
      };

      const table = rows => {
        const head = make("tr"), body = make("tbody");
        head.append(make("th", "Scenario", {scope: "col"}), make("th", "Severity", {scope: "col"}));
        for (const adapter of data.adapters) {
          const cell = make("th", "", {scope: "col"});
          cell.append(make("span", adapter[0]));
          head.append(cell);
        }
        body.append(...rows.map(line));
        const whole = make("table", "", {class: "mx"}), top = make("thead");
        top.append(head);
        whole.append(make("caption", "Scenarios found"), top, body);
        const box = make("div", "", {class: "box", tabindex: "0", role: "region", "aria-label": "Scenarios found"});
        box.append(whole);
        return box;
      };

      const show = () => {
        const wanted = asked(), isOn = Object.keys(wanted).length > 0;
        document.querySelectorAll(".static").forEach(part => { part.hidden = isOn; });
        $("found").hidden = !isOn;
        if (!isOn) return;
        if (!data) { load(); $("count").textContent = "Reading the scenarios…"; return; }
        const column = data.adapters.findIndex(adapter => adapter[0] === wanted.v);
        const rows = data.rows.filter(row => fits(row, wanted, column));
        const shown = all ? rows : rows.slice(0, limit);
        $("count").textContent = rows.length === 0 ? "No scenario matches." :
          rows.length + (rows.length === 1 ? " scenario" : " scenarios") + " of " + data.rows.length +
          (shown.length < rows.length ? ", the first " + limit + " shown" : "");
        $("hits").replaceChildren(...(rows.length ? [table(shown)] : []));
        if (shown.length < rows.length) {
          const more = make("button", "Show all " + rows.length, {type: "button"});
          more.addEventListener("click", () => { all = true; show(); });
          $("hits").append(more);
        }
      };

      const load = () => {
        if (loading) return;
        loading = true;
        self.R = read => { data = read; show(); };
        document.head.append(make("script", "", {src: "data.js"}));
      };

      form.hidden = false;
      form.addEventListener("submit", event => event.preventDefault());
      form.addEventListener("input", toAddress);
      form.addEventListener("reset", () => setTimeout(toAddress));
      form.addEventListener("focusin", load, {once: true});
      addEventListener("hashchange", fromAddress);
      addEventListener("keydown", event => {
        const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
        if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          $("f-q").focus();
        }
      });
      if (unfold) {
        unfold.parentElement.hidden = false;
        unfold.addEventListener("click", () => {
          const families = [...document.querySelectorAll("details.fam")], open = families.some(one => !one.open);
          families.forEach(one => { one.open = open; });
          unfold.textContent = open ? "Fold all" : "Unfold all";
        });
      }
      if (isFilter()) fromAddress();
    })();

    """#
}
