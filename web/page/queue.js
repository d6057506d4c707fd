// The judge's queue: all that is open, the gravest first, each as a large row with its buttons.
import {dot, html} from "./dom.js";
import {answerEvent} from "./entries.js";
import {within, words} from "./format.js";
import {t} from "./lang.js";
import {answersTo, canEnter, openChallenge, unitColour, unitName} from "./model.js";
import {messageOf, sentenceOf, who} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {openItems} from "./status.js";
import {mayRedraw, newSteady, putSteady} from "./steady.js";

// actions: {enter(event, text), answer(entry, answer), show(item)}.
export function newQueue(node, actions) {
  const queue = {node, actions, model: null, current: null, reason: null, rows: new Map(), count: null};
  queue.steady = newSteady(node, () => queue.model && drawQueue(queue, queue.model));
  return queue;
}

// Markers and offers that the state tells of; what the log says of the same stands in the row of that.
function itemsOfState(model, logged) {
  const {markers = [], units = []} = model.state ?? {}, said = (kind, is) => logged.some((i) => i.entry.kind === kind && is(i.entry.data));
  const asked = markers.filter((m) => m?.asked && !said("ask", (d) => d.marker === m.marker)).map((marker) => ({key: `marker ${marker.marker}`, reason: "ask", marker}));
  const offers = units.filter((u) => Number.isFinite(u?.take_back) && !said("offer", (d) => d.unit === u.id)).map((u) => ({key: `offer ${u.id}`, reason: "due", offer: u}));
  return [...asked, ...offers];
}

// [{key, reason, and entry with inside, or marker, or offer}], the gravest first.
export function queueItems(model) {
  const logged = openItems(model).map((item) => ({...item, key: `log ${item.entry.key}`, marker: item.entry.kind === "ask" ? model.state?.markers?.find((m) => m?.marker === item.entry.data.marker) : undefined}));
  return [...logged, ...itemsOfState(model, logged)];
}

// The unit that the item is about, or null.
export const unitOfItem = (item) => item.entry?.data.unit ?? item.offer?.id ?? null;

function textOf(model, item) {
  const {entry, marker, offer} = item;
  if (offer) return t(offer.take_back > 0 ? "help.offer" : "help.offerOpen", {n: offer.take_back});
  if (item.reason === "challenged") {
    const c = openChallenge(model, entry);
    return `${t("banner.challengedBy", {by: c?.by || t("word.player"), unit: unitName(model, entry.data.unit)})}${c?.note ? ` “${c.note}”` : ""} ${sentenceOf(entry)}`;
  }
  const duty = item.reason === "due" ? item.inside?.find((e) => e.kind === "obligation") : null;
  if (duty) return messageOf(duty.data);
  return entry ? sentenceOf(entry) : `${words(marker.means)}: ${t(marker.asked.length > 1 ? "help.between" : marker.asked.length ? "help.near" : "help.noUnit")}`;
}

function button(text, onclick, extra = {}) { return html("button", {type: "button", class: "button", onclick, ...extra}, text); }

function markerButtons(model, marker, {enter}) {
  if (!marker?.entry) return [];
  const near = marker.asked?.length ? marker.asked : [...model.units.keys()];
  return near.map((id) => button(unitName(model, id), () => enter({...marker.entry, unit: id}, `${unitName(model, id)}: ${within(words(marker.means))}`)));
}

export function takeBack(model, unit, {enter}) { return enter({kind: "take-back", unit}, t("said.takenBack", {unit: unitName(model, unit)})); }

// A verdict that is disputed is ruled on; a question is answered, and a duty is done.
export const isRuled = (item) => item.entry?.kind === "move" && item.entry.data.move > 0 && item.reason !== "ask" && item.reason !== "due";

export function uphold(queue, model, item) {
  const {move} = item.entry.data;
  return queue.actions.enter({kind: "ruling", move, ruling: "upheld", by: model.name || "judge"}, t("said.upheld", {n: move}));
}

function overrule(queue, model, item, note) {
  const {move} = item.entry.data;
  return queue.actions.enter({kind: "ruling", move, ruling: "overruled", by: model.name || "judge", ...(note ? {note} : {})}, t("said.overruled", {n: move}));
}

// The reason is asked for in the row itself; without one the word counts too.
export function askReason(queue, model, item) {
  queue.reason = item.key;
  drawQueue(queue, model, true);
  queue.node.querySelector(".queue-reason input")?.focus();
}

