// An exported page: the game's data stands in it, and its time line is drawn through the game.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, game, state, still} = require("./page.js");

const verdict = (move, t, unit = "R1") => ({kind: "move", data: {kind: "move", t, move, turn: 1, phase: "movement", unit, side: "red", ruling: "legal", maneuvers: [], cost_in: 6, allowance_in: 12, findings: []}});
const advice = (t) => ({kind: "act", data: {kind: "act", t, turn: 1, phase: "movement", unit: "R2", side: "red", ruling: "legal", findings: [{ruling: "advisory", rule: "BS1-1", message: "mind the wood"}]}});
const archive = (log, duration = 60) => ({game, duration, frames: [[0, {"R1-1": [20, 10, 90, 0]}], [30, {"R1-1": [26, 10, 90, 0]}]], phases: [[1, 1, "movement", "red"]], log});

function drawTo(page, t) {
  const slider = page.one("#time");
  slider.value = String(t);
  slider.dispatchEvent(new page.document.defaultView.Event("input"));
  page.draw();
}

const chosen = (page) => page.text("#verdicts .chosen");

test("the judge's word stands beside the verdict", async () => {
  const page = await openPage({archive: archive([verdict(1, 10), verdict(2, 20), {kind: "ruling", data: {kind: "ruling", t: 25, move: 1, ruling: "overruled", by: "judge"}}])});
  const cards = page.all("#verdicts .entry").map((n) => n.textContent), of = (move) => cards.find((c) => c.includes(`move ${move}`));
  assert.match(of(1), /overruled/i);
  assert.doesNotMatch(of(2), /overruled/i);
  assert.equal(cards.length, 2);
});

test("the time line shows the latest move by then, whatever else the log says", async () => {
  const page = await openPage({archive: archive([verdict(1, 10), advice(12), {kind: "ruling", data: {kind: "ruling", t: 14, move: 1, ruling: "upheld", by: "judge"}}, verdict(2, 30), verdict(3, 50)])});
  drawTo(page, 20);
  assert.match(chosen(page), /move 1\b/);
  drawTo(page, 49.9);
  assert.match(chosen(page), /move 2\b/);
  drawTo(page, 55);
  assert.match(chosen(page), /move 3\b/);
});

test("a long game is shown whole", async () => {
  const moves = 620, page = await openPage({archive: archive(Array.from({length: moves}, (_, i) => verdict(i + 1, i + 1)), moves)});
  drawTo(page, 1);
  assert.match(chosen(page), /move 1\b/);
  assert.equal(page.text("#tally .legal"), String(moves));
});

test("a unit that is led back is not told that it goes too far", async () => {
  const page = await openPage();
  const over = {unit: "R1", come_in: 14, limit_in: 12, left_in: 0, raised_in: 0, reach: []};
  const guide = {guide: 1, what: "R1", unit: "R1", done: false, message: "", steps: []};
  page.tell("state", {...state, units: [{...still("R1"), moving: true}, still("R2")], envelopes: [over]});
  assert.match(page.text("#help"), /too far/);
  page.tell("state", {...state, envelopes: [over], guides: [guide]});
  assert.doesNotMatch(page.text("#help"), /too far/);
  assert.equal(page.text(".layer-guide text"), "");
  page.tell("state", {...state, envelopes: [over], guides: [{...guide, unit: "R2", what: "R2"}]});
  assert.match(page.text("#help"), /too far/);
});
