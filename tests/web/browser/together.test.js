// Several who look on, and a program that goes away: all see the same, who may not enter can't, what is refused is said, and a finger enters what it pressed.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openRig, closeAll, eventually, logIn, screenshot} = require("./rig.js");

test.after(closeAll);

const SECRETS = {password: "four plain words", code: "123456"};

async function openBoard(rig, path = "/", how = {}) {
  const page = await rig.page(path, how);
  await page.waitForSelector("#board .figure");
  return page;
}

// What a page says of the game: the same for all who may see the same.
const telling = (page) => page.evaluate(() => ({
  tally: document.querySelector("#tally").textContent, banner: document.querySelector(".verdict-banner .banner-text")?.textContent ?? "", cards: [...document.querySelectorAll("#verdicts .entry")].map((n) => n.textContent.slice(0, 60)),
}));

test("the program goes away and comes back: the page says so, and goes on by itself", async () => {
  const rig = await openRig(), page = await openBoard(rig);
  rig.say(rig.scene.legal("R2"));
  await page.waitForFunction(() => document.querySelector("#verdicts").textContent.includes("Swords"));
  await rig.server.kill();
  await page.waitForFunction(() => document.querySelector("#health").classList.contains("lost"), null, {timeout: 8000});
  assert.match(await page.textContent("#health"), /lost.*may be old/i);
  await screenshot(page, "lost");
  await rig.restart();
  rig.scene.turn = 3;
  rig.begin();
  rig.say(rig.scene.illegal("R1"));
  await page.waitForSelector(".verdict-banner[data-ruling=illegal]", {timeout: 12000});
  await page.waitForFunction(() => document.querySelector("#health").classList.contains("well"));
  assert.match(await page.textContent("body"), /Turn 3/);
  assert.equal(await page.locator("#verdicts .entry", {hasText: "Swords"}).count(), 0, "what the new program does not know is gone");
  await rig.close();
});

test("two browsers show the same, also after a ruling, and one that comes late", async () => {
  const rig = await openRig(SECRETS), judge = await openBoard(rig), viewer = await openBoard(rig, "/", {size: "tablet"});
  await logIn(judge, {role: "judge", password: SECRETS.password, name: "Kim"});
  await judge.waitForSelector("#board .figure");
  rig.server.answer = (entry) => {
    if (entry.event.kind === "ruling") rig.say({...entry.event, t: rig.scene.t, by: entry.name});
    return {taken: true, number: entry.ticket, t: rig.scene.t};
  };
  rig.say(rig.scene.legal("R2"), rig.scene.illegal("R1"), rig.scene.question("R4"));
  for (const page of [judge, viewer]) await page.waitForSelector(".verdict-banner[data-ruling=illegal]");
  await judge.waitForTimeout(400);  // the banner's buttons take no press before
  assert.equal(await viewer.locator("button:visible", {hasText: /^(Uphold|Overrule)$/}).count(), 0);
  await judge.click(".verdict-banner button:has-text('Uphold')");
  const entry = await rig.entered((e) => e.kind === "ruling");
  assert.deepEqual([entry.role, entry.name, entry.event.move, entry.event.ruling], ["judge", "Kim", 2, "upheld"]);
  for (const page of [judge, viewer]) await page.waitForSelector(".verdict-banner[data-ruling=ask]");
  const late = await openBoard(rig, "/", {size: "wall"});
  await late.waitForSelector(".verdict-banner[data-ruling=ask]");
  await late.waitForTimeout(300);
  const [a, b, c] = [await telling(judge), await telling(viewer), await telling(late)];
  assert.equal(a.tally, b.tally);
  assert.equal(a.banner, b.banner);
  assert.deepEqual(b, c);
  await rig.close();
});

test("a viewer enters nothing, on the page or past it", async () => {
  const rig = await openRig(SECRETS), page = await openBoard(rig);
  rig.say(rig.scene.illegal("R1"), rig.scene.question("R2"), rig.scene.duty("B1"));
  await page.waitForSelector(".verdict-banner");
  assert.equal(await page.locator("button:visible", {hasText: /^(Uphold|Overrule|Forced march|Passed|Take back|Enter|Begin phase|Challenge)$/}).count(), 0);
  const status = await page.evaluate(async () => (await fetch("/api/events", {method: "POST", headers: {"Content-Type": "application/json"}, body: "{\"kind\":\"ruling\",\"move\":1,\"ruling\":\"overruled\"}"})).status);
  assert.equal(status, 403);
  assert.equal(rig.server.entries.length, 0);
  await rig.close();
});

test("an entry that is refused is said with its reason, one that is taken with its name", async () => {
  const rig = await openRig(), page = await openBoard(rig);
  rig.say(rig.scene.illegal("R1"));
  await page.waitForSelector(".verdict-banner");
  await page.waitForTimeout(400);
  rig.server.answer = () => ({taken: false, error: "move 1 was taken back: there is nothing to rule on"});
  await page.click(".verdict-banner button:has-text('Uphold')");
  await eventually(async () => (await page.textContent("#notice")).includes("there is nothing to rule on"), 3000, () => "the reason is not said");
  rig.server.answer = (entry) => ({taken: true, number: entry.ticket, t: 60});
  await page.click(".verdict-banner button:has-text('Uphold')");
  await eventually(async () => /Entered: move 1 upheld/.test(await page.textContent("#notice")), 3000, () => "it is not said that it was taken");
  await rig.close();
});

// A finger is on a button while things arrive: what is entered when it leaves is what it pressed.
for (const [where, selector] of [["banner", ".verdict-banner button:has-text('Uphold')"], ["list", "#verdicts button:visible:has-text('Uphold')"]])
  test(`what is pressed is what is entered, though verdicts arrive meanwhile: ${where}`, async () => {
    const rig = await openRig(), page = await openBoard(rig);
    rig.say(rig.scene.legal("R2"), rig.scene.illegal("R1"));
    await page.waitForSelector(selector);
    await page.waitForTimeout(500);
    const box = await page.locator(selector).first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    rig.say(rig.scene.illegal("R4"), rig.scene.duty("B2"), rig.scene.alert("B3"));
    await page.waitForTimeout(600);
    await page.mouse.up();
    const entry = await rig.entered((e) => e.kind === "ruling");
    assert.equal(entry.event.move, 2);
    await page.waitForTimeout(100);
    assert.equal(rig.server.entries.length, 1);
    await rig.close();
  });

test("the state goes on as changes, and one that missed some is made whole", async () => {
  const rig = await openRig(), page = await openBoard(rig);
  const at = () => page.evaluate(async () => (await (await fetch("/api/state")).json()).figures["R1-1"]);
  for (let i = 1; i <= 20; i++) {
    rig.scene.at.set("R1", [12 + i * 0.2, 14, 90]);
    rig.state();
    await page.waitForTimeout(40);
  }
  await page.waitForTimeout(400);
  const x = (await at())[0], shown = await page.evaluate((id) => {
    const node = [...document.querySelectorAll("#board .figure")].find((n) => n.querySelector("title")?.textContent.startsWith(`${id},`)), base = node.querySelector(".base").getBoundingClientRect();
    return new DOMPoint(base.x + base.width / 2, base.y + base.height / 2).matrixTransform(node.parentElement.getScreenCTM().inverse()).x;
  }, "R1-1");
  assert.ok(Math.abs(shown - x) < 0.1, `drawn at ${shown}, told at ${x}`);
  await rig.close();
});
