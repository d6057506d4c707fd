// The camera's picture of the table under the drawing, as of the moment that is shown: the nearest one that was kept. Of what is now, the live one.
import {newCameraLayer, setCamera} from "./camera_layer.js";
import {html, svg} from "./dom.js";
import {pictureSource, tablePictureAt} from "./evidence.js";
import {clock} from "./format.js";
import {t} from "./lang.js";

const FADED = 0.92;  // of the drawn ground goes where the picture is at its strongest

// Adds the slider to the tools; changed(): it was moved.
export function addPastCamera(table, tools, changed) {
  const reason = html("span", {class: "camera-reason", role: "status"}), image = svg("image", {preserveAspectRatio: "none", visibility: "hidden"}), slider = html("input", {type: "range", id: "camera-share", min: 0, max: 100, step: 5, value: 0, "aria-label": t("camera.label")});
  const live = newCameraLayer(table, (text) => { if (past.isLive) reason.textContent = text; }), past = {table, live, image, slider, reason, isLive: false, mark: ""};
  table.layers.camera.append(image);
  slider.addEventListener("input", changed);
  tools.prepend(html("label", {class: "camera-share"}, t("camera.camera"), " ", slider), reason);
  return past;
}

function showKept(past, picture, share) {
  const {image, table, reason} = past, source = picture ? pictureSource(picture) : null, [x0, y0, x1, y1] = Array.isArray(picture?.box) && picture.box.every(Number.isFinite) ? picture.box : [0, 0, table.width, table.depth];
  if (source) for (const [name, value] of Object.entries({href: source, x: x0, y: table.depth - y1, width: x1 - x0, height: y1 - y0})) image.setAttribute(name, value);
  image.setAttribute("visibility", source && share > 0 ? "visible" : "hidden");
  table.layers.camera.setAttribute("opacity", share);
  table.layers.ground.setAttribute("opacity", source ? (1 - share * FADED).toFixed(3) : 1);
  reason.textContent = share === 0 ? "" : source ? t("camera.asOf", {time: clock(picture.t)}) : t("camera.none");
}

// Shows the picture of that moment. isLive: of what is now.
export function drawPastCamera(past, model, time, isLive) {
  const share = Number(past.slider.value) / 100, picture = isLive || share === 0 ? null : tablePictureAt(model, time), mark = `${share} ${isLive} ${picture?.seq ?? picture?.src}`;
  if (mark === past.mark) return;
  past.mark = mark;
  if (past.isLive !== isLive || isLive) setCamera(past.live, isLive ? share : 0);
  past.isLive = isLive;
  if (isLive) past.image.setAttribute("visibility", "hidden");
  else showKept(past, picture, share);
}
