// What a ruling says, as one sentence in the viewer's language and unit.
import {has, ofProgram, sentenceOfProgram, t} from "./lang.js";
import {inches, lengthsIn, measure, within, words} from "./format.js";
import {unitName} from "./model.js";
import {standingOf} from "./status.js";

const GRAVITY = ["advisory", "legal", "doubtful", "ask", "illegal"];

// The finding that the ruling hangs on: the gravest, of those the first.
function leadingFinding(data) {
  const list = (Array.isArray(data.findings) ? data.findings : []).filter(Boolean);
  return list.reduce((a, b) => (a && GRAVITY.indexOf(a.ruling) >= GRAVITY.indexOf(b.ruling) ? a : b), null);
}

// The name of the breach: a duty names its rule alone.
function breachOf(item, model) { return item.violation ?? model?.rules?.rules?.find((r) => r.id === item.rule)?.violation ?? ""; }

// The program's own sentence where the page speaks its language, else the breach by its name with what was measured. Only what is sure is told as a breach:
// a question and a doubt say that they are one, and what was found legal has its numbers alone.
export function messageOf(item, model = null) {
  const breach = ofProgram("violation", breachOf(item, model)), isMeasured = Number.isFinite(item.measured) && Number.isFinite(item.allowed);
  if (!breach || (item.ruling === "legal" && !isMeasured)) return lengthsIn(sentenceOfProgram(String(item.message ?? "")));
  const numbers = isMeasured && item.ruling !== "advisory" ? t("sentence.measured", {measured: measure(item.measured, item.unit), allowed: measure(item.allowed, item.unit)}) : "";
  if (item.ruling === "legal") return numbers;
  const text = item.ruling === "ask" ? t("sentence.ask", {breach}) : item.ruling === "doubtful" ? t("sentence.doubtful", {breach}) : breach;
  return numbers ? `${text} ${numbers}` : text;
}

// What an answer is called on its button.
export function answerWords(answer) { return ofProgram("answer", answer.label) || answer.label; }

export function sentenceOf(entry, model = null) {
  const {data} = entry, finding = leadingFinding(data);
  if (finding) return messageOf(finding, model);
  return data.message ? messageOf(data, model) : "";
}

// "Illegal move", "Legal by the judge (program: illegal)", "Not judged".
export function rulingWords(model, entry) {
  const {shown, program, word} = standingOf(model, entry);
  if (entry.data.taken_back) return t("ruling.takenBack", {program: t(`ruling.${program}`)});
  if (word === "overruled") return t("ruling.byJudge", {shown: t(`ruling.${shown}`), program: within(t(`ruling.${program}`))});
  return t(has(`ruling.${shown}`) ? `ruling.${shown}` : "ruling.unjudged");
}

// "wheel 35° 2.4″ + advance 16.2″".
export function maneuverWords(m) {
  if (m.kind === "other") return t("maneuver.other");
  return `${words(m.kind)}${m.angle_deg ? ` ${Math.round(Math.abs(m.angle_deg))}°` : ""} ${inches(m.cost_in)}`;
}

export function who(model, entry) { return entry.data.unit ? unitName(model, entry.data.unit) : t("banner.table"); }
