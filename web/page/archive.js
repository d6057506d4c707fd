// An exported page: the data stands in the page itself, and its time line can be drawn through the game.
// {"game":..,"frames":[[t,{figure:[x,y,heading,hidden]|null}]],"phases":[[t,turn,phase,side]],"log":[{"kind":..,"data":..}],"duration":..}
import {byId} from "./dom.js";

export function embeddedData() {
  const node = byId("record-data");
  return node ? JSON.parse(node.textContent) : null;
}

// Where everything stood at time t, as the live page's state.
export function stateAt(data, t) {
  const figures = {};
  for (const [at, changes] of data.frames) {
    if (at > t + 1e-6) break;
    for (const [id, pose] of Object.entries(changes)) {
      if (pose) figures[id] = pose;
      else delete figures[id];
    }
  }
  const phase = data.phases.findLast((p) => p[0] <= t + 1e-6);
  const units = unitsAt(data, t);
  return {t, turn: phase?.[1] ?? 0, phase: phase?.[2] ?? "", side: phase?.[3], health: "", replay: false, figures, units};
}

// A unit stands as its last verdict left it.
function unitsAt(data, t) {
  const units = new Map();
  for (const {data: move} of logUntil(data, t)) {
    if (move.unit && move.to?.anchor) units.set(move.unit, {id: move.unit, formation: move.to.formation, anchor: move.to.anchor, facing: move.to.anchor[2], moving: false});
  }
  return [...units.values()];
}

function logUntil(data, t) { return data.log.filter((e) => (e.data.t ?? 0) <= t + 1e-6); }
