// One line that says whether everything is judged just now, and if not, why and what to do.
import {byId} from "./dom.js";
import {number} from "./format.js";
import {sentenceOfProgram, t} from "./lang.js";

// The judge's eyes in a line: what of the facts is known.
function healthFacts(facts) {
  if (!facts) return "";
  const parts = [Number.isFinite(facts.camera_fps) ? t("health.fps", {x: number(facts.camera_fps, facts.camera_fps < 10 ? 1 : 0)}) : "", facts.dropped > 0 ? t("health.dropped", {n: facts.dropped}) : "",
    facts.light ? t("health.light", {light: t(`light.${facts.light}`)}) : "", facts.calibration_px > 0 ? t("health.calibration", {x: number(facts.calibration_px, 2)}) : "",
    facts.figures > 0 ? t("health.hidden", {hidden: facts.hidden ?? 0, figures: facts.figures}) : "", facts.hand === true ? t("health.hand") : facts.hand === null ? t("health.handUnknown") : ""];
  return parts.filter(Boolean).join(" · ");
}

// {kind: "well", "blind", "lost" or "archive", text}. loading: what there is to say of a page that is not there yet.
function healthOf(model, loading = "") {
  const blind = sentenceOfProgram(String(model.state?.health ?? ""));
  if (model.archive) return blind ? {kind: "blind", text: t("health.then", {text: blind})} : {kind: "archive", text: t("health.archive")};
  if (loading) return {kind: "lost", text: loading};
  if (!model.connected) return {kind: "lost", text: t(model.everConnected ? "health.lost" : "health.connecting")};
  return blind ? {kind: "blind", text: blind} : {kind: "well", text: t("health.well")};
}

// Whether the game is recorded, and the hash of what is safe: with it nobody can change the record unnoticed.
function drawRecording(model) {
  const record = model.state?.record, why = model.recording || String(record?.why ?? ""), damage = byId("damage"), safe = byId("record-now");
  const text = why ? t("health.notRecorded", {why}) : "";
  if (damage.textContent !== text) damage.textContent = text;
  damage.hidden = !text;
  if (!safe) return;
  safe.textContent = record?.head && !why ? t("health.recorded", {hash: String(record.head).slice(0, 8)}) : "";
  safe.title = record?.head ? t("health.recordedTitle", {hash: record.head}) : "";
}

export function drawHealth(model, loading = "") {
  const node = byId("health"), {kind, text} = healthOf(model, loading), facts = byId("health-facts");
  if (node.textContent !== text) node.textContent = text;
  if (node.className !== `health ${kind}`) node.className = `health ${kind}`;
  if (facts) facts.textContent = model.connected && !model.archive ? healthFacts(model.state?.health_facts) : "";
  if (!model.archive && byId("damage")) drawRecording(model);
}
