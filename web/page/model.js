// What is known: the roster, where everything stands, what was concluded. Messages go in, views read it.
import {sideColourApart} from "./colours.js";

const LOG_MAX = 500;
const SAID_LATE_S = 2;  // the state is told twice a second, and what it tells may be a little older
const OVER_IN = 0.05;  // less is lost in the rounding to tenths
const MOVES_TOLD = 4;  // at most, of those that go on
const PICTURES_MAX = 40;  // of one move
const PALETTE = ["#b02020", "#2040b0", "#2f7d32", "#8a5a00", "#6a3d9a", "#00808a"];
const MOVE_KINDS = ["move", "settled", "act"];

export function newModel() {
  return {
    game: null, state: null, rules: null, log: [], logVersion: 0, counter: 0,
    selected: null,  // key of the entry that is shown; null: that of the banner, or the latest move
    told: null,  // key of the entry that the banner tells
    unit: null,  // id of the unit whose panel is open
    connected: false, everConnected: false, archive: false, statistics: null, recording: "",
    role: "viewer", name: "", own: null, mayEnter: false,  // who looks on: own is the side of a player, mayEnter a judge's right
    entered: [],  // what was entered, for the judge
    until: Infinity,  // the moment that is shown: of a recorded game any, of a live one the latest
    pictures: new Map(),  // of a recorded game: [picture] of each move by its number; those of the table under 0
    units: new Map(), sides: new Map(), figureUnit: new Map(),
  };
}

export function setGame(model, game) {
  model.game = game;
  model.units = new Map();
  model.sides = new Map();
  model.figureUnit = new Map();
  (game.sides ?? []).forEach((side, i) => {
    const colour = /^#[0-9a-f]{6}$/i.test(side.colour ?? "") ? side.colour : PALETTE[i % PALETTE.length];
    model.sides.set(side.id, {...side, colour: sideColourApart(colour)});
  });
  for (const unit of game.units ?? []) {
    model.units.set(unit.id, unit);
    for (const figure of unit.figures ?? []) model.figureUnit.set(figure.id, unit);
  }
}

// hello and session: who this viewer is to the program.
export function setViewer(model, data) {
  model.role = ["judge", "player"].includes(data.role) ? data.role : "viewer";
  Object.assign(model, {name: String(data.name ?? ""), own: model.role === "player" ? data.side ?? null : null, mayEnter: model.role === "judge"});
  model.logVersion++;
}

// May this viewer enter something for the unit? A player for the own side's, without a side for all.
export function mayPlay(model, unitId) { return canEnter(model) || (!model.archive && model.role === "player" && (model.own === null || model.units.get(unitId)?.side === model.own)); }

// A recorded game takes no entries.
export function canEnter(model) { return model.mayEnter && !model.archive; }

export function isMove(entry) { return MOVE_KINDS.includes(entry.kind); }

// What an entry is shown as: an act that is merely worth saying is no legal move.
export function rulingOf(entry) {
  if (!isMove(entry)) return entry.kind;
  const advises = entry.kind === "act" && entry.data.ruling === "legal" && entry.data.findings?.some((f) => f.ruling === "advisory");
  return advises ? "advisory" : entry.data.ruling ?? "ask";
}

// A judge's word stands beside the verdict, whoever looks on.
function takeRuling(model, data) {
  if (!["upheld", "overruled", "withdrawn"].includes(data.ruling)) return;
  for (const e of model.log) if (e.kind === "move" && e.data.move === data.move) e.rulings.push(data);
  model.logVersion++;
}

// A player asks the judge to look at the verdict.
function takeChallenge(model, data) {
  for (const e of model.log) if (e.kind === "move" && e.data.move === data.move) e.challenges.push(data);
  model.logVersion++;
}

// Pictures of a live game; those of a recorded one came with it.
function takePicture(model, data) {
  const move = Number.isInteger(data.move) ? data.move : 0;
  model.pictures.set(move, [...(model.pictures.get(move) ?? []).slice(-PICTURES_MAX), data]);
  model.picturesVersion = (model.picturesVersion ?? 0) + 1;
}

// After an entry was undone something is concluded no more. A recorded game keeps it, as it was said then.
function takeGone(model, kind, data) {
  const isIt = (e) => e.kind === kind && e.data.unit === data.unit && (kind === "move" ? e.data.move === data.move : e.data.rule === data.rule), gone = model.log.findLast(isIt);
  if (gone && model.archive) gone.replacedBy ??= data;
  else model.log = model.log.filter((e) => e !== gone);
  model.logVersion++;
}

// One alert a breach: the same word about a unit's move that goes on is no news.
function isRepeated(model, data) {
  const before = model.log.findLast((e) => (e.kind === "alert" && e.data.unit === data.unit && e.data.rule === data.rule) || (isMove(e) && e.kind !== "settled" && e.data.unit === data.unit));
  return before?.kind === "alert";
}

