// What is drawn of units, moves and breaches.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, loadModule, archiveOf, state, still} = require("./page.js");

const verdict = (extra = {}) => ({kind: "move", t: 14, move: 1, turn: 1, phase: "movement", unit: "R1", side: "red", ruling: "legal", maneuvers: [], cost_in: 6, allowance_in: 12, findings: [], ...extra});
const finding = (ruling, extra = {}) => ({ruling, message: "so it is", figures: ["R1-1"], at: [20, 10], ...extra});
const legs = [{kind: "wheel", angle_deg: 35, turn: "right", cost_in: 2.4, pivot_at: [22, 10], from: [20, 10], to: [20.4, 11.1]}, {kind: "advance", cost_in: 16.2, from: [20.4, 11.1], to: [25, 20]}];

const isWithin = (points, [x, y]) => points.every(([ax, ay], i) => {
  const [bx, by] = points[(i + 1) % points.length];
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9;
});

// The corners counter-clockwise, whichever way they came.
const ccw = (points) => (points.reduce((sum, [x, y], i) => sum + x * points[(i + 1) % points.length][1] - y * points[(i + 1) % points.length][0], 0) < 0 ? [...points].reverse() : points);

test("the outline of a block holds all its bases, and its front edge faces the facing", async () => {
  const {outlineOf, baseCorners} = await loadModule("outline.js");
  for (const facing of [0, 35, 90, 160, 245, -80]) {
    for (const shape of ["square", "round"]) {
      const cos = Math.cos(facing * Math.PI / 180), sin = Math.sin(facing * Math.PI / 180), figure = {shape, width: 1, depth: 0.8};
      const members = Array.from({length: 9}, (_, i) => ({figure, pose: [30 + (i % 5 - 2) * -sin + Math.floor(i / 5) * -cos, 20 + (i % 5 - 2) * cos + Math.floor(i / 5) * -sin, facing + (i % 3 - 1) * 4]}));
      const {points, front: [left, right]} = outlineOf(members, facing);
      for (const {pose} of members) for (const corner of baseCorners(figure, pose)) assert.ok(isWithin(ccw(points), corner), `${facing} ${shape}`);
      const middle = [(left[0] + right[0]) / 2 - 30, (left[1] + right[1]) / 2 - 20], along = middle[0] * cos + middle[1] * sin, across = (left[1] - right[1]) * cos - (left[0] - right[0]) * sin;
      assert.ok(along > 0, "before its middle");
      assert.ok(Math.abs((left[0] - right[0]) * cos + (left[1] - right[1]) * sin) < 1e-9, "across the facing");
      assert.ok(across > 4.9, "its left end on the left, as wide as the front");
    }
  }
});

test("a unit in no order has a hull round its bases and no front", async () => {
  const {outlineOf, baseCorners} = await loadModule("outline.js"), figure = {shape: "square", width: 1, depth: 1};
  const members = [[10, 10, 20], [13, 11, 80], [12, 15, -30], [9, 14, 0], [11, 12, 45]].map((pose) => ({figure, pose})), {points, front} = outlineOf(members, null);
  assert.equal(front, null);
  for (const {pose} of members) for (const corner of baseCorners(figure, pose)) assert.ok(isWithin(points, corner));
  assert.equal(outlineOf([], 90), null);
  assert.equal(outlineOf(members.slice(0, 1), null).points.length, 4);
});

test("a unit in order shows its front, one in none does not", async () => {
  const page = await openPage(), fronts = () => page.all("#board .unit .front-edge").map((n) => n.closest("g[visibility]").getAttribute("visibility"));
  assert.deepEqual(fronts(), ["inherit", "hidden"]);
  page.tell("state", {...state, t: 11, units: [{...still("R1"), formation: "skirmish"}, still("R2")]});
  assert.deepEqual(fronts(), ["hidden", "hidden"]);
  assert.equal(page.one("#board .unit").getAttribute("data-order"), "loose");
});

test("a figure on its way ends exactly where it stands, and turns the shorter way", async () => {
  const {glideAt, GLIDE_MS} = await loadModule("motion.js"), to = [21.234567, 9.87, -170], glide = {from: [20, 10, 170], to, since: 1000};
  assert.deepEqual(glideAt(glide, 1000), [20, 10, 170]);
  assert.equal(glideAt(glide, 1000 + GLIDE_MS), to);
  assert.equal(glideAt(glide, 1e9), to);
  const [x, , heading] = glideAt(glide, 1000 + GLIDE_MS / 2);
  assert.ok(Math.abs(x - 20.617) < 0.001 && Math.abs(heading - 180) < 1e-9);
});

