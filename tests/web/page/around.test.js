// The pages around the table: the wall, phones and the overlay of a stream draw what the messages say, and enter no more than they may.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, loadModule, game, state} = require("./page.js");

const finding = (ruling, extra = {}) => ({ruling, violation: "OVER_DISTANCE", rule: "BS1-1", message: "0.6\" too far", measured: 12.6, allowed: 12, sigma: 0.05, unit: "in", ...extra});
const verdict = (move, ruling, extra = {}) => ({t: 10 + move, move, turn: 1, phase: "movement", unit: "R1", side: "red", ruling, maneuvers: [], cost_in: 6, allowance_in: 12, findings: ruling === "legal" ? [] : [finding(ruling)], ...extra});
const battle = {...game, units: [...game.units, {...game.units[0], id: "B1", name: "Spears", side: "blue", figures: [{id: "B1-1", shape: "square", width: 1, depth: 1}]}]};
const envelope = (unit, extra = {}) => ({unit, come_in: 4, limit_in: 12, left_in: 8, ...extra});
const PLAYER = {role: "player", name: "Anna", side: "red"}, VIEWER = {role: "viewer", name: "", side: null};

async function open(name, {viewer = VIEWER, ...more} = {}) {
  const page = await openPage({file: {wall: "wall.html", phone: "phone.html", overlay: "overlay.html"}[name], module: {wall: "wall.js", phone: "phone.js", overlay: "overlay_page.js"}[name], viewer, ...more});
  page.tell("game", battle);
  return page;
}

const tap = async (page, node) => {
  node.disabled = false;
  node.click();
  await new Promise((done) => setImmediate(done));
  page.draw();
};
const button = (page, words, within = "body") => page.all(`${within} button`).find((b) => b.textContent === words);
const last = (page) => page.posted.at(-1)?.event;

test("the wall tells phase, side, units and the newest rulings, and asks nothing", async () => {
  const page = await open("wall");
  assert.equal(page.text("#phase"), "Turn 1 · Movement Red");
  page.tell("move", verdict(1, "legal"));
  page.tell("move", verdict(2, "illegal", {unit: "R2"}));
  page.tell("move", verdict(3, "legal", {unit: "B1", side: "blue", phase: "magic", allowance_in: 0}));
  assert.match(page.text(".verdict-banner"), /Illegal move.*Unit R2.*0.6″ too far/);
  assert.deepEqual(page.all("#rulings .ruling-word").map((n) => n.textContent), ["Not judged", "Illegal", "Legal"]);
  assert.match(page.text("#units"), /Unit R1Legal.*Unit R2Illegal/);
  assert.match(page.text("#units"), /SpearsNot judged/);
  assert.deepEqual(page.all("body button").filter((b) => !b.hidden && !b.closest("#banner")).map((b) => b.id), ["sound"]);
  page.tell("ruling", {t: 20, move: 2, ruling: "overruled", by: "Kim"});
  assert.equal(page.all(".verdict-banner").length, 0);
  assert.match(page.text("#rulings"), /Legal.*Unit R2.*by the judge \(program: illegal\)/);
  assert.doesNotMatch(page.text("#units"), /Illegal/);
});

test("the wall says when what it shows may be old, and why something is not judged", async () => {
  const page = await open("wall");
  page.tell("state", {...state, t: 12, health: "A hand hides the south edge"});
  assert.equal(page.text("#health"), "A hand hides the south edge");
  page.stream.tell("error");
  page.draw();
  assert.match(page.text("#health"), /Connection lost/);
  assert.ok(page.document.body.classList.contains("is-lost"));
  page.stream.tell("open");
  page.draw();
  assert.ok(!page.document.body.classList.contains("is-lost"));
});

test("the wall names the players' page until the game begins", async () => {
  const page = await open("wall");
  assert.equal(page.one("#join").hidden, true);
  page.tell("state", {...state, turn: 0, phase: "", side: null});
  assert.match(page.text("#join"), /http:\/\/table\.test\/phone/);
});

test("of a side with many units the wall keeps the gravest, and counts the rest", async () => {
  const page = await open("wall"), units = Array.from({length: 14}, (_, i) => ({...game.units[0], id: `U${i}`, name: `Unit ${i}`, figures: []}));
  page.tell("game", {...game, units});
  page.tell("move", verdict(1, "illegal", {unit: "U13"}));
  assert.equal(page.all("#units .unit-row").length, 8);
  assert.match(page.text("#units"), /Unit 13Illegal.*and 6 more/);
});

