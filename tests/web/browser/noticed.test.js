// An illegal move that nobody can miss: the banner is in sight on every page and screen, stays until somebody has handled it, and the breach stands out on the table.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openRig, closeAll, logIn, eventually, screenshot, PAGES, SIZES} = require("./rig.js");
const {readPng, contrast} = require("./png.js");

test.after(closeAll);

const SECRETS = {password: "four plain words", code: "123456"};
const SHOUTING = PAGES.filter((p) => p.shouts);

// Is the banner whole within the viewport, and does nothing lie over it?
function bannerInSight() {
  const node = document.querySelector("[role=alert].verdict-banner"), box = node?.getBoundingClientRect();
  if (!box || box.width === 0) return "no banner";
  if (box.left < 0 || box.top < 0 || box.right > window.innerWidth || box.bottom > window.innerHeight) return `it stands at ${JSON.stringify(box)} of ${window.innerWidth} x ${window.innerHeight}`;
  const covered = [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.9, 0.9]].filter(([x, y]) => !node.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)));
  return covered.length > 0 ? `something lies over it at ${JSON.stringify(covered)}` : "";
}

// All that scrolls is scrolled to its end, as by somebody who reads old verdicts.
function scrollDown() { for (const node of [document.scrollingElement, ...document.querySelectorAll("*")]) if (node.scrollHeight > node.clientHeight) node.scrollTop = node.scrollHeight; }

async function openAs(rig, {path, role}, how) {
  const page = await rig.page(path, how);
  if (role === "player") await logIn(page, {role, code: SECRETS.code, name: "Anna", side: "red"});
  if (role === "judge") await logIn(page, {role, password: SECRETS.password, name: "Kim"});
  await page.waitForFunction(() => document.title.includes("Battle at the ford"));
  return page;
}

for (const shown of SHOUTING)
  test(`an illegal move is told across ${shown.path} on every screen`, async () => {
    const rig = await openRig(SECRETS);
    const pages = [];
    for (const size of Object.keys(SIZES)) pages.push([size, await openAs(rig, shown, {size, touch: size === "phone"})]);
    for (let i = 0; i < 12; i++) rig.say(rig.scene.legal(["R2", "B2"][i % 2]));
    for (const [, page] of pages) await page.evaluate(scrollDown);
    rig.say(rig.scene.illegal("R1"));
    for (const [size, page] of pages) {
      await page.waitForSelector("[role=alert].verdict-banner[data-ruling=illegal]");
      await page.waitForTimeout(400);  // it has come in
      await screenshot(page, `noticed-${shown.name}-${size}`);
      assert.equal(await page.evaluate(bannerInSight), "", `${shown.path} at ${size}`);
      const text = await page.textContent(".verdict-banner");
      assert.match(text, /Illegal move.*Pikes.*9\.6/s);
      assert.doesNotMatch(text, /R1|BS1-/, "names, not ids");
      assert.match(await page.title(), /Illegal/);
      assert.deepEqual(page.complaints, []);
    }
    await rig.close();
  });

test("the banner stays until somebody has handled it: after fifty legal moves, and for who comes later", async () => {
  const rig = await openRig(), page = await rig.page("/");
  const illegal = rig.scene.illegal("R1");
  await page.waitForSelector("#board .figure");
  rig.say(illegal);
  await page.waitForSelector(".verdict-banner[data-ruling=illegal]");
  for (let i = 0; i < 50; i++) rig.say(rig.scene.legal(["R2", "R4", "B1", "B2"][i % 4], 0.1));
  rig.scene.turn = 2;
  rig.say();
  await page.waitForFunction(() => document.body.textContent.includes("Turn 2"));
  assert.match(await page.textContent(".verdict-banner"), /Illegal move.*Pikes/s);
  await page.reload();
  await page.waitForSelector(".verdict-banner[data-ruling=illegal]");
  assert.match(await page.textContent(".verdict-banner"), /Pikes/);
  rig.say({kind: "ruling", t: rig.scene.t, move: illegal.move, ruling: "upheld", by: "Kim"});
  await page.waitForSelector(".verdict-banner", {state: "detached"});
  assert.doesNotMatch(await page.title(), /Illegal/);
  await rig.close();
});

