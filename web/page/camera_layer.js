// The camera's picture of the table under the drawing, as strong as is wished; the felt fades for it. Asked for once a second, and only while it is shown.
import {svg} from "./dom.js";
import {t} from "./lang.js";

const PICTURE = "/api/pictures/table.jpg", ASK_MS = 1000, ASK_LATER_MS = 5000;  // later where there was none
const FADED = 0.92;  // of the drawn ground goes where the picture is at its strongest

// told(reason): why there is no picture, "" where there is one.
export function newCameraLayer(table, told) {
  const images = [0, 1].map(() => svg("image", {preserveAspectRatio: "none", visibility: "hidden"})), camera = {table, images, shown: 0, share: 0, hasPicture: false, asked: 0, timer: null, told};
  table.layers.camera.id = "board-camera";
  table.layers.camera.append(...images);
  for (const image of images) {
    image.addEventListener("load", () => showPicture(camera, image));
    image.addEventListener("error", () => tellWhy(camera));
  }
  return camera;
}

// share: 0 to 1.
export function setCamera(camera, share) {
  const wasOff = camera.share === 0;
  camera.share = share;
  if (share === 0) hidePictures(camera);
  fade(camera);
  if (share > 0 && wasOff) askPicture(camera);
  if (share > 0) return;
  clearTimeout(camera.timer);
  camera.told("");
}

// The felt gives way to a picture only.
function fade({share, hasPicture, table}) {
  table.layers.camera.setAttribute("opacity", share);
  table.layers.ground.setAttribute("opacity", hasPicture ? (1 - share * FADED).toFixed(3) : 1);
}

function hidePictures(camera) {
  camera.hasPicture = false;
  for (const image of camera.images) image.setAttribute("visibility", "hidden");
}

function askAgain(camera, after = ASK_MS) {
  clearTimeout(camera.timer);
  camera.timer = camera.share > 0 ? setTimeout(() => askPicture(camera), after) : null;
}

// The next picture is loaded behind the one that is shown, so that none flickers.
function askPicture(camera) {
  if (document.hidden) return askAgain(camera);
  const next = camera.images[1 - camera.shown], {width, depth} = camera.table;
  for (const [name, value] of Object.entries({x: 0, y: 0, width, height: depth})) next.setAttribute(name, value);
  return next.setAttribute("href", `${PICTURE}?${++camera.asked}`);
}

function showPicture(camera, image) {
  askAgain(camera);
  if (camera.share === 0) return;
  camera.images[camera.shown].setAttribute("visibility", "hidden");
  image.setAttribute("visibility", "visible");
  camera.shown = camera.images.indexOf(image);
  camera.hasPicture = true;
  camera.told("");
  fade(camera);
}

// An image does not say why it was not given: the same question once more does.
async function tellWhy(camera) {
  askAgain(camera, ASK_LATER_MS);
  hidePictures(camera);
  fade(camera);
  let reason = t("said.unreachable");
  try {
    const answer = await fetch(PICTURE), text = answer.ok ? "" : await answer.json().then((body) => String(body.error ?? ""), () => "");
    reason = text || t("board.noPicture", {status: answer.status});
  } catch {
    // said as it is
  }
  if (camera.share > 0) camera.told(reason);
}
