// What each role does at the table, as people do it: by touch, by keys, from the log-in on.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openRig, closeAll, eventually, logIn, screenshot} = require("./rig.js");
const {readPng} = require("./png.js");

test.after(closeAll);

const SECRETS = {password: "four plain words", code: "123456"};

// The program takes entries, tells rulings and challenges to all, and keeps the list of who entered what.
function takeEntries(rig) {
  const list = [];
  rig.server.answer = ({event, role, name, side}) => {
    const number = list.length + 1;
    if (event.kind === "undo") list.find((e) => e.number === event.number).undone = true;
    list.push({number, t: rig.scene.t, at: "2026-11-26T20:01:02Z", by: name, role, address: "127.0.0.1", event, what: event.kind === "undo" ? "undo" : "entry", fate: "taken"});
    if (event.kind === "ruling") rig.say({...event, t: rig.scene.t, by: name});
    if (event.kind === "challenge") rig.say({...event, t: rig.scene.t, by: name, side, unit: rig.said.findLast((l) => l.move === event.move)?.unit});
    if (event.kind === "phase") Object.assign(rig.scene, {turn: event.turn || rig.scene.turn, phase: event.phase, side: event.side}), rig.state();
    rig.server.set("entries", {entries: list}, null);
    return {taken: true, number, t: rig.scene.t};
  };
}

async function openDesk(options = {}, how = {}) {
  const rig = await openRig(options), page = await rig.page("/judge", how);
  takeEntries(rig);
  await page.waitForSelector("#board .figure");
  return {rig, page};
}

// Where the unit is to be tapped: at one of its figures.
async function tapUnit(page, unit) {
  const at = await page.evaluate((id) => {
    const node = [...document.querySelectorAll("#board .figure")].find((n) => n.querySelector("title")?.textContent.startsWith(`${id}-9,`)), box = node.querySelector(".base").getBoundingClientRect();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  }, unit);
  await page.touchscreen.tap(at.x, at.y);
}

test("the judge logs in by password, and is told when it is wrong", async () => {
  const rig = await openRig(SECRETS), page = await rig.page("/judge");
  takeEntries(rig);
  await page.waitForSelector("#login[open]");
  await screenshot(page, "judge-login");
  for (const [password, works] of [["a guess", false], [SECRETS.password, true]]) {
    await page.fill("#login-name", "Kim");
    await page.fill("#login-password", password);
    await page.click("#login-submit");
    if (!works) await eventually(async () => (await page.textContent("#login-error")).length > 10, undefined, () => "nothing is said of the wrong password");
  }
  await page.waitForSelector("#next-phase:visible");
  await page.click("#next-phase");
  assert.deepEqual((await rig.entered((e) => e.kind === "phase")).name, "Kim");
  await rig.close();
});

test("the judge enters the next phase at one touch, and undoes it", async () => {
  const {rig, page} = await openDesk();
  await page.waitForSelector("#next-phase:visible");
  assert.match(await page.textContent("#next-phase"), /Next.*Melee/i);
  await page.click("#next-phase");
  const {event} = await rig.entered((e) => e.kind === "phase");
  assert.deepEqual([event.phase, event.side, event.turn], ["melee", "red", 1]);
  await page.click("#phase-undo");
  assert.equal((await rig.entered((e) => e.kind === "undo")).event.number, 1);
  await rig.close();
});

test("the judge goes through the queue by keys alone: uphold, overrule with a reason, undo", async () => {
  const {rig, page} = await openDesk();
  rig.say(rig.scene.doubtful("R4"), rig.scene.illegal("R1"), rig.scene.illegal("R2"));
  await eventually(async () => await page.locator("#queue .queue-row").count() === 3, undefined, () => "the queue does not hold the three");
  await screenshot(page, "judge-queue");
  await page.keyboard.press("n");
  await page.keyboard.press("u");
  assert.deepEqual((await rig.entered((e) => e.ruling === "upheld")).event.move, 3);
  await eventually(async () => await page.locator("#queue .queue-row").count() === 2);
  await page.keyboard.press("n");
  await page.keyboard.press("o");
  await page.keyboard.type("the hill is lower than it looks");
  await page.keyboard.press("Enter");
  const {event} = await rig.entered((e) => e.ruling === "overruled");
  assert.deepEqual([event.move, event.note], [2, "the hill is lower than it looks"]);
  await eventually(async () => (await page.textContent("#verdicts")).includes("Legal by the judge (program: illegal)"));
  await page.keyboard.press("z");
  assert.equal((await rig.entered((e) => e.kind === "undo")).event.number, 2);
  await rig.close();
});

