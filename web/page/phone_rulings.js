// The newest rulings on a phone; a player may ask the judge to look at one, with a sentence if wished.
import {dot, html} from "./dom.js";
import {t} from "./lang.js";
import {openChallenge, ruledOn, unitColour, unitName} from "./model.js";
import {sentenceOf} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {lastRulings, rulingParts} from "./strip.js";

const MOST = 12;

const mayChallenge = (model, entry) => model.role === "player" && !model.archive && entry.kind === "move" && entry.data.move && entry.data.ruling !== "ask" && !openChallenge(model, entry) && !ruledOn(model, entry);

// phone.challenge: number of the move whose sentence is being written.
function challengeForm(entry, actions) {
  const {move} = entry.data, input = html("input", {type: "text", maxlength: 200, "aria-label": t("phone.why"), placeholder: t("phone.why")});
  const form = html("form", {class: "challenge-form"}, input, html("button", {type: "submit", class: "button main"}, t("banner.challenge")), html("button", {type: "button", class: "button", onclick: () => actions.open(0)}, t("banner.cancel")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    actions.challenge(move, input.value.trim());
  });
  return form;
}

function rulingNode(model, entry, phone, actions, id) {
  const {shape, word, more} = rulingParts(model, entry), {data} = entry, challenge = openChallenge(model, entry), isOpen = phone.challenge === data.move && mayChallenge(model, entry);
  return html("li", {class: "ruling", "data-ruling": shape, "data-move": data.move}, rulingIcon(shape, 30),
    html("div", {class: "ruling-body"}, html("p", {}, html("strong", {}, word), " ", dot(unitColour(model, data.unit)), " ", unitName(model, data.unit)), more ? html("p", {class: "quiet"}, more) : null,
      shape === "legal" ? null : html("p", {}, sentenceOf(entry)), challenge ? html("p", {class: "quiet"}, t("verdicts.challenged", {by: challenge.by || t("word.player")})) : null),
    isOpen ? challengeForm(entry, actions) : mayChallenge(model, entry) ? html("button", {type: "button", class: "button", id, onclick: () => actions.open(data.move)}, t("banner.challenge")) : null);
}

// The first that can be challenged is named, unless the banner has that name.
export function drawRulings(node, model, phone, actions, drawn) {
  const list = lastRulings(model, MOST), isTaken = Boolean(document.querySelector("#banner #challenge")), first = isTaken ? null : list.find((e) => mayChallenge(model, e) && phone.challenge !== e.data.move);
  const mark = JSON.stringify([model.role, model.own, phone.challenge, first?.key, list.map((e) => [e.key, rulingParts(model, e), sentenceOf(e), mayChallenge(model, e), openChallenge(model, e)?.by])]);
  if (mark === drawn || node.querySelector("button:active")) return drawn;
  const isWriting = node.contains(document.activeElement) && document.activeElement.tagName === "INPUT" && JSON.parse(drawn || "[]")[2] === phone.challenge, before = node.querySelector("input")?.value ?? "";
  node.replaceChildren(...list.map((e) => rulingNode(model, e, phone, actions, e === first ? "challenge" : null)));
  const input = node.querySelector("input");
  if (input) {
    if (isWriting) input.value = before;
    input.focus({preventScroll: isWriting});
  }
  return mark;
}
