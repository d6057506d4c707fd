// What the judge sets: shadow mode, pre-measuring, sounds and speech, language and unit of length.
import {byId, html} from "./dom.js";
import {LANGUAGES, language, setLanguage, setUnitOfLength, t, unitOfLength} from "./lang.js";
import {canEnter} from "./model.js";
import {setSounds, setSpeech} from "./sound.js";

function setPressed(node, on) { if (node.getAttribute("aria-checked") !== String(on)) node.setAttribute("aria-checked", String(on)); }

const isOn = (node) => node.getAttribute("aria-checked") === "true";

// actions: {enter(event, text), again(): the page begins anew, in another language}.
export function addSwitches(voice, {enter, again}) {
  byId("shadow").addEventListener("click", () => {
    const on = !isOn(byId("shadow"));
    enter({kind: "shadow", on}, t(on ? "switches.shadowOn" : "switches.shadowOff"));
  });
  byId("premeasure").addEventListener("click", () => {
    const allowed = !isOn(byId("premeasure"));
    enter({kind: "premeasure", allowed}, t(allowed ? "switches.premeasureOn" : "switches.premeasureOff"));
  });
  const heard = (id, get, set) => {
    setPressed(byId(id), get());
    byId(id).addEventListener("click", () => {
      set(voice, !get());
      setPressed(byId(id), get());
    });
  };
  heard("sounds", () => voice.sounds, setSounds);
  heard("speech", () => voice.speaks, setSpeech);
  byId("language").replaceChildren(...Object.entries(LANGUAGES).map(([code, texts]) => html("option", {value: code}, texts["language.name"] ?? code)));
  byId("language").value = language;
  byId("units").value = unitOfLength;
  byId("language").addEventListener("change", () => { setLanguage(byId("language").value); again(); });
  byId("units").addEventListener("change", () => { setUnitOfLength(byId("units").value); again(); });
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
