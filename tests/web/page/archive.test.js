// A recorded game: every part of the page shows one moment of it.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, archiveOf, game} = require("./page.js");

const verdict = (move, t, extra = {}) => ({kind: "move", data: {kind: "move", t, move, turn: 1, phase: "movement", unit: "R1", side: "red", ruling: "legal", maneuvers: [], cost_in: 6, allowance_in: 12, findings: [], ...extra}});
const advice = (t) => ({kind: "act", data: {kind: "act", t, turn: 1, phase: "movement", unit: "R2", side: "red", ruling: "legal", findings: [{ruling: "advisory", rule: "BS1-1", message: "mind the wood"}]}});
const ruling = (t, move, word) => ({kind: "ruling", data: {kind: "ruling", t, move, ruling: word, by: "judge"}});
const illegal = {ruling: "illegal", findings: [{ruling: "illegal", rule: "BS1-7.0-3", message: "too far"}]};

function drawTo(page, t) {
  const slider = page.one("#time");
  slider.value = String(t);
  slider.dispatchEvent(new page.window.Event("input"));
  page.draw();
}

const chosen = (page) => page.text("#verdicts .chosen");
const card = (page, move) => page.all("#verdicts .entry").find((n) => n.textContent.includes(`move ${move} `));
const placeOf = (page) => /translate\(([\d.-]+) /.exec(page.all("#board .figure")[0].getAttribute("transform"))[1];

// R1 goes from x = 20 to 26 between 8 and 10 s and is judged at 12; to 32 between 20 and 22, judged at 24.
function walks() {
  const at = (x) => ({"R1-1": [x, 10, 90]});
  const go = (move, t, from, to) => verdict(move, t, {from: {anchor: [from, 10, 0]}, to: {anchor: [to, 10, 0], formation: "closed"}, figures_from: at(from), figures_to: at(to), maneuvers: [{kind: "advance", cost_in: 6, from: [from, 10], to: [to, 10]}]});
  return archiveOf([go(1, 12, 20, 26), go(2, 24, 26, 32)], {states: [[0, at(20)], [8, at(22)], [9, at(24)], [10, at(26)], [20, at(28)], [21, at(30)], [22, at(32)]]});
}

test("the judge's word stands beside the verdict from the moment it was given", async () => {
  const page = await openPage({archive: archiveOf([verdict(1, 10), verdict(2, 20), ruling(25, 1, "overruled")])});
  assert.match(card(page, 1).textContent, /overruled/i);
  assert.doesNotMatch(card(page, 2).textContent, /overruled/i);
  assert.equal(page.all("#verdicts .entry").length, 2);
  drawTo(page, 24);
  assert.doesNotMatch(card(page, 1).textContent, /overruled/i);
});

test("the time line shows the latest move by then, whatever else the log says", async () => {
  const page = await openPage({archive: archiveOf([verdict(1, 10), advice(12), ruling(14, 1, "upheld"), verdict(2, 30), verdict(3, 50)])});
  for (const [t, move] of [[20, 1], [49.9, 2], [55, 3]]) {
    drawTo(page, t);
    assert.match(chosen(page), new RegExp(`move ${move} `));
  }
  drawTo(page, 5);
  assert.equal(chosen(page), "");
});

test("what was not said yet is dimmed and not counted", async () => {
  const page = await openPage({archive: archiveOf([verdict(1, 10), verdict(2, 20, illegal), verdict(3, 30)])});
  const told = () => [page.all("#verdicts .later").map((n) => /move (\d)/.exec(n.textContent)[1]), page.text("#tally .tally.legal"), page.text("#tally .tally.illegal")];
  assert.deepEqual(told(), [[], "2", "1"]);
  drawTo(page, 15);
  assert.deepEqual(told(), [["3", "2"], "1", "0"]);
});

test("a verdict that was given anew replaces the one before from that moment", async () => {
  const page = await openPage({archive: archiveOf([verdict(1, 10, {ruling: "ask"}), verdict(1, 20, illegal)])});
  const told = () => [page.text("#tally .tally.ask"), page.text("#tally .tally.illegal"), page.all("#verdicts .entry").at(-1).textContent.includes("replaced")];
  assert.deepEqual(told(), ["0", "1", true]);
  drawTo(page, 15);
  assert.deepEqual(told(), ["1", "0", false]);
});

test("of a long game the page holds what is in sight, and any verdict can be gone to", async () => {
  const moves = 5000, page = await openPage({archive: archiveOf(Array.from({length: moves}, (_, i) => verdict(i + 1, i + 1, i % 50 === 7 ? illegal : {})), {duration: moves})});
  const held = () => page.all("#verdicts li").length;
  assert.equal(page.text("#tally .tally.legal"), String(moves - moves / 50));
  for (const move of [1, 300, 2500, 4999]) {
    drawTo(page, move);
    assert.match(chosen(page), new RegExp(`move ${move} `));
    assert.ok(held() < 30, `${held()} nodes`);
  }
  assert.ok(page.all(".time-mark").length <= 91);
  page.press("Home", page.one("#verdicts"));
  assert.match(document.activeElement.closest("li").textContent, /move 5000 /);
  page.press("End", page.one("#verdicts"));
  assert.match(document.activeElement.closest("li").textContent, /move 1 /);
  page.press("ArrowUp", document.activeElement);
  assert.match(document.activeElement.closest("li").textContent, /move 2 /);
  assert.deepEqual([document.activeElement.closest("li").getAttribute("aria-setsize"), document.activeElement.closest("li").getAttribute("aria-posinset")], ["5000", "4999"]);
});

test("verdicts are found by unit, ruling, rule and words, as they hold at the moment", async () => {
  const log = [verdict(1, 10), verdict(2, 20, {...illegal, unit: "R2"}), verdict(3, 30, illegal), verdict(4, 40, {ruling: "doubtful", findings: [{ruling: "doubtful", rule: "BS1-9", message: "wheels through the wood"}]}), ruling(45, 3, "overruled")];
  const page = await openPage({archive: archiveOf(log)}), listed = () => page.all("#verdicts .entry").map((n) => /move (\d)/.exec(n.textContent)[1]).join("");
  const find = (id, value) => {
    page.one(`#${id}`).value = value;
    page.one(`#${id}`).dispatchEvent(new page.window.Event("input"));
    page.draw();
    return [listed(), page.text("#find-count")];
  };
  assert.deepEqual(find("find-ruling", "illegal"), ["2", "1 of 4"], "the third was overruled");
  drawTo(page, 44);
  assert.equal(listed(), "32", "not yet");
  page.one("#find-none").click();
  page.draw();
  assert.equal(listed(), "4321");
  assert.deepEqual(find("find-unit", "R2"), ["2", "1 of 4"]);
  assert.match(page.text("#unit-facts"), /Unit R2/);
  find("find-unit", "");
  assert.deepEqual(find("find-rule", "BS1-7.0-3"), ["32", "2 of 4"]);
  find("find-rule", "");
  assert.deepEqual(find("find", "WOOD"), ["4", "1 of 4"]);
  assert.deepEqual(find("find", "no such thing"), ["", "0 of 4"]);
  assert.match(page.text("#verdicts"), /No verdict is like that/);
  page.one("#find-none").click();
  page.draw();
  page.one("#board .figure").dispatchEvent(new page.window.MouseEvent("click", {bubbles: true}));
  page.draw();
  assert.equal(listed(), "431", "a figure of R1 on the table");
});

test("phases are bands in their sides' colours, marks are previewed and gone to", async () => {
  const page = await openPage({archive: archiveOf([verdict(1, 10), verdict(2, 30, illegal)], {phases: [[0, 1, "movement", "red"], [20, 1, "movement", "blue"], [40, 1, "melee"]]})});
  assert.deepEqual(page.all(".time-band").map((n) => [n.textContent, Math.round(parseFloat(n.style.left)), Math.round(parseFloat(n.style.width))]), [["T1 Movement · Red", 0, 33], ["T1 Movement · Blue", 33, 33], ["T1 Melee", 67, 33]]);
  const marks = page.all(".time-mark");
  assert.deepEqual(marks.map((n) => [n.className, n.getAttribute("tabindex"), n.querySelector(".ruling-icon").getAttribute("class")]), [["time-mark legal", "0", "ruling-icon legal"], ["time-mark illegal", "-1", "ruling-icon illegal"]]);
  marks[0].focus();
  page.press("ArrowRight", marks[0]);
  assert.equal(document.activeElement, marks[1]);
  assert.match(page.text("#time-preview"), /0:30.*Unit R1: Illegal.*too far/);
  marks[1].click();
  page.draw();
  assert.match(chosen(page), /move 2 /);
  marks[1].blur();
  assert.equal(page.one("#time-preview").hidden, true);
});

test("a calm line tells the verdict that is shown, and nothing is shouted", async () => {
  const page = await openPage({archive: archiveOf([verdict(1, 10, illegal), ruling(20, 1, "overruled")])});
  assert.match(page.text("#said"), /Legal by the judge \(program: illegal\).*Unit R1.*too far/);
  drawTo(page, 15);
  assert.match(page.text("#said"), /^IllegalUnit R1/);
  assert.equal(page.all(".verdict-banner").length, 0);
  drawTo(page, 5);
  assert.match(page.text("#said"), /Nothing has been judged/);
});

test("clock, slider, phase, list and figures show the same moment", async () => {
  const page = await openPage({archive: {...walks(), phases: [[1, 1, "movement", "red"], [15, 2, "melee", "blue"]]}});
  const told = () => [page.text("#clock"), page.one("#time").value, page.text("#time-text"), page.text("#phase"), placeOf(page)];
  drawTo(page, 13);
  assert.deepEqual(told(), ["0:13", "13", "0:13 / 1:00", "Turn 1 · Movement · Red", "26.000"]);
  drawTo(page, 21.5);
  assert.deepEqual(told(), ["0:21", "21.5", "0:21 / 1:00", "Turn 2 · Melee · Blue", "30.000"]);
});

test("any moment is the same whichever way one comes to it", async () => {
  const states = Array.from({length: 3000}, (_, i) => [i / 4, {"R1-1": [10 + (i * 7 % 300) / 10, 10, i % 180, i % 2], ...(i % 5 ? {} : {"R1-2": i % 10 ? [5, i % 40, 0] : null})}]);
  const page = await openPage({archive: archiveOf([], {states, duration: 750})}), seen = new Map();
  const figure = (n) => (n.getAttribute("visibility") === "visible" ? `${n.getAttribute("transform")} ${n.getAttribute("class")}` : "gone");
  const places = () => page.all("#board .figure").map(figure).join("|");
  for (const i of [2999, 0, 1500, 1501, 1499, 400, 2405, 7]) {
    drawTo(page, states[i][0]);
    assert.equal(placeOf(page), states[i][1]["R1-1"][0].toFixed(3));
    assert.equal(page.all("#board .figure")[0].classList.contains("unseen"), i % 2 === 1);
    assert.equal(page.all("#board .figure")[1].getAttribute("visibility"), Math.floor(i / 5) % 2 ? "visible" : "hidden");
    seen.set(i, places());
  }
  for (const i of [7, 400, 1499, 1500, 1501, 2405, 2999]) {
    drawTo(page, states[i][0]);
    assert.equal(places(), seen.get(i));
  }
});

test("a move's drawing goes when its unit moves on, and never comes before its verdict", async () => {
  const page = await openPage({archive: walks()}), tracks = () => page.all("#board .layer-above .track").map((n) => n.getAttribute("d"));
  const facing = () => page.one("#board .unit .facing").closest("g").getAttribute("visibility");
  drawTo(page, 11);
  assert.deepEqual(tracks(), []);
  drawTo(page, 13);
  assert.deepEqual([tracks(), page.all("#board .ghost").length, facing()], [["M20 38L26 38"], 2, "inherit"]);
  drawTo(page, 20.5);
  assert.deepEqual([tracks(), page.all("#board .ghost").length, facing()], [[], 0, "hidden"]);
  assert.equal(page.all("#board .figure.moving").length, 1);
  drawTo(page, 24);
  assert.deepEqual(tracks(), ["M26 38L32 38"]);
});

test("it plays at its speed, pauses, and stops at the end", async () => {
  const page = await openPage({archive: walks()});
  drawTo(page, 10);
  page.press(" ");
  assert.match(page.text("#play-toggle"), /Pause/);
  page.wait(2);
  assert.equal(page.text("#clock"), "0:12");
  page.press(".");
  page.wait(2);
  assert.equal(page.text("#clock"), "0:16");
  page.one("#play-toggle").click();
  page.draw();
  page.wait(5);
  assert.equal(page.text("#clock"), "0:16");
  assert.match(page.text("#play-toggle"), /Play/);
  page.one("#play-speed").value = "60";
  page.one("#play-speed").dispatchEvent(new page.window.Event("change"));
  page.press("k");
  page.wait(100);
  assert.deepEqual([page.text("#clock"), page.text("#play-toggle .label")], ["1:00", "Play"]);
  page.press(" ");
  page.wait(0.1);
  assert.equal(page.text("#clock"), "0:06", "from the start again");
});

test("keys and buttons go from move to move, and to those that are disputed", async () => {
  const page = await openPage({archive: archiveOf([verdict(1, 10), verdict(2, 20, {ruling: "doubtful"}), verdict(3, 20), verdict(4, 30, illegal), advice(35), verdict(5, 40)])});
  const at = () => [/move (\d)/.exec(chosen(page))?.[1], page.text("#clock")];
  drawTo(page, 0);
  const steps = [["ArrowRight", "1", "0:10"], ["ArrowRight", "2", "0:20"], ["ArrowRight", "3", "0:20"], ["ArrowLeft", "2", "0:20"], ["n", "4", "0:30"], ["n", "4", "0:30"], ["N", "2", "0:20"], ["ArrowLeft", "1", "0:10"], ["ArrowLeft", "1", "0:10"]];
  for (const [key, move, clock] of steps) {
    page.press(key);
    assert.deepEqual(at(), [move, clock], key);
  }
  page.one("#play-disputed").click();
  page.draw();
  assert.deepEqual(at(), ["2", "0:20"]);
  drawTo(page, 25);
  page.press("ArrowLeft");
  assert.deepEqual(at(), ["3", "0:20"], "from between two moves to the one before");
  page.press("ArrowRight", page.one("#time"));
  assert.deepEqual(at(), ["3", "0:20"], "the slider keeps its own arrows");
  page.press("n", page.one("#note-text"));
  assert.deepEqual(at(), ["3", "0:20"], "a field keeps its letters");
});

test("a move is watched from where it began to its verdict", async () => {
  const page = await openPage({archive: walks()});
  drawTo(page, 30);
  page.press("w");
  assert.equal(page.text("#clock"), "0:19", "the unit was seen to leave at 20 s");
  assert.equal(page.all("#board .ghost").length, 1);
  page.wait(100);
  assert.deepEqual([page.text("#clock"), page.text("#play-toggle .label"), page.window.location.hash], ["0:24", "Play", "#m2"]);
});

test("a verdict has an address: opening it, following it and choosing it", async () => {
  const page = await openPage({archive: walks(), hash: "#m1"}), follow = (hash) => {
    page.window.location.hash = hash;
    page.window.dispatchEvent(new page.window.Event("hashchange"));
    page.draw();
  };
  assert.match(chosen(page), /move 1 /);
  assert.equal(page.text("#clock"), "0:12");
  follow("#m2");
  assert.match(chosen(page), /move 2 /);
  for (const hash of ["#m99", "#m", "#mx", "#m-1", "#m1e9", "#<script>"]) {
    follow(hash);
    assert.equal(page.text("#clock"), "0:24", hash);
  }
  card(page, 1).querySelector("button").click();
  page.draw();
  assert.deepEqual([page.window.location.hash, page.text("#clock")], ["#m1", "0:12"]);
  drawTo(page, 30);
  assert.equal(page.window.location.hash, "");
});

test("the live page opens at the verdict that its address names once it has come", async () => {
  const page = await openPage({hash: "#m2"});
  for (const move of [1, 2, 3]) page.tell("move", verdict(move, 10 + move).data);
  page.draw();
  assert.match(chosen(page), /move 2 /);
  card(page, 3).querySelector("button").click();
  page.draw();
  assert.equal(page.window.location.hash, "#m3");
});

test("a program that shows a record gives it whole, and its stream is closed", async () => {
  const page = await openPage({served: walks()});
  assert.equal(page.text("#health"), "A recorded game");
  assert.equal(page.stream.closed, true);
  drawTo(page, 13);
  assert.match(chosen(page), /move 1 /);
  const without = await openPage({file: "review.html", module: "review.js", isSilent: true});
  without.say("hello", {role: "viewer", archive: true});
  await without.settle();
  assert.match(without.text("#health"), /can’t be shown: this game is not recorded/);
});

test("what the rule says is told by the program that shows the record", async () => {
  const breach = {ruling: "illegal", violation: "OVER_DISTANCE", rule: "BS1-1", message: "too far", measured: 18.6, allowed: 18, sigma: 0.05, unit: "in", figures: []};
  const page = await openPage({served: archiveOf([verdict(1, 10, {ruling: "illegal", findings: [breach]})])});
  await page.settle();
  assert.match(page.text("#verdicts .rule-text"), /No unit moves farther than its rate/);
});

test("a record takes no entries", async () => {
  const page = await openPage({archive: walks()});
  assert.equal(page.all("#verdicts .card-buttons, form:not([method=dialog]):not(#note-form)").length, 0);
});

test("pictures stand beside their move, and come from nowhere but the page or its program", async () => {
  const jpeg = "data:image/jpeg;base64,/9j/AAAA", picture = (seq, move, what, src, t = 5) => ({seq, t, move, unit: "R1", what, width: 320, height: 200, src});
  const evidence = [picture(3, 1, "before", jpeg), picture(4, 1, "after", "https://evil.test/x.jpg"), picture(5, 2, "before", "data:text/html;base64,AAAA"), picture(6, 2, "after"), picture(7, undefined, "table", jpeg, 40)];
  const sources = (page) => page.all("#evidence img").map((n) => n.getAttribute("src"));
  const page = await openPage({archive: {...walks(), evidence}});
  drawTo(page, 5);
  assert.equal(page.one("#evidence").hidden, true);
  drawTo(page, 13);
  assert.deepEqual(sources(page), [jpeg]);
  assert.match(page.text("#evidence"), /Before · 0:05.*only in the record.*After · 0:05/);
  drawTo(page, 25);
  assert.deepEqual(sources(page), []);
  drawTo(page, 41);
  assert.deepEqual(sources(page), [], "the move has pictures of its own");
  const table = await openPage({archive: {...archiveOf([]), evidence: [picture(7, undefined, "table", jpeg, 40)]}});
  assert.match(table.text("#evidence"), /Table · 0:40/);
  drawTo(table, 39);
  assert.deepEqual(sources(table), []);
  const served = await openPage({served: {...walks(), evidence: evidence.map((p) => ({...p, src: undefined}))}});
  drawTo(served, 13);
  assert.deepEqual(sources(served), ["/evidence/3", "/evidence/4"]);
});

test("health is told as it was, and what is wrong with the record always", async () => {
  const health = (t, word, why) => ({kind: "health", data: {kind: "health", t, state: word, why}});
  const page = await openPage({archive: {...walks(), log: [health(20, "blind", "no picture"), health(30, "good", "")], damage: "Rows are missing <b>"}});
  assert.equal(page.all("#verdicts .entry").length, 0);
  for (const [t, text] of [[10, "A recorded game"], [25, "Then: no picture"], [35, "A recorded game"]]) {
    drawTo(page, t);
    assert.deepEqual([page.text("#health"), page.text("#damage")], [text, "Rows are missing <b>"]);
  }
  assert.equal(page.one("#damage").hidden, false);
  assert.equal((await openPage({archive: walks()})).one("#damage").hidden, true);
});

test("markup in a record stays text", async () => {
  const EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'&";
  const log = [verdict(1, 10, {ruling: EVIL, findings: [{ruling: EVIL, message: EVIL, rule: EVIL}], maneuvers: [{kind: EVIL, from: [1, 1], to: [9, 9], cost_in: 1}]}), {kind: EVIL, data: {t: 11, message: EVIL}}, ruling(12, 1, "upheld")];
  const evidence = [{seq: 1, t: 1, move: 1, what: EVIL, src: EVIL}, {seq: 1, t: 1, move: 1, what: "before", src: EVIL}];
  const page = await openPage({archive: archiveOf(log, {made: EVIL, program: EVIL, head: EVIL, damage: EVIL, game: {...game, title: EVIL, units: game.units.map((u) => ({...u, name: EVIL}))}, phases: [[1, 1, EVIL, EVIL]], evidence})});
  assert.equal(page.all("img").length, 0);
  assert.equal(page.all("body script:not(#record-data)").length, 0);
  assert.ok(page.text("#verdicts").includes(EVIL));
  assert.equal(page.text("#record-made"), EVIL);
});

test("a damaged archive stops nothing that is sound in it", async () => {
  const sound = walks(), log = [null, 3, {kind: "move"}, {kind: "move", data: {t: "x", unit: 7}}, {kind: "move", data: {t: null}}, {kind: "act", data: {t: 1}}, {kind: "alert", data: {t: 2, figures: 5, at: "x"}}, ...sound.log, verdict(9, 50, {figures_to: {"R1-1": "x"}, figures_from: 5, to: {anchor: "x"}, from: 3})];
  const frames = [null, "x", [], ...sound.frames, [100, 4000000, 1, 1, 1], [1e308, 0, 1e308, 0, 0], [-5, 0, 0.5, 1, 1], [5, -8, 1, 1, 1]];
  const page = await openPage({archive: {...sound, log, frames, phases: [null, [1, 1, "movement", "red"], ["x"]], evidence: [null, 5, {}, {move: "x"}], figures: [...sound.figures, null], damage: null, made: {}}});
  drawTo(page, 13);
  assert.deepEqual([placeOf(page), page.text("#clock")], ["26.000", "0:13"]);
  drawTo(page, 55);
  assert.equal(page.text("#clock"), "0:55");
  assert.match(chosen(page), /move 9 /);
  const empty = await openPage({archive: {}});
  assert.equal(empty.text("#time-text"), "0:00 / 0:00");
});
