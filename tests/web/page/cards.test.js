// What each line of the stream shows, and what its buttons post.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, state, still} = require("./page.js");

const verdict = (extra = {}) => ({kind: "move", t: 14, move: 1, turn: 1, phase: "movement", unit: "R1", side: "red", ruling: "legal", maneuvers: [], cost_in: 6, allowance_in: 12, findings: [], ...extra});
const illegal = {ruling: "illegal", violation: "OVER_DISTANCE", rule: "BS1-7.0-3", message: "0.6\" too far", measured: 18.6, allowed: 18, sigma: 0.05, unit: "in", p_illegal: 1, bound: 18.4, figures: ["R1-1"]};
const envelope = (unit) => ({unit, come_in: 4, limit_in: 12, left_in: 8, raised_in: 0, reach: []});

test("a verdict names the unit, the ruling, the rule and the numbers", async () => {
  const page = await openPage();
  page.tell("move", verdict({ruling: "illegal", findings: [illegal]}));
  const card = page.text("#verdicts .entry.illegal");
  for (const words of ["Unit R1", "Illegal", "move 1", "0.6″ too far", "18.6″ ± 0.1″", "limit 18″", "no less than 18.4″", "> 99.9 %", "OVER_DISTANCE · BS1-7.0-3"]) assert.ok(card.includes(words), `${words} in ${card}`);
  assert.equal(page.text("#tally .tally.illegal"), "1");
});

test("a question and advice show their numbers without a bar or a chance of a breach", async () => {
  const page = await openPage();
  page.tell("move", verdict({ruling: "illegal", findings: [illegal]}));
  assert.equal(page.all("#verdicts .entry.illegal .gauge").length, 1);
  for (const [ruling, move] of [["ask", 2], ["advisory", 3]]) {
    page.tell("move", verdict({move, ruling: ruling === "ask" ? "ask" : "legal", findings: [{...illegal, ruling}]}));
    const shown = page.one("#verdicts .entry");
    assert.match(shown.textContent, /18.6″ ± 0.1″.*limit 18″/);
    assert.equal(shown.querySelectorAll(".gauge").length, 0, ruling);
    assert.doesNotMatch(shown.textContent, /p illegal/);
  }
});

test("a verdict says of how many figures it was made where some were hidden", async () => {
  const page = await openPage();
  page.tell("move", verdict({seen: 14, figures: 20}));
  assert.match(page.text("#verdicts .entry"), /Seen 14 of 20 figures/);
  page.tell("move", verdict({move: 2}));
  assert.doesNotMatch(page.one("#verdicts .entry").textContent, /Seen/);
});

test("the page offers every phase that may be entered, and proposes what follows the one that a word means", async () => {
  const page = await openPage(), rules = {...require("./page.js").rules, phases: ["charges", "normal-movement", "shooting"], other_phases: {movement: "normal-movement", magic: null}};
  page.tell("rules", rules);
  assert.deepEqual(page.all("#entry-phase option").map((o) => o.value), ["charges", "normal-movement", "shooting", "movement", "magic"]);
  page.tell("state", {...state, turn: 2, phase: "movement"});
  assert.equal(page.one("#entry-phase").value, "shooting");
});

test("a judge upholds or overrules beside the verdict; a viewer can't", async () => {
  const page = await openPage();
  page.tell("move", verdict());
  await page.click("Overrule", "#verdicts li.chosen");
  assert.deepEqual(page.posted.at(-1), {where: "/api/events", event: {kind: "ruling", move: 1, ruling: "overruled", by: "Kim"}});
  const viewer = await openPage({entries: false});
  viewer.tell("move", verdict());
  assert.equal(viewer.all("#verdicts .card-buttons").length, 0);
});

test("a refused entry is said with its reason", async () => {
  const page = await openPage({refuse: "move: 1 has not been judged yet"});
  page.tell("move", verdict());
  await page.click("Uphold", "#verdicts");
  assert.equal(page.text("#notice"), "Not entered: move: 1 has not been judged yet (move 1 upheld)");
});

