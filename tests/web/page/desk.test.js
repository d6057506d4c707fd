// The judge's desk: its queue, keys, sheet, next phase, who entered what, and log-in.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, state, still, game, rules} = require("./page.js");

const verdict = (extra = {}) => ({kind: "move", t: 9, move: 1, turn: 1, phase: "movement", unit: "R1", side: "red", ruling: "illegal", maneuvers: [], cost_in: 18.6, allowance_in: 12, findings: [{ruling: "illegal", violation: "OVER_DISTANCE", rule: "BS1-7.0-3", message: "0.6\" too far", measured: 18.6, allowed: 18, unit: "in", figures: ["R1-1"]}], ...extra});
const twoSides = {...game, units: [...game.units, {...game.units[0], id: "B1", name: "Unit B1", side: "blue", figures: [{id: "B1-1", shape: "square", width: 1, depth: 1}]}]};
const settle = (ms = 0) => new Promise((done) => setTimeout(done, ms));
const last = (page) => page.posted.at(-1)?.event;

// The desk with something to press: what has just come rests a moment.
async function openDesk(options = {}, lines = []) {
  const page = await openPage({file: "judge.html", module: "judge.js", ...options});
  page.say("game", twoSides);
  for (const line of lines) page.say(line.kind, line);
  page.draw();
  await settle(360);
  return page;
}

async function press(page, key, node) {
  page.press(key, node);
  await settle();
  page.draw();
}

test("what is open stands in the queue, the gravest first, with its buttons", async () => {
  const page = await openDesk({}, [verdict({move: 1, unit: "R2", ruling: "doubtful", findings: [{ruling: "doubtful", message: "look"}]}), verdict({move: 2})]);
  assert.deepEqual(page.all("#queue .queue-row").map((n) => n.className.split(" ")[1]), ["illegal", "doubtful"]);
  assert.equal(page.text("#queue-count"), "2");
  await page.click("Uphold", "#queue .illegal");
  assert.deepEqual(last(page), {kind: "ruling", move: 2, ruling: "upheld", by: "Kim"});
  page.tell("ruling", {t: 11, move: 2, ruling: "upheld", by: "Kim"});
  assert.deepEqual(page.all("#queue .queue-row").map((n) => n.className.split(" ")[1]), ["doubtful"]);
  page.tell("ruling", {t: 11, move: 1, ruling: "upheld", by: "Kim"});
  assert.match(page.text("#queue"), /Nothing is open/);
  assert.deepEqual(page.complaints, []);
});

test("a marker that asks and a take-back that is offered stand in the queue with their answers", async () => {
  const page = await openDesk();
  page.tell("state", {...state, units: [{...still("R1"), take_back: 0}, still("R2")], markers: [{marker: 4, means: "charge", at: [20, 20], entry: {kind: "declare", action: "charge"}, asked: ["R1", "R2"]}]});
  await settle(360);
  await page.click("Unit R2", "#queue");
  assert.deepEqual(last(page), {kind: "declare", action: "charge", unit: "R2"});
  await page.click("Take the move back", "#queue");
  assert.deepEqual(last(page), {kind: "take-back", unit: "R1"});
});

test("a duty is done and not ruled on", async () => {
  const page = await openDesk({}, [verdict({ruling: "legal", findings: [{ruling: "legal", message: "well"}]}), {kind: "obligation", t: 9, unit: "R1", rule: "BS1-1", message: "R1 must check morale"}]);
  page.tell("state", {...state, due: [{unit: "R1", rule: "BS1-1"}]});
  assert.match(page.text("#queue .due .queue-text"), /must check morale/);
  assert.deepEqual(page.all("#queue .due .queue-buttons button").map((b) => b.textContent), ["Morale passed"]);
});

test("keys: next, uphold, overrule with a reason, take back", async () => {
  const page = await openDesk({}, [verdict({move: 1, unit: "R2", ruling: "doubtful", findings: [{ruling: "doubtful", message: "look"}]}), verdict({move: 2})]);
  await press(page, "n");
  await press(page, "n");
  assert.ok(page.one("#queue .doubtful").classList.contains("current"));
  await press(page, "u");
  assert.deepEqual(last(page), {kind: "ruling", move: 1, ruling: "upheld", by: "Kim"});
  await press(page, "t");
  assert.deepEqual(last(page), {kind: "take-back", unit: "R2"});
  await press(page, "n");
  await press(page, "o");
  const input = page.one(".queue-reason input");
  assert.equal(page.document.activeElement, input);
  await press(page, "u", input);  // typed, not meant
  assert.equal(page.posted.length, 2);
  input.value = "measured by hand";
  page.one(".queue-reason button").click();
  await settle();
  assert.deepEqual(last(page), {kind: "ruling", move: 2, ruling: "overruled", by: "Kim", note: "measured by hand"});
});

