// The five entries that fit a unit now, by what is open of it, its phase, what it touches and what the rules know. Pure: the sheet draws them.
import {answerEvent, eventOf} from "./entries.js";
import {keyWords, words} from "./format.js";
import {t} from "./lang.js";
import {answersTo, mayPlay} from "./model.js";
import {openItems} from "./status.js";

const FITTING_MAX = 5;
const MOVING = ["movement", "charges", "compulsory", "normal-movement", "first-half", "second-half"];
const PHASES = {
  moving: MOVING, regular: MOVING.filter((p) => p !== "charges" && p !== "compulsory"), charging: ["movement", "charges", "orders", "first-half", "second-half"], fleeing: ["charges", "compulsory", "movement"],
  orders: ["orders"], shooting: ["shooting", "missile"], melee: ["melee"], ordered: ["orders", "normal-movement"], rally: ["rally", "compulsory"], any: null,
};

// What an entry hangs on. broken: it flees or routs; free: it does neither; touching: it stands against an enemy; away: none of it is on the table.
const WHEN = {
  always: () => true, broken: (now) => now.broken, free: (now) => !now.broken, touching: (now) => now.touches, clear: (now) => !now.touches && !now.broken, away: (now) => now.away, moving: (now) => now.moving, offered: (now) => now.offered,
};

// From the likeliest to the least: [entry, phases, when].
const ROWS = [
  ["take-back", "any", "offered"], ["declare reinforce", "moving", "away"], ["end-move", "any", "moving"],
  ["declare rally", "rally", "broken"], ["dice rally", "rally", "broken"], ["declare flee", "fleeing", "broken"],
  ["declare follow-up", "melee", "touching"], ["declare stay", "melee", "touching"], ["declare break-through", "melee", "touching"], ["dice morale", "melee", "always"], ["dice discipline", "melee", "always"],
  ["declare flee", "melee", "always"], ["declare follow-up", "melee", "always"],
  ["declare wrap-around", "moving", "touching"], ["declare fighting-withdrawal", "moving", "touching"],
  ["order", "orders", "always"], ["declare charge", "charging", "free"], ["declare assault", "moving", "free"], ["declare charge-if-charged", "orders", "free"],
  ["declare march", "regular", "clear"], ["declare forced-march", "regular", "clear"], ["declare at-the-double", "moving", "free"], ["declare split-move", "moving", "free"], ["declare advance", "ordered", "free"],
  ["declare halt", "ordered", "free"], ["declare dig-in", "moving", "free"], ["declare change-formation", "regular", "free"], ["declare advance", "moving", "free"], ["declare about-face", "regular", "free"],
  ["declare halt", "moving", "free"], ["declare regroup", "moving", "free"], ["declare flee", "fleeing", "free"], ["dice leadership", "moving", "always"], ["status moved_compulsorily", "moving", "broken"],
  ["declare shoot", "shooting", "free"], ["dice morale", "any", "always"], ["dice leadership", "any", "always"], ["remove", "shooting", "always"], ["remove", "melee", "always"],
];

// How the unit stands, as the rows ask.
function standingNow(model, unit) {
  const state = model.state?.units?.find((u) => u?.id === unit.id) ?? {}, rules = state.rules ?? {}, placed = (unit.figures ?? []).some((f) => model.state?.figures?.[f.id]);
  const enemies = (state.contacts ?? []).filter((id) => model.units.get(id) && model.units.get(id).side !== unit.side);
  return {broken: rules.routed === true || rules.fleeing === true, touches: enemies.length > 0, enemies, away: Boolean(model.state) && !placed, moving: state.moving === true, offered: Number.isFinite(state.take_back)};
}

function isKnown(rules, entry) {
  const [kind, word] = entry.split(" "), lists = {declare: rules.actions, dice: rules.checks, status: rules.status};
  return kind === "order" ? Boolean(rules.phases?.includes("orders")) : lists[kind] ? lists[kind].includes(word) : true;
}

function choice(label, event) { return {label, event}; }