test("an alert is marked on the table until the unit's verdict", async () => {
  const page = await openPage();
  page.tell("alert", {t: 11, unit: "R1", rule: "BS1-7.4-6", violation: "SKIRMISHER_CONTACT", message: "touches an enemy", figures: ["R1-1"], at: [20, 10]});
  assert.match(page.text("#verdicts .entry.alert"), /touches an enemy/);
  assert.equal(page.all("#board .spot.illegal").length, 1);
  page.tell("move", verdict());
  assert.equal(page.all("#board .spot").length, 0);
});

test("a take-back is offered while the unit stands where it stood, and is posted", async () => {
  const page = await openPage();
  page.say("offer", {t: 15, unit: "R1", action: "take-back", move: 1, message: "stands where it stood before move 1"});
  page.tell("state", {...state, t: 15, units: [{...still("R1"), take_back: 1}, still("R2")]});
  assert.match(page.text("#verdicts .entry.offer"), /stands where it stood before move 1/);
  await page.click("Take the move back", "#help .offer");
  assert.deepEqual(page.posted.at(-1).event, {kind: "take-back", unit: "R1"});
  page.tell("state", {...state, t: 16});
  assert.equal(page.all("#help .offer").length, 0);
});

test("a provisional verdict goes with the way back, the take-back and the verdict", async () => {
  const page = await openPage(), provisional = () => page.all("#verdicts .provisional").length;
  const going = {...state, t: 14, envelopes: [envelope("R1")]};
  page.say("settled", verdict({kind: "settled", t: 14, move: 0}));
  page.tell("state", going);
  assert.equal(provisional(), 1);
  page.tell("offer", {t: 15, unit: "R2", message: "another unit"});
  assert.equal(provisional(), 1);
  page.tell("offer", {t: 15, unit: "R1", message: "stands where it stood"});
  assert.equal(provisional(), 0, "after a way back");
  page.say("settled", verdict({kind: "settled", t: 16, move: 0}));
  page.tell("state", {...going, t: 16});
  page.tell("state", {...state, t: 17});
  assert.equal(provisional(), 0, "when no move of the unit goes on");
  page.tell("settled", verdict({kind: "settled", t: 18, move: 0}));
  assert.equal(provisional(), 1, "before the state that tells of its move");
  page.tell("move", verdict({t: 19}));
  assert.equal(provisional(), 0);
  assert.equal(page.all("#verdicts .entry").filter((n) => n.classList.contains("legal")).length, 1);
});

test("a nudge is told and shows the way back to where the figures stood", async () => {
  const page = await openPage(), from = {"R1-1": [20, 10, 90]};
  page.say("nudge", {t: 12, unit: "R1", figures: ["R1-1"], distance_in: 0.31, number: 3, from});
  page.tell("state", {...state, nudges: [{number: 3, t: 12, unit: "R1", side: "red", figures: ["R1-1"], from, distance_in: 0.31, open: true}]});
  assert.match(page.text("#verdicts .entry.nudge"), /R1-1 nudged by 0.31″: no move/);
  assert.match(page.text("#help .nudge"), /1 not put back.*R1-1 by 8 mm in Red’s turn/);
  await page.click("Put it back", "#help .nudge");
  assert.deepEqual(page.posted.at(-1).event, {kind: "guide", what: "nudge 3", figures: from});
  page.tell("nudge", {t: 13, unit: "R1", figures: ["R1-1"], put_back: 3, distance_in: 0});
  assert.match(page.text("#verdicts .entry.nudge"), /R1-1 put back: nudge 3 is settled/);
});

test("figures that may have been taken for one another are named and outlined", async () => {
  const page = await openPage();
  page.tell("mixed", {t: 12, groups: [["R1-1", "R2-1"]], message: "R1-1 and R2-1 may have been exchanged"});
  const card = page.one("#verdicts .entry.mixed button");
  assert.match(card.textContent, /may have been exchanged/);
  card.click();
  page.draw();
  assert.equal(page.all("#board [data-mark=ask]").length, 2);
});

test("a base that the game does not know is named, and shown where it lies", async () => {
  const page = await openPage();
  page.tell("unknown", {t: 12, at: [30, 20], base: {shape: "square", width_mm: 25, depth_mm: 25}, message: "a base that belongs to no figure"});
  const card = page.one("#verdicts .entry.unknown button");
  assert.match(card.textContent, /belongs to no figure/);
  card.click();
  page.draw();
  assert.equal(page.all("#board .spot.ask").length, 1);
});

