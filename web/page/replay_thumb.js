// A breach shown again, small: the camera's pictures of the move as a short loop, else the part of the table where it was made.
import {drawNewGame, drawNewState, newBoard, zoomTo} from "./board.js";
import {byId} from "./dom.js";
import {pictureSource} from "./evidence.js";
import {drawMove} from "./moves.js";
import {newLoop, wayOf} from "./way.js";

const PICTURE_MS = 250;

export function newThumb() { return {board: newBoard(byId("board")), key: 0, pictures: "", loop: null}; }

function playWay(thumb, sources) {
  const image = byId("replay-picture"), show = (i) => { image.src = sources[i]; };
  show(0);
  if (sources.length < 2) return;
  thumb.loop = newLoop(image, sources.length, {show, pause: () => PICTURE_MS});
  thumb.loop.play();
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
  const sources = entry?.data.move ? wayOf(model.pictures.get(entry.data.move) ?? []).map(pictureSource).filter(Boolean) : [], mark = sources.join(" ");
  if (entry && sources.length === 0 && model.game) drawCrop(thumb, model, entry);
  byId("replay-picture").hidden = sources.length === 0;
  byId("board").toggleAttribute("hidden", sources.length > 0);
  if (mark === thumb.pictures) return;
  thumb.pictures = mark;
  thumb.loop?.stop();
  if (sources.length > 0) playWay(thumb, sources);
}
