// One truth a unit: what is open of it, what follows from what, and what a ruling is worth once a judge has spoken.
const test = require("node:test");
const assert = require("node:assert/strict");
const {loadModule, openPage, state} = require("./page.js");

const finding = (ruling, extra = {}) => ({ruling, violation: "OVER_DISTANCE", rule: "BS1-1", message: "0.6\" too far", measured: 12.6, allowed: 12, sigma: 0.05, unit: "in", ...extra});
const verdict = (move, ruling, extra = {}) => ({t: 10 + move, move, turn: 1, phase: "movement", unit: "R1", side: "red", ruling, maneuvers: [], cost_in: 6, allowance_in: 12, findings: ruling === "legal" ? [] : [finding(ruling)], ...extra});
const banner = (page) => page.one(".verdict-banner");

test("an illegal move stands across the table, in the title too, until the judge has handled it", async () => {
  const page = await openPage();
  page.tell("move", verdict(1, "illegal"));
  for (let move = 2; move < 40; move++) page.tell("move", verdict(move, "legal", {unit: "R2"}));
  assert.equal(banner(page).getAttribute("role"), "alert");
  assert.match(banner(page).textContent, /Illegal move.*Unit R1.*0.6″ too far/);
  assert.match(page.window.document.title, /Illegal move: Unit R1/);
  page.tell("ruling", {t: 60, move: 1, ruling: "upheld", by: "Kim"});
  assert.equal(banner(page), null);
  assert.doesNotMatch(page.window.document.title, /Illegal/);
});

test("a move that was overruled is legal by the judge, everywhere", async () => {
  const page = await openPage();
  page.tell("move", verdict(1, "illegal"));
  page.tell("ruling", {t: 20, move: 1, ruling: "overruled", by: "Kim", note: "measured by hand"});
  assert.match(page.text("#verdicts .badge"), /^Legal by the judge \(program: illegal\)$/);
  assert.equal(page.all("#verdicts .entry.illegal, #verdicts .finding.illegal").length, 0);
  assert.equal(page.text("#tally .tally.illegal"), "0");
  assert.equal(page.text("#tally .tally.legal"), "1");
  assert.match(page.text("#verdicts .entry"), /measured by hand/);
});

test("what no rule looked at was not judged, and is not called legal", async () => {
  const page = await openPage();
  page.tell("move", verdict(1, "legal", {phase: "magic", allowance_in: 0, findings: []}));
  assert.equal(page.text("#verdicts .badge"), "Not judged");
  assert.equal(page.text("#tally .tally.legal"), "0");
});

test("one alert a breach, and the verdict that repeats it takes it in", async () => {
  const page = await openPage(), alert = (t) => ({t, unit: "R1", rule: "BS1-1", violation: "OVER_DISTANCE", message: "touches", figures: [], at: [20, 10]});
  page.tell("alert", alert(9));
  page.tell("alert", alert(9.5));
  assert.equal(page.all("#verdicts .entry").length, 1);
  assert.equal(page.all(".verdict-banner").length, 1);
  page.tell("move", verdict(1, "illegal"));
  assert.equal(page.all("#verdicts .entry").length, 1);
  assert.equal(page.all("#verdicts .entry.illegal .inside").length, 1);
  page.tell("alert", alert(30));
  assert.equal(page.all("#verdicts .entry").length, 2);  // of another move
});

test("a duty stands inside the verdict that it follows from", async () => {
  const page = await openPage();
  page.tell("move", verdict(1, "illegal"));
  page.tell("obligation", {t: 11, unit: "R1", rule: "BS1-2", message: "a morale check is due"});
  page.tell("obligation", {t: 30, unit: "R2", rule: "BS1-2", message: "another is due"});
  assert.equal(page.all("#verdicts > .entry").length, 2);
  assert.match(page.text("#verdicts .entry.illegal .inside"), /a morale check is due/);
});