test("doubt and questions have a banner of their own colour and shape, and the gravest comes first", async () => {
  const rig = await openRig(), page = await rig.page("/");
  const icon = () => page.$eval(".verdict-banner .banner-icon", (n) => n.innerHTML);
  const seen = new Map();
  await page.waitForSelector("#board .figure");
  for (const [ruling, line] of [["doubtful", rig.scene.doubtful("R1")], ["ask", rig.scene.question("R2")], ["illegal", rig.scene.illegal("R4")]]) {
    rig.say(line);
    await page.waitForSelector(`.verdict-banner[data-ruling=${ruling}]`);
    seen.set(await icon(), ruling);
  }
  assert.equal(seen.size, 3, "each has its own shape");
  assert.match(await page.textContent(".verdict-banner"), /2 more are open/);
  rig.say(rig.scene.legal("B1"), {...rig.scene.duty("B2")});
  await page.waitForTimeout(300);
  assert.match(await page.textContent(".verdict-banner"), /Guard/);
  await rig.close();
});

// The share of pixels of the figure's picture that contrast with the army's colour.
async function shareApart(page, figure, army) {
  const box = await page.evaluate((id) => {
    const node = [...document.querySelectorAll("#board .figure")].find((n) => n.querySelector("title")?.textContent.startsWith(`${id},`));
    const {x, y, width, height} = node.querySelector(".base").getBoundingClientRect();
    return {x, y, width, height};
  }, figure);
  const picture = readPng(await page.screenshot({clip: box}));
  let apart = 0;
  for (let y = 0; y < picture.height; y++) for (let x = 0; x < picture.width; x++) if (contrast(picture.at(x, y), army) >= 3) apart++;
  return apart / (picture.width * picture.height);
}

for (const dark of [false, true])
  test(`the breach stands out on a red army by pixels, ${dark ? "dark" : "light"}`, async () => {
    for (const red of ["#c40064", "#b02020", "#ff2020", "#600000"]) {
      const rig = await openRig({colours: {red}}), page = await rig.page("/", {size: "wall", dark});
      await page.waitForSelector("#board .figure");
      rig.scene.at.set("R1", [12, 3.2, 90]);
      rig.say();
      rig.say(rig.scene.illegal("R1", 9.6));
      await page.waitForSelector(".verdict-banner");
      await page.waitForTimeout(500);
      const army = await page.evaluate(() => getComputedStyle(document.querySelector("#board .figure")).fill.match(/\d+/g).slice(0, 3).map(Number));
      await screenshot(page, `breach-${red.slice(1)}-${dark ? "dark" : "light"}`);
      const marked = await shareApart(page, "R1-1", army), plain = await shareApart(page, "R1-12", army);
      assert.ok(marked >= 0.25 && marked > 1.5 * plain, `${(100 * marked).toFixed(0)} % of the breach at 3:1 or more on ${red}, ${(100 * plain).toFixed(0)} % of a figure without`);
      await rig.close();
    }
  });

test("what is asked is not red anywhere, and what the judge overruled is legal by the judge", async () => {
  const rig = await openRig(), page = await rig.page("/");
  await page.waitForSelector("#board .figure");
  rig.say(rig.scene.question("R1"));
  await page.waitForSelector(".verdict-banner[data-ruling=ask]");
  assert.equal(await page.locator(".card.illegal, .verdict-banner[data-ruling=illegal]").count(), 0);
  const illegal = rig.scene.illegal("R2");
  rig.say(illegal);
  await page.waitForSelector(".verdict-banner[data-ruling=illegal]");
  rig.say({kind: "ruling", t: rig.scene.t, move: illegal.move, ruling: "overruled", by: "Kim", note: "the hill is lower"});
  await eventually(async () => (await page.textContent("#verdicts")).includes("Legal by the judge (program: illegal)"), 5000, () => "no such words on the card");
  await page.waitForSelector(".verdict-banner[data-ruling=ask]");
  rig.say(rig.scene.unjudged("B1"));
  await eventually(async () => /not judged/i.test(await page.textContent("#verdicts")), 5000, () => "nothing is said to be not judged");
  await rig.close();
});
