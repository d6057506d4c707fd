// Which rules are announced, proposed to the judge, logged or off: a table in which the judge sets it.
import {byId, html} from "./dom.js";
import {t} from "./lang.js";

const BEHAVIOURS = ["announce", "propose", "log", "off"];

function choice(rule, current, enter, label) {
  const extra = current ? [] : [html("option", {value: ""}, t("rules.setAll"))];
  const select = html("select", {"aria-label": label}, extra, BEHAVIOURS.map((value) => html("option", {value}, t(`rules.${value}`))));
  select.value = current;
  select.addEventListener("change", () => {
    const wanted = select.value;
    select.value = select.dataset.current ?? "";  // until the program says that it is so
    if (wanted) enter({kind: "behaviour", rule, behaviour: wanted}, `${label}: ${t(`rules.${wanted}`)}`);
  });
  select.dataset.current = current;
  return select;
}

function row(rule, enter) {
  const words = `${rule.id} ${rule.citation} ${rule.violation} ${rule.rule}`.toLowerCase();
  return html("tr", {"data-rule": rule.id, "data-words": words},
    html("td", {}, html("details", {class: "rule-words"}, html("summary", {}, html("span", {class: "rule-name"}, rule.citation), html("span", {class: "rule"}, [rule.id, rule.violation].filter(Boolean).join(" · "))), html("p", {}, rule.rule))),
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
    body.replaceChildren(html("tr", {}, html("td", {}, t("rules.all")), html("td", {}, choice("*", "", enter, t("rules.all")))), ...list.map((rule) => row(rule, enter)));
    filter();
    return;
  }
  list.forEach((rule, i) => {
    const select = body.children[i + 1].querySelector("select");
    select.value = select.dataset.current = rule.behaviour;
  });
}

export function addRuleSearch() { byId("rule-find").addEventListener("input", filter); }
