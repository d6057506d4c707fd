// Where the game is: turn, phase and whose it is, as the pages around the table tell it.
import {dot, html} from "./dom.js";
import {words} from "./format.js";
import {t} from "./lang.js";
import {sideColour, sideName} from "./model.js";

function stageWords({state}) {
  if (!state) return t("page.waiting");
  return state.phase ? t("page.phase", {turn: state.turn, phase: words(state.phase)}) : t("page.noPhase");
}

// The side's pennant and name; nothing where the phase is everybody's.
export function sideMark(model, side) { return side ? html("span", {class: "side-mark"}, dot(sideColour(model, side)), " ", sideName(model, side)) : null; }

// Draws the words with the side's mark into the node where it is other than `drawn`; returns what it drew.
export function drawStage(node, model, drawn) {
  const side = model.state?.phase ? model.state.side : null, mark = JSON.stringify([stageWords(model), side, side && [sideName(model, side), sideColour(model, side)]]);
  if (mark === drawn) return drawn;
  node.replaceChildren(html("span", {class: "stage-words"}, stageWords(model)), ...[sideMark(model, side)].filter(Boolean));
  return mark;
}

// The same as one line of a page's bar.
export function drawBarStage(node, model, drawn) {
  const side = model.sides.get(model.state?.side), text = stageWords(model), mark = `${text} ${side?.name} ${side?.colour}`;
  if (mark === drawn) return drawn;
  node.replaceChildren(...(side ? [dot(side.colour), html("span", {}, `${text} · ${side.name}`)] : [html("span", {}, text)]));
  return mark;
}