function reasonForm(queue, model, item) {
  const input = html("input", {type: "text", maxlength: 200, "aria-label": t("banner.reason"), placeholder: t("banner.reason")});
  const close = () => {
    queue.reason = null;
    drawQueue(queue, model, true);
  };
  const submit = (event) => {
    event.preventDefault();
    close();
    overrule(queue, model, item, input.value.trim());
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  return html("form", {class: "queue-reason", onsubmit: submit}, input, html("button", {type: "submit", class: "button main"}, t("banner.overrule")), button(t("banner.cancel"), close));
}

function buttonsOf(queue, model, item) {
  const {actions} = queue, {entry, inside = [], marker, offer} = item;
  if (!canEnter(model)) return [];
  const answers = [entry, ...inside].filter(Boolean).flatMap((e) => answersTo(model, e).map((a) => button(answerEvent(model, e.data.unit, a.entry) ? a.label : `${a.label}…`, () => actions.answer(e, a))));
  const ruling = isRuled(item) ? [button(t("banner.uphold"), () => uphold(queue, model, item), {"aria-keyshortcuts": "u"}), button(t("banner.overrule"), () => askReason(queue, model, item), {"aria-keyshortcuts": "o"})] : [];
  const back = offer || entry?.kind === "offer" ? [button(t("queue.takeBack"), () => takeBack(model, unitOfItem(item), actions))] : [];
  return [...answers, ...markerButtons(model, marker, actions), ...ruling, ...back];
}

function row(queue, model, item) {
  const unit = unitOfItem(item), {reason} = item, name = unit ? unitName(model, unit) : item.entry ? who(model, item.entry) : t("banner.table");
  const top = html("button", {type: "button", class: "queue-top", "aria-current": item.key === queue.current ? "true" : null, onclick: () => choose(queue, model, item)},
    rulingIcon(reason), html("span", {class: "queue-words"}, html("span", {class: "queue-head"}, html("span", {class: "queue-reason-name"}, t(`queue.${reason}`)), html("strong", {}, unit ? dot(unitColour(model, unit)) : null, unit ? " " : "", name)),
      html("span", {class: "queue-text"}, textOf(model, item)), (item.inside ?? []).filter((e) => e.kind !== "alert" && messageOf(e.data.findings?.[0] ?? e.data) !== textOf(model, item)).map((e) => html("span", {class: "queue-inside"}, messageOf(e.data.findings?.[0] ?? e.data)))));
  return html("li", {class: `queue-row ${reason}${item.key === queue.current ? " current" : ""}`, "data-key": item.key}, top, queue.reason === item.key ? reasonForm(queue, model, item) : html("div", {class: "queue-buttons"}, buttonsOf(queue, model, item)));
}

function choose(queue, model, item) {
  queue.current = item.key;
  queue.actions.show(item);
  drawQueue(queue, model, true);
}

// The next one: of the list, round and round. Returns it, or null where nothing is open.
export function nextInQueue(queue, model) {
  const items = queueItems(model), at = items.findIndex((i) => i.key === queue.current), item = items[(at + 1) % Math.max(items.length, 1)] ?? null;
  if (!item) return null;
  choose(queue, model, item);
  const node = queue.node.querySelector(`.current .queue-top`);
  node?.focus({preventScroll: true});
  node?.closest("li").scrollIntoView?.({block: "nearest"});
  return item;
}

// The item that keys are meant for: the chosen one, else the gravest.
export function currentItem(queue, model) {
  const items = queueItems(model);
  return items.find((i) => i.key === queue.current) ?? items[0] ?? null;
}

// All that a row depends on.
function markOf(queue, model, item) {
  return JSON.stringify([item.key, item.reason, queue.current === item.key, queue.reason === item.key, model.role, textOf(model, item), (item.inside ?? []).map((e) => e.key), item.marker?.asked, [item.entry, ...item.inside ?? []].filter(Boolean).map((e) => answersTo(model, e)), unitOfItem(item) && unitName(model, unitOfItem(item))]);
}

// Draws what changed, and nothing under a finger.
export function drawQueue(queue, model, anew = false) {
  queue.model = model;
  if (!anew && !mayRedraw(queue.steady)) return;
  const items = queueItems(model), rows = new Map();
  for (const item of items) {
    const mark = markOf(queue, model, item), before = queue.rows.get(item.key);
    rows.set(item.key, before?.mark === mark ? before : {mark, node: row(queue, model, item), replaces: before?.node});
  }
  const focused = queue.node.contains(document.activeElement) ? document.activeElement.closest("li")?.dataset.key : null;
  for (const {node, replaces} of rows.values()) if (replaces?.parentNode === queue.node) queue.node.replaceChild(node, replaces);  // the row stays where it was
  queue.rows = rows;
  const wanted = items.length ? items.map((i) => rows.get(i.key).node) : [queue.empty ??= html("li", {class: "queue-empty"}, rulingIcon("legal"), html("span", {}, t("queue.empty")))];
  putSteady(queue.steady, wanted);
  if (focused && !queue.node.contains(document.activeElement)) [...queue.node.children].find((n) => n.dataset.key === focused)?.querySelector("button")?.focus({preventScroll: true});
  if (queue.count !== items.length) queue.node.dataset.count = queue.count = items.length;
}
