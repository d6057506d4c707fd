// Wires the wall: the table for everybody in the room, read from three metres. Calm when nothing is wrong.
import {boardParts, newBoard} from "./board.js";
import {byId, html} from "./dom.js";
import {t} from "./lang.js";
import {forceScheme} from "./scheme.js";
import {sentenceOf} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {changed as shellChanged, goLive, newShell} from "./shell.js";
import {addSoundButton, drawSoundButton} from "./sound_button.js";
import {drawStage, sideMark} from "./stage.js";
import {unitStatuses} from "./status.js";
import {lastRulings, rulingParts, unitMark, unitRow, unitsOf} from "./strip.js";

const UNITS_MOST = 8;  // of a side: more have no room
const RULINGS = 3;

forceScheme(new URLSearchParams(window.location.search).has("light") ? "light" : "dark");
const shell = newShell({name: "wall", parts: []}), {model} = shell, changed = () => shellChanged(shell);
const board = newBoard(byId("board"));
const drawn = {stage: "", units: "", rulings: ""};

function drawTitle() {
  const text = model.game?.title || "";
  if (model.game && byId("title").textContent !== text) byId("title").textContent = text;
}

function drawUnits() {
  const sides = [...model.sides.keys()].map((side) => [side, ...unitsOf(model, side, UNITS_MOST)]), mark = JSON.stringify([model.game?.title, sides.map(([side, units, more]) => [sideMark(model, side)?.textContent, units.map((u) => unitMark(model, u)), more])]);
  if (mark === drawn.units) return;
  drawn.units = mark;
  byId("units").replaceChildren(...sides.map(([side, units, more]) => html("section", {class: "side"}, html("h3", {}, sideMark(model, side)),
    html("ul", {}, units.map((u) => html("li", {class: "unit-row", "data-status": unitStatuses(model).get(u.id)?.status}, unitRow(model, u)))), more ? html("p", {class: "quiet"}, t("wall.moreUnits", {n: more})) : null)));
}

function rulingNode(entry, isNewest) {
  const {shape, word, more, unit} = rulingParts(model, entry), text = isNewest && shape !== "legal" ? sentenceOf(entry) : "";
  return html("li", {class: `last-ruling${isNewest ? " newest" : ""}`, "data-ruling": shape}, rulingIcon(shape), html("div", {}, html("p", {class: "ruling-word"}, word), html("p", {class: "ruling-of"}, unit), more ? html("p", {class: "quiet"}, more) : null, text ? html("p", {class: "ruling-text"}, text) : null));
}

function drawRulings() {
  const list = lastRulings(model, RULINGS), mark = JSON.stringify(list.map((e) => [e.key, rulingParts(model, e)]));
  if (mark === drawn.rulings) return;
  drawn.rulings = mark;
  byId("rulings").replaceChildren(...list.map((e, i) => rulingNode(e, i === 0)));
}

const isLoopback = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

// Until the game begins: where the players' page is, as this machine is called in the network.
function drawJoin() {
  const {hostname, origin} = window.location, text = model.state?.phase || !model.connected || isLoopback(hostname) ? "" : t("wall.join", {address: `${origin}/phone`});
  byId("join").hidden = !text;
  if (byId("join").textContent !== text) byId("join").textContent = text;
}

shell.page.parts = [
  drawTitle, ...boardParts(board),
  () => { drawn.stage = drawStage(byId("phase"), model, drawn.stage); },
  drawUnits, drawRulings, drawJoin,
  () => drawSoundButton(byId("sound"), shell.voice),
  () => document.body.classList.toggle("is-lost", model.everConnected && !model.connected),
];

function toggleFullscreen() { return document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => {}); }

byId("fullscreen").hidden = !document.fullscreenEnabled;
byId("fullscreen").addEventListener("click", toggleFullscreen);
document.addEventListener("keydown", (event) => { if (event.key === "f" && document.fullscreenEnabled && !event.ctrlKey && !event.metaKey) toggleFullscreen(); });
addSoundButton(byId("sound"), shell.voice, changed);
goLive(shell);
changed();