test("a player declares for an own unit, at a target, and ends its move", async () => {
  const page = await open("phone", {viewer: PLAYER});
  assert.deepEqual(page.all("#units button").map((b) => b.dataset.unit), ["R1", "R2"]);
  await tap(page, page.one("#units [data-unit=R1]"));
  await tap(page, button(page, "Charge", "#unit"));
  await tap(page, button(page, " Spears", "#unit"));
  assert.deepEqual(last(page), {kind: "declare", unit: "R1", action: "charge", target: "B1"});
  await tap(page, page.one("#units [data-unit=R1]"));
  await tap(page, button(page, "Morale", "#unit"));
  await tap(page, button(page, "Failed", "#unit"));
  assert.deepEqual(last(page), {kind: "dice", unit: "R1", check: "morale", outcome: "fail"});
  await tap(page, page.one("#units [data-unit=R2]"));
  await tap(page, button(page, "End move", "#actions"));
  assert.deepEqual(last(page), {kind: "end-move", unit: "R2"});
});

test("a declaration that is refused stays open, with the reason", async () => {
  const page = await open("phone", {viewer: PLAYER, refuse: "the game is over"});
  await tap(page, page.one("#units [data-unit=R1]"));
  await tap(page, button(page, "Charge", "#unit"));
  await tap(page, button(page, "Leave it open", "#unit"));
  assert.deepEqual(last(page), {kind: "declare", unit: "R1", action: "charge"});
  assert.match(page.text("#notice"), /Not entered: the game is over/);
  assert.equal(page.one("#unit").hidden, false);
});

test("a player's own question is answered with one press; the enemy's is not shown", async () => {
  const page = await open("phone", {viewer: PLAYER});
  page.tell("move", verdict(1, "ask", {findings: [finding("ask", {message: "did it pass morale?"})]}));
  page.tell("move", verdict(2, "ask", {unit: "B1", side: "blue", findings: [finding("ask", {message: "and it?"})]}));
  assert.equal(page.all(".question").length, 1);
  assert.match(page.text(".question"), /Unit R1.*did it pass morale/);
  assert.equal(page.all(".verdict-banner").length, 0);
  await tap(page, page.one(".question button"));
  assert.deepEqual(last(page), {kind: "dice", unit: "R1", check: "morale", outcome: "pass"});
});

test("a player challenges a ruling on either side's move, with a sentence", async () => {
  const page = await open("phone", {viewer: PLAYER});
  page.tell("move", verdict(1, "legal", {unit: "B1", side: "blue"}));
  await tap(page, page.one("#challenge"));
  page.one(".challenge-form input").value = "it began further back";
  await tap(page, button(page, "Challenge", ".challenge-form"));
  assert.deepEqual(last(page), {kind: "challenge", move: 1, note: "it began further back"});
  page.tell("challenge", {t: 12, move: 1, unit: "B1", by: "Anna"});
  assert.equal(page.all("#rulings button").length, 0);
  assert.match(page.text("#rulings"), /challenged by Anna/);
});

test("the banner of a phone tells what is own; what the enemy did wrong is a line", async () => {
  const page = await open("phone", {viewer: PLAYER});
  page.tell("move", verdict(1, "illegal", {unit: "B1", side: "blue"}));
  assert.equal(page.all(".verdict-banner").length, 0);
  assert.match(page.text("#enemy"), /Illegal move: Spears. 0.6″ too far/);
  page.tell("move", verdict(2, "illegal"));
  assert.match(page.text(".verdict-banner"), /Illegal move.*Unit R1/);
  assert.equal(page.all("#challenge").length, 1);
  await tap(page, page.one("#challenge"));
  assert.deepEqual(last(page), {kind: "challenge", move: 2});
});

test("nothing of the other side can be entered, and a viewer enters nothing", async () => {
  const page = await open("phone", {viewer: PLAYER}), going = {...state, t: 12, envelopes: [envelope("B1"), envelope("R1")]};
  page.tell("state", going);
  assert.deepEqual(page.all("#actions button").map((b) => b.textContent), ["End move: Unit R1"]);
  page.tell("move", verdict(1, "ask"));
  page.tell("session", VIEWER);
  assert.equal(page.all("#units button, #actions button, .question button, #rulings button, #unit button").length, 0);
  assert.match(page.text("#units"), /Unit R1.*Unit R2.*Spears/);
  assert.equal(page.one("#login").hidden, false);
});

test("without numbers of a move that goes on, a phone tells none", async () => {
  const page = await open("phone", {viewer: PLAYER});
  page.tell("state", {...state, t: 12, envelopes: [envelope("R1")]});
  assert.match(page.text("#units"), /8″ left/);
  page.tell("state", {...state, t: 13, premeasure: false, envelopes: [{unit: "R1"}]});
  assert.match(page.text("#units"), /Unit R1Moving/);
  page.tell("state", {...state, t: 14, premeasure: false, envelopes: [{unit: "R1", over: true}]});
  assert.match(page.text("#units"), /Unit R1Too far/);
});

