// A game for the pages, as the program would tell it: two sides, eight units, 120 figures, hills and woods, and verdicts of every kind. Lines as docs/stream.md has them.

const WIDTH = 72, DEPTH = 48;

// [id, name, side, files, ranks, x, y of the front's middle, heading, formation]
const ROSTER = [
  ["R1", "Pikes", "red", 8, 3, 12, 14, 90, "closed"], ["R2", "Swords", "red", 6, 3, 28, 14, 90, "closed"], ["R3", "Archers", "red", 6, 1, 42, 18, 90, "skirmish"], ["R4", "Guard", "red", 4, 3, 56, 13, 90, "closed"],
  ["B1", "Spears", "blue", 8, 3, 14, 34, -90, "closed"], ["B2", "Axes", "blue", 6, 3, 30, 34, -90, "closed"], ["B3", "Slingers", "blue", 6, 1, 44, 31, -90, "skirmish"], ["B4", "Knights", "blue", 4, 3, 58, 35, -90, "closed"],
];

const idsOf = ([id, , , files, ranks]) => Array.from({length: files * ranks}, (_, i) => `${id}-${i + 1}`);

// {figure: [x, y, heading]} of a unit whose front's middle stands there.
function posesOf([id, , , files, ranks, , , , formation], [x, y, heading]) {
  const gap = formation === "skirmish" ? 2.6 : 1, a = heading * Math.PI / 180, poses = {};
  for (let rank = 0; rank < ranks; rank++)
    for (let file = 0; file < files; file++) {
      const along = (file - (files - 1) / 2) * gap, back = 0.5 + rank * gap;
      poses[`${id}-${rank * files + file + 1}`] = [x - back * Math.cos(a) + along * Math.sin(a), y - back * Math.sin(a) - along * Math.cos(a), heading].map((v) => Math.round(v * 1000) / 1000);
    }
  return poses;
}

// The game of that roster, with sides of these colours.
function gameOf({red = "#b02020", blue = "#2040b0"} = {}, roster = ROSTER) {
  return {
    kind: "game", title: "Battle at the ford", ruleset: "battlesystem-1e", table: {width: WIDTH, depth: DEPTH}, sides: [{id: "red", name: "Red", colour: red}, {id: "blue", name: "Blue", colour: blue}],
    units: roster.map((row) => ({
      id: row[0], name: row[1], side: row[2], type: row[8] === "skirmish" ? "skirmish" : "regular", troop: row[1] === "Knights" ? "cavalry" : "infantry", movement: row[1] === "Knights" ? 12 : 6,
      figures: idsOf(row).map((id) => ({id, shape: row[8] === "skirmish" ? "round" : "square", width: 0.98, depth: 0.98})),
    })),
    terrain: [
      {id: "knoll", kind: "hill", polygon: [[50, 22], [56, 20], [62, 22], [63, 26], [57, 28], [51, 26]], elevation: 1}, {id: "ridge", kind: "hill", polygon: [[4, 21], [12, 20], [16, 24], [9, 27], [4, 25]], elevation: 1},
      {id: "copse", kind: "light-woods", polygon: [[22, 22], [27, 21], [30, 25], [25, 28], [21, 26]]}, {id: "road", kind: "road", line: [[0, 29], [30, 30], [72, 24]], width: 2},
    ],
  };
}

