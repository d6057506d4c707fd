// The judge's keys. Never while typing; "?" shows them.
import {byId, html} from "./dom.js";
import {t} from "./lang.js";

const KEYS = [["n", "keys.next"], ["u", "keys.uphold"], ["o", "keys.overrule"], ["t", "keys.takeBack"], ["z", "keys.undo"], ["p", "keys.phase"], ["/", "keys.find"], ["1 – 5", "keys.five"], ["r", "keys.turn"], ["Esc", "keys.close"], ["?", "keys.help"]];

const isTyping = (node) => Boolean(node?.closest?.("input:not([type=range]), select, textarea, [contenteditable]"));

function toggleHelp() {
  const dialog = byId("keys");
  if (dialog.open) return dialog.close?.();
  byId("keys-list").replaceChildren(...KEYS.flatMap(([key, text]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, t(text))]));
  return dialog.showModal ? dialog.showModal() : dialog.setAttribute("open", "");
}

// actions: {key: function}; what a key does has no button pressed beside it.
export function addKeys(actions) {
  const known = {...actions, "?": toggleHelp};
  byId("keys-open").addEventListener("click", toggleHelp);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    const action = known[event.key.length === 1 ? event.key.toLowerCase() : event.key], dialog = document.querySelector("dialog[open]");
    if (!action || (dialog && !(dialog.id === "keys" && event.key === "?"))) return;
    event.preventDefault();
    action();
  });
}
