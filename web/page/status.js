// One truth a unit: what a verdict is worth now, and the gravest that is open of a unit. Card, banner, queue, table and wall all ask here.
import {asksStill, isLater, isMove, isPast, isReplaced, openChallenge, openMoves, isOver, rulingOf, ruledOn, saidLog} from "./model.js";

// From the lightest to the gravest; "closed": nothing is open of it.
export const GRAVITY = ["none", "unjudged", "legal", "moving", "due", "challenged", "doubtful", "ask", "illegal"];

// Where no rule looked at a move it was not judged, and "legal" would be a guess.
function isUnjudged(entry) { return entry.kind === "move" && entry.data.ruling === "legal" && !(entry.data.findings?.length > 0) && !(entry.data.allowance_in > 0); }

// What the program said of the move.
export function programRuling(entry) { return isUnjudged(entry) ? "unjudged" : rulingOf(entry); }

// {shown, program, word, by}: what holds now, what the program said, and the judge's word where there is one ("upheld", "overruled").
export function standingOf(model, entry) {
  const program = programRuling(entry), ruled = isMove(entry) ? ruledOn(model, entry) : null;
  if (!ruled) return {shown: program, program, word: "", by: ""};
  const other = program === "legal" || program === "unjudged" ? "illegal" : "legal";
  return {shown: ruled.ruling === "upheld" ? program : other, program, word: ruled.ruling, by: String(ruled.by ?? "")};
}

// Why the entry still wants somebody: "illegal", "ask", "doubtful", "challenged", "due", or "" where nothing is open.
function openReason(model, entry) {
  const {data} = entry;
  if (isLater(model, entry) || isReplaced(model, entry) || data.taken_back) return "";
  if (entry.kind === "move" && openChallenge(model, entry)) return "challenged";
  if (entry.kind === "alert") return isAnswered(model, entry) ? "" : "illegal";
  if (entry.kind === "obligation") return asksStill(model, entry) ? "due" : "";
  if (entry.kind === "ask" || (entry.kind === "offer" && data.move)) return isPast(model, entry) ? "" : entry.kind === "ask" ? "ask" : "due";
  if (!isMove(entry) || ruledOn(model, entry)) return "";
  const ruling = rulingOf(entry);
  if (ruling === "illegal" || ruling === "doubtful") return ruling;
  return ruling === "ask" && asksStill(model, entry) ? "ask" : "";
}

// A verdict on the same unit after the alert has answered it, by repeating it or not.
function isAnswered(model, alert) { return saidLog(model).some((e) => e.key > alert.key && isMove(e) && e.data.unit === alert.data.unit); }

// What follows from a verdict stands inside it: {entry, inside: [entry]}, in the order of the log. A duty or advice follows from the newest verdict on its
// unit said at the same moment; an alert that a verdict repeats is part of it.
export function logTree(model, entries) {
  const tops = [], last = new Map();
  for (const entry of entries) {
    const {unit, t} = entry.data, top = last.get(unit);
    const follows = top && Math.abs(top.entry.data.t - t) < 0.05 && (entry.kind === "obligation" || (entry.kind === "act" && rulingOf(entry) === "advisory"));
    if (follows) {
      top.inside.push(entry);
      continue;
    }
    const made = {entry, inside: []};
    if (isMove(entry)) {
      takeAlerts(tops, made);
      last.set(unit, made);
    }
    tops.push(made);
  }
  return tops;
}

// Alerts of the move that the verdict is about go into it, where it repeats them.
function takeAlerts(tops, made) {
  const {data} = made.entry, repeats = (e) => e.kind === "alert" && e.data.unit === data.unit && (data.findings ?? []).some((f) => f.rule === e.data.rule);
  for (let i = tops.length - 1; i >= 0; i--) {
    const {entry} = tops[i];
    if (isMove(entry) && entry.data.unit === data.unit) return;
    if (repeats(entry)) made.inside.push(...tops.splice(i, 1).map((t) => t.entry));
  }
}

// What is worked out once for all that ask between two changes.
function once(model, name, make) {
  const mark = `${model.logVersion} ${model.role} ${model.until}`, kept = (model.workedOut ??= {});
  if (kept[name]?.mark !== mark || kept[name].state !== model.state) kept[name] = {mark, state: model.state, value: make()};
  return kept[name].value;
}

// All that is open, the gravest first, and of those the newest: [{entry, inside, reason}].
export function openItems(model) { return once(model, "open", () => listOpen(model)); }

function listOpen(model) {
  const items = logTree(model, saidLog(model)).map((top) => ({...top, reason: gravest([top.entry, ...top.inside].map((e) => openReason(model, e)))})).filter((i) => i.reason);
  return items.sort((a, b) => GRAVITY.indexOf(b.reason) - GRAVITY.indexOf(a.reason) || b.entry.key - a.entry.key);
}

function gravest(reasons) { return reasons.reduce((a, b) => (GRAVITY.indexOf(b) > GRAVITY.indexOf(a) ? b : a), ""); }

// The units' status: Map id -> {status, entry}; entry: whose status it is, or null. What was judged this turn counts, what is open always.
export function unitStatuses(model) { return once(model, "units", () => statusesNow(model)); }

function statusesNow(model) {
  const found = new Map([...model.units.keys()].map((id) => [id, {status: "none", entry: null}])), turn = model.state?.turn;
  const put = (id, status, entry) => {
    const now = found.get(id);
    if (now && GRAVITY.indexOf(status) >= GRAVITY.indexOf(now.status)) found.set(id, {status, entry});
  };
  for (const {entry, inside} of logTree(model, saidLog(model))) {
    const reason = gravest([entry, ...inside].map((e) => openReason(model, e)));
    if (reason) put(entry.data.unit, reason, entry);
    else if (entry.kind === "move" && entry.data.turn === turn && !entry.data.taken_back && !isReplaced(model, entry)) settle(found, model, entry);
  }
  for (const e of openMoves(model)) put(e.unit, "moving", null);
  return found;
}

// The newest verdict that nobody disputes any more: it takes the place of an older one.
function settle(found, model, entry) {
  const now = found.get(entry.data.unit), {shown} = standingOf(model, entry);
  if (now && GRAVITY.indexOf(now.status) <= GRAVITY.indexOf("legal")) found.set(entry.data.unit, {status: shown === "unjudged" ? "unjudged" : "legal", entry});
}

// Has a move that goes on gone too far, with nothing asked of its unit? While something is asked nothing is told as wrong.
export function isTooFar(model, envelope) { return (envelope.over === true || isOver(envelope)) && unitStatuses(model).get(envelope.unit)?.status !== "ask"; }

// Moves by what holds of them now: {legal, doubtful, ask, illegal, unjudged}.
export function tallyOf(model) { return once(model, "tally", () => tallyNow(model)); }

function tallyNow(model) {
  const count = {legal: 0, doubtful: 0, ask: 0, illegal: 0, unjudged: 0};
  for (const e of saidLog(model)) if (isMove(e) && !isReplaced(model, e) && !e.data.taken_back) count[standingOf(model, e).shown] = (count[standingOf(model, e).shown] ?? 0) + 1;
  return count;
}