test("the judge declares a charge by touch: the unit, the entry, the target", async () => {
  const {rig, page} = await openDesk({}, {size: "tablet", touch: true});
  await tapUnit(page, "R1");
  await page.waitForSelector("#sheet:visible");
  await screenshot(page, "judge-sheet");
  assert.ok(await page.locator("#sheet [data-entry]").count() <= 5);
  await page.tap("#sheet [data-entry='declare charge']");
  await page.waitForTimeout(200);
  await tapUnit(page, "B1");
  const {event} = await rig.entered((e) => e.kind === "declare");
  assert.deepEqual(event, {kind: "declare", unit: "R1", action: "charge", target: "B1"});
  await rig.close();
});

test("buttons of the queue do not slide under a finger, and what is pressed is entered", async () => {
  const {rig, page} = await openDesk();
  rig.say(rig.scene.doubtful("R4"), rig.scene.illegal("R1"));
  await page.waitForSelector("#queue button:has-text('Uphold')");
  await page.waitForTimeout(500);
  const row = page.locator("#queue .queue-row", {hasText: "Guard"}).locator("button", {hasText: "Uphold"}), box = await row.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  rig.say(rig.scene.illegal("R2"), rig.scene.question("R3"));
  await page.waitForTimeout(500);
  await page.mouse.up();
  assert.equal((await rig.entered((e) => e.kind === "ruling")).event.move, 1);
  await rig.close();
});

async function openPhone(options = {}) {
  const rig = await openRig({...SECRETS, ...options}), page = await rig.page("/phone", {size: "phone", touch: true});
  takeEntries(rig);
  return {rig, page};
}

test("a player logs in by the code of the table, answers what is asked, and challenges", async () => {
  const {rig, page} = await openPhone();
  await page.waitForSelector("#login:visible");
  await page.fill("#login-code", SECRETS.code);
  await page.fill("#login-name", "Anna");
  await page.selectOption("#login-side", "red");
  await page.tap("#login button[type=submit]");
  await page.waitForSelector("#units button");
  assert.doesNotMatch(await page.textContent("#units"), /Spears/, "the own units alone");
  rig.say(rig.scene.question("R1"), rig.scene.question("B1"));
  await page.waitForSelector(".question button:enabled");
  await screenshot(page, "phone-question");
  assert.equal(await page.locator(".question").count(), 1, "the own question alone");
  const {width} = await page.locator(".question button").first().boundingBox();
  assert.ok(width > 300, `a button is ${width} px wide`);
  for (const button of await page.locator(".question button").all()) assert.ok((await button.boundingBox()).y + 48 <= 740, "an answer is below the screen");
  await page.tap(".question button:has-text('Forced march')");
  const entry = await rig.entered((e) => e.kind === "declare");
  assert.deepEqual([entry.role, entry.name, entry.side, entry.event], ["player", "Anna", "red", {kind: "declare", unit: "R1", action: "forced-march"}]);
  rig.say(rig.scene.illegal("R2"));
  await page.waitForSelector(".verdict-banner #challenge:enabled");
  await page.tap("#challenge");
  assert.equal((await rig.entered((e) => e.kind === "challenge")).event.move, 3);
  await eventually(async () => !await page.locator(".verdict-banner #challenge").count(), undefined, () => "it can be challenged twice");
  await rig.close();
});