// The ids, phases and answers of the ruleset that the pages ask for.
const rules = {
  vedette: 1, ruleset: "battlesystem-1e", title: "Battlesystem, first edition", phases: ["movement", "melee", "rally"], other_phases: {missile: null, magic: null},
  actions: ["charge", "forced-march", "wrap-around", "fighting-withdrawal", "follow-up", "stay", "flee", "change-formation", "left-face", "right-face", "about-face", "advance", "halt", "shoot"],
  checks: ["morale", "discipline", "rally"], outcomes: ["pass", "fail"], action_keys: {charge: ["target"], "change-formation": ["to"], shoot: ["target"]}, key_types: {target: "unit", to: "formation", movement_in: "number", routed: "flag"},
  status: ["in_command", "routed", "rallied", "movement_in"], formations: ["closed", "open", "skirmish", "mob"], edges: ["north", "east", "south", "west"], behaviours: ["announce", "propose", "log", "off"],
  answers: {
    "BS1-7.0-3": [{label: "Forced march", entry: "declare forced-march"}, {label: "Charge", entry: "declare charge"}, {label: "Neither", entry: "declare advance"}, {label: "Another rate", entry: "status movement_in"}],
    "BS1-7.13-5": [{label: "Passed", entry: "dice morale pass"}, {label: "Failed", entry: "dice morale fail"}],
  },
  rules: [
    {id: "BS1-7.0-3", citation: "Battlesystem 7.0", rule: "A figure moves no farther than its movement rate.", kind: "prohibition", severity: "illegal", violation: "OVER_DISTANCE", checked: true, behaviour: "announce"},
    {id: "BS1-7.9-4", citation: "Battlesystem 7.9", rule: "A unit wheels about one of its front corners.", kind: "prohibition", severity: "illegal", violation: "ILLEGAL_WHEEL", checked: true, behaviour: "announce"},
    {id: "BS1-7.4-5", citation: "Battlesystem 7.4", rule: "Skirmishers may not touch an enemy.", kind: "prohibition", severity: "illegal", violation: "SKIRMISHER_CONTACT", checked: true, behaviour: "announce"},
    {id: "BS1-7.13-5", citation: "Battlesystem 7.13", rule: "A unit that is charged checks its morale.", kind: "duty", severity: "none", violation: null, checked: true, behaviour: "announce"},
  ],
};

// A game that goes on: places, moves and the lines that tell of them. `colours` as gameOf.
class Scene {
  constructor(colours, roster = ROSTER) {
    this.game = gameOf(colours, roster);
    this.rules = rules;
    this.rows = new Map(roster.map((row) => [row[0], row]));
    this.at = new Map(roster.map((row) => [row[0], [row[5], row[6], row[7]]]));
    this.moves = 0;
    this.t = 60;
    this.turn = 1;
    this.phase = "movement";
    this.side = "red";
    this.extra = {};
  }

  // The whole state now; extra keys of this.extra put over it.
  state() {
    const figures = {};
    for (const [id, at] of this.at) for (const [figure, pose] of Object.entries(posesOf(this.rows.get(id), at))) figures[figure] = [...pose, 0];
    return {
      kind: "state", t: this.t, turn: this.turn, phase: this.phase, side: this.side, move: this.moves, units: [...this.at.keys()].map((id) => this.unit(id)), health: "", due: [], nudges: [], envelopes: [], figures, markers: [], guides: [],
      health_facts: {camera_fps: 10, dropped: 0, light: "good", calibration_px: 0.21, moved: false, hidden: 0, figures: Object.keys(figures).length, hand: false, why: ""}, foreign: [], record: {head: "00544db5f9dfa438", why: ""}, premeasure: true, ...this.extra,
    };
  }

  unit(id) {
    const [, , , files, ranks, , , , formation] = this.rows.get(id), [x, y, heading] = this.at.get(id), loose = formation === "skirmish";
    return {id, formation, facing: heading, frontage: loose ? 0 : files, ranks: loose ? 0 : ranks, files: loose ? 0 : files, array: loose ? "none" : "block", anchor: [x, y, heading], contacts: [], spent: 0, moving: false, rules: {charge_range_in: 9, in_command: true, forced_march: true}};
  }

  // The next move: the unit goes forward by so much, and that is what the program says of it.
  move(id, ruling, {distance = 4, finding = {}, allowance = 6, ...more} = {}) {
    const row = this.rows.get(id), from = this.at.get(id), a = from[2] * Math.PI / 180, to = [from[0] + distance * Math.cos(a), from[1] + distance * Math.sin(a), from[2]], middle = (p) => [p[0], p[1]];
    this.at.set(id, to);
    this.t = Math.round((this.t + 2) * 10) / 10;
    const stance = (at) => ({anchor: at, formation: row[8], files: row[3], ranks: row[4], frontage: row[3]});
    return {
      kind: "move", t: this.t, move: ++this.moves, turn: this.turn, phase: this.phase, unit: id, side: row[2], ruling, from: stance(from), to: stance(to), maneuvers: [{kind: "advance", distance_in: distance, cost_in: distance, from: middle(from), to: middle(to)}],
      cost_in: distance, allowance_in: allowance, sigma_in: 0.02, figures_from: posesOf(row, from), figures_to: posesOf(row, to), path: [0, 0.25, 0.5, 0.75, 1].map((f) => [from[0] + f * (to[0] - from[0]), from[1] + f * (to[1] - from[1])]),
      findings: [{ruling, rule: "BS1-7.0-3", figures: [`${id}-1`], measured: distance, allowed: allowance, sigma: 0.02, unit: "in", p_illegal: ruling === "illegal" ? 1 : 0, at: middle(to), ...finding}], ...more,
    };
  }

