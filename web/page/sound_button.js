// The button that turns a page's sounds on and off. A browser lets nothing sound before somebody has pressed something, and the button says so.
import {t} from "./lang.js";
import {setSounds} from "./sound.js";

const isHeard = (voice) => voice.sounds && voice.context?.state === "running";

export function drawSoundButton(button, voice) {
  const heard = isHeard(voice), text = t(heard ? "sound.on" : voice.sounds ? "sound.waiting" : "sound.off");
  if (button.textContent !== text) button.textContent = text;
  button.setAttribute("aria-pressed", String(heard));
}

// What is pressed is what the button showed: the press itself may have woken the sound.
export function addSoundButton(button, voice, changed) {
  let showedHeard = false;
  const note = () => { showedHeard = button.getAttribute("aria-pressed") === "true"; };
  for (const kind of ["pointerdown", "keydown"]) button.addEventListener(kind, note);
  button.addEventListener("click", () => {
    setSounds(voice, !showedHeard);
    if (voice.context) voice.context.onstatechange = changed;
    changed();
  });
}
