// Keyboard, drafts and zoom. Everything works without this file, by buttons.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const form = $("form");
  const store = (() => { try { return window.localStorage; } catch { return null; } })();

  const fields = () => [...form.elements].filter((e) => e.name && !["csrf", "post", "was", "opened", "keys", "verdict"].includes(e.name));
  const read = () => fields().map((e) => [e.name, e.type === "checkbox" ? e.checked : e.value]);
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  let clean = null;

  // what changes the question, so that "a" saves it instead of accepting
  const texts = (all) => all.filter(([name]) => !["note", "check"].includes(name));
  const dirty = () => clean !== null && ("changed" in form.dataset || !same(texts(read()), texts(clean)));
  const show = () => {
    const changed = dirty();
    if ($("change") && $("accept")) { $("change").hidden = !changed; $("accept").hidden = changed; }
  };

  const drafts = () => {
    if (!form || !form.dataset.draft) return;
    const name = "draft:" + form.dataset.draft;
    clean = fields().map((e) => [e.name, e.type === "checkbox" ? e.defaultChecked
      : e.tagName === "SELECT" ? (([...e.options].find((o) => o.defaultSelected) || e.options[0]).value) : e.defaultValue]);
    const kept = store && store.getItem(name);
    if (kept && !("sent" in form.dataset)) {
      try {
        const values = JSON.parse(kept);
        const all = fields();
        if (values.length === all.length) {
          all.forEach((e, i) => { if (e.type === "checkbox") e.checked = values[i][1]; else e.value = values[i][1]; });
          $("draft").hidden = false;
          if (dirty() && $("edit") && !same(texts(read()).filter(([n]) => n !== "key"), texts(clean).filter(([n]) => n !== "key"))) $("edit").open = true;
        }
      } catch { store.removeItem(name); }
    }
    const keep = () => {
      show();
      if (!store) return;
      const now = read();
      try { if (same(now, clean)) store.removeItem(name); else store.setItem(name, JSON.stringify(now)); } catch { /* full */ }
    };
    form.addEventListener("input", keep);
    $("discard").addEventListener("click", () => { if (store) store.removeItem(name); location.reload(); });
    show();
  };

  const saved = document.querySelector("[data-saved]");
  if (saved && store) {
    for (const name of Object.keys(store)) if (name.startsWith("draft:") && name.includes(":" + saved.dataset.saved + ":")) store.removeItem(name);
  }
  drafts();
  const problem = $("problem");
  if (problem) problem.focus();
  // to the question itself, which ends with its last marked line; its case stands above
  const mine = [...document.querySelectorAll("#page .mine")].pop();
  if (mine) {
    const box = mine.parentElement;
    box.scrollTop = mine.offsetTop - box.offsetTop - box.clientHeight + 2 * mine.offsetHeight;
  }

  let sent = false;
  if (form) form.addEventListener("submit", (event) => { if (sent) event.preventDefault(); sent = true; });
  window.addEventListener("pageshow", () => { sent = false; });

  // a change or rejection without a reason: ask for it first, then Ctrl+Enter sends what was meant
  let wanted = "";
  const reasoned = () => $("note").value.trim() || form.querySelector("input[name=check]:checked");
  const keyless = (id) => id === "change" && $("keyless") && !form.querySelector("input[name=key]:checked");
  const press = (id) => { const one = $(id); if (one && !one.hidden) { one.click(); return true; } return false; };
  const meant = (id) => {
    const reasonless = $(id) && !reasoned(), none = $(id) && keyless(id);
    if ($("missing")) $("missing").hidden = !reasonless && !none;
    if ($("reasonless")) $("reasonless").hidden = !reasonless;
    if ($("keyless")) $("keyless").hidden = !none;
    if (reasonless || none) { wanted = id; return (reasonless ? $("note") : form.querySelector("input[name=key]")).focus(); }
    return press(id);
  };
  for (const id of ["change", "reject"]) if ($(id) && $("missing")) $(id).addEventListener("click", (event) => { // by mouse as by key
    if (!reasoned() || keyless(id)) { event.preventDefault(); meant(id); }
  });
  if (form && $("missing")) form.addEventListener("input", () => { if (reasoned() && !keyless(wanted)) $("missing").hidden = true; });
  const decide = () => (dirty() ? meant("change") : press("accept") || press("change"));
  const send = () => (wanted && (wanted !== "change" || dirty()) ? meant(wanted) : decide());
  const digit = (number) => {
    const named = document.querySelector(`[data-digit="${number}"]`);
    if (named) return named.click();
    const boxes = form ? [...form.querySelectorAll("input[name=key], input[name=said]")] : [];
    const box = boxes[number - 1];
    if (!box || box.disabled) return undefined;
    box.checked = box.type === "radio" || !box.checked;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    return box.focus();
  };
  // of a question with one right answer the new tick takes the place of the old
  const single = () => { const of = form.elements.declared; return of ? of.value === "SCQ" : "single" in form.dataset; };
  if (form) form.addEventListener("input", (event) => {
    const box = event.target;
    if (box.type !== "checkbox" || box.name !== "key" || !box.checked || !single()) return;
    form.querySelectorAll("input[name=key]").forEach((other) => { if (other !== box) other.checked = false; });
  }, true);
  const scans = document.querySelectorAll(".scan");
  const zoom = () => scans.forEach((scan) => scan.classList.toggle("big"));
  scans.forEach((scan) => scan.addEventListener("click", (event) => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); scan.classList.toggle("big"); } }));

  const actions = {
    a: () => decide(), u: () => press("unsure"), r: () => meant("reject"), z: () => press("undo") || press("last"),
    e: () => { if ($("edit")) { $("edit").open = true; $("stem").focus(); } },
    n: () => { if ($("note")) $("note").focus(); },
    j: () => press("onward") || press("skip") || press("start"), k: () => press("last") || press("back"),
    o: zoom, g: () => press("guide"),
    "?": () => { const help = document.querySelector(".help"); if (help) { help.open = !help.open; help.scrollIntoView(); } },
  };
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    const typing = at.matches("textarea, select, input:not([type=checkbox], [type=radio])");
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send(); return; }
    if (event.key === "Escape" && typing) { at.blur(); return; }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (form && "letters" in form.dataset) {
      if (event.key === "Enter" && !at.matches("a, button, summary")) { event.preventDefault(); press("accept"); return; }
      const place = "abcdefgh".indexOf(event.key.toLowerCase());
      if (form.querySelectorAll("input[name=said]")[place]) { event.preventDefault(); digit(place + 1); return; }
    }
    if (/^[1-8]$/.test(event.key)) { event.preventDefault(); digit(Number(event.key)); return; }
    const action = actions[event.key];
    if (action) { event.preventDefault(); action(); }
  });
})();
