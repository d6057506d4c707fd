// The drawn table of a game: its figures and what helps the players, the layer of the move that is shown, and zooming. Each is drawn anew only where the model holds another.
import {byId} from "./dom.js";
import {openAlerts, shownEntry} from "./model.js";
import {drawMove, moveBox} from "./moves.js";
import {drawOverlay} from "./overlay.js";
import {drawGame, drawState, newTable} from "./table.js";
import {newView, setTable, showBox, showWhole, zoom} from "./view.js";

const ZOOM_STEP = 1.4;

// node: an empty <svg>.
export function newBoard(node) {
  const table = newTable(node);
  return {table, view: newView(table), model: null, game: null, state: null, move: "", overlay: ""};
}

// onUnit(id): a unit was clicked.
export function drawNewGame(board, model, onUnit) {
  const {table, view} = board;
  if (!model.game || (board.game === model.game && board.model === model)) return;
  Object.assign(board, {model, game: model.game, state: null, move: ""});
  drawGame(table, model, onUnit);
  setTable(view, table.width, table.depth);
}

// glides: as drawState of table.js takes it.
export function drawNewState(board, model, glides) {
  if (!model.game || !model.state || board.state === model.state) return;
  board.state = model.state;
  drawState(board.table, model, glides);
}

// entry, begun: as drawMove of moves.js takes them.
function drawMoveLayer(board, model, {entry, begun = null}) {
  const alerts = openAlerts(model), mark = `${model.logVersion} ${model.mayEnter} ${entry?.key} ${begun?.key} ${alerts.map((a) => a.key)}`;
  if (!model.game || mark === board.move) return;
  board.move = mark;
  drawMove(board.table, model, entry, alerts, begun);
}

// The parts of a page that draw the board. glides(): whether figures glide; without it as drawState of table.js decides. shown(model): {entry, begun} of the move layer.
export function boardParts(board, {onUnit = () => {}, glides, shown = (model) => ({entry: shownEntry(model)})} = {}) {
  return [
    (model) => drawNewGame(board, model, onUnit),
    (model) => drawNewState(board, model, glides?.()),
    (model) => drawMoveLayer(board, model, shown(model)),
    (model) => { if (model.game && model.state) board.overlay = drawOverlay(board.table, model, board.overlay); },
  ];
}

// Brings the place of the entry into the middle; nothing where it has none.
export function zoomTo({table, view}, entry) {
  const box = moveBox(table, entry);
  if (box) showBox(view, box);
}

// shown(): the entry that is shown.
export function addZoomButtons(board, shown) {
  const {view} = board, buttons = {"zoom-in": () => zoom(view, 1 / ZOOM_STEP), "zoom-out": () => zoom(view, ZOOM_STEP), "zoom-all": () => showWhole(view), "zoom-move": () => zoomTo(board, shown())};
  for (const [id, press] of Object.entries(buttons)) byId(id).addEventListener("click", press);
}
