// What a judge enters for the whole game: the phase and who has the initiative.
import {byId, dot, html} from "./dom.js";
import {within, words} from "./format.js";
import {t} from "./lang.js";
import {canEnter, sideColour, sideName} from "./model.js";

const UNDO_MS = 10000;  // so long a phase that was entered by a slip is taken back at one touch

function options(select, entries) {
  const before = select.value;
  select.replaceChildren(...entries.map(([value, text]) => html("option", {value}, text)));
  if (entries.some(([value]) => value === before)) select.value = before;
}

export function fillControls(model) {
  const phases = [...model.rules?.phases ?? [], ...Object.keys(model.rules?.other_phases ?? {})];
  options(byId("entry-phase"), phases.map((p) => [p, words(p)]));
  options(byId("entry-side"), [...[...model.sides.values()].map((s) => [s.id, s.name]), ["", t("controls.both")]]);
}

// What comes next: {turn, phase, side: "" for both}, or null where the rules name no phases: the phase after the present one, the other side, the next turn.
function nextPhase(model) {
  const state = model.state, phases = model.rules?.phases ?? [], sides = [...model.sides.keys()];
  if (phases.length === 0) return null;
  if (!state?.phase) return {turn: state?.turn || 1, phase: phases[0], side: phases.includes("orders") ? "" : sides[0] ?? ""};  // orders are written at once by both
  const at = phases.indexOf(model.rules.other_phases?.[state.phase] ?? state.phase), last = at === phases.length - 1, lastSide = !state.side || sides.indexOf(state.side) === sides.length - 1;
  return {
    turn: (state.turn || 1) + (last && lastSide ? 1 : 0), phase: at < 0 || last ? phases[0] : phases[at + 1],
    side: state.side ? (last ? sides[(sides.indexOf(state.side) + 1) % sides.length] : state.side) : "",
  };
}

// The form proposes what comes next, but not under the judge's fingers.
export function proposeNext(model) {
  const next = nextPhase(model);
  if (!next || document.activeElement?.closest("#phase-form label")) return;
  byId("entry-side").value = next.side;
  if (!model.state?.phase) return;
  byId("entry-phase").value = next.phase;
  byId("entry-turn").value = String(next.turn);
}

const eventOfPhase = ({turn, phase, side}) => ({kind: "phase", turn, phase, ...(side ? {side} : {})});

const wordsOfPhase = ({turn, phase}) => t("controls.phaseEntered", {turn, phase: within(words(phase))});

export function addControls(model, enter) {
  byId("phase-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const phase = {turn: Number(byId("entry-turn").value), phase: byId("entry-phase").value, side: byId("entry-side").value};
    enter(eventOfPhase(phase), wordsOfPhase(phase));
  });
  byId("entry-initiative").addEventListener("click", () => {
    const side = byId("entry-side").value;
    enter(side ? {kind: "initiative", side} : null, side ? t("controls.initiative", {side: sideName(model, side)}) : t("controls.chooseSide"));
  });
}

// The button that is always there: next phase at one touch, and its undo for some seconds. actions: {enter(event, text): resolves to true where taken, undo()}.
export function addNextPhase(model, {enter, undo}) {
  const button = byId("next-phase"), back = byId("phase-undo");
  let timer = 0, isBusy = false;
  const hide = () => back.classList.remove("offered");
  button.addEventListener("click", async () => {
    const next = nextPhase(model);
    if (!next || isBusy) return;  // two touches in haste are one
    isBusy = true;
    const taken = await enter(eventOfPhase(next), wordsOfPhase(next));
    isBusy = false;
    if (!taken) return;
    back.classList.add("offered");
    clearTimeout(timer);
    timer = setTimeout(hide, UNDO_MS);
  });
  back.addEventListener("click", () => {
    hide();
    undo();
  });
}

// Draws the button's words where they are others than `drawn`; returns what it drew.
export function drawNextPhase(model, drawn) {
  const button = byId("next-phase"), next = canEnter(model) ? nextPhase(model) : null;
  const text = next ? t(next.side ? "controls.next" : "controls.nextBoth", {phase: words(next.phase), side: sideName(model, next.side)}) : "";
  const mark = `${text} ${next?.side} ${next?.turn}`;
  if (mark === drawn || button.matches(":active")) return drawn;
  button.hidden = byId("phase-undo").hidden = !next;
  button.replaceChildren(...(next?.side ? [dot(sideColour(model, next.side)), " "] : []), html("span", {}, text));
  return mark;
}