// How the entry is completed: {event} at once, {target: key} by tapping a unit, {choices} among few, or the form.
function completion(model, unit, entry) {
  const {rules} = model, [kind, word] = entry.split(" "), make = (values) => eventOf(unit.id, kind, word, values);
  if (kind === "take-back" || kind === "end-move") return {event: {kind, unit: unit.id}};
  if (kind === "dice") return {choices: (rules.outcomes ?? []).map((outcome) => choice(t(`sheet.${outcome}`), make({outcome})))};
  if (kind === "status" && rules.key_types?.[word] === "flag") return {choices: [true, false].map((on) => choice(t(on ? "word.yes" : "word.no"), make({[word]: on})))};
  if (kind !== "declare") return {form: true};
  const [key, more] = rules.action_keys?.[word] ?? [], type = rules.key_types?.[key];
  if (!key) return {event: make({})};
  if (type === "unit" && !more) return {target: key};
  const named = {formation: rules.formations, edge: rules.edges}[type];
  return named && !more ? {choices: named.map((value) => choice(words(value), make({[key]: value})))} : {form: true};
}

function labelOf(entry) {
  const [kind, word] = entry.split(" ");
  return word ? (kind === "status" ? keyWords(word) : words(word)) : t(`sheet.${kind}`);
}

// What was asked of the unit comes first, in the rules' own words.
function answersFor(model, unit) {
  const found = [];
  for (const {entry, inside} of openItems(model).filter((i) => i.entry.data.unit === unit.id))
    for (const e of [entry, ...inside])
      for (const a of answersTo(model, e)) {
        const event = a.figure ? null : answerEvent(model, unit.id, a.entry);
        found.push({entry: a.entry, label: a.label, answers: e, figure: a.figure, ...(event ? {event} : completionOfAnswer(model, unit, a.entry))});
      }
  return found;
}

function completionOfAnswer(model, unit, entry) {
  const [kind, , value] = entry.split(" ");
  return value || kind === "place" ? {form: true} : completion(model, unit, entry);
}

function fits(model, now, [entry, phases, when]) {
  const phase = model.rules.other_phases?.[model.state?.phase] ?? model.state?.phase ?? "";
  return isKnown(model.rules, entry) && WHEN[when](now) && (!PHASES[phases] || PHASES[phases].includes(phase));
}

// What else may be entered fills the five, as it stands in the rules.
function fillers(rules) { return [...(rules.actions ?? []).map((a) => `declare ${a}`), ...(rules.checks ?? []).map((c) => `dice ${c}`), "remove"]; }

// [{label, entry, and one of event, target, choices, form}], five at most; what the rules ask of the unit first. answers: the entry of the log that asked.
export function fittingEntries(model, unit) {
  if (!unit || !model.rules || !mayPlay(model, unit.id)) return [];
  const now = standingNow(model, unit), asked = answersFor(model, unit), named = [...ROWS.filter((row) => fits(model, now, row)).map(([entry]) => entry), ...fillers(model.rules)];
  const seen = new Set(), list = [...asked, ...named.map((entry) => ({entry, label: labelOf(entry)}))].filter(({entry}) => !seen.has(entry) && seen.add(entry)).slice(0, FITTING_MAX);
  return list.map((item) => (item.answers ? item : {...item, ...completion(model, unit, item.entry)}));
}

// The units that may be the entry's target, those that it touches first, then the nearest.
export function targetsOf(model, unit, key) {
  const at = (id) => model.state?.units?.find((u) => u?.id === id)?.anchor, own = at(unit.id), foe = key === "target", touched = standingNow(model, unit).enemies;
  const far = (id) => (touched.includes(id) ? -1 : own && at(id) ? Math.hypot(at(id)[0] - own[0], at(id)[1] - own[1]) : Infinity);
  return [...model.units.values()].filter((u) => u.id !== unit.id && (foe ? u.side !== unit.side : u.side === unit.side)).sort((a, b) => far(a.id) - far(b.id));
}
