// A small menu of what each viewer chooses for the own browser: language, unit of length, sound and speech.
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

function choice(id, key, list, now, chosen) {
  const select = html("select", {id, onchange: () => chosen(select.value)}, list.map(([value, name]) => html("option", {value, selected: value === now}, name)));
  return html("label", {class: "setting"}, html("span", {}, t(key)), select);
}

function toggle(id, key, on, chosen) {
  const box = html("input", {type: "checkbox", id, checked: on, onchange: () => chosen(box.checked)});
  return html("label", {class: "setting"}, box, html("span", {}, t(key)));
}

// The menu, for the header of a page. load: shows the page anew.
export function settingsMenu(shell, load = reload) {
  const {voice} = shell;
  return html("details", {class: "settings-menu"}, html("summary", {}, t("desk.settings")), html("div", {class: "settings-body"},
    choice("setting-language", "switches.language", NAMES, language, (code) => { setLanguage(code); load("lang"); }),
    choice("setting-units", "switches.units", [["in", t("switches.inches")], ["cm", t("switches.centimetres")]], unitOfLength, (unit) => { setUnitOfLength(unit); load("units"); }),
    toggle("setting-sound", "switches.sounds", voice.sounds, (on) => setSounds(voice, on)),
    toggle("setting-speech", "switches.speech", voice.speaks, (on) => setSpeech(voice, on))));
}
