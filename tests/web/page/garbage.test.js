// Names come from unchecked files, and lines may be of another version: nothing of them becomes markup, and no line stops the others.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, game, state, still} = require("./page.js");

const EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'&";
const KINDS = ["move", "settled", "act", "alert", "obligation", "nudge", "aside", "ask", "offer", "mixed", "unknown", "ruling"];

function assertNoMarkup(page) {
  assert.equal(page.all("img").length, 0);
  assert.equal(page.all("body script").length, 0);
}

test("markup in names and messages stays text", async () => {
  const page = await openPage();
  page.say("game", {...game, title: EVIL, ruleset: EVIL, sides: [{id: "red", name: EVIL, colour: EVIL}], units: game.units.map((u) => ({...u, name: EVIL})), terrain: [{kind: EVIL, polygon: [[1, 1], [5, 1], [3, 4]]}]});
  for (const kind of KINDS) page.say(kind, {t: 1, unit: "R1", ruling: "illegal", rule: EVIL, violation: EVIL, message: EVIL, figures: [EVIL], groups: [[EVIL]], findings: [{ruling: "illegal", message: EVIL, rule: EVIL, unit: EVIL, measured: 2, allowed: 1}]});
  page.tell("state", {...state, phase: EVIL, health: EVIL, units: [{...still("R1"), take_back: 1, formation: EVIL, rules: {[EVIL]: EVIL}}], foreign: [{kind: EVIL, outline: [[1, 1], [2, 1], [2, 2]]}],
    envelopes: [{unit: EVIL, come_in: 1, limit_in: 2, left_in: 1}], nudges: [{number: 1, unit: EVIL, figures: [EVIL], distance_in: 1, open: true, side: EVIL}], markers: [{marker: EVIL, means: EVIL, at: [3, 3], asked: [EVIL], entry: {kind: EVIL}}],
    guides: [{guide: 1, what: EVIL, steps: [{figure: EVIL, from: [1, 1, 0], to: [2, 2, 0], message: EVIL}]}], health_facts: {light: EVIL}});
  page.one("#unit-choice").value = "R1";
  page.one("#unit-choice").dispatchEvent(new page.document.defaultView.Event("change"));
  page.draw();
  assertNoMarkup(page);
  assert.equal(page.text("#title"), EVIL);
  assert.equal(page.text("#health"), EVIL);
  assert.ok(page.text("#help").includes(EVIL));
  assert.ok(page.text("#verdicts").includes(EVIL));
  assert.ok(page.text("#unit-facts").toLowerCase().includes(EVIL.toLowerCase()));
});

test("what is no JSON is passed over", async () => {
  const page = await openPage();
  for (const text of ["", "{", "undefined", "{\"t\":}", "\u0000"]) page.tell("move", text);
  page.tell("state", "not a state");
  assert.equal(page.all("#verdicts .entry").length, 0);
  assert.equal(page.text("#clock"), "0:10");
});

test("values that are no objects are passed over", async () => {
  const page = await openPage();
  for (const kind of [...KINDS, "state", "game", "rules", "hello"]) for (const text of ["null", "3", "\"words\"", "[]", "true"]) page.tell(kind, text);
  page.tell("state", {...state, t: 20});
  assert.equal(page.text("#title"), "A test");
  assert.equal(page.text("#clock"), "0:20");
});

test("lines without their keys stop nothing", async () => {
  const page = await openPage();
  for (const kind of KINDS) page.tell(kind, {});
  page.tell("alert", {t: 12, unit: "R1", message: "still heard"});
  page.tell("state", {...state, t: 30, units: [{}], envelopes: [{}], nudges: [{}], markers: [{}], guides: [{}], foreign: [{}], due: [{}], figures: {"R1-1": []}, health_facts: {}});
  assert.match(page.text("#verdicts"), /still heard/);
  assert.equal(page.text("#clock"), "0:30");
  assert.equal(page.text("#health"), "Watching: the whole table is judged");
  page.tell("state", {t: 31, health: "seen again"});
  assert.equal(page.text("#health"), "seen again");
});

test("numbers that are words, and words that are numbers, stop nothing", async () => {
  const page = await openPage();
  for (const kind of KINDS) page.tell(kind, {t: "12", move: "1", turn: "1", unit: 7, ruling: 3, message: 5, figures: "R1-1", groups: "R1-1", at: "here", findings: [{ruling: "illegal", message: 9, measured: "18.6", allowed: "18", sigma: "0.1", unit: 3, p_illegal: "1", bound: "18.5", figures: "R1-1", at: "there"}], maneuvers: [{kind: 4, cost_in: "2", from: "a", to: "b"}], cost_in: "6", allowance_in: "12", distance_in: "1", from: "x", to: 3});
  page.tell("state", {t: "40", turn: "2", phase: 3, side: 4, health: 5, units: [{id: "R1", facing: "90", ranks: "2", anchor: "x", spent: "3", contacts: "R2", take_back: "1"}], figures: {"R1-1": "20,10", "R1-2": ["21", "10", "90"]},
    envelopes: [{unit: "R1", come_in: "4", limit_in: "12", left_in: "8", reach: "x"}], nudges: [{number: "1", figures: "R1-1", distance_in: "1", t: "9", open: "yes"}], markers: [{marker: 1, means: 2, at: "x", asked: "R1"}], guides: [{guide: "1", what: 3, steps: "none", together: "all"}],
    foreign: [{kind: 3, outline: "round"}], health_facts: {camera_fps: "15", light: 3, figures: "40", hidden: "2"}});
  assert.equal(page.text("#clock"), "0:40");
  page.tell("move", {t: 41, move: 9, turn: 1, phase: "movement", unit: "R1", ruling: "legal", findings: [], cost_in: 1});
  assert.match(page.one("#verdicts li").textContent, /Not judged.*Unit R1.*move 9/);
  page.tell("state", {...state, t: 42, health: "well again"});
  assert.equal(page.text("#health"), "well again");
});

test("each damaged part is told on the console, once a drawing", async () => {
  const page = await openPage();
  page.tell("state", {...state, foreign: 5, figures: {"R1-1": [20, 10, 90, false]}});
  assert.equal(page.text("#clock"), "0:10");
  assert.ok(page.complaints.length > 0);
});
