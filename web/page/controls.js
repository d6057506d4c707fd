// What a judge enters: the phase, the end of a move, a move taken back.
import {byId, html} from "./dom.js";
import {words} from "./format.js";

const PHASES = {
  "chainmail": ["orders", "first-half", "second-half", "missile", "melee"],
  "ranked-fantasy": ["charges", "compulsory", "normal-movement", "shooting", "melee"],
  "m42": ["movement", "shooting"],
};
const USUAL_PHASES = ["movement", "melee", "rally"];

function options(select, entries) {
  const before = select.value;
  select.replaceChildren(...entries.map(([value, text]) => html("option", {value}, text)));
  if (entries.some(([value]) => value === before)) select.value = before;
}

function phasesOf(model) { return PHASES[model.game?.ruleset] ?? USUAL_PHASES; }

export function fillControls(model) {
  options(byId("entry-phase"), phasesOf(model).map((p) => [p, words(p)]));
  options(byId("entry-side"), [...[...model.sides.values()].map((s) => [s.id, s.name]), ["", "both"]]);
  options(byId("entry-unit"), [...model.units.values()].map((u) => [u.id, u.name]));
}

// Proposes what comes next: the phase after the present one, the other side, the next turn.
export function proposeNext(model) {
  const state = model.state, phases = phasesOf(model), sides = [...model.sides.keys()];
  if (!state?.phase) return;
  const at = phases.indexOf(state.phase), last = at === phases.length - 1, lastSide = !state.side || sides.indexOf(state.side) === sides.length - 1;
  byId("entry-phase").value = at < 0 || last ? phases[0] : phases[at + 1];
  byId("entry-side").value = state.side ? (last ? sides[(sides.indexOf(state.side) + 1) % sides.length] : state.side) : "";
  byId("entry-turn").value = String((state.turn || 1) + (last && lastSide ? 1 : 0));
}

export function addControls(model, enter) {
  byId("phase-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const turn = Number(byId("entry-turn").value), phase = byId("entry-phase").value, side = byId("entry-side").value;
    enter({kind: "phase", turn, phase, ...(side ? {side} : {})}, `turn ${turn}, ${words(phase).toLowerCase()}`);
  });
  const forUnit = (kind, text) => () => {
    const unit = byId("entry-unit").value;
    if (unit) enter({kind, unit}, `${model.units.get(unit)?.name ?? unit}: ${text}`);
  };
  byId("end-move").addEventListener("click", forUnit("end-move", "move ended"));
  byId("take-back").addEventListener("click", forUnit("take-back", "move taken back"));
}
