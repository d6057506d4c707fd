// Which entries fit a unit now, for the words of the six rulesets.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, loadModule, game, still} = require("./page.js");
const {rulesets} = require("./rulesets.js");

const BLUE = {...game.units[0], id: "B1", name: "Unit B1", side: "blue", figures: [{id: "B1-1", shape: "square", width: 1, depth: 1}]};
const FIGURES = {"R1-1": [20, 10, 90, false], "B1-1": [20, 20, -90, false]};

// The modules need a window: that of a page.
async function modules() {
  await openPage();
  return {...await loadModule("fitting.js"), ...await loadModule("model.js")};
}

function modelOf({newModel, setGame, setViewer}, ruleset, phase, unit = {}, rules = {}) {
  const model = newModel();
  setGame(model, {...game, units: [...game.units, BLUE]});
  setViewer(model, {role: "judge", name: "Kim"});
  model.rules = {answers: {}, rules: [], ...rulesets[ruleset], ...rules};
  model.state = {t: 10, turn: 1, phase, side: "red", figures: FIGURES, units: [{...still("R1"), ...unit}, {...still("B1"), anchor: [20, 20, -90]}], due: [], envelopes: []};
  return model;
}

const CASES = [
  ["battlesystem-1e", "movement", {}, ["declare charge", "declare forced-march", "declare change-formation", "declare advance", "declare about-face"], "moves that may be made"],
  ["battlesystem-1e", "movement", {moving: true}, ["end-move", "declare charge", "declare forced-march", "declare change-formation", "declare advance"], "a move that goes on may be ended"],
  ["battlesystem-2e", "movement", {contacts: ["B1"]}, ["declare wrap-around", "declare fighting-withdrawal", "declare charge", "declare change-formation", "declare advance"], "what touches an enemy may go round it or away"],
  ["battlesystem-1e", "melee", {contacts: ["B1"]}, ["declare follow-up", "declare stay", "declare break-through", "dice morale", "dice discipline"], "after a melee"],
  ["battlesystem-1e", "movement", {rules: {routed: true}}, ["declare flee"], "who routs flees first"],
  ["battlesystem-1e", "rally", {rules: {routed: true}}, ["declare rally", "dice rally"], "who routs may rally"],
  ["chainmail-battlesystem", "missile", {}, ["declare shoot", "dice morale"], "missiles"],
  ["chainmail", "orders", {}, ["order", "declare charge", "declare charge-if-charged", "declare advance", "declare halt"], "orders are written"],
  ["chainmail", "first-half", {}, ["declare charge", "declare split-move", "declare change-formation"], "the first half"],
  ["ranked-fantasy", "charges", {}, ["declare charge"], "charges alone are declared then"],
  ["ranked-fantasy", "movement", {}, ["declare march", "declare advance", "declare halt"], "movement means normal-movement"],
  ["ranked-fantasy", "compulsory", {rules: {fleeing: true}}, ["declare rally", "dice rally", "declare flee"], "who flees rallies or runs"],
  ["m42", "movement", {}, ["declare assault", "declare at-the-double", "declare dig-in", "declare advance", "declare halt"], "kinds of move"],
  ["m42", "shooting", {}, ["declare shoot"], "shooting"],
];

test("the entries that fit follow from ruleset, phase and how the unit stands", async () => {
  const all = await modules();
  for (const [ruleset, phase, unit, wanted, why] of CASES) {
    const model = modelOf(all, ruleset, phase, unit), found = all.fittingEntries(model, model.units.get("R1")).map((i) => i.entry);
    assert.deepEqual(found.slice(0, wanted.length), wanted, `${ruleset}, ${phase}: ${why}`);
    assert.ok(found.length === 5 && new Set(found).size === 5, `${ruleset}, ${phase}: five, each once: ${found}`);
  }
});

test("every entry that fits is one that the ruleset knows, in every phase", async () => {
  const all = await modules();
  for (const [ruleset, rules] of Object.entries(rulesets))
    for (const phase of [...rules.phases, ...Object.keys(rules.other_phases), ""])
      for (const unit of [{}, {moving: true}, {contacts: ["B1"]}, {rules: {routed: true}}, {take_back: 3}]) {
        const model = modelOf(all, ruleset, phase, unit);
        for (const item of all.fittingEntries(model, model.units.get("R1"))) {
          const [kind, word] = item.entry.split(" ");
          if (kind === "declare") assert.ok(rules.actions.includes(word), `${ruleset}: ${item.entry}`);
          if (kind === "dice") assert.ok(rules.checks.includes(word), `${ruleset}: ${item.entry}`);
          assert.ok(item.event || item.target || item.choices?.length || item.form, `${ruleset}: ${item.entry} can be completed`);
        }
      }
});

test("what the rules ask of the unit comes first, in their own words", async () => {
  const all = await modules(), model = modelOf(all, "battlesystem-1e", "movement", {}, {answers: {"BS1-7.0-3": [{label: "Forced march", entry: "declare forced-march"}, {label: "Charge", entry: "declare charge"}, {label: "Another rate", entry: "status movement_in"}]}});
  all.addToLog(model, "move", {t: 9, move: 1, turn: 1, phase: "movement", unit: "R1", side: "red", ruling: "ask", maneuvers: [], findings: [{ruling: "ask", rule: "BS1-7.0-3", message: "forced march, or charge?"}]});
  const [first, second, third] = all.fittingEntries(model, model.units.get("R1"));
  assert.deepEqual(first.event, {kind: "declare", unit: "R1", action: "forced-march"});
  assert.equal(second.target, "target");
  assert.equal(third.form, true);
});

test("a take-back that is offered comes before all else", async () => {
  const all = await modules(), model = modelOf(all, "m42", "movement", {take_back: 2});
  assert.deepEqual(all.fittingEntries(model, model.units.get("R1"))[0].event, {kind: "take-back", unit: "R1"});
});

test("a player gets none for the other side's units, and a viewer none at all", async () => {
  const all = await modules(), model = modelOf(all, "m42", "movement");
  all.setViewer(model, {role: "player", name: "Anna", side: "blue"});
  assert.deepEqual(all.fittingEntries(model, model.units.get("R1")), []);
  assert.equal(all.fittingEntries(model, model.units.get("B1")).length, 5);
  all.setViewer(model, {role: "viewer"});
  assert.deepEqual(all.fittingEntries(model, model.units.get("B1")), []);
});

test("targets are enemies, the nearest first", async () => {
  const all = await modules(), model = modelOf(all, "battlesystem-1e", "movement");
  assert.deepEqual(all.targetsOf(model, model.units.get("R1"), "target").map((u) => u.id), ["B1"]);
  assert.deepEqual(all.targetsOf(model, model.units.get("R1"), "supports").map((u) => u.id), ["R2"]);
});
