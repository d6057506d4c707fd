// A recorded game that goes on: what the program tells just now is added to the archive as it comes, so that one time line holds what was and what is.
import {addFrame, GONE, hundredths} from "./archive.js";
import {addStanding} from "./standing.js";

const FRAME_CS = 25;  // from one frame to the next at least, as a record has them
const GAP_S = 3;  // a longer time without a state was not seen here

// The archive of a game of which nothing was recorded: it begins now.
export function newArchiveData(model) {
  const {game, state} = model;
  return {game, figures: [...model.figureUnit.keys()], begin: state.t, duration: state.t};
}

function addPlaces(archive, state) {
  const at = hundredths(state.t), last = archive.times.at(-1) ?? 0, {places} = archive, frame = [at - last];
  if (archive.times.length > 0 && at - last < FRAME_CS) return;
  archive.figures.forEach((id, i) => {
    const pose = state.figures?.[id], isSeen = Array.isArray(pose) && pose.slice(0, 3).every(Number.isFinite);
    const how = isSeen ? (pose[3] ? 1 : 0) : GONE, x = isSeen ? Math.round(pose[0] * 100) : places.x[i], y = isSeen ? Math.round(pose[1] * 100) : places.y[i], heading = isSeen ? Math.round(pose[2] * 10) : places.heading[i];
    if (how !== places.how[i] || x !== places.x[i] || y !== places.y[i] || heading !== places.heading[i]) frame.push(4 * i + how, x - places.x[i], y - places.y[i], heading - places.heading[i]);
  });
  if (frame.length > 1) addFrame(archive, frame);
}

function addPhase(archive, {t, turn, phase, side}) {
  const last = archive.phases.at(-1);
  if (phase && (last?.[1] !== turn || last[2] !== phase || (last[3] ?? undefined) !== (side ?? undefined))) archive.phases.push([t, turn, phase, side]);
}

function addHealth(archive, {t, health = ""}) {
  const last = archive.health.at(-1), before = last && last.state !== "good" ? String(last.why ?? "") : "";
  if (before !== health) archive.health.push({t, state: health ? "blind" : "good", why: health});
}

// Adds the state. Returns [from, to] where so long none came before it that the archive lacks what happened then; else null.
export function addState(archive, state) {
  if (!Number.isFinite(state.t) || state.t < archive.duration) return null;
  const gap = state.t - archive.duration > GAP_S ? [archive.duration, state.t] : null;
  archive.duration = state.t;
  addPlaces(archive, state);
  addPhase(archive, state);
  addHealth(archive, state);
  return gap;
}

// What tells lines of the log apart: one that comes with the archive and with the stream is one.
export function lineMark(kind, data) { return JSON.stringify([kind, Math.round(data.t * 100), data.unit, data.move, data.rule, data.ruling, data.number, data.put_back, data.what, data.message, Boolean(data.again)]); }

export function addLine(archive, kind, data) {
  addStanding(archive.standings, {kind, data});
  if (data.t > archive.duration) archive.duration = data.t;
}