test("a player logs in with the table's code, and is told why not", async () => {
  const page = await open("phone", {session: {status: 401, body: {error: "that is not the code of this table"}}});
  page.one("#login-code").value = " K7QP ";
  page.one("#login-name").value = "Anna";
  page.one("#login-side").value = "blue";
  page.one("#login").dispatchEvent(new page.window.Event("submit", {cancelable: true}));
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(page.posted.at(-1), {where: "/api/session", event: {role: "player", code: "K7QP", name: "Anna", side: "blue"}});
  assert.equal(page.text("#login-error"), "that is not the code of this table");
});

test("the overlay tells the unit that moves as far as it may be known, and the score", async () => {
  const page = await open("overlay");
  page.tell("move", verdict(1, "legal"));
  page.tell("state", {...state, t: 12, envelopes: [envelope("R1")]});
  assert.match(page.text("#current"), /Unit R1.*4″ of 12″/);
  assert.equal(page.one("#current .bar-fill").style.width, "33.3%");
  page.tell("state", {...state, t: 13, envelopes: [{unit: "R1", over: true}]});
  assert.match(page.text("#current"), /Unit R1.*Too far/);
  assert.equal(page.all("#current .bar").length, 0);
  assert.equal(page.text("#score"), "Legal 1Illegal 0");
  assert.equal(page.all("button").length, 0);
});

test("a breach stands in the overlay for its time, unless it is overruled; an old one never", async () => {
  const page = await open("overlay", {search: "?hold=2"});
  page.tell("move", verdict(1, "illegal"));
  assert.match(page.text("#breach"), /Illegal move.*Unit R1.*0.6″ too far/);
  page.tell("picture", {t: 9, move: 1, unit: "R1", what: "way", src: "/pictures/4", width: 80, height: 60});
  assert.equal(page.one("#replay-picture").getAttribute("src"), "/pictures/4");
  page.tell("picture", {t: 9.5, move: 1, unit: "R1", what: "way", src: "javascript:alert(1)", width: 80, height: 60});
  assert.equal(page.one("#replay-picture").getAttribute("src"), "/pictures/4");
  page.tell("ruling", {t: 20, move: 1, ruling: "overruled", by: "Kim"});
  assert.equal(page.one("#breach").hidden, true);
});

test("a breach leaves the overlay by itself", async () => {
  const page = await open("overlay", {search: "?hold=1"});
  page.tell("move", verdict(1, "illegal"));
  page.tell("ruling", {t: 20, move: 1, ruling: "upheld", by: "Kim"});
  assert.equal(page.one("#breach").hidden, false);
  await new Promise((done) => setTimeout(done, 1100));
  page.draw();
  assert.equal(page.one("#breach").hidden, true);
});

test("the overlay's query says what is shown and where; what is out of bounds is passed over", async () => {
  const page = await open("overlay", {search: "?hold=1&width=600&height=200&scale=2&parts=phase,score,rubbish&corner=top-right"}), node = page.one("#overlay");
  assert.deepEqual([node.style.width, node.style.height, node.style.fontSize], ["600px", "200px", "40px"]);
  assert.ok(node.classList.contains("top-right"));
  page.tell("move", verdict(1, "illegal"));
  assert.ok(page.one("#breach").classList.contains("unwanted"));
  assert.ok(!page.one("#phase").classList.contains("unwanted"));
  const other = await open("overlay", {search: "?width=x&scale=-1&parts=&corner=middle"});
  assert.equal(other.one("#overlay").style.fontSize, "20px");
  assert.ok(other.one("#overlay").classList.contains("bottom-left"));
  assert.equal(other.all(".unwanted").length, 0);
});

for (const name of ["wall", "phone", "overlay"])
  test(`garbage stops nothing: ${name}`, async () => {
    const page = await open(name, {viewer: PLAYER, search: "?hold=1"}), evil = "<img src=x onerror=alert(1)>";
    for (const kind of ["move", "settled", "act", "alert", "obligation", "nudge", "ask", "offer", "picture", "challenge", "ruling"]) for (const data of [{}, "null", "[]", "{", {t: "1", move: "1", unit: 7, ruling: 3, findings: [{ruling: "illegal", message: 9}]}, {t: 1, unit: "R1", ruling: "illegal", message: evil, by: evil, findings: [{ruling: "illegal", message: evil}]}]) page.say(kind, data);
    page.tell("state", {...state, t: 30, phase: evil, health: evil, units: [{}, null], envelopes: [{}, {unit: "R1", come_in: "4", limit_in: "x"}], due: [{}]});
    page.tell("game", {...battle, title: evil, sides: [{id: "red", name: evil, colour: evil}]});
    page.tell("state", {...state, t: 40, phase: "melee"});
    assert.match(page.text("#phase"), /Melee/);
    assert.equal(page.all("body script, body img:not(#replay-picture)").length, 0);
  });

test("every text of these pages is there in both languages", async () => {
  const {EN} = await loadModule("lang/en.js"), {DE} = await loadModule("lang/de.js");
  for (const key of Object.keys(EN).filter((k) => /^(strip|sound|wall|phone|stream)\./.test(k))) assert.ok(DE[key], key);
});