// The challenge that no ruling has answered yet.
export function openChallenge(model, entry) {
  const last = entry.challenges?.findLast((c) => isSaid(model, c)), ruled = ruledOn(model, entry);
  return last && !(ruled && ruled.t >= last.t) ? last : null;
}

// The judge's word on the verdict, as it stood at the moment that is shown.
export function ruledOn(model, entry) {
  const last = entry.rulings.findLast((r) => isSaid(model, r));
  return last?.ruling === "withdrawn" ? undefined : last;  // the entry of the ruling was undone
}

const isSaid = (model, data) => model.until === Infinity || data.t <= model.until + 1e-6;

export function isLater(model, entry) { return !isSaid(model, entry.data); }

// A later word on the same move holds.
export function isReplaced(model, entry) { return entry.replacedBy !== undefined && isSaid(model, entry.replacedBy); }

export function addToLog(model, kind, data) {
  if (kind === "ruling") return takeRuling(model, data);
  if (kind === "challenge") return takeChallenge(model, data);
  if (kind === "picture") return takePicture(model, data);
  if (kind === "alert" && isRepeated(model, data)) return undefined;
  if (data.gone) return takeGone(model, kind, data);
  // a verdict takes the place of the provisional one of the same unit
  if (isMove({kind})) model.log = model.log.filter((e) => !(e.kind === "settled" && e.data.unit === data.unit));
  // a question answered, or a move taken back: the later word on a move is the one that holds
  const before = kind === "move" ? model.log.filter((e) => e.kind === "move" && e.data.move === data.move) : [];
  for (const e of before) e.replacedBy ??= data;
  // nor does it hold once its move is no move: put back, or a mere nudge
  if (kind === "offer" || kind === "nudge") dropProvisional(model, (unit) => unit === data.unit);
  model.log.push({key: ++model.counter, kind, data, rulings: before.at(-1)?.rulings ?? [], challenges: before.at(-1)?.challenges ?? []});
  if (!model.archive && model.log.length > LOG_MAX) model.log.shift();
  model.logVersion++;
  return undefined;
}

function dropProvisional(model, isPast) {
  const before = model.log.length;
  model.log = model.log.filter((e) => e.kind !== "settled" || !isPast(e.data.unit, e.data.t));
  if (model.log.length !== before) model.logVersion++;
}

// The unit is out of sight: its envelope is the last one that was seen.
export function isOlder(envelope) { return Number.isFinite(envelope?.as_of); }

// The limit that a move that goes on is held against: where it has gone too far even for a longer one that could be declared, that one's. Not a number: it
// has none.
export function limitOf(envelope) { return envelope.raised_in > envelope.limit_in && envelope.come_in > envelope.raised_in + OVER_IN ? envelope.raised_in : envelope.limit_in; }

export function isOver(envelope) { return Number.isFinite(envelope.limit_in) && envelope.come_in > envelope.limit_in + OVER_IN; }

// The moves that go on, without those that are on their way back: how far somebody comes there is no news.
export function openMoves(model) {
  const {envelopes = [], guides = []} = model.state ?? {};
  return envelopes.filter((e) => !guides.some((g) => g.unit === e.unit && !g.done));
}

// A provisional verdict goes with its move, or when the unit goes out of sight, of which a take-back leaves no word in the log. The state names the moves that go on, the first few of them.
export function setState(model, state) {
  model.state = state;
  const going = state.envelopes;
  if (!Array.isArray(going) || going.length >= MOVES_TOLD) return;
  dropProvisional(model, (unit, t) => t <= state.t && !going.some((e) => e?.unit === unit && !isOlder(e)));
}

// A change of the state, from one version to the next; one that does not fit waits for the whole state, which the server sends then.
export function changeState(model, {from, to, patch}) {
  const state = model.state;
  if (!state || state.version !== from || patch === null || typeof patch !== "object") return;
  const next = {...state, version: to};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete next[key];
    else if (key === "figures" || key === "fronts") next[key] = mergedMembers(state[key], value);
    else if (key === "units" && !Array.isArray(value)) next.units = mergedUnits(state.units, value);
    else next[key] = value;
  }
  setState(model, next);
}

function mergedMembers(before, changed) {
  const merged = {...before, ...changed};
  for (const [id, value] of Object.entries(changed)) if (value === null) delete merged[id];
  return merged;
}

function mergedUnits(before, changed) {
  const list = named(before).map((unit) => (Object.hasOwn(changed, unit.id) ? changed[unit.id] : unit)).filter(Boolean), known = new Set(list.map((u) => u.id));
  return [...list, ...Object.entries(changed).filter(([id, unit]) => unit && !known.has(id)).map(([, unit]) => unit)];
}

export function clearLog(model) {
  model.log = [];
  model.logVersion++;
  model.selected = null;
}

const named = (list) => (Array.isArray(list) ? list.filter(Boolean) : []);

// What an offer or a marker asked is no question any longer: the state, which tells what is still open, names it no more. A moment is left to it.
export function isPast(model, entry) {
  const {data} = entry, state = model.state;
  if (!state || !(state.t > data.t + SAID_LATE_S)) return false;
  if (entry.kind === "offer") return named(state.units).find((u) => u.id === data.unit)?.take_back !== data.move;
  return entry.kind === "ask" && !named(state.markers).some((m) => m.marker === data.marker && m.asked);
}