test("the next phase is entered at one touch, and undone by its number", async () => {
  const page = await openDesk();
  assert.equal(page.one("#next-phase").textContent.trim(), "Next: Melee, Red");
  page.one("#next-phase").click();
  page.one("#next-phase").click();
  await settle();
  page.draw();
  assert.equal(page.posted.length, 1, "two touches in haste are one");
  assert.deepEqual(last(page), {kind: "phase", turn: 1, phase: "melee", side: "red"});
  assert.ok(page.one("#phase-undo").classList.contains("offered"));
  page.one("#phase-undo").click();
  await settle();
  assert.deepEqual(last(page), {kind: "undo", number: 1});
  page.tell("state", {...state, phase: "melee"});
  assert.equal(page.one("#next-phase").textContent.trim(), "Next: Movement, Blue");
  await press(page, "p");
  assert.deepEqual(last(page), {kind: "phase", turn: 1, phase: "movement", side: "blue"});
});

test("a unit that is tapped offers what fits; a target is tapped on the table", async () => {
  const page = await openDesk();
  const tap = (id) => page.all(".figure").find((n) => n.querySelector("title").textContent.startsWith(id)).dispatchEvent(new page.window.MouseEvent("click", {bubbles: true}));
  tap("R1-1");
  page.draw();
  assert.match(page.text("#sheet h2"), /Unit R1/);
  await page.click("Charge…", "#sheet");
  assert.match(page.text("#sheet"), /tap its target/);
  tap("R2-1");
  assert.match(page.text("#notice"), /can’t be the target/);
  assert.equal(page.posted.length, 0);
  tap("B1-1");
  await settle();
  page.draw();
  assert.deepEqual(last(page), {kind: "declare", unit: "R1", action: "charge", target: "B1"});
  assert.doesNotMatch(page.text("#sheet"), /tap its target/);
});

test("a target may be chosen by keys, and the choice be cancelled", async () => {
  const page = await openDesk();
  page.one("#unit-find").value = "R1";
  page.one("#unit-find").dispatchEvent(new page.window.Event("change"));
  page.draw();
  await press(page, "1");
  assert.equal(page.document.activeElement.textContent.trim(), "Unit B1");
  await press(page, "Escape");
  assert.doesNotMatch(page.text("#sheet"), /tap its target/);
  await press(page, "Escape");
  assert.ok(page.one("#sheet").hidden);
  assert.equal(page.posted.length, 0);
});

const ENTERED = [
  {number: 1, t: 1, at: "2026-11-26T20:01:02Z", by: "Anna", role: "player", address: "10.0.0.7", event: {kind: "declare", unit: "R1", action: "charge", target: "B1"}, what: "entry", fate: "taken"},
  {number: 2, t: 2, at: "2026-11-26T20:01:03Z", by: "Kim", role: "judge", address: "127.0.0.1", event: {kind: "dice", unit: "R1", check: "morale", outcome: "pass"}, what: "entry", fate: "taken", undone: true},
  {number: 3, t: 3, at: "2026-11-26T20:01:04Z", by: "Kim", role: "judge", address: "127.0.0.1", event: {kind: "end-move", unit: "R2"}, what: "entry", fate: "refused", error: "R2 does not move"},
  {number: 4, t: 4, at: "2026-11-26T20:01:05Z", by: "", role: "viewer", address: "10.0.0.9", event: null, what: "denied", fate: "refused", error: "the judge's alone"},
];

test("who entered what is listed, newest first, and any that was taken can be undone", async () => {
  const page = await openDesk();
  page.tell("entries", {entries: ENTERED});
  await settle(360);
  const rows = page.all("#entered li");
  assert.deepEqual(rows.map((n) => n.className), ["entered-row denied", "entered-row refused", "entered-row undone", "entered-row taken"]);
  for (const words of ["Unit R1: charge → Unit B1", "Anna, player"]) assert.ok(rows[3].textContent.includes(words), `${words} in ${rows[3].textContent}`);
  assert.match(rows[1].textContent, /R2 does not move/);
  assert.ok(rows[2].querySelector("s"));
  await page.click("Undo", "#entered");
  assert.deepEqual(last(page), {kind: "undo", number: 1});
  await page.click("Enter again", "#entered");
  assert.deepEqual(last(page), {kind: "dice", unit: "R1", check: "morale", outcome: "pass"});
  await press(page, "z");
  assert.deepEqual(last(page), {kind: "undo", number: 1});
  page.tell("entries", {entries: [...ENTERED, {number: 5, t: 5, at: "2026-11-26T20:01:06Z", by: "Kim", role: "judge", address: "", event: {kind: "undo", number: 2}, what: "undo", fate: "taken"}]});
  await settle(360);
  await page.click("Enter again", "#entered");
  assert.deepEqual(last(page), {kind: "undo", number: 5});
});

