// What each viewer chooses for the own browser, language, unit of length, sound and speech, and a small menu of it.
import {html} from "./dom.js";
import {LANGUAGES, language, setLanguage, setUnitOfLength, t, unitOfLength} from "./lang.js";
import {setSounds, setSpeech} from "./sound.js";

const NAMES = Object.entries(LANGUAGES).map(([code, texts]) => [code, texts["language.name"]]);  // each as its speakers call it

// Texts are made once: the page is loaded anew in the language that was chosen, without what its address asks for.
function reload(asked) {
  const where = new URL(window.location.href);
  where.searchParams.delete(asked);
  if (where.href === window.location.href) window.location.reload();
  else window.location.replace(where.href);
}

const lists = [
  {id: "setting-language", key: "switches.language", values: NAMES, now: language, keep: setLanguage, asked: "lang"},
  {id: "setting-units", key: "switches.units", values: [["in", t("switches.inches")], ["cm", t("switches.centimetres")]], now: unitOfLength, keep: setUnitOfLength, asked: "units"},
];

// One labelled list for each of the choices among several.
export function choices(attributes) {
  return lists.map(({id, key, values, now, keep, asked}) => {
    const select = html("select", {id, onchange: () => { keep(select.value); reload(asked); }}, values.map(([value, name]) => html("option", {value, selected: value === now}, name)));
    return html("label", attributes, html("span", {}, t(key)), select);
  });
}

// What is on or off: [{id, key of its text, isOn(), set(on)}].
export function toggles(voice) {
  return [
    {id: "setting-sound", key: "switches.sounds", isOn: () => voice.sounds, set: (on) => setSounds(voice, on)},
    {id: "setting-speech", key: "switches.speech", isOn: () => voice.speaks, set: (on) => setSpeech(voice, on)},
  ];
}

function checkbox({id, key, isOn, set}) {
  const box = html("input", {type: "checkbox", id, checked: isOn(), onchange: () => set(box.checked)});
  return html("label", {class: "setting"}, box, html("span", {}, t(key)));
}

// The menu, for the header of a page.
export function settingsMenu({voice}) {
  return html("details", {class: "settings-menu"}, html("summary", {}, t("desk.settings")), html("div", {class: "settings-body"}, choices({class: "setting"}), toggles(voice).map(checkbox)));
}
