// Looking back on a game that goes on: one time line of what was recorded and of what comes.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, archiveOf, game, state} = require("./page.js");

const verdict = (move, t, extra = {}) => ({kind: "move", t, move, turn: 1, phase: "movement", unit: "R1", side: "red", ruling: "legal", maneuvers: [], cost_in: 6, allowance_in: 12, findings: [], ...extra});
const line = (data) => ({kind: data.kind, data});
const placeOf = (page) => /translate\(([\d.-]+) /.exec(page.all("#board .figure")[0].getAttribute("transform"))[1];
const listed = (page) => page.all("#verdicts .entry").map((n) => /move (\d+)/.exec(n.textContent)[1]).join(" ");

function drawTo(page, t) {
  page.one("#time").value = String(t);
  page.one("#time").dispatchEvent(new page.window.Event("input"));
  page.draw();
}

const stateAt = (t, x, extra = {}) => ({...state, t, figures: {"R1-1": [x, 10, 90, false]}, ...extra});

// Recorded up to 100 s; the stream begins at 101.
async function openRecorded(recorded = archiveOf([line(verdict(1, 20)), line(verdict(2, 60, {ruling: "illegal"}))], {duration: 100, states: [[0, {"R1-1": [20, 10, 90, 0]}], [50, {"R1-1": [26, 10, 90, 0]}]]})) {
  const page = await openPage({file: "review.html", module: "review.js", recorded, isSilent: true});
  page.say("hello", {role: "viewer", name: ""});
  page.say("game", game);
  page.say("move", verdict(2, 60, {ruling: "illegal"}));
  page.say("move", verdict(3, 100.5));
  page.tell("state", stateAt(101, 30));
  await page.settle();
  return page;
}

test("the record and the stream are one time line, with each verdict once", async () => {
  const page = await openRecorded();
  assert.equal(listed(page), "3 2 1");
  assert.deepEqual([page.text("#play-behind"), page.one("#play-live").getAttribute("aria-pressed"), page.text("#clock"), placeOf(page)], ["live", "true", "1:41", "30.000"]);
  assert.equal(page.one("#unrecorded").hidden, true);
  drawTo(page, 55);
  assert.deepEqual([page.text("#play-behind"), page.text("#clock"), placeOf(page), page.text("#said")], ["behind live by 0:46", "0:55", "26.000", page.text("#said")]);
  assert.match(page.text("#said"), /move 1/);
});

test("what comes is added at the end, whatever is shown, and gone back to", async () => {
  const page = await openRecorded();
  page.tell("state", stateAt(103, 33));
  page.tell("move", verdict(4, 103.2));
  page.tell("state", stateAt(104, 36, {phase: "melee"}));
  page.wait(1);
  assert.deepEqual([page.text("#clock"), placeOf(page), listed(page)], ["1:44", "36.000", "4 3 2 1"]);
  drawTo(page, 103.5);
  assert.deepEqual([page.text("#clock"), placeOf(page), page.text("#phase")], ["1:43", "33.000", "Turn 1 · Movement · Red"]);
  page.tell("state", stateAt(105, 39));
  assert.deepEqual([page.text("#clock"), placeOf(page), page.text("#play-behind")], ["1:43", "33.000", "behind live by 0:01"], "it stays where it is");
  page.one("#play-live").click();
  page.draw();
  page.wait(1);
  assert.deepEqual([page.text("#clock"), page.text("#play-behind"), page.text("#phase")], ["1:45", "live", "Turn 1 · Movement · Red"]);
});

test("playing comes to what is now and goes on with it", async () => {
  const page = await openRecorded();
  drawTo(page, 100);
  page.press(" ");
  page.wait(0.5);
  assert.equal(page.text("#play-toggle .label"), "Pause");
  page.wait(2);
  assert.deepEqual([page.text("#play-behind"), page.text("#play-toggle .label")], ["live", "Pause"]);
  page.press(" ");
  assert.equal(page.one("#play-live").getAttribute("aria-pressed"), "false", "the space bar holds it");
  page.press("End");
  assert.equal(page.text("#play-behind"), "live");
});

test("what was missed is fetched again when somebody looks for it", async () => {
  const recorded = archiveOf([line(verdict(1, 20))], {duration: 100}), page = await openRecorded(recorded);
  page.tell("state", stateAt(160, 50));
  recorded.log.push(line(verdict(7, 130)));
  recorded.duration = 160;
  assert.doesNotMatch(listed(page), /7/);
  drawTo(page, 140);
  await page.settle();
  assert.match(listed(page), /7/);
  assert.equal(page.text("#clock"), "2:20");
});

test("a game that is not recorded is shown from where the page was opened, and it says what to do", async () => {
  const page = await openPage({file: "review.html", module: "review.js"});
  assert.match(page.text("#unrecorded"), /not recorded.*--record/);
  page.tell("move", verdict(1, 12));
  page.tell("state", stateAt(20, 25));
  page.wait(1);
  assert.deepEqual([listed(page), page.one("#time").min, page.one("#time").max], ["1", "10", "20"]);
  drawTo(page, 11);
  assert.match(page.text("#said"), /Nothing has been judged/);
});

test("the address of a verdict opens it in a live game too", async () => {
  const page = await openPage({file: "review.html", module: "review.js", hash: "#m1", isSilent: true, recorded: archiveOf([line(verdict(1, 20))], {duration: 30})});
  page.say("hello", {role: "viewer"});
  page.say("game", game);
  page.tell("state", stateAt(31, 30));
  await page.settle();
  assert.equal(page.text("#clock"), "0:20");
});

test("the pictures of a move are a loop between before and after", async () => {
  const jpeg = "data:image/jpeg;base64,/9j/AAAA", picture = (what, t) => ({seq: t * 10, t, move: 1, unit: "R1", what, width: 40, height: 40, src: jpeg});
  const page = await openPage({archive: {...archiveOf([line(verdict(1, 20))]), evidence: [picture("way", 12), picture("before", 9), picture("way", 11), picture("after", 21)]}});
  assert.deepEqual(page.all("#evidence figcaption").map((n) => n.textContent), ["Before · 0:09", "On its way · 0:11–0:12", "After · 0:21"]);
  const seen = () => page.all("#evidence .loop img").map((n) => n.hidden);
  assert.deepEqual(seen(), [false, true]);
  await new Promise((done) => setTimeout(done, 400));
  page.draw();
  assert.deepEqual(seen(), [true, false]);
});

test("keys are told by ?, and statistics have bars", async () => {
  const statistics = {all: {moves: 3, legal: 2, illegal: 1, doubtful: 0, ask: 0, overruled: 1, taken_back: 0, distance_in: 12}, sides: [{id: "red", name: "Red", moves: 3, legal: 2, illegal: 1}], rules: [{rule: "BS1-7", illegal: 1}], turns: [{turn: 1, side: "red", seconds: 60}]};
  const illegal = verdict(1, 10, {ruling: "illegal", findings: [{ruling: "illegal", rule: "BS1-7", message: "too far"}]});
  const page = await openPage({archive: archiveOf([line(illegal), {kind: "ruling", data: {kind: "ruling", t: 12, move: 1, ruling: "overruled", by: "Kim"}}], {statistics})});
  page.one("#statistics").open = true;
  page.one("#statistics").dispatchEvent(new page.window.Event("toggle"));
  page.draw();
  assert.match(page.text("#statistics-body"), /Rulings by side.*Red2 legal, 1 illegal.*By rule.*BS1-71 illegal.*Time of turns.*Turn 1, Red1:00.*Overruled by the judge.*BS1-71 illegal/);
  assert.deepEqual(page.all("#statistics .bar-part.illegal").map((n) => Math.round(parseFloat(n.style.width))), [33, 100]);
  let isShown = false;
  page.one("#keys").showModal = () => { isShown = true; };
  page.press("?");
  assert.equal(isShown, true);
  assert.match(page.text("#keys-list"), /play or pause/);
});
