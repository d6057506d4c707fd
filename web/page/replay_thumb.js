// A breach shown again, small: the camera's pictures of the move as a short loop, else the part of the table where it was made.
import {drawNewGame, drawNewState, newBoard, zoomTo} from "./board.js";
import {byId} from "./dom.js";
import {drawMove} from "./moves.js";

const PICTURE_MS = 250;
const SOURCE = /^\/pictures\/\d+$/;

export function newThumb() { return {board: newBoard(byId("board")), key: 0, pictures: "", timer: 0}; }

function waySources(model, entry) {
  const list = Array.isArray(model.pictures.get(entry.data.move)) ? model.pictures.get(entry.data.move) : [];
  return list.filter((p) => p.what === "way" && SOURCE.test(p.src)).sort((a, b) => a.t - b.t).map((p) => p.src);
}

function loop(thumb, sources) {
  const image = byId("replay-picture");
  let at = 0;
  const next = () => { image.src = sources[at++ % sources.length]; };
  clearInterval(thumb.timer);
  next();
  if (sources.length > 1) thumb.timer = setInterval(next, PICTURE_MS);
}

function drawCrop(thumb, model, entry) {
  const {board} = thumb;
  drawNewGame(board, model, () => {});
  drawNewState(board, model);
  if (thumb.key === entry.key) return;
  drawMove(board.table, model, entry, []);
  zoomTo(board, entry);
  thumb.key = entry.key;
}

// entry null: nothing is shown again.
export function drawThumb(thumb, model, entry) {
  const sources = entry && entry.data.move ? waySources(model, entry) : [], mark = sources.join(" ");
  if (entry && sources.length === 0 && model.game) drawCrop(thumb, model, entry);
  byId("replay-picture").hidden = sources.length === 0;
  byId("board").toggleAttribute("hidden", sources.length > 0);
  if (mark === thumb.pictures) return;
  thumb.pictures = mark;
  if (sources.length > 0) loop(thumb, sources);
  else clearInterval(thumb.timer);
}
