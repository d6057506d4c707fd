// The buttons and keys that look back on a game.
import {byId, html} from "./dom.js";
import {clock} from "./format.js";
import {t} from "./lang.js";
import {SPEEDS} from "./player.js";

const ICONS = {play: "M4 2.5v11L13 8z", pause: "M3.5 3h3v10h-3zM9.5 3h3v10h-3z"};
const BUTTONS = {"play-toggle": "toggle", "play-previous": "previous", "play-next": "next", "play-disputed": "disputed", "play-move": "watch", "play-note": "note", "play-live": "live"};

// Keys as event.key tells them; those of a slider or the table keep their own meaning there.
const KEYS = {
  " ": "toggle", k: "toggle", ArrowLeft: "previous", ArrowRight: "next", n: "disputed", N: "disputedBefore", w: "watch", b: "note", ",": "slower", "<": "slower", ".": "faster", ">": "faster", j: "back", l: "ahead", "?": "keys", "/": "find",
  Home: "start", End: "end",
};
// What is told of them: [keys, text].
const TOLD = [["␣ K", "toggle"], ["← →", "step"], ["N", "disputed"], ["⇧ N", "disputedBefore"], ["W", "watch"], ["J L", "second"], [", .", "speed"], ["Home End", "ends"], ["B", "note"], ["+ − 0", "zoom"], ["R", "turn"], ["/", "find"], ["?", "keys"]];

const takesText = (node) => node.isContentEditable || ["SELECT", "TEXTAREA"].includes(node.tagName) || (node.tagName === "INPUT" && node.type !== "range");
const keepsKey = (node, key) => takesText(node) || (key === " " && Boolean(node.closest?.("button, summary, a"))) || (node.type === "range" && /^(Arrow|Home|End)/.test(key));

// actions: one function for each word above, and speed(x).
export function addPlayback(actions) {
  for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => actions[action]());
  byId("play-speed").replaceChildren(...SPEEDS.map((x) => html("option", {value: x}, `${x}×`)));
  byId("play-speed").addEventListener("change", () => actions.speed(Number(byId("play-speed").value)));
  byId("keys-list").replaceChildren(...TOLD.flatMap(([keys, text]) => [html("dt", {}, keys.split(" ").map((k) => html("kbd", {}, k))), html("dd", {}, t(`key.${text}`))]));
  byId("play-keys").addEventListener("click", () => byId("keys").showModal?.());
  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || keepsKey(event.target, event.key) || event.target.closest?.("dialog")) return;
    event.preventDefault();
    actions[action]();
  });
}

// Draws anew what changed since `drawn`; returns what it drew. behind: seconds behind what is now; null: of a game that is over.
export function drawPlayback(player, behind, drawn) {
  const mark = `${player.playing} ${player.speed} ${behind === null ? "" : clock(behind)} ${behind === 0}`;
  if (mark === drawn) return drawn;
  const goesOn = player.playing || behind === 0;
  byId("play-toggle").querySelector(".icon path").setAttribute("d", goesOn ? ICONS.pause : ICONS.play);
  byId("play-toggle").querySelector(".label").textContent = t(goesOn ? "playback.pause" : "playback.play");
  byId("play-speed").value = String(player.speed);
  byId("play-live").hidden = behind === null;
  byId("play-live").setAttribute("aria-pressed", String(behind === 0));
  byId("play-behind").textContent = behind === null ? "" : behind > 0 ? t("playback.behind", {time: clock(behind)}) : t("playback.isLive");
  return mark;
}
