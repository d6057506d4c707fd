// The buttons and keys of a recorded game.
import {byId, html} from "./dom.js";
import {SPEEDS} from "./player.js";

const ICONS = {play: "M4 2.5v11L13 8z", pause: "M3.5 3h3v10h-3zM9.5 3h3v10h-3z"};
const BUTTONS = {"play-toggle": "toggle", "play-previous": "previous", "play-next": "next", "play-disputed": "disputed", "play-move": "watch", "play-note": "note"};

// Keys as event.key tells them; those of a slider or the table keep their own meaning there.
const KEYS = {
  " ": "toggle", k: "toggle", ArrowLeft: "previous", ArrowRight: "next", n: "disputed", N: "disputedBefore", w: "watch", b: "note", ",": "slower", "<": "slower", ".": "faster", ">": "faster", j: "back", l: "ahead",
  Home: "start", End: "end",
};

const takesText = (node) => node.isContentEditable || ["SELECT", "TEXTAREA"].includes(node.tagName) || (node.tagName === "INPUT" && node.type !== "range");
const keepsKey = (node, key) => takesText(node) || (key === " " && Boolean(node.closest?.("button, summary, a"))) || (node.type === "range" && /^(Arrow|Home|End)/.test(key));

// actions: one function for each word above, and speed(x).
export function addPlayback(actions) {
  for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => actions[action]());
  byId("play-speed").replaceChildren(...SPEEDS.map((x) => html("option", {value: x}, `${x}×`)));
  byId("play-speed").addEventListener("change", () => actions.speed(Number(byId("play-speed").value)));
  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || keepsKey(event.target, event.key) || event.target.closest?.("dialog")) return;
    event.preventDefault();
    actions[action]();
  });
}

// Draws anew what changed since `drawn`; returns what it drew.
export function drawPlayback(player, drawn) {
  const mark = `${player.playing} ${player.speed}`;
  if (mark === drawn) return drawn;
  byId("play-toggle").querySelector(".icon path").setAttribute("d", player.playing ? ICONS.pause : ICONS.play);
  byId("play-toggle").querySelector(".label").textContent = player.playing ? "Pause" : "Play";
  byId("play-speed").value = String(player.speed);
  return mark;
}
