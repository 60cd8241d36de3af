// Cuts each .flow into the .frame elements of page templates, line by line, and reports where the
// marked elements came to stand: [{kind, id, at, page, box}] with boxes in CSS pixels of the page.

const MARKED = "[data-q],[data-a],[data-m],[data-mark]";

function atoms(strip) {
  const top = strip.getBoundingClientRect().top;
  const found = [];
  const walker = document.createTreeWalker(strip, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest(".aside")) continue;
    const half = parseFloat(getComputedStyle(node.parentElement).fontSize) * 0.54;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) {
      const middle = (r.top + r.bottom) / 2 - top;
      found.push([middle - half, middle + half]);
    }
  }
  for (const el of strip.querySelectorAll("svg,img,.whole,tr")) {
    if (el.closest(".aside")) continue;
    const r = el.getBoundingClientRect();
    found.push([r.top - top + 0.6, r.bottom - top - 0.6]); // ruled rows share a border
  }
  found.sort((a, b) => a[0] - b[0]);
  const held = [];
  for (const el of strip.querySelectorAll(".box")) {
    const r = el.getBoundingClientRect();
    const inside = found.filter((a) => a[0] >= r.top - top - 1 && a[1] <= r.bottom - top + 1);
    if (!inside.length) continue;
    held.push([r.top - top, inside[0][1]]);
    held.push([inside[inside.length - 1][0], r.bottom - top]);
  }
  for (const el of strip.querySelectorAll(".keep")) {
    const r = el.getBoundingClientRect();
    const next = found.find((a) => a[0] >= r.bottom - top - 2);
    if (next) held.push([r.top - top, next[1]]);
  }
  return merged(found.concat(held));
}

function merged(intervals) {
  intervals.sort((a, b) => a[0] - b[0]);
  const out = [];
  for (const [low, high] of intervals) {
    const last = out[out.length - 1];
    if (last && low < last[1] - 0.5) last[1] = Math.max(last[1], high);
    else out.push([low, high]);
  }
  return out;
}

function breaks(strip) {
  const top = strip.getBoundingClientRect().top;
  const places = (name) =>
    [...strip.querySelectorAll(name)].map((el) => el.getBoundingClientRect().top - top);
  return { page: places(".newpage"), frame: places(".newframe") };
}

function newPage(name, state) {
  state.count += 1;
  const own = document.querySelector(`template#${name}-${state.count}`);
  const side = state.count % 2 ? "recto" : "verso";
  const template =
    own || document.querySelector(`template#${name}-${side}`) ||
    document.querySelector(`template#${name}`);
  const page = template.content.firstElementChild.cloneNode(true);
  page.classList.add("page", side);
  page.dataset.page = state.count;
  document.body.append(page);
  return page;
}

function fill(frame, strip, start, end) {
  const opening = document.createElement("div");
  opening.style.cssText = `position:relative;overflow-y:clip;height:${end - start}px`;
  const copy = strip.cloneNode(true);
  copy.style.cssText = `position:absolute;left:0;right:0;top:${-start}px`;
  opening.append(copy);
  frame.append(opening);
  return opening;
}

function pour(flow, state) {
  const name = flow.dataset.page || "page";
  let page = newPage(name, state);
  let frames = [...page.querySelectorAll(".frame")];
  const width = frames[0].clientWidth;
  const strip = flow;
  frames[0].append(strip);
  strip.style.cssText = "position:absolute;left:0;right:0;top:0";
  const blocks = atoms(strip);
  const forced = breaks(strip);
  const heads = [...strip.querySelectorAll("[data-running]")].map((el) => [
    el.getBoundingClientRect().top - strip.getBoundingClientRect().top, el.dataset.running,
  ]);
  strip.remove();
  const crosses = (list, a, b) => list.some((y) => y > a + 1 && y <= b + 1);
  let at = 0;
  let f = 0;
  while (at < blocks.length) {
    if (f === frames.length) {
      page = newPage(name, state);
      frames = [...page.querySelectorAll(".frame")];
      f = 0;
    }
    if (Math.abs(frames[f].clientWidth - width) > 1) throw Error(`frame widths differ: ${name}`);
    const room = frames[f].clientHeight;
    const start = at ? Math.max(blocks[at][0] - 4, (blocks[at - 1][1] + blocks[at][0]) / 2) : 0;
    let last = at;
    let turn = false;
    while (last + 1 < blocks.length && blocks[last + 1][1] + 2 - start <= room) {
      turn = crosses(forced.page, blocks[last][1], blocks[last + 1][0]);
      if (turn || crosses(forced.frame, blocks[last][1], blocks[last + 1][0])) break;
      last += 1;
    }
    if (blocks[last][1] - start > room + 6) {
      throw Error(`a block of ${Math.round(blocks[last][1] - start)} px does not fit ${room} px`);
    }
    if (!turn && last + 1 < blocks.length) {
      turn = crosses(forced.page, blocks[last][1], blocks[last + 1][0]);
    }
    const next = last + 1 < blocks.length ? blocks[last + 1][0] : Infinity;
    const end = Math.min(blocks[last][1] + 4, (blocks[last][1] + next) / 2);
    fill(frames[f], strip, start, end);
    for (const [y, text] of heads) if (y < end) state.running = text;
    page.dataset.running = state.running;
    at = last + 1;
    f = turn ? frames.length : f + 1;
  }
}

function finish(state) {
  for (const page of document.querySelectorAll(".page")) {
    const number = Number(page.dataset.page);
    for (const el of page.querySelectorAll(".folio")) {
      el.textContent = el.textContent
        .replaceAll("#", number + Number(document.body.dataset.folio || 0))
        .replaceAll("%", state.count);
    }
    for (const el of page.querySelectorAll(".running")) el.textContent = page.dataset.running;
  }
}

function report() {
  const spots = [];
  for (const page of document.querySelectorAll(".page")) {
    const whole = page.getBoundingClientRect();
    for (const el of page.querySelectorAll(MARKED)) {
      const opening = (el.closest(".flow") || page).parentElement.getBoundingClientRect();
      const kinds = ["q", "a", "m", "mark"].filter((k) => k in el.dataset);
      for (const r of el.getClientRects()) {
        const top = el.closest(".flow") ? Math.max(r.top, opening.top) : r.top;
        const bottom = el.closest(".flow") ? Math.min(r.bottom, opening.bottom) : r.bottom;
        if (bottom - top < 4) continue;
        const box = [r.left - whole.left, top - whole.top, r.right - whole.left, bottom - whole.top];
        for (const kind of kinds) {
          spots.push({
            kind: kind === "mark" ? el.dataset.mark : kind,
            id: kind === "mark" ? el.dataset.of : el.dataset[kind],
            at: Number(el.dataset.at || 0),
            page: Number(page.dataset.page),
            box,
          });
        }
      }
    }
  }
  return spots;
}

async function paginate() {
  await document.fonts.ready;
  const state = { count: 0, running: "" };
  for (const flow of [...document.querySelectorAll(".flow")]) pour(flow, state);
  finish(state);
  const first = document.querySelector(".page").getBoundingClientRect();
  return { pages: state.count, width: first.width, height: first.height, spots: report() };
}