test("a question's answers are buttons, and are posted as their event", async () => {
  const page = await openPage();
  page.tell("move", verdict({ruling: "ask", findings: [{ruling: "ask", rule: "BS1-1", message: "Was the check passed?"}]}));
  await page.click("Morale passed", "#verdicts .answers");
  assert.deepEqual(page.posted.at(-1).event, {kind: "dice", unit: "R1", check: "morale", outcome: "pass"});
  page.tell("move", verdict({t: 20, ruling: "legal"}));
  assert.equal(page.all("#verdicts .answers").length, 0, "the answered verdict takes its place");
});

test("which figure is which is answered by placing it, not by what the rule asks otherwise", async () => {
  const page = await openPage();
  page.tell("move", verdict({ruling: "ask", findings: [{ruling: "ask", violation: "", rule: "BS1-1", figures: ["R2-2", "R1-2"], message: "R1-2 and R2-2 may have been taken for one another: place them, or let the judge rule"}]}));
  assert.deepEqual(page.all("#verdicts .answers button").map((b) => b.textContent), ["Place them…"]);
  await page.click("Place them…", "#verdicts .answers");
  assert.equal(page.one("#entry-what").value, "place");
  const figure = page.one("#entry-fields select");
  assert.equal(figure.value, "R1-2");
  assert.deepEqual(page.all("#entry-fields input").map((i) => i.value), ["21", "10", "90"]);
  await page.click("Enter", "#entry-form");
  assert.deepEqual(page.posted.at(-1).event, {kind: "place", figures: {"R1-2": [21, 10, 90]}});
});

test("advice after a move leaves the move on the table, and no mark over its own", async () => {
  const page = await openPage(), advice = {kind: "act", t: 14, turn: 1, phase: "movement", unit: "R2", ruling: "legal", findings: [{ruling: "advisory", message: "no check was entered"}]};
  page.tell("move", verdict({ruling: "illegal", findings: [illegal], maneuvers: [{kind: "advance", cost_in: 6, from: [20, 10], to: [20, 16]}]}));
  page.tell("act", advice);
  assert.equal(page.all("#board .layer-above .move.illegal .track").length, 1);
});

test("the rate of pictures agrees with the line that complains of it", async () => {
  const page = await openPage(), told = (camera_fps) => (page.tell("state", {...state, health_facts: {camera_fps}}), page.text("#health-facts"));
  assert.equal(told(0.9), "0.9 pictures/s");
  assert.equal(told(29.97), "30 pictures/s");
});

test("a move that no maneuver explains is called so", async () => {
  const page = await openPage();
  page.tell("move", verdict({maneuvers: [{kind: "other", cost_in: 0, from: [20, 10], to: [20, 10]}]}));
  assert.match(page.text("#verdicts .maneuvers"), /^a move that no maneuver explains/);
});

test("a question that is open no longer is marked as past", async () => {
  const page = await openPage(), marker = {marker: "tag36h11 40", means: "declare:charge", at: [25, 12], entry: {kind: "declare", action: "charge"}, asked: ["R1", "R2"]};
  const past = (kind) => page.all(`#verdicts .entry.${kind} .tag`).map((n) => n.textContent);
  page.say("offer", {t: 15, unit: "R1", action: "take-back", move: 1, message: "stands where it stood before move 1"});
  page.say("ask", {t: 15, marker: marker.marker, means: marker.means, at: marker.at, units: marker.asked, message: "whose is it?"});
  page.tell("state", {...state, t: 15});
  assert.deepEqual([past("offer"), past("ask")], [[], []], "before the state that tells of it");
  page.tell("state", {...state, t: 30, units: [{...still("R1"), take_back: 1}, still("R2")], markers: [marker]});
  assert.deepEqual([past("offer"), past("ask")], [[], []], "while it is open");
  page.tell("state", {...state, t: 31, markers: [{...marker, asked: undefined, unit: "R1"}]});
  assert.deepEqual([past("offer"), past("ask")], [["past"], ["past"]]);
});

