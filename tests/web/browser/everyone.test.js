// The pages for everyone: axe-core finds nothing, the keyboard reaches all, fingers hit, a narrow phone scrolls down alone, no text stands outside the language files, and little is to load.
const test = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const {openRig, closeAll, logIn, screenshot, PAGES} = require("./rig.js");

test.after(closeAll);

const AXE = fs.readFileSync(require.resolve("axe-core"), "utf8");
const SECRETS = {password: "four plain words", code: "123456"};

// A game with something of every kind in it.
async function busyRig() {
  const rig = await openRig(SECRETS), {scene} = rig;
  rig.say(scene.legal("R2"), scene.doubtful("R4"), scene.question("R1"), scene.alert("B3"), scene.unjudged("B2"));
  rig.say(scene.duty("B1"));
  rig.say(scene.illegal("R3", 9));
  return rig;
}

async function openAs(rig, {path, role}, how) {
  const page = await rig.page(path, how);
  if (role === "player") await logIn(page, {role, code: SECRETS.code, name: "Anna", side: "red"});
  if (role === "judge") await logIn(page, {role, password: SECRETS.password, name: "Kim"});
  await page.waitForFunction(() => /Battle at the ford|Pikes|Illegal/.test(document.title + document.body.textContent));
  await page.waitForTimeout(500);
  return page;
}

for (const shown of PAGES) {
  test(`axe-core finds nothing on ${shown.path}`, async () => {
    const rig = await busyRig();
    for (const size of ["phone", "desk"]) {
      const page = await openAs(rig, shown, {size, touch: size === "phone"});
      await page.evaluate(AXE);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({colorScheme, reducedMotion: "reduce"});
        await screenshot(page, `everyone-${shown.name}-${size}-${colorScheme}`);
        const {violations} = await page.evaluate(() => window.axe.run(document, {resultTypes: ["violations"]}));
        assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 4).map((n) => `${n.target} ${n.failureSummary?.split("\n")[1]?.trim()}`).join(" | ")}`), [], `${shown.path} at ${size}, ${colorScheme}`);
      }
      assert.deepEqual(page.complaints, []);
      await page.close();
    }
    await rig.close();
  });

  test(`fingers hit what ${shown.path} offers, and 360 px are wide enough`, async () => {
    const rig = await busyRig(), page = await openAs(rig, shown, {size: "phone", touch: true});
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${shown.path} is ${await page.evaluate(() => document.documentElement.scrollWidth)} px wide`);
    assert.deepEqual(await page.evaluate(smallTargets), []);
    await rig.close();
  });

  test(`the keyboard reaches all of ${shown.path}, and shows where it is`, async () => {
    const rig = await busyRig(), page = await openAs(rig, shown);
    const wanted = await page.evaluate(markTargets), reached = new Set(), dim = [];
    for (let i = 0; i < wanted.length + 8; i++) {
      await page.keyboard.press("Tab");
      const now = await page.evaluate(focusNow);
      if (!now) continue;
      reached.add(now.number);
      if (!now.isSeen) dim.push(now.text);
    }
    assert.deepEqual(wanted.filter((w) => !reached.has(w.number)).map((w) => w.text), [], "not reached");
    assert.deepEqual(dim, [], "focused, and not to be seen");
    await rig.close();
  });

  test(`every text of ${shown.path} stands in the language files`, async () => {
    const rig = await busyRig(), page = await openAs(rig, {...shown, path: `${shown.path}?lang=xx`});
    assert.deepEqual(await page.evaluate(strayTexts, dataOf(rig)), []);
    await rig.close();
  });

  test(`the first load of ${shown.path} is at most 250 kB`, async () => {
    const rig = await busyRig(), page = await rig.page("/openapi.json"), session = await page.context().newCDPSession(page);
    let bytes = 0;
    await session.send("Network.enable");
    session.on("Network.dataReceived", (e) => { bytes += e.encodedDataLength; });
    await page.goto(`${rig.url}${shown.path}`);
    await page.waitForTimeout(1500);
    assert.ok(bytes > 10000 && bytes <= 250000, `${bytes} bytes`);
    await rig.close();
  });
}

