// The verdict banner: the gravest thing that is open, across the table, until somebody has handled it.
import {dot, html} from "./dom.js";
import {answerEvent} from "./entries.js";
import {plural} from "./format.js";
import {t} from "./lang.js";
import {answersTo, canEnter, mayPlay, openChallenge, sideColour, unitName} from "./model.js";
import {answerWords, messageOf, sentenceOf, who} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {openItems} from "./status.js";

const SHOUTED = ["illegal", "ask", "challenged", "doubtful"];
const GUARD_MS = 350;  // a finger that was on its way to something else presses nothing here

// What the banner shows: doubt only in the phase in which it arose, since measuring by hand is of no use later; all else until it is handled.
function bannerItems(model, wanted = () => true) {
  const {turn, phase} = model.state ?? {};
  return openItems(model).filter((item) => SHOUTED.includes(item.reason) && wanted(item) && (item.reason !== "doubtful" || (item.entry.data.turn === turn && item.entry.data.phase === phase)));
}

// node: where it is put; page: {judge: may rule, challenge: may challenge, wanted(item), count(model): how many are open where the page counts more than these, show(entry), enter(event, text), answer(entry, answer)}.
export function newBanner(node, page) { return {node, page, mark: "", reason: false, key: 0}; }

function button(text, onclick, extra = {}) { return html("button", {type: "button", class: "button", onclick, ...extra}, text); }

// The judge may say why before overruling.
function reasonForm(banner, model, entry) {
  const input = html("input", {type: "text", maxlength: 200, "aria-label": t("banner.reason"), placeholder: t("banner.reason")}), {data} = entry;
  const send = () => {
    banner.reason = false;
    drawBanner(banner, model, true);
    banner.page.enter({kind: "ruling", move: data.move, ruling: "overruled", by: model.name || "judge", ...(input.value.trim() ? {note: input.value.trim()} : {})}, t("said.overruled", {n: data.move}));
  };
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
  return html("div", {class: "banner-buttons"}, input, button(t("banner.overrule"), send), button(t("banner.cancel"), () => { banner.reason = false; drawBanner(banner, model, true); }, {class: "button quiet"}));
}

function judgeButtons(banner, model, {entry, reason}) {
  const {data} = entry;
  if (!canEnter(model) || entry.kind !== "move" || !data.move || reason === "ask") return [];
  const uphold = () => banner.page.enter({kind: "ruling", move: data.move, ruling: "upheld", by: model.name || "judge"}, t("said.upheld", {n: data.move}));
  return [button(t("banner.uphold"), uphold), button(t("banner.overrule"), () => { banner.reason = true; drawBanner(banner, model, true); })];
}

function answerButtons(banner, model, {entry}) {
  return answersTo(model, entry).map((a) => button(answerEvent(model, entry.data.unit, a.entry) ? answerWords(a) : `${answerWords(a)}…`, () => banner.page.answer(entry, a)));
}

// A player may ask the judge to look, once.
function challengeButton(banner, model, {entry}) {
  const {data} = entry, may = model.role === "player" && entry.kind === "move" && data.move && mayPlay(model, data.unit) && !openChallenge(model, entry);
  return may ? [button(t("banner.challenge"), () => banner.page.enter({kind: "challenge", move: data.move}, t("said.challenged", {n: data.move})), {id: "challenge"})] : [];
}

function buttons(banner, model, item) {
  if (banner.reason && canEnter(model)) return reasonForm(banner, model, item.entry);
  const show = banner.page.show ? [button(t("banner.show"), () => banner.page.show(item.entry), {class: "button quiet"})] : [];
  return html("div", {class: "banner-buttons"}, answerButtons(banner, model, item), judgeButtons(banner, model, item), challengeButton(banner, model, item), show);
}

const headOf = (item) => t(item.entry.kind === "settled" && item.reason === "illegal" ? "banner.provisional" : `banner.${item.reason}`);

function insideLines(model, item) { return item.inside.filter((e) => e.kind !== "alert").map((e) => html("p", {class: "banner-inside"}, messageOf(e.data.findings?.[0] ?? e.data, model))); }

function content(banner, model, item, more) {
  const {entry} = item, unit = model.units.get(entry.data.unit), pennant = unit ? dot(sideColour(model, unit.side)) : null;
  return [html("div", {class: "banner-icon"}, rulingIcon(item.reason)),
    html("div", {class: "banner-head"}, html("span", {}, headOf(item)), html("span", {class: "banner-unit"}, pennant, pennant ? " " : "", who(model, entry)), more > 0 ? html("span", {class: "banner-more"}, plural(more, "more")) : null),
    html("p", {class: "banner-text"}, item.reason === "challenged" ? challengeText(model, entry) : sentenceOf(entry, model)), ...insideLines(model, item), buttons(banner, model, item)];
}

function challengeText(model, entry) {
  const c = openChallenge(model, entry);
  return `${t("banner.challengedBy", {by: c?.by || t("word.player"), unit: unitName(model, entry.data.unit)})}${c?.note ? ` “${c.note}”` : ""}`;
}

// Draws what changed, and nothing under a finger. Returns the item that is shown, or null.
export function drawBanner(banner, model, anew = false) {
  const items = bannerItems(model, banner.page.wanted), item = items[0] ?? null, open = banner.page.count?.(model) ?? items.length;
  const mark = item ? JSON.stringify([item.entry.key, item.reason, open, item.inside.map((e) => e.key), model.role, model.own, model.connected, answersTo(model, item.entry), item.entry.challenges?.length]) : "";
  if ((mark === banner.mark && !anew) || (banner.reason && item?.entry.key === banner.key && !anew) || banner.node.querySelector("button:active")) return item;
  const isNew = item?.entry.key !== banner.key;
  banner.mark = mark;
  banner.key = item?.entry.key ?? 0;
  if (isNew) banner.reason = false;
  banner.node.replaceChildren();
  if (!item) return null;
  const node = html("section", {class: `verdict-banner ${isNew ? "new" : ""}`, role: "alert", "data-ruling": item.reason === "challenged" ? "ask" : item.reason, "data-key": item.entry.key}, content(banner, model, item, open - 1));
  banner.node.append(node);
  if (isNew) guard(node);
  if (banner.reason) node.querySelector("input")?.focus();
  return item;
}

function guard(node) {
  const all = [...node.querySelectorAll("button")];
  for (const b of all) b.disabled = true;
  setTimeout(() => { for (const b of all) b.disabled = false; }, GUARD_MS);
}

// The page's title tells it too, to those who look at another tab.
export function titleOf(model, item) {
  const game = model.game?.title || "Vedette";
  return item ? `${{illegal: "⛔", doubtful: "⚠", ask: "❓", challenged: "❓"}[item.reason]} ${headOf(item)}: ${who(model, item.entry)} · ${game}` : `${game} · Vedette`;
}
