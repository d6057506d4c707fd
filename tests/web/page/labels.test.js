// Labels on the table: what can be kept apart is, they stay where they are while they may, and stay upright.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, loadModule, state, still} = require("./page.js");

const boxOf = (item, at) => [at.x - item.w / 2, at.y - item.h / 2, at.x + item.w / 2, at.y + item.h / 2];
const overlaps = (a, b) => Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 0.5 && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 0.5;

// The pairs of labels that are shown and lie on each other.
function clashes(items, placed) {
  const shown = items.filter((i) => !placed.get(i.key).hidden);
  return shown.flatMap((a, i) => shown.slice(i + 1).filter((b) => overlaps(boxOf(a, placed.get(a.key)), boxOf(b, placed.get(b.key)))).map((b) => `${a.key} ${b.key}`));
}

// A sequence that looks random and is the same each time.
function randoms(seed) {
  let x = seed;
  return () => (x = (x * 16807) % 2147483647) / 2147483647;
}

test("labels of a crowded table are kept apart, and few are left out", async () => {
  const {layoutLabels, newCover, coverBox} = await loadModule("labels.js");
  for (let seed = 1; seed <= 30; seed++) {
    const random = randoms(seed), cover = newCover(1000, 700), items = [];
    for (let i = 0; i < 24; i++) {
      const x = 60 + random() * 860, y = 60 + random() * 560, box = [x - 35, y - 20, x + 35, y + 20];
      coverBox(cover, box);
      items.push({key: `u${i}`, box, w: 60 + random() * 50, h: 18, priority: 1});
    }
    const placed = layoutLabels(items, cover);
    assert.deepEqual(clashes(items, placed), [], `seed ${seed}`);
    assert.ok([...placed.values()].filter((p) => p.hidden).length <= 1, `seed ${seed}: ${[...placed.values()].filter((p) => p.hidden).length} left out`);
  }
});

test("labels that must be shown and belong to one place stand beside each other", async () => {
  const {layoutLabels, newCover} = await loadModule("labels.js"), cover = newCover(600, 400);
  const items = Array.from({length: 8}, (_, i) => ({key: `leg ${i}`, box: [300, 200, 300, 200], w: 22, h: 22, inside: true, must: true, priority: 5}));
  const placed = layoutLabels(items, cover);
  assert.deepEqual(clashes(items, placed), []);
  assert.ok(items.every((i) => !placed.get(i.key).hidden));
});

test("a label covers no figure and stays within the picture where it can", async () => {
  const {layoutLabels, newCover, coverBox, coveredShare} = await loadModule("labels.js");
  for (const box of [[0, 0, 60, 40], [540, 360, 600, 400], [0, 360, 60, 400], [270, 0, 330, 40], [270, 180, 330, 220]]) {
    const cover = newCover(600, 400), item = {key: "a", box, w: 80, h: 18, prefer: [0, -1]};
    coverBox(cover, box);
    const at = boxOf(item, layoutLabels([item], cover).get("a"));
    assert.ok(at[0] >= 0 && at[1] >= 0 && at[2] <= 600 && at[3] <= 400, `${at} of ${box}`);
    assert.equal(coveredShare(cover, [at[0] + 6, at[1] + 6, at[2] - 6, at[3] - 6]), 0);
  }
});

test("a label stays where it is until that place becomes bad", async () => {
  const {layoutLabels, newCover, coverBox} = await loadModule("labels.js");
  const item = (x) => ({key: "a", box: [x, 180, x + 60, 220], w: 60, h: 18, prefer: [0, 1]}), free = newCover(600, 400), first = layoutLabels([item(270)], free);
  const after = layoutLabels([{...item(276), prefer: [0.5, 0.8]}], free, first);
  assert.equal(after.get("a").i, first.get("a").i);
  const blocked = newCover(600, 400), at = boxOf(item(270), first.get("a"));
  coverBox(blocked, at);
  assert.notEqual(layoutLabels([item(270)], blocked, first).get("a").i, first.get("a").i);
});

test("what finds room on figures only is left out, unless it must be said", async () => {
  const {layoutLabels, newCover, coverBox} = await loadModule("labels.js"), cover = newCover(600, 400);
  coverBox(cover, [0, 0, 600, 400]);
  const items = [{key: "name", box: [270, 180, 330, 220], w: 60, h: 18}, {key: "breach", box: [300, 200, 300, 200], w: 26, h: 26, must: true}], placed = layoutLabels(items, cover);
  assert.deepEqual(items.map((i) => placed.get(i.key).hidden), [true, false]);
});

test("texts stay upright and of one size however the table is turned and enlarged", async () => {
  const page = await openPage();
  page.tell("state", {...state, t: 11, units: [{...still("R1"), anchor: [20, 10]}, still("R2")], envelopes: [{unit: "R1", come_in: 4, limit_in: 12, left_in: 8, raised_in: 0, reach: []}]});
  const seen = new Set();
  for (let turn = 0; turn < 4; turn++) {
    page.draw();
    const name = page.all("#board .label").find((n) => n.textContent === "Unit R1");
    assert.equal(name.getAttribute("visibility"), "visible");
    for (let n = name; n.id !== "board"; n = n.parentElement) assert.doesNotMatch(n.getAttribute("transform") ?? "", /rotate|matrix|scale/);
    seen.add(page.one("#board .scene").getAttribute("transform").replace(/ [\d.-]+ [\d.-]+\)$/, ""));
    page.press("r");
  }
  assert.equal(seen.size, 4, "four turns of the table itself");
  await page.click("+", ".tools");
  page.draw();
  assert.equal(page.all("#board .labels text").filter((n) => n.getAttribute("font-size") === "13").length > 0, true);
});

test("the page remembers its turn", async () => {
  const page = await openPage();
  page.press("r");
  page.press("r");
  assert.equal(page.window.localStorage.getItem("vedette turn /"), "2");
  page.press("R", page.document.body, {shiftKey: true});
  assert.equal(page.window.localStorage.getItem("vedette turn /"), "1");
  page.press("r", page.one("#rule-find"));
  assert.equal(page.window.localStorage.getItem("vedette turn /"), "1", "who types an r turns nothing");
});
