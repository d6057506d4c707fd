// The palette of the pages by numbers: texts are read by day and by night, a ruling's colour is no side's, and its mark stands out on any army for every eye.
const test = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const {openRig, closeAll} = require("./rig.js");

test.after(closeAll);

const PAGE = path.join(__dirname, "..", "..", "..", "web", "page");
const RULINGS = ["illegal", "doubtful", "ask", "legal"];
const importColours = () => import(`data:text/javascript,${encodeURIComponent(fs.readFileSync(path.join(PAGE, "colours.js"), "utf8"))}`);

// {name: colour} of the first :root, by night with those of the second.
function tokens(dark) {
  const blocks = [...fs.readFileSync(path.join(PAGE, "theme.css"), "utf8").matchAll(/:root\s*{([^}]*)}/g)].map((m) => Object.fromEntries([...m[1].matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map((n) => [n[1], n[2]])));
  assert.equal(blocks.length, 2);
  return {...blocks[0], ...(dark ? blocks[1] : {})};
}

// How those see it whose red, green or blue cones are missing; matrices for linear RGB, full severity.
// Source: G. Machado, M. Oliveira, L. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, table 1.
const SEEN = {
  everybody: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

function seenAs(hex, matrix) {
  const rgb = [1, 3, 5].map((i) => linear(parseInt(hex.slice(i, i + 2), 16) / 255));
  const seen = matrix.map((row) => row.reduce((sum, k, i) => sum + k * rgb[i], 0)).map((v) => Math.round(255 * gamma(Math.min(Math.max(v, 0), 1))));
  return `#${seen.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

// 500 colours that a side may have, the same each time. Source of the constants: W. Press et al., Numerical Recipes, 3rd edition, 7.1.
function sideColours() {
  let seed = 20;
  const byte = () => { seed = (1664525 * seed + 1013904223) % 2 ** 32; return (seed >>> 24).toString(16).padStart(2, "0"); };
  return ["#b02020", "#c00000", "#ff0000", "#2040b0", "#c40064", "#00706b", "#8a5200", "#6b3fd4", "#ffd400", "#000000", "#ffffff", "#808080", ...Array.from({length: 488}, () => `#${byte()}${byte()}${byte()}`)];
}

test("every text of the palette is read: WCAG AA, by day and by night", async () => {
  const {contrast, RULING_COLOURS} = await importColours(), faint = [];
  for (const dark of [false, true]) {
    const c = tokens(dark), want = (ink, ground, least) => { if (contrast(c[ink], c[ground]) < least) faint.push(`${ink} on ${ground}, ${dark ? "dark" : "light"}: ${contrast(c[ink], c[ground]).toFixed(2)}`); };
    for (const ground of ["page", "card"]) for (const ink of ["ink", "quiet", "accent", "advisory", ...RULINGS]) want(ink, ground, 4.5);
    for (const ground of RULINGS) want("on-ruling", ground, 4.5);
    want("on-accent", "accent", 4.5);
    for (const ground of ["page", "card"]) want("edge", ground, 3);  // of a control: 1.4.11
    want("hazard", "hazard-ink", 4.5);
    for (const r of [...RULINGS, "advisory"]) assert.equal(RULING_COLOURS[dark ? "dark" : "light"][r], c[r], "colours.js and theme.css agree");
  }
  assert.deepEqual(faint, []);
});

test("no side has a ruling's colour, whatever the game file says", async () => {
  const {sideColourApart, distance, RULING_COLOURS, APART} = await importColours();
  for (const given of sideColours()) {
    const side = sideColourApart(given);
    for (const shade of ["light", "dark"]) for (const r of RULINGS) assert.ok(distance(side, RULING_COLOURS[shade][r]) >= APART, `${given} shown as ${side} is as near as ${distance(side, RULING_COLOURS[shade][r]).toFixed(3)} to ${r}, ${shade}`);
  }
});

// A mark is a shape within a white and a black line, so one of the two stands out on whatever lies below.
test("marks stand out on any side's colour for every eye, and differ by shape", async () => {
  const {sideColourApart, contrast} = await importColours();
  for (const [eye, matrix] of Object.entries(SEEN))
    for (const given of sideColours()) {
      const side = seenAs(sideColourApart(given), matrix), best = Math.max(contrast(seenAs("#ffffff", matrix), side), contrast(seenAs("#000000", matrix), side));
      assert.ok(best >= 4.5, `${eye}: ${best.toFixed(2)} on ${given}`);
    }
  const rig = await openRig(), page = await rig.page("/");
  const marks = await page.evaluate(async (rulings) => {
    const {rulingIcon} = await import("/shapes.js");
    return rulings.map((r) => {
      const node = rulingIcon(r);
      document.body.append(node);
      const shape = node.querySelector(".icon-shape"), style = (n, name) => getComputedStyle(n)[name];
      return {ruling: r, outline: shape.outerHTML.replaceAll(/ class="[^"]*"/g, ""), fill: style(shape, "fill"), line: style(shape, "stroke"), casing: style(node.querySelector(".icon-casing"), "stroke"), letter: style(node.querySelector(".icon-mark"), "fill")};
    });
  }, RULINGS);
  const hex = (rgb) => `#${rgb.match(/\d+/g).slice(0, 3).map((v) => Number(v).toString(16).padStart(2, "0")).join("")}`;
  assert.equal(new Set(marks.map((m) => m.outline)).size, RULINGS.length);
  for (const m of marks) {
    assert.deepEqual([hex(m.line), hex(m.casing)], ["#ffffff", "#000000"], m.ruling);
    for (const matrix of Object.values(SEEN)) assert.ok(contrast(seenAs(hex(m.letter), matrix), seenAs(hex(m.fill), matrix)) >= 4.5, `the letter on ${m.ruling}`);
  }
  await rig.close();
});
