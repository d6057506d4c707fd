// How units stood in a recorded game: as their last verdict left them, as long as their figures are still there.

const STILL_IN = 0.3;  // less is a nudge
const MOVING_S = 1.5;  // a figure that changed its place so short a time ago is being moved

// Adds what a line of the log tells of where its unit stood. Before its first move a unit stood where that began.
export function addStanding(found, {kind, data}) {
  if (kind !== "move" || !data.unit || !data.to) return;
  if (!found.has(data.unit)) found.set(data.unit, [{t: -1, form: data.from, figures: data.figures_from}]);
  found.get(data.unit).push(data.taken_back ? {t: data.t, move: data.move, form: data.from, figures: data.figures_from} : {t: data.t, move: data.move, form: data.to, figures: data.figures_to});
}

// {unit: [{t, move, form, figures}]} in order of time: the places that the verdicts name.
export function standings(lines) {
  const found = new Map();
  for (const line of lines) addStanding(found, line);
  return found;
}

const isPose = (pose) => Array.isArray(pose) && Number.isFinite(pose[0]) && Number.isFinite(pose[1]);

// Those figures that are still on the table stand there; where the verdict names none, so it is believed.
export function standsAt(wanted, figures) {
  return Object.entries(wanted ?? {}).every(([id, pose]) => !figures[id] || !isPose(pose) || Math.hypot(figures[id][0] - pose[0], figures[id][1] - pose[1]) <= STILL_IN);
}

// The unit as the live page's state tells it; null: nothing is known of it. since: when each figure last changed, in 0.01 s; move: the one that left it there.
export function standingAt(found, unit, figures, since, t) {
  const last = found.get(unit.id)?.findLast((s) => s.t <= t + 1e-6);
  if (!last) return null;
  if (!standsAt(last.figures, figures)) return {id: unit.id, moving: (unit.figures ?? []).some((f) => t - since[f.id] / 100 < MOVING_S), formation: "unknown"};
  const anchor = last.form?.anchor;
  return {id: unit.id, move: last.move, moving: false, formation: last.form?.formation ?? "unknown", anchor, facing: anchor?.[2], frontage: last.form?.frontage, ranks: last.form?.ranks};
}