test("a way back of a move that had not ended is no question", async () => {
  const page = await openPage();
  page.tell("offer", {t: 15, unit: "R1", action: "take-back", move: 0, message: "nothing is charged"});
  assert.equal(page.text("#verdicts .entry.offer .badge"), "Put back");
  page.tell("offer", {t: 16, unit: "R2", action: "take-back", move: 2, message: "is that move taken back?"});
  assert.equal(page.all("#verdicts .entry.offer .badge")[0].textContent, "Take back?");
});

test("a unit's panel takes entries where they may be made, and none elsewhere", async () => {
  const choose = (page) => {
    page.one("#unit-choice").value = "R1";
    page.one("#unit-choice").dispatchEvent(new window.Event("change"));
    page.draw();
  };
  const page = await openPage();
  choose(page);
  const hidden = (id) => Boolean(page.one(id).closest("[hidden]"));
  assert.deepEqual(["#put-back", "#take-back", "#end-move", "#entry-what"].map(hidden), [false, false, false, false]);
  await page.click("Way back", "#entry-form");
  assert.deepEqual(page.posted.at(-1).event, {kind: "guide", unit: "R1"});
  const viewer = await openPage({entries: false});
  choose(viewer);
  assert.equal(viewer.one("#unit-entries").hidden, true);
});

test("whose a marker is, is asked and answered", async () => {
  const page = await openPage();
  const marker = {marker: "tag36h11 40", means: "declare:charge", at: [25, 12], entry: {kind: "declare", action: "charge"}, asked: ["R1", "R2"]};
  page.say("ask", {t: 12, marker: marker.marker, means: marker.means, at: marker.at, units: marker.asked, message: "the marker lies between two units: whose is it?"});
  page.tell("state", {...state, markers: [marker]});
  assert.match(page.text("#verdicts .entry.ask"), /whose is it/);
  await page.click("Unit R2", "#help .ask");
  assert.deepEqual(page.posted.at(-1).event, {kind: "declare", action: "charge", unit: "R2"});
});

test("a move that goes on shows what is left and asks for the way back", async () => {
  const page = await openPage();
  page.tell("state", {...state, envelopes: [envelope("R1")]});
  assert.match(page.text("#help .envelope"), /4″ of 12″: 8″ left/);
  await page.click("Show the way back", "#help .envelope");
  assert.deepEqual(page.posted.at(-1).event, {kind: "guide", unit: "R1"});
});

test("what is left of a unit that is out of sight is told as of when it was seen, and no provisional verdict with it", async () => {
  const page = await openPage();
  page.tell("settled", verdict({kind: "settled", t: 9, move: 0}));
  page.tell("state", {...state, t: 63, envelopes: [{...envelope("R1"), reach: [[1, 1], [9, 1], [5, 9]], as_of: 61.4}], units: [{...still("R1"), anchor: [20, 10]}, still("R2")]});
  assert.match(page.text("#help .envelope.older"), /4″ of 12″: 8″ left.*out of sight: so it was at 1:01/);
  assert.equal(page.text("#board .left.older"), "8″ left at 1:01");
  assert.equal(page.all("#board .reach.older").length, 1);
  assert.equal(page.all("#verdicts .provisional").length, 0);
  page.tell("state", {...state, t: 64, envelopes: [envelope("R1")]});
  assert.equal(page.all("#help .older").length, 0);
});

test("a nudge after pictures had failed claims no more than was seen", async () => {
  const page = await openPage(), nudge = {t: 12, unit: "R1", side: "red", figures: ["R1-1"], distance_in: 0.31, number: 3, gap_s: 2.3, from: {"R1-1": [20, 10, 90]}};
  page.say("nudge", nudge);
  page.tell("state", {...state, nudges: [{...nudge, open: true}]});
  assert.match(page.text("#verdicts .entry.nudge"), /R1-1 found 0.31″ from where it stood, after 2.3 s without a picture: charged to nobody/);
  assert.match(page.text("#help .nudge"), /R1-1 by 8 mm in Red’s turn · 0:12 · not seen how/);
});