test("the gravest comes first, a doubt passes with its phase, a question with its answer", async () => {
  const page = await openPage();
  page.tell("move", verdict(1, "doubtful"));
  assert.equal(banner(page).dataset.ruling, "doubtful");
  page.tell("move", verdict(2, "ask", {unit: "R2", findings: [finding("ask", {message: "charge?"})]}));
  assert.equal(banner(page).dataset.ruling, "ask");
  page.tell("move", verdict(2, "legal", {unit: "R2", t: 14}));
  assert.equal(banner(page).dataset.ruling, "doubtful");
  page.tell("state", {...state, t: 60, phase: "melee"});
  assert.equal(banner(page), null);
});

test("a challenge is open until the judge rules on the move", async () => {
  const page = await openPage();
  page.tell("move", verdict(1, "legal"));
  page.tell("challenge", {t: 20, move: 1, unit: "R1", by: "Anna", note: "it began further back"});
  assert.match(banner(page).textContent, /Challenged.*Anna asks the judge.*it began further back/);
  page.tell("ruling", {t: 25, move: 1, ruling: "upheld", by: "Kim"});
  assert.equal(banner(page), null);
});

test("the judge overrules with a reason; a player challenges and rules on nothing", async () => {
  const page = await openPage();
  page.tell("move", verdict(1, "illegal"));
  for (const b of banner(page).querySelectorAll("button")) b.disabled = false;
  await page.click("Overrule", ".verdict-banner");
  page.one(".verdict-banner input").value = "measured by hand";
  await page.click("Overrule", ".verdict-banner");
  assert.deepEqual(page.posted.at(-1).event, {kind: "ruling", move: 1, ruling: "overruled", by: "Kim", note: "measured by hand"});
  page.tell("session", {role: "player", name: "Anna", side: "red"});
  assert.deepEqual([...banner(page).querySelectorAll("button")].map((b) => b.textContent), ["Challenge", "Show"]);
  page.tell("session", {role: "player", name: "Bo", side: "blue"});
  assert.deepEqual([...banner(page).querySelectorAll("button")].map((b) => b.textContent), ["Show"]);
});

test("changes of the state are put into it, and one that does not fit waits for the whole", async () => {
  const page = await openPage();
  page.tell("state", {...state, version: 5});
  page.tell("change", {from: 5, to: 6, patch: {t: 12, phase: "melee", figures: {"R1-1": [30, 10, 90, 0], "R1-2": null}}});
  assert.match(page.text("#phase"), /Melee/);
  assert.equal(page.all("#board .figure[visibility=visible]").length, 1);
  page.tell("change", {from: 9, to: 10, patch: {phase: "movement"}});
  assert.match(page.text("#phase"), /Melee/);
});

test("a side painted like a ruling is shown apart from it", async () => {
  const {distance, RULING_COLOURS, sideColourApart} = await loadModule("colours.js");
  for (const colour of ["#c40064", "#ffd400", "#00706b", "#6b3fd4", "#8a5200", "#b02020", "#2040b0"])
    for (const ruling of ["illegal", "doubtful", "ask", "legal"]) for (const light of ["light", "dark"]) assert.ok(distance(sideColourApart(colour), RULING_COLOURS[light][ruling]) >= 0.1, `${colour} ${ruling}`);
});

test("what is concluded no more after an undone entry goes, and a withdrawn ruling holds no more", async () => {
  const page = await openPage();
  page.tell("move", verdict(1, "illegal"));
  page.tell("ruling", {t: 20, move: 1, ruling: "overruled", by: "Kim"});
  assert.equal(banner(page), null);
  page.tell("ruling", {t: 22, move: 1, ruling: "withdrawn", by: "Kim"});
  assert.equal(banner(page).dataset.ruling, "illegal");
  page.tell("move", {...verdict(1, "illegal"), again: true, gone: true, taken_back: true});
  assert.equal(page.all("#verdicts .entry").length, 0);
  assert.equal(banner(page), null);
});
