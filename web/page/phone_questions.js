// A player's own questions and duties, each with its answers as buttons as wide as the screen.
import {html} from "./dom.js";
import {answerEvent} from "./entries.js";
import {answersTo} from "./model.js";
import {sentenceOf, who} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {openItems} from "./status.js";

const GUARD_MS = 350;  // a finger that was on its way to something else presses nothing here

// What this player can answer: [{entry, answers}], of a verdict and what follows from it.
function ownQuestions(model) {
  return openItems(model).flatMap(({entry, inside}) => [entry, ...inside]).map((entry) => ({entry, answers: answersTo(model, entry).filter((a) => answerEvent(model, entry.data.unit, a.entry) || a.entry.startsWith("declare "))})).filter(({answers}) => answers.length > 0);
}

// An answer that leaves something open, such as the target of a charge, is asked for in the unit's own sheet.
function card(model, {entry, answers}, answer) {
  const buttons = answers.map((a) => html("button", {type: "button", class: "button wide", onclick: () => answer(entry, a)}, answerEvent(model, entry.data.unit, a.entry) ? a.label : `${a.label}…`));
  return html("section", {class: "question", role: "alert", "data-key": entry.key}, html("p", {class: "question-head"}, rulingIcon(entry.kind === "obligation" ? "due" : "ask", 30), html("strong", {}, who(model, entry))), html("p", {}, sentenceOf(entry)), buttons);
}

function guard(node) {
  const all = [...node.querySelectorAll("button")];
  for (const b of all) b.disabled = true;
  setTimeout(() => { for (const b of all) b.disabled = false; }, GUARD_MS);
}

// Keeps the cards that stay as they are: nothing changes under a finger. Returns the questions.
export function drawQuestions(node, model, answer) {
  const list = ownQuestions(model), kept = new Map([...node.children].map((n) => [n.dataset.mark, n]));
  if (node.querySelector("button:active")) return list;
  const cards = list.map((question) => {
    const mark = JSON.stringify([question.entry.key, question.answers, who(model, question.entry), sentenceOf(question.entry)]), made = kept.get(mark) ?? card(model, question, answer);
    if (!kept.has(mark)) guard(made);
    made.dataset.mark = mark;
    return made;
  });
  if (cards.length !== node.children.length || cards.some((c, i) => c !== node.children[i])) node.replaceChildren(...cards);
  return list;
}
