// What all live pages share: one model that messages change, one drawing a picture, the banner with its sound and title, and entries with their fate.
import {drawBanner, newBanner, titleOf} from "./banner.js";
import {byId} from "./dom.js";
import {answerEvent} from "./entries.js";
import {drawHealth} from "./health.js";
import {t, translateElements} from "./lang.js";
import {addToLog, changeState, clearLog, newModel, setGame, setState, setViewer, unitName} from "./model.js";
import {answerWords, sentenceOf, who} from "./sentences.js";
import {keepAwake, newVoice, sayAloud, wakeUp} from "./sound.js";
import {enter, follow} from "./stream.js";

const SAID_MS = 8000;
const RELEASED_MS = 200;  // a button stays :active for up to 150 ms after a tap (Chromium), and parts draw nothing under a finger

// page: {name: "judge", parts: [function of the model that draws a part], show(entry), fill(entry, answer), wanted(item), isQuiet: no banner}. `fill` opens what an answer leaves open.
export function newShell(page) {
  const shell = {page, model: newModel(), voice: newVoice(page.name), loading: "", waiting: false, isSettled: false, banner: null, entered: 0};  // entered: number of the newest entry of this page
  shell.banner = page.isQuiet ? null : newBanner(byId("banner"), {wanted: page.wanted, count: page.count, show: page.show, enter: (event, text) => send(shell, event, text), answer: (entry, a) => answer(shell, entry, a)});
  translateElements();
  document.addEventListener("pointerdown", () => wakeUp(shell.voice));
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => setTimeout(() => changed(shell), RELEASED_MS));
  document.addEventListener("keydown", () => wakeUp(shell.voice));
  document.addEventListener("visibilitychange", () => keepAwake(shell.voice));
  keepAwake(shell.voice);
  return shell;
}

// Something has changed: the next picture shows it.
export function changed(shell) {
  if (shell.waiting) return;
  shell.waiting = true;
  requestAnimationFrame(() => draw(shell));
}

// A part that can't be drawn, since what it was told is damaged, stops none of the others.
export function draw(shell) {
  shell.waiting = false;
  for (const part of [() => drawHealth(shell.model, shell.loading), () => drawShout(shell), ...shell.page.parts]) {
    try {
      part(shell.model);
    } catch (error) {
      console.error("not drawn:", error);
    }
  }
}

function drawShout(shell) {
  const {banner, model, voice} = shell;
  if (!banner || model.archive) return;  // a recorded game is shown, not judged
  const item = drawBanner(banner, model), title = titleOf(model, item);
  model.told = item?.entry.key ?? null;
  if (document.title !== title) document.title = title;
  if (item) sayAloud(voice, item.entry.key, item.reason, `${t(`banner.${item.reason}`)}. ${who(model, item.entry)}. ${sentenceOf(item.entry, model)}`, !shell.isSettled);
  if (model.state) shell.isSettled = true;  // what came before the first state is old
}

export function say(text, isBad) {
  const note = byId("notice");
  if (!note) return;
  note.textContent = text;
  note.className = isBad ? "notice bad" : "notice";
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { note.textContent = ""; }, SAID_MS);
}

// Enters the event and tells its fate. event null: `text` says what is still wanted. Resolves to true where it was taken.
export async function send(shell, event, text) {
  if (!event) return say(text, true), false;
  const fate = await enter(event);
  if (fate.taken) shell.entered = fate.number;
  say(fate.taken ? t("said.entered", {text}) : t("said.refused", {text, why: fate.why || t("said.unreachable")}), !fate.taken);
  changed(shell);
  return fate.taken;
}

// An answer that says it all is entered; one that leaves something open opens what asks for it.
export async function answer(shell, entry, {label, entry: said, figure}) {
  const {model} = shell, {unit} = entry.data, event = answerEvent(model, unit, said);
  if (!event) return shell.page.fill?.(entry, {label, entry: said, figure});
  if (await send(shell, event, `${unitName(model, unit)}: ${answerWords({label})}`)) entry.answered = answerWords({label});
  return changed(shell);
}

function takeHello(shell, data, close) {
  if (data.archive === true && shell.page.archive) return shell.page.archive(close);
  setViewer(shell.model, data);
  return changed(shell);
}

// Follows the program. more: further handlers of messages, as stream.js names them.
export function goLive(shell, more = {}) {
  const {model} = shell, put = (change) => (data) => { change(data); changed(shell); };
  follow({
    hello: (data, close) => takeHello(shell, data, close),
    session: put((data) => setViewer(model, data)),
    game: put((data) => setGame(model, data)),
    rules: put((data) => { model.rules = data; }),
    state: put((data) => setState(model, data)),
    change: put((data) => changeState(model, data)),
    statistics: put((data) => { model.statistics = data; }),
    entries: put((data) => { model.entered = Array.isArray(data.entries) ? data.entries : []; }),
    recording: put((data) => { model.recording = data.state === "failing" ? String(data.why ?? "") || t("health.unwritable") : ""; }),
    log: (kind, data) => {
      addToLog(model, kind, data);
      more.logged?.(kind, data);
      changed(shell);
    },
    resync: put(() => clearLog(model)),
    notice: (text) => say(text, true),
    connection: put((isOpen) => {
      model.connected = isOpen;
      model.everConnected ||= isOpen;
    }),
  });
}