// Controls that a finger may miss: less than 48 px wide or high, with the label that belongs to it. A link within a sentence is as high as its line.
function smallTargets() {
  const found = [];
  for (const node of document.querySelectorAll("button, select, input, textarea, summary, a[href], [role=button]")) {
    if (!node.checkVisibility({visibilityProperty: true}) || node.closest("p a")) continue;
    const own = node.getBoundingClientRect(), label = node.closest("label")?.getBoundingClientRect() ?? own;
    if (own.width === 0 || own.height === 0) continue;
    if (Math.max(own.width, label.width) < 47.5 || Math.max(own.height, label.height) < 47.5) found.push(`${node.id || node.textContent.trim().slice(0, 30) || node.tagName}: ${Math.round(own.width)} x ${Math.round(own.height)}`);
  }
  return found;
}

// Numbers all that can be focused and is to be seen.
function markTargets() {
  const nodes = [...document.querySelectorAll("button, select, input, textarea, summary, a[href], [tabindex]")].filter((n) => n.tabIndex >= 0 && !n.disabled && n.checkVisibility({visibilityProperty: true}) && n.getBoundingClientRect().width > 0);
  return nodes.map((node, number) => {
    node.setAttribute("data-tab-number", number);
    return {number, text: `${node.tagName}#${node.id} ${node.textContent.trim().slice(0, 30)}`};
  });
}

function focusNow() {
  const node = document.activeElement;
  if (!node?.hasAttribute("data-tab-number")) return null;
  const style = getComputedStyle(node), box = node.getBoundingClientRect();
  const isSeen = box.width > 0 && ((style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none");
  return {number: Number(node.getAttribute("data-tab-number")), isSeen, text: `${node.tagName}#${node.id} ${node.textContent.trim().slice(0, 30)}`};
}

// What comes from the game, the ruleset and the program, and is shown as it is.
function dataOf({scene, said}) {
  const {game, rules} = scene, words = [rules.phases, rules.actions, rules.checks, rules.status, rules.outcomes, rules.formations, rules.edges, Object.keys(rules.other_phases)].flat();
  const answers = Object.values(rules.answers).flat().map((a) => a.label), terrain = game.terrain.map((p) => p.kind.replaceAll("-", " "));
  const messages = said.flatMap((line) => [line, ...line.findings ?? []]).map((f) => f.message?.replaceAll("\"", "″")).filter(Boolean);
  return [game.title, game.ruleset, rules.title, "Kim", "Anna", ...game.sides.map((s) => s.name), ...game.units.map((u) => u.name), ...answers, ...terrain, ...words, ...words.map((w) => w.replaceAll(/[-_]/g, " ")), "English", "Deutsch", "Vedette", ...messages, ...rules.rules.map((r) => r.rule)];
}

// Texts in sight, and names for screen readers, that no language file holds: without what is within ⟦ ⟧, the data, messages of the program and ids.
function strayTexts(data) {
  const found = new Set(), sorted = data.toSorted((a, b) => b.length - a.length);
  const rest = (text) => {
    let left = text;
    for (let before = ""; before !== left;) {
      before = left;
      left = left.replace(/⟦[^⟦⟧]*⟧/gs, " ");
    }
    for (const message of sorted.filter((w) => w.includes(" "))) left = left.replaceAll(message, " ");
    left = left.replace(/https?:\S+|\bBS1-[\d.-]*|\b[RB]\d(-\d+)?\b|[A-Z]+_[A-Z_]+|\b[0-9a-f]{8,}\b|Battlesystem [\d.]+/g, " ");
    for (const word of sorted) left = left.replaceAll(new RegExp(`(?<![a-z])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![a-z])`, "gi"), " ");
    return left;
  };
  const look = (text, where) => { if (/\p{L}{2,}/u.test(rest(text))) found.add(`${where}: ${text.trim().slice(0, 80)}`); };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (["SCRIPT", "STYLE", "NOSCRIPT"].includes(parent.tagName) || (parent.tagName !== "TITLE" && parent.tagName !== "title" && !parent.checkVisibility())) continue;
    look(node.textContent, parent.id || parent.className.baseVal || parent.className || parent.tagName);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) for (const node of document.querySelectorAll(`[${name}]`)) look(node.getAttribute(name), `${name} of ${node.id || node.tagName}`);
  return [...found];
}