test("a move that went too far is held against what it could at most have been declared as", async () => {
  const page = await openPage(), far = {...envelope("R1"), limit_in: 9, left_in: 0, raised_in: 13.5}, units = [{...still("R1"), anchor: [20, 10]}, still("R2")];
  page.tell("state", {...state, units, envelopes: [{...far, come_in: 10.2}]});
  assert.match(page.text("#help .envelope.over"), /has come 10.2″ of 9″: 1.2″ too far.*13.5″ once a longer move is declared/);
  assert.equal(page.text("#board .left.over"), "1.2″ over 9″");
  page.tell("state", {...state, t: 11, units, envelopes: [{...far, come_in: 14}]});
  assert.match(page.text("#help .envelope.over"), /has come 14″ of 13.5″: 0.5″ too far/);
  assert.doesNotMatch(page.text("#help .envelope.over"), /once a longer move/);
  assert.equal(page.text("#board .left.over"), "0.5″ over 13.5″");
});

test("a judge's word stands on the card, also of the verdict said again, and asks for no more than its opposite", async () => {
  const page = await openPage(), buttons = () => page.all("#verdicts li.chosen .card-buttons button").map((n) => n.textContent);
  page.tell("move", verdict());
  page.tell("ruling", {kind: "ruling", t: 16, move: 1, ruling: "upheld", by: "judge"});
  assert.match(page.text("#verdicts .entry"), /upheld by judge/);
  assert.deepEqual(buttons(), ["Overrule"]);
  page.tell("move", verdict({t: 18, taken_back: true}));
  assert.match(page.text("#verdicts .entry"), /Taken back \(was: Legal\).*upheld by judge/);
  page.tell("ruling", {kind: "ruling", t: 19, move: 1, ruling: "overruled", by: "Ann"});
  assert.match(page.text("#verdicts .entry"), /overruled by Ann/);
  assert.deepEqual(buttons(), ["Uphold"]);
  page.tell("ruling", {kind: "ruling", t: 19, move: 7, ruling: "overruled"});
  assert.equal(page.all("#verdicts .entry").length, 1);
});

test("a guide lists its steps, draws them and stops", async () => {
  const page = await openPage();
  const step = (figure, done) => ({figure, from: [22, 12, 90], to: [20, 10, 90], push_in: 2.8, done, seen: true, message: `${figure}: 72 mm toward the south edge`});
  const guide = {guide: 2, unit: "R1", what: "R1", done: false, message: "", steps: [step("R1-1", false), step("R1-2", true)]};
  page.tell("state", {...state, guides: [guide]});
  assert.equal(page.text("#help .guide li"), "R1-1: 72 mm toward the south edge");
  assert.equal(page.all("#board .guide .home").length, 2);
  await page.click("Stop", "#help .guide");
  assert.deepEqual(page.posted.at(-1).event, {kind: "guide", stop: 2});
  page.tell("state", {...state, guides: [{...guide, done: true}]});
  assert.match(page.text("#help .guide"), /stands where it stood/);
});

test("a button stays the same one while its card reads the same, whatever else changes", async () => {
  const page = await openPage();
  page.tell("state", {...state, envelopes: [envelope("R1")]});
  const button = page.one("#help .envelope button");
  page.tell("state", {...state, t: 11, envelopes: [{...envelope("R1"), come_in: 4.001}, envelope("R2")], units: [{...still("R1"), take_back: 1}, still("R2")]});
  assert.equal(page.all("#help .help-card").length, 3);
  assert.ok(page.all("#help button").includes(button));
  page.tell("state", {...state, t: 12, envelopes: [{...envelope("R1"), come_in: 5, left_in: 7}]});
  assert.match(page.text("#help"), /5″ of 12″: 7″ left/);
  assert.equal(page.all("#help .help-card").length, 1);
});

test("what the judge is blind to stands in the health line, and with what it sees beside it", async () => {
  const page = await openPage();
  const facts = {camera_fps: 14.9, dropped: 3, light: "dark", calibration_px: 0.24, hidden: 2, figures: 40, hand: true, why: ""};
  page.tell("state", {...state, health: "The camera or the table has moved", health_facts: facts});
  assert.equal(page.text("#health"), "The camera or the table has moved");
  assert.equal(page.one("#health").className, "health blind");
  assert.equal(page.text("#health-facts"), "15 pictures/s · 3 dropped · light dark · calibrated to 0.24 px · 2 of 40 hidden · a hand is in");
  page.tell("state", {...state, health_facts: {...facts, hand: null}});
  assert.match(page.text("#health-facts"), /hands not told yet/);
  assert.equal(page.one("#health").className, "health well");
});