const GRAVITY = ["legal", "doubtful", "ask", "illegal"];

// What is not announced is for the judge alone.
function maySee(model, item) { return !item.behaviour || model.mayEnter; }

// The entry as this viewer may see it, or null: its ruling is the gravest of what is said aloud, to the judge with what is proposed.
function seenEntry(model, entry) {
  const data = entry.data;
  if (entry.replacedBy && !model.archive) return null;
  if (entry.kind === "flip") return null;  // part of its move's evidence
  if (entry.kind === "aside") return model.mayEnter ? entry : null;
  if (!isMove(entry)) return maySee(model, data) ? entry : null;
  if (!data.findings?.some((f) => f.behaviour)) return entry;
  const findings = data.findings.filter((f) => maySee(model, f));
  if (entry.kind === "act" && findings.length === 0) return null;
  const gravest = Math.max(0, ...findings.filter((f) => f.behaviour !== "log").map((f) => GRAVITY.indexOf(f.ruling)));
  return {...entry, data: {...data, findings, ruling: GRAVITY[gravest]}};
}

// The log as this viewer may see it.
export function seenLog(model) {
  const mark = `${model.logVersion} ${model.mayEnter}`;
  if (model.seenMark !== mark) {
    model.seenMark = mark;
    model.seen = model.log.map((entry) => seenEntry(model, entry)).filter(Boolean);
  }
  return model.seen;
}

// What of it was said by the moment that is shown.
export function saidLog(model) { return seenLog(model).filter((entry) => !isLater(model, entry)); }

// The entry whose move is drawn: the selected one, else the one that the banner tells, else the latest move. Advice that follows a move does not take it off
// the table.
export function shownEntry(model) {
  const log = saidLog(model), chosen = log.find((e) => e.key === model.selected), told = log.find((e) => e.key === model.told);
  return chosen ?? told ?? log.findLast(isJudged) ?? log.findLast(isMove) ?? null;
}

// A move, or an act that is more than advice.
export function isJudged(entry) { return isMove(entry) && rulingOf(entry) !== "advisory"; }

// Alerts that no verdict on the same unit has answered yet.
export function openAlerts(model) {
  const open = new Map();
  for (const entry of saidLog(model)) {
    if (entry.kind === "alert") open.set(`${entry.data.unit} ${entry.data.rule}`, entry);
    if (isMove(entry)) for (const key of open.keys()) if (key.startsWith(`${entry.data.unit} `)) open.delete(key);
  }
  return [...open.values()];
}

export function sideColour(model, sideId) { return model.sides.get(sideId)?.colour ?? "#777777"; }

export function sideName(model, sideId) { return model.sides.get(sideId)?.name ?? sideId ?? ""; }

export function unitName(model, unitId) { return model.units.get(unitId)?.name ?? unitId ?? ""; }

export function unitColour(model, unitId) { return sideColour(model, model.units.get(unitId)?.side); }

// True where what this entry asks or demands may still be answered, by whomever: a move's question within its phase, a duty as long as it is due, what was
// left undone in a phase until the turn is over.
export function asksStill(model, entry) {
  const {data} = entry, state = model.state;
  if (!data.unit || data.taken_back) return false;
  if (entry.kind === "obligation") return (state?.due ?? []).some((d) => d.unit === data.unit && d.rule === data.rule) && duty(model, data) === entry.key;
  if (entry.kind === "act") return !entry.answered && state?.turn === data.turn;
  return isMove(entry) && state?.turn === data.turn && state?.phase === data.phase && (!state.side || state.side === data.side);
}

// Key of the latest entry that says this duty.
function duty(model, data) { return model.log.findLast((e) => e.kind === "obligation" && e.data.unit === data.unit && e.data.rule === data.rule)?.key; }

// Which figure is which is asked, not what the rule asks that the answer decides: no breach is named.
const asksWhich = (model, finding, unit) => finding.ruling === "ask" && !finding.violation && finding.figures?.find((id) => model.figureUnit.get(id)?.id === unit);

// [{label, entry, figure}]: what can be said at once to what the log's entry asks or demands; figure: the one that is to be placed.
export function answersTo(model, entry) {
  if (!mayPlay(model, entry.data.unit) || !asksStill(model, entry)) return [];
  const figure = (entry.data.findings ?? []).map((f) => asksWhich(model, f, entry.data.unit)).find(Boolean);
  if (figure) return [{label: "Place them", entry: "place", figure}];
  const asking = entry.kind === "obligation" ? [entry.data] : (entry.data.findings ?? []).filter((f) => f.ruling === "ask");
  const answers = [...new Set(asking.map((f) => f.rule))].flatMap((rule) => model.rules?.answers?.[rule] ?? []);
  return answers.filter((a, i) => answers.findIndex((b) => b.entry === a.entry) === i);
}
