// A recorded game: where everything stood at any moment, from the archive of record/archive.h. What it holds comes from a file that nobody has vetted.
import {byId} from "./dom.js";
import {t} from "./lang.js";
import {standingAt, standings} from "./standing.js";

const CHECKPOINT_CHANGES = 400;  // from one to the next at least: about as much work as to copy one
export const GONE = 2;  // how a figure is: 0 seen, 1 hidden

export function embeddedData() {
  const node = byId("record-data");
  return node ? JSON.parse(node.textContent) : null;
}

export async function fetchArchive() {
  const answer = await fetch("/archive.json");
  if (answer.ok) return answer.json();
  const why = await answer.json().then((body) => String(body.error ?? ""), () => "");
  throw Object.assign(new Error(why || t("archive.status", {status: answer.status})), {isMissing: answer.status === 404});
}

// What the rules of the game say, where the program that serves it knows them; null: it does not.
export async function fetchRules() {
  try {
    const answer = await fetch("/api/rules");
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const listOf = (value) => (Array.isArray(value) ? value : []);
const timeOf = (value) => (Number.isFinite(value) ? Math.max(value, 0) : 0);

function newPlaces(n) { return {x: new Int32Array(n), y: new Int32Array(n), heading: new Int32Array(n), how: new Uint8Array(n).fill(GONE), since: new Int32Array(n)}; }

function copyPlaces(p) { return {x: p.x.slice(), y: p.y.slice(), heading: p.heading.slice(), how: p.how.slice(), since: p.since.slice()}; }

function applyFrame(places, frame, time) {
  for (let i = 1; i + 3 < frame.length; i += 4) {
    const figure = frame[i] >> 2;
    places.how[figure] = frame[i] & 3;
    places.x[figure] += frame[i + 1];
    places.y[figure] += frame[i + 2];
    places.heading[figure] += frame[i + 3];
    places.since[figure] = time;
  }
}

// Adds a frame; the whole table is kept at intervals, so that any moment is a few hundred changes away.
export function addFrame(archive, frame) {
  const {frames, times, checkpoints, places} = archive, time = (times.at(-1) ?? 0) + Math.max(frame[0], 0);
  frames.push(frame);
  times.push(time);
  applyFrame(places, frame, time);
  archive.changes += frame.length >> 2;
  if (checkpoints.length > 0 && archive.changes < Math.max(CHECKPOINT_CHANGES, archive.figures.length)) return;
  archive.changes = 0;
  checkpoints.push({frame: frames.length - 1, places: copyPlaces(places)});
}

// data -> what the functions below read. Lines of the log without a time of their own are left out.
export function readArchive(data) {
  const figures = listOf(data.figures).map(String), lines = listOf(data.log).filter((e) => Number.isFinite(e?.data?.t)).sort((a, b) => a.data.t - b.data.t);
  const archive = {
    game: data.game ?? {}, made: String(data.made ?? ""), program: String(data.program ?? ""), head: String(data.head ?? ""), damage: String(data.damage ?? ""), begin: timeOf(data.begin), duration: timeOf(data.duration),
    figures, frames: [], times: [], checkpoints: [], places: newPlaces(figures.length), changes: 0,
    phases: listOf(data.phases).filter(Array.isArray), log: lines.filter((e) => e.kind !== "health"), health: lines.filter((e) => e.kind === "health").map((e) => e.data),
    statistics: data.statistics && typeof data.statistics === "object" ? data.statistics : null, standings: standings(lines), pictures: listOf(data.evidence).filter((p) => p && typeof p === "object"),
  };
  for (const frame of listOf(data.frames)) if (Array.isArray(frame) && frame.length > 0 && frame.every(Number.isInteger)) addFrame(archive, frame);
  return archive;
}

// Index of the last item of a list in order of time that is not after `time`; -1: none. timeAt(i): of item i.
export function lastUntil(count, timeAt, time) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeAt(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// The places at time `at`, in 0.01 s.
export function placesAt(archive, at) {
  const {frames, times, checkpoints} = archive, last = lastUntil(times.length, (i) => times[i], at);
  const checkpoint = checkpoints[lastUntil(checkpoints.length, (i) => checkpoints[i].frame, last)];
  if (!checkpoint) return newPlaces(archive.figures.length);
  const places = copyPlaces(checkpoint.places);
  for (let i = checkpoint.frame + 1; i <= last; i++) applyFrame(places, frames[i], times[i]);
  return places;
}

// {figure: [x, y, heading, hidden]} of those on the table.
export function posesOf(archive, places) {
  const poses = {};
  archive.figures.forEach((id, i) => {
    if (places.how[i] !== GONE) poses[id] = [places.x[i] / 100, places.y[i] / 100, places.heading[i] / 10, places.how[i]];
  });
  return poses;
}

export const hundredths = (t) => Math.round(t * 100);

// Where everything stood at that time, as the live page's state.
export function stateAt(archive, model, time) {
  const at = hundredths(time), places = placesAt(archive, at), figures = posesOf(archive, places), since = {};
  archive.figures.forEach((id, i) => { since[id] = places.since[i]; });
  const phase = archive.phases[lastUntil(archive.phases.length, (i) => hundredths(archive.phases[i][0]), at)], health = archive.health.findLast((h) => h.t <= time + 1e-6);
  const units = [...model.units.values()].map((unit) => standingAt(archive.standings, unit, figures, since, time)).filter(Boolean);
  return {t: time, turn: phase?.[1] ?? 0, phase: phase?.[2] ?? "", side: phase?.[3], health: health && health.state !== "good" ? String(health.why ?? "") : "", figures, units};
}