test("hands and hidden figures are drawn over the table", async () => {
  const page = await openPage();
  page.tell("state", {...state, foreign: [{kind: "hand", moves: true, outline: [[10, 0], [14, 0], [12, 9]]}, {kind: "cup", moves: false, outline: [[30, 30], [32, 30], [31, 32]]}], figures: {"R1-1": [20, 10, 90, true], "R1-2": [21, 10, 90, false]}});
  assert.equal(page.all("#board .foreign.hand").length, 1);
  assert.equal(page.all("#board .foreign.thing").length, 1);
  assert.equal(page.all("#board .figure.unseen").length, 1);
});

test("a front that can't be told is drawn hollow on each side, and a told one filled", async () => {
  const page = await openPage();
  const [x, y, heading] = state.figures["R1-1"];
  page.tell("state", {...state, t: 15, fronts: {"R1-1": [heading, heading + 180]}});
  assert.equal(page.all("#board .figure.front-doubtful").length, 1);
  assert.equal(page.all("#board .figure.front-doubtful .front").length, 2);
  assert.match(page.one("#board .other-front").getAttribute("transform"), /rotate\(-180/);
  page.one("#unit-choice").value = "R1";
  page.one("#unit-choice").dispatchEvent(new page.document.defaultView.Event("change"));
  page.draw();
  assert.match(page.text("#unit-facts"), /Front not told/);
  page.tell("state", {...state, t: 16, figures: {...state.figures, "R1-1": [x, y, heading]}});
  assert.equal(page.all("#board .front-doubtful").length, 0);
  assert.equal(page.all("#board .other-front").length, 0);
});

test("a unit that is led back is not told that it goes too far", async () => {
  const page = await openPage();
  const over = {unit: "R1", come_in: 14, limit_in: 12, left_in: 0, raised_in: 0, reach: []};
  const guide = {guide: 1, what: "R1", unit: "R1", done: false, message: "", steps: []};
  page.tell("state", {...state, units: [{...still("R1"), moving: true}, still("R2")], envelopes: [over]});
  assert.match(page.text("#help"), /too far/);
  page.tell("state", {...state, envelopes: [over], guides: [guide]});
  assert.doesNotMatch(page.text("#help"), /too far/);
  assert.equal(page.text("#board .left"), "");
  page.tell("state", {...state, envelopes: [over], guides: [{...guide, unit: "R2", what: "R2"}]});
  assert.match(page.text("#help"), /too far/);
});

test("a record that can't be written is said in red, until it can be again", async () => {
  const page = await openPage();
  page.tell("recording", {kind: "recording", t: 12, state: "failing", why: "a.vedette: the disk is full: free some space or record elsewhere"});
  const banner = page.document.getElementById("damage");
  assert.equal(banner.hidden, false);
  assert.match(banner.textContent, /^Not recorded: a\.vedette: the disk is full: free some space/);
  page.tell("recording", {kind: "recording", t: 12, state: "well", why: ""});
  assert.equal(banner.hidden, true);
  page.tell("state", {...page.state, record: {head: "", why: "<b>gone</b>"}});
  assert.match(banner.textContent, /<b>gone<\/b>/);
  page.tell("state", {...page.state, record: {head: "0123456789abcdef", why: ""}});
  assert.equal(banner.hidden, true);
  assert.equal(page.document.getElementById("record-now").textContent, "recorded 01234567");
});

test("statistics are shown by side, rule and turn", async () => {
  const page = await openPage();
  page.tell("statistics", {all: {moves: 3, legal: 1, illegal: 2, distance_in: 21.5}, sides: [{id: "red", name: "Red", moves: 3, illegal: 2}], rules: [{rule: "BS1-7.0-3", illegal: 2, doubtful: 0}, {}], turns: [{turn: 1, side: "red", seconds: 75}, null]});
  const text = page.document.getElementById("statistics").textContent;
  assert.match(text, /3 moves/);
  assert.match(text, /BS1-7\.0-3.*2 illegal/);
  assert.match(text, /Turn 1, Red.*1:15/);
  assert.match(text, /21\.5″/);
});
