// What a judge enters for the whole game: the phase and who has the initiative.
import {byId, html} from "./dom.js";
import {words} from "./format.js";

function options(select, entries) {
  const before = select.value;
  select.replaceChildren(...entries.map(([value, text]) => html("option", {value}, text)));
  if (entries.some(([value]) => value === before)) select.value = before;
}

export function fillControls(model) {
  const phases = [...model.rules?.phases ?? [], ...Object.keys(model.rules?.other_phases ?? {})];
  options(byId("entry-phase"), phases.map((p) => [p, words(p)]));
  options(byId("entry-side"), [...[...model.sides.values()].map((s) => [s.id, s.name]), ["", "both"]]);
}

// Proposes what comes next: the phase after the present one, the other side, the next turn.
export function proposeNext(model) {
  const state = model.state, phases = model.rules?.phases ?? [], sides = [...model.sides.keys()];
  if (!state?.phase) byId("entry-side").value = phases.includes("orders") ? "" : sides[0] ?? "";  // orders are written at once by both
  if (!state?.phase || phases.length === 0) return;
  const at = phases.indexOf(model.rules.other_phases?.[state.phase] ?? state.phase), last = at === phases.length - 1, lastSide = !state.side || sides.indexOf(state.side) === sides.length - 1;
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
  byId("entry-initiative").addEventListener("click", () => {
    const side = byId("entry-side").value;
    enter(side ? {kind: "initiative", side} : null, side ? `initiative: ${model.sides.get(side)?.name ?? side}` : "Initiative: choose a side first");
  });
}
