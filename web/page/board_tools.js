// The tools of the picture beside zooming: turning it to a player's side, and the camera's picture under it.
import {newCameraLayer, setCamera} from "./camera_layer.js";
import {html, svg} from "./dom.js";
import {t} from "./lang.js";
import {turnView} from "./view.js";

const isTyping = (node) => node.closest?.("input:not([type=range]), select, textarea, [contenteditable]");

function turnButton(view) {
  return html("button", {type: "button", id: "turn-table", title: t("board.turnTitle"), "aria-label": t("board.turn"), onclick: () => turnView(view)},
    svg("svg", {viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true"}, svg("path", {fill: "currentColor", d: "M8 2.5V.2L12 3.5 8 6.8V4.4A4.1 4.1 0 1 0 12.1 8.5H14A6 6 0 1 1 8 2.5z"})));
}

function cameraSlider(table) {
  const reason = html("span", {class: "camera-reason", role: "status"}), camera = newCameraLayer(table, (text) => { reason.textContent = text; });
  const slider = html("input", {type: "range", id: "camera-share", min: 0, max: 100, step: 5, value: 0, "aria-label": t("board.cameraLabel")});
  slider.addEventListener("input", () => setCamera(camera, Number(slider.value) / 100));
  return [html("label", {class: "camera-share"}, `${t("board.camera")} `, slider), reason];
}

// Adds them to the page's tools. hasCamera: false of a recorded game, which keeps no such pictures.
export function addBoardTools(table, view, tools, hasCamera = true) {
  tools.prepend(...(hasCamera ? cameraSlider(table) : []), turnButton(view));
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    turnView(view, event.shiftKey ? -1 : 1);
  });
}
