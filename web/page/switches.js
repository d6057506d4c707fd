// What the judge sets: shadow mode and pre-measuring, which count for all, and what each viewer chooses.
import {byId, html} from "./dom.js";
import {t} from "./lang.js";
import {canEnter} from "./model.js";
import {choices, toggles} from "./settings.js";

function setPressed(node, on) { if (node.getAttribute("aria-checked") !== String(on)) node.setAttribute("aria-checked", String(on)); }

const isOn = (node) => node.getAttribute("aria-checked") === "true";

function ownSwitch(toggle) {
  const button = html("button", {type: "button", id: toggle.id, class: "switch", role: "switch", "aria-checked": String(toggle.isOn())}, html("span", {}, t(toggle.key)));
  button.addEventListener("click", () => {
    toggle.set(!toggle.isOn());
    setPressed(button, toggle.isOn());
  });
  return button;
}

export function addSwitches(voice, enter) {
  byId("shadow").addEventListener("click", () => {
    const on = !isOn(byId("shadow"));
    enter({kind: "shadow", on}, t(on ? "switches.shadowOn" : "switches.shadowOff"));
  });
  byId("premeasure").addEventListener("click", () => {
    const allowed = !isOn(byId("premeasure"));
    enter({kind: "premeasure", allowed}, t(allowed ? "switches.premeasureOn" : "switches.premeasureOff"));
  });
  byId("own-settings").replaceChildren(...toggles(voice).map(ownSwitch), html("div", {class: "desk-form"}, choices({})));
}

// As the program says that it is.
export function drawSwitches(model) {
  const state = model.state ?? {}, may = canEnter(model);
  for (const [id, on] of [["shadow", state.shadow === true], ["premeasure", state.premeasure !== false]]) {
    setPressed(byId(id), on);
    byId(id).disabled = !may;
  }
  byId("shadow-note").hidden = !(may && state.shadow === true);
  byId("viewers").textContent = Number.isFinite(state.viewers) ? t("count.viewer", {n: state.viewers}) : "";
}
