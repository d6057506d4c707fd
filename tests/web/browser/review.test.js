// Looking back: a recorded game plays, steps and has links to its verdicts; a live one has the same time line, and its newest moment is one among all.
const test = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const {openRig, closeAll, eventually, screenshot} = require("./rig.js");
const {Scene, archiveOf} = require("./scene.js");

test.after(closeAll);

// A game of ten moves, two of them in dispute: [archive, its file].
function recorded(name) {
  const scene = new Scene(), log = [];
  for (let i = 0; i < 10; i++) {
    const data = i === 3 ? scene.illegal("R1") : i === 7 ? scene.doubtful("B1") : scene.legal(["R2", "B2", "R4", "B4"][i % 4], 0.4);
    log.push({kind: "move", data});
  }
  const file = path.join(os.tmpdir(), `${name}-${process.pid}.json`);
  fs.writeFileSync(file, JSON.stringify(archiveOf(scene, log, scene.t + 5)));
  process.on("exit", () => fs.rmSync(file, {force: true}));
  return file;
}

const clock = (page) => page.textContent("#clock");
const placeOf = (page, id) => page.evaluate((figure) => {
  const node = [...document.querySelectorAll("#board .figure")].find((n) => n.querySelector("title")?.textContent.startsWith(`${figure},`)), {x, y} = node.getBoundingClientRect();
  return [Math.round(x), Math.round(y)];
}, id);

test("a recorded game plays, goes from move to move and to what is in dispute, and links to a verdict", async () => {
  const rig = await openRig({archive: recorded("review")}), page = await rig.page("/review");
  await page.waitForSelector("#timeline:visible");
  await page.waitForSelector("#board .figure");
  await page.focus("#board");
  await page.keyboard.press("Home").catch(() => {});
  await page.evaluate(() => { const time = document.querySelector("#time"); time.value = 0; time.dispatchEvent(new Event("input", {bubbles: true})); });
  await page.waitForTimeout(200);
  const start = await clock(page), before = await placeOf(page, "R1-1");
  await page.click("#play-disputed");
  await eventually(async () => (await page.textContent("body")).includes("too far") && await clock(page) !== start, 5000, () => "it does not go to the illegal move");
  await page.waitForTimeout(300);
  await screenshot(page, "review-illegal");
  assert.match(page.url(), /#m4$/);
  assert.notDeepEqual(await placeOf(page, "R1-1"), before, "the unit stands where the move left it");
  await page.click("#play-disputed");
  await eventually(async () => /#m8$/.test(page.url()), 5000, () => `the next in dispute is at ${page.url()}`);
  await page.click("#play-previous");
  await eventually(async () => /#m7$/.test(page.url()), 5000, () => `the one before is at ${page.url()}`);
  const still = await page.inputValue("#time");
  await page.selectOption("#play-speed", {index: 2});
  await page.click("#play-toggle");
  await eventually(async () => Number(await page.inputValue("#time")) > Number(still) + 1, 5000, () => "it does not play");
  await page.goto(`${rig.url}/review#m4`);
  await page.reload();
  await eventually(async () => (await page.textContent("body")).includes("too far"), 5000, () => "the link does not show its verdict");
  assert.equal(await page.locator("[role=alert].verdict-banner").count(), 0, "a recorded game is shown, not judged");
  assert.deepEqual(page.complaints, []);
  await rig.close();
});

test("a live game that is recorded has its time line: back to a move, and to now again", async () => {
  const rig = await openRig({offer: recorded("review-live")}), page = await rig.page("/review");
  await page.waitForSelector("#timeline:visible");
  await page.click("#play-previous");
  await page.waitForSelector("#play-live:visible");
  rig.scene.moves = 10;
  rig.scene.t = 90;
  rig.say(rig.scene.illegal("R4"));
  await eventually(async () => (await page.textContent("body")).match(/behind/i), 5000, () => "it is not said that this is not now");
  await page.click("#play-live");
  await eventually(async () => (await page.textContent("#verdicts")).includes("Guard went"), 5000, () => "the newest verdict is not there");
  await rig.close();
});

test("a live game that is not recorded says so, with the remedy", async () => {
  const rig = await openRig(), page = await rig.page("/review");
  await eventually(async () => /record/i.test(await page.textContent("#unrecorded")) && await page.isVisible("#unrecorded"), 5000, () => "nothing is said");
  await rig.close();
});
