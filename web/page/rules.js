// Which rules are announced, proposed to the judge, logged or off: a table in which the judge sets it.
import {byId, html} from "./dom.js";

const BEHAVIOURS = [["announce", "announce"], ["propose", "propose to the judge"], ["log", "log only"], ["off", "off"]];

function choice(rule, current, enter, label) {
  const extra = current ? [] : [html("option", {value: ""}, "set all to…")];
  const select = html("select", {"aria-label": label}, extra, BEHAVIOURS.map(([value, text]) => html("option", {value}, text)));
  select.value = current;
  select.addEventListener("change", () => {
    const wanted = select.value;
    select.value = select.dataset.current ?? "";  // until the program says that it is so
    if (wanted) enter({kind: "behaviour", rule, behaviour: wanted}, `${label}: ${wanted}`);
  });
  select.dataset.current = current;
  return select;
}

function row(rule, enter) {
  const words = `${rule.id} ${rule.citation} ${rule.violation} ${rule.rule}`.toLowerCase();
  return html("tr", {"data-rule": rule.id, "data-words": words},
    html("td", {title: rule.rule}, html("span", {class: "rule-name"}, rule.citation), html("span", {class: "rule"}, `${rule.id} · ${rule.violation}`)),
    html("td", {}, choice(rule.id, rule.behaviour, enter, rule.id)));
}

function filter() {
  const wanted = byId("rule-find").value.trim().toLowerCase();
  for (const node of byId("rule-rows").children) node.hidden = Boolean(node.dataset.words) && !node.dataset.words.includes(wanted);
}

// Draws the table anew where the rules are others, else sets what changed.
export function drawRules(model, enter) {
  const list = model.rules?.rules ?? [], body = byId("rule-rows");
  const same = body.children.length === list.length + 1 && list.every((rule, i) => body.children[i + 1].dataset.rule === rule.id);
  if (!same) {
    body.replaceChildren(html("tr", {}, html("td", {}, "All rules"), html("td", {}, choice("*", "", enter, "All rules"))), ...list.map((rule) => row(rule, enter)));
    filter();
    return;
  }
  list.forEach((rule, i) => {
    const select = body.children[i + 1].querySelector("select");
    select.value = select.dataset.current = rule.behaviour;
  });
}

export function addRuleSearch() { byId("rule-find").addEventListener("input", filter); }