test("a player declares a charge and rolls dice, for the own units alone", async () => {
  const {rig, page} = await openPhone();
  await logIn(page, {role: "player", code: SECRETS.code, name: "Anna", side: "blue"});
  await page.tap("#units [data-unit=B2]");
  await page.tap("#unit button:has-text('Charge')");
  await page.tap("#unit button:has-text('Pikes')");
  assert.deepEqual((await rig.entered((e) => e.kind === "declare")).event, {kind: "declare", unit: "B2", action: "charge", target: "R1"});
  await page.waitForSelector("#units:visible");
  await page.tap("#units [data-unit=B1]");
  await page.tap("#unit summary");  // dice are no part of what fits in this phase
  await page.tap("#unit button:has-text('Morale')");
  await page.tap("#unit button:has-text('Passed')");
  assert.deepEqual((await rig.entered((e) => e.kind === "dice")).event, {kind: "dice", unit: "B1", check: "morale", outcome: "pass"});
  await page.waitForSelector("#units:visible");
  assert.equal(await page.locator("#units [data-unit^=R]").count(), 0);
  await rig.close();
});

test("a viewer's phone and the wall have nothing to enter, and show what is judged", async () => {
  const {rig, page} = await openPhone(), wall = await rig.page("/table", {size: "wall"});
  rig.say(rig.scene.question("R1"), rig.scene.illegal("R2"));
  await wall.waitForSelector(".verdict-banner[data-ruling=illegal]");
  for (const p of [page, wall]) assert.equal(await p.locator("button:visible", {hasText: /^(Uphold|Overrule|Forced march|Challenge|End move|Take back)/}).count(), 0);
  assert.equal(await wall.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight), true, "the wall does not scroll");
  const small = await wall.evaluate(() => {
    const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let n = walker.nextNode(); n; n = walker.nextNode()) {
      const node = n.parentElement, box = node.getBoundingClientRect();
      if (/\S/.test(n.textContent) && node.checkVisibility({visibilityProperty: true}) && box.width > 4 && !node.closest("svg, .only-read") && parseFloat(getComputedStyle(node).fontSize) < 27.5) found.add(`${n.textContent.trim().slice(0, 30)}: ${getComputedStyle(node).fontSize}`);
    }
    return [...found];
  });
  assert.deepEqual(small, [], "too small for three metres");
  await rig.close();
});

test("nothing that measures a move is on a player's page where pre-measuring is forbidden", async () => {
  const {rig, page} = await openPhone();
  await logIn(page, {role: "player", code: SECRETS.code, name: "Anna", side: "red"});
  await page.waitForSelector("#units button");
  const envelope = {unit: "R1", come_in: 3.4, limit_in: 6, left_in: 2.6, reach: []}, told = rig.scene.state();
  rig.server.set("state", {...told, premeasure: false, envelopes: [envelope]}, {...told, premeasure: false, envelopes: [{unit: "R1"}]});
  await eventually(async () => (await page.textContent("body")).includes("End move"), undefined, () => "the move that goes on is not shown");
  assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /\d[″"]/);
  await rig.close();
});

test("the overlay is transparent, tells a breach for a while, and goes by its query", async () => {
  const rig = await openRig(), page = await rig.page("/overlay?hold=2&width=900&height=400&corner=top-left", {size: "wall"});
  await page.waitForFunction(() => document.querySelector("#phase")?.textContent.includes("Movement"));
  const share = async () => {
    const picture = readPng(await page.screenshot({omitBackground: true}));
    let clear = 0;
    for (let y = 0; y < picture.height; y += 4) for (let x = 0; x < picture.width; x += 4) if (picture.at(x, y)[3] === 0) clear++;
    return clear / (Math.ceil(picture.height / 4) * Math.ceil(picture.width / 4));
  };
  const calm = await share();
  assert.ok(calm > 0.85 && calm < 1, `${(100 * calm).toFixed(0)} % of a calm overlay is clear`);
  rig.say(rig.scene.illegal("R1"));
  await page.waitForSelector("#breach:visible");
  await screenshot(page, "overlay-breach");
  assert.match(await page.textContent("#breach"), /Illegal move.*Pikes/s);
  const box = await page.locator("#overlay").boundingBox();
  assert.deepEqual([box.x, box.y, box.width, box.height], [0, 0, 900, 400]);
  assert.ok(await share() > 0.7);
  await page.waitForSelector("#breach", {state: "hidden", timeout: 6000});
  const narrow = await rig.page("/overlay?parts=score", {size: [600, 200]});
  await narrow.waitForFunction(() => /1/.test(document.querySelector("#score").textContent));
  assert.equal(await narrow.locator("#phase:visible").count(), 0);
  await rig.close();
});