test("nothing is redrawn under a finger, and what has just come takes no press", async () => {
  const page = await openDesk({}, [verdict({move: 1, unit: "R2", ruling: "doubtful", findings: [{ruling: "doubtful", message: "look"}]})]);
  const button = page.one("#queue .doubtful .queue-buttons button");
  button.dispatchEvent(new page.window.MouseEvent("pointerdown", {bubbles: true}));
  page.tell("move", verdict({move: 2}));
  assert.equal(page.all("#queue .queue-row").length, 1, "it waits for the finger");
  assert.equal(page.one("#queue .queue-buttons button"), button, "the same button");
  button.dispatchEvent(new page.window.MouseEvent("pointerup", {bubbles: true}));
  await settle(10);
  assert.equal(page.all("#queue .queue-row").length, 2);
  const [fresh] = page.all("#queue .illegal .queue-buttons button");
  fresh.click();
  assert.equal(page.posted.length, 0, "it came under the finger");
  await settle(360);
  fresh.click();
  assert.equal(page.posted.length, 1);
  assert.ok(page.one("#queue .doubtful").contains(button), "the other stays the node that it was");
});

test("shadow mode and measuring beforehand are switched, and shown as the program says", async () => {
  const page = await openDesk();
  page.one("#shadow").click();
  await settle();
  assert.deepEqual(last(page), {kind: "shadow", on: true});
  assert.equal(page.one("#shadow").getAttribute("aria-checked"), "false");
  page.tell("state", {...state, shadow: true, premeasure: false, viewers: 3});
  assert.equal(page.one("#shadow").getAttribute("aria-checked"), "true");
  assert.equal(page.one("#shadow-note").hidden, false);
  page.one("#premeasure").click();
  await settle();
  assert.deepEqual(last(page), {kind: "premeasure", allowed: true});
  assert.match(page.text("#viewers"), /3 look on/);
});

test("who is no judge is asked to log in, and sees no buttons until then", async () => {
  const page = await openDesk({entries: false, session: {status: 401, body: {error: "Wrong password"}}}, [verdict()]);
  assert.ok(page.one("#login").hasAttribute("open"));
  assert.equal(page.all("#queue .queue-buttons button").length, 0);
  assert.ok(page.one("#next-phase").hidden);
  page.one("#login-name").value = "Kim";
  page.one("#login-password").value = "guess";
  page.one("#login-form").dispatchEvent(new page.window.Event("submit", {cancelable: true}));
  await settle(5);
  assert.deepEqual(last(page), {role: "judge", password: "guess", name: "Kim"});
  assert.equal(page.text("#login-error"), "Wrong password");
  assert.equal(page.one("#login-password").value, "");
});

test("a lock-out is told with its time", async () => {
  const page = await openDesk({entries: false, session: {status: 429, body: {error: "Too many tries", wait_s: 1}}});
  page.one("#login-form").dispatchEvent(new page.window.Event("submit", {cancelable: true}));
  await settle(5);
  assert.equal(page.text("#login-error"), "Too many tries: wait 1 second.");
  assert.ok(page.one("#login-submit").disabled);
  await settle(1600);
  assert.ok(!page.one("#login-submit").disabled);
});

test("the evidence of the shown verdict: pictures before and after, its way, and what would change it", async () => {
  const page = await openDesk({}, [verdict()]), picture = (what, t, n) => ({kind: "picture", t, move: 1, unit: "R1", what, src: `/pictures/${n}`, width: 80, height: 60});
  assert.ok(page.one("#evidence-panel").hidden);
  for (const p of [picture("before", 1, 1), picture("way", 3, 3), picture("way", 2, 2), picture("after", 4, 4), {...picture("way", 2.5, 9), src: "http://elsewhere.test/x"}]) page.say("picture", p);
  page.tell("flip", {kind: "flip", move: 1, text: "Legal with a rate of 19\""});
  assert.deepEqual(page.all("#evidence-panel img").map((n) => n.getAttribute("src")), ["/pictures/1", "/pictures/2", "/pictures/4"]);
  assert.match(page.text("#evidence-panel .evidence-flip"), /Legal with a rate of 19″/);
  const toggle = page.one("#evidence-panel [aria-pressed]");
  assert.equal(toggle.getAttribute("aria-pressed"), "true");
  toggle.click();
  assert.equal(toggle.getAttribute("aria-pressed"), "false");
  assert.equal(page.all("#verdicts .entry").length, 1, "a flip is no verdict");
});

test("lists stand under tabs that arrows reach", async () => {
  const page = await openDesk();
  page.one("#tab-verdicts").focus();
  page.press("ArrowRight", page.one("#tab-verdicts"));
  assert.equal(page.document.activeElement.id, "tab-entered");
  assert.ok(page.one("#part-verdicts").hidden && !page.one("#part-entered").hidden);
  page.tell("rules", {...rules, rules: [{id: "BS1-1", citation: "7.0", violation: "X", rule: "Words", behaviour: "announce"}]});
  const select = page.one("#rule-rows [data-rule] select");
  select.value = "log";
  select.dispatchEvent(new page.window.Event("change"));
  await settle();
  assert.deepEqual(last(page), {kind: "behaviour", rule: "BS1-1", behaviour: "log"});
});