test("figures glide between states, jump where no hand could have carried them, and then nothing is drawn", async () => {
  const page = await openPage(), at = () => /translate\(([\d.]+)/.exec(page.one("#board .figure").getAttribute("transform"))[1], go = (t, x) => page.tell("state", {...state, t, figures: {...state.figures, "R1-1": [x, 10, 90, false]}});
  go(11, 21);
  assert.equal(at(), "20.000");
  page.wait(0.06);
  assert.equal(at(), "20.500");
  page.wait(0.08);
  assert.equal(at(), "21.000");
  page.draw();
  const asked = page.pictures();
  page.draw();
  page.draw();
  assert.deepEqual([asked, page.pictures()], [0, 0], "no picture is asked for while nothing moves");
  go(12, 50);
  assert.equal(at(), "50.000");
});

test("those who asked for less motion have none", async () => {
  const page = await openPage();
  page.window.matchMedia = () => ({matches: true});
  page.tell("state", {...state, t: 11, figures: {...state.figures, "R1-1": [21, 10, 90, false]}});
  assert.match(page.one("#board .figure").getAttribute("transform"), /translate\(21\.000/);
});

test("the moment of a recorded game is shown at once", async () => {
  const page = await openPage({archive: archiveOf([], {states: [[0, {"R1-1": [20, 10, 90, 0]}], [5, {"R1-1": [21, 10, 90, 0]}]]})});
  const slider = page.one("#time");
  slider.value = "2";
  slider.dispatchEvent(new page.window.Event("input"));
  page.draw();
  assert.match(page.one("#board .figure").getAttribute("transform"), /translate\(20\.000/);
});

test("a breach is hatched on its figures, ringed and named by its shape", async () => {
  const page = await openPage();
  page.tell("move", verdict({ruling: "illegal", findings: [finding("illegal")]}));
  assert.equal(page.all("#board defs #hatch-illegal rect").length, 3);
  assert.equal(page.one("#board .layer-figures [data-mark=illegal] .mark g").getAttribute("fill"), "url(#hatch-illegal)");
  assert.equal(page.all("#board .spot.illegal").length, 1);
  assert.equal(page.all("#board .breach-icon .ruling-icon.illegal").length, 1);
});

test("what is doubtful or asked has other marks, and no hatching", async () => {
  const page = await openPage();
  for (const ruling of ["doubtful", "ask"]) {
    page.tell("move", verdict({t: ruling === "ask" ? 15 : 14, move: ruling === "ask" ? 2 : 1, ruling, findings: [finding(ruling)]}));
    assert.equal(page.all(`#board .layer-figures [data-mark=${ruling}]`).length, 1);
    assert.equal(page.all("#board [fill='url(#hatch-illegal)']").length, 0);
    assert.equal(page.all(`#board .breach-icon .ruling-icon.${ruling}`).length, 1);
  }
});

test("what was seen is solid; the way that is supposed is dashed, numbered and explained beside the table", async () => {
  const page = await openPage(), places = {"R1-1": [20, 10, 90], "R1-2": [21, 10, 90]};
  page.tell("move", verdict({maneuvers: legs, cost_in: 18.6, allowance_in: 18, path: [[20, 10], [22, 14], [25, 20]], figures_from: places, figures_to: places}));
  assert.equal(page.all("#board .layer-below .ghost").length, 4);
  assert.equal(page.all("#board .layer-below .seen-path .track").length, 1);
  assert.equal(page.all("#board .layer-above .supposed .track").length, 2);
  assert.deepEqual(page.all("#board .leg-disc text").map((n) => n.textContent), ["1", "2"]);
  assert.deepEqual(page.all(".legend li").map((n) => n.textContent), ["1Wheel 35° about the right corner 2.4″", "2Advance 16.2″"]);
  assert.match(page.text(".legend"), /cheapest way that the rules allow.*together 18.6″ of 18″/);
  assert.equal(page.all("#board .layer-above text").length, 0, "no costs on the table");
});

test("the loupe shows the breach of the verdict that is shown, and can be closed", async () => {
  const page = await openPage();
  page.tell("move", verdict({ruling: "illegal", findings: [finding("illegal")]}));
  page.draw();
  assert.equal(page.all("#board .inset-scene .figure").length, 2);
  assert.equal(page.one("#board .inset-close").getAttribute("aria-label"), "Close the enlarged view");
  page.press("Enter", page.one("#board .inset-close"));
  assert.equal(page.all("#board .inset-scene").length, 0);
  page.tell("move", verdict({t: 20, move: 2}));
  page.draw();
  assert.equal(page.all("#board .inset-scene").length, 0, "nothing is wrong");
});

test("what a move may still reach has no side's colour, and nothing is said of it where measuring beforehand is forbidden", async () => {
  const page = await openPage(), units = [{...still("R1"), anchor: [20, 10]}, still("R2")], reach = [[1, 1], [9, 1], [5, 9]];
  page.tell("state", {...state, t: 11, units, envelopes: [{unit: "R1", come_in: 4, limit_in: 12, left_in: 0.8, raised_in: 0, reach}]});
  assert.equal(page.one("#board .reach").getAttribute("style"), null);
  assert.equal(page.text("#board .left"), "0.8″ left");
  page.tell("state", {...state, t: 12, units, envelopes: [{unit: "R1"}]});
  assert.deepEqual([page.all("#board .reach").length, page.text("#board .left")], [0, ""]);
  page.tell("state", {...state, t: 13, units, envelopes: [{unit: "R1", over: true}]});
  assert.equal(page.text("#board .left.over"), "too far");
});

test("the camera's picture is asked for only while it is shown, and says why there is none", async () => {
  const page = await openPage(), slider = page.one("#camera-share"), set = (value) => {
    slider.value = value;
    slider.dispatchEvent(new page.window.Event("input"));
  };
  Object.defineProperty(page.document, "hidden", {value: false});
  const pictures = () => page.all("#board .layer-camera image").map((n) => n.getAttribute("href")).filter(Boolean);
  assert.deepEqual(pictures(), []);
  set("60");
  assert.deepEqual(pictures(), ["/api/pictures/table.jpg?1"]);
  assert.equal(page.one("#board-ground").getAttribute("opacity"), "1", "the felt gives way to a picture only");
  const image = page.all("#board .layer-camera image").find((n) => n.getAttribute("href"));
  image.dispatchEvent(new page.window.Event("load"));
  assert.equal(image.getAttribute("visibility"), "visible");
  assert.ok(Number(page.one("#board-ground").getAttribute("opacity")) < 0.5);
  globalThis.fetch = async () => ({ok: false, status: 404, json: async () => ({error: "No camera watches this game."})});
  image.dispatchEvent(new page.window.Event("error"));
  for (let i = 0; i < 3; i++) await new Promise((done) => setImmediate(done));
  assert.match(page.text(".camera-reason"), /^No camera watches this game\.$/);
  set("0");
  assert.equal(page.text(".camera-reason"), "");
  assert.equal(page.one("#board-ground").getAttribute("opacity"), "1");
});

test("many figures that glide are drawn unit by unit, and one by one again when they stand", async () => {
  const page = await openPage(), figures = Array.from({length: 80}, (_, i) => ({id: `R1-${i}`, shape: i % 2 ? "round" : "square", width: 1, depth: 1})), {game} = require("./page.js");
  page.say("game", {...game, units: [{...game.units[0], figures}]});
  const standAt = (t, x) => page.tell("state", {...state, t, units: [still("R1")], figures: Object.fromEntries(figures.map((f, i) => [f.id, [x + i % 10, 10 + Math.floor(i / 10), 90, false]]))});
  const shown = () => [page.all("#board .layer-figures .figure[visibility=visible]").length, page.one("#board .swarm").getAttribute("visibility")];
  standAt(20, 20);
  assert.deepEqual(shown(), [80, "hidden"]);
  standAt(21, 21);
  page.wait(0.06);
  assert.deepEqual(shown(), [0, "visible"]);
  assert.equal(page.one("#board .swarm .base").getAttribute("d").match(/M/g).length, 80);
  page.wait(0.1);
  assert.deepEqual(shown(), [80, "hidden"]);
  assert.match(page.one("#board .figure").getAttribute("transform"), /translate\(21\.000/);
});