  legal(id, distance = 0.5) { return this.move(id, "legal", {distance, finding: {message: `Advance takes ${distance}" of 6" (±0.04"; Battlesystem 7.0)`, at: undefined}}); }
  illegal(id, distance = 9.6) {
    const row = this.rows.get(id), message = `${row[1]} went ${distance}" of 6": ${Number((distance - 6).toFixed(1))}" too far (±0.04"; Battlesystem 7.0)`;
    return this.move(id, "illegal", {distance, finding: {violation: "OVER_DISTANCE", bound: distance - 0.05, message}});
  }
  doubtful(id, distance = 6.1) { return this.move(id, "doubtful", {distance, finding: {violation: "OVER_DISTANCE", bound: distance, p_illegal: 0.6, message: `Advance takes ${distance}" of 6": too close to call (±0.1"; Battlesystem 7.0)`}}); }
  question(id, distance = 7.5) { return this.move(id, "ask", {distance, finding: {violation: "OVER_DISTANCE", bound: distance, p_illegal: 0.99, message: `${this.rows.get(id)[1]} went ${distance}" of 6": forced march, or charge?`}}); }
  // A move that no rule looked at.
  unjudged(id) { return this.move(id, "legal", {distance: 2, allowance: 0, findings: []}); }
  // A duty that follows from the newest move; the state names it as due until `settle`.
  duty(id) {
    this.extra.due = [...(this.extra.due ?? []), {unit: id, rule: "BS1-7.13-5"}];
    return {kind: "obligation", t: this.t, unit: id, side: this.rows.get(id)[2], rule: "BS1-7.13-5", message: `${this.rows.get(id)[1]} must check morale: it is charged (Battlesystem 7.13)`};
  }
  alert(id) { return {kind: "alert", t: this.t, unit: id, side: this.rows.get(id)[2], rule: "BS1-7.4-5", violation: "SKIRMISHER_CONTACT", message: `A skirmisher of ${this.rows.get(id)[1]} touches an enemy: skirmishers may never (Battlesystem 7.4)`, figures: [`${id}-1`], at: this.at.get(id).slice(0, 2)}; }
}

// The game as recorded: `lines` of it, and where everything stands each quarter of a second; `duration` in seconds. As record/archive.h has it.
function archiveOf(scene, log, duration) {
  const figures = scene.game.units.flatMap((u) => u.figures.map((f) => f.id)), last = figures.map(() => [0, 0, 0]), frames = [];
  let before = 0;
  const frame = (t, poses) => {
    const made = [Math.round(t * 100) - before];
    before = Math.round(t * 100);
    for (const [id, pose] of Object.entries(poses)) {
      const i = figures.indexOf(id), now = [Math.round(pose[0] * 100), Math.round(pose[1] * 100), Math.round(pose[2] * 10)];
      made.push(4 * i, ...now.map((v, k) => v - last[i][k]));
      last[i] = now;
    }
    frames.push(made);
  };
  frame(0, Object.assign({}, ...ROSTER.map((row) => posesOf(row, row.slice(5, 8)))));
  for (const {data} of log) if (data.figures_to) frame(data.t, data.figures_to);
  return {version: 1, made: "2026-11-26T12:00:00Z", program: "0.1.0", head: "abcd", damage: "", game: scene.game, figures, frames, phases: [[0, 1, "movement", "red"]], log, duration, evidence: []};
}

module.exports = {Scene, archiveOf, posesOf, ROSTER};
