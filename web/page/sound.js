// Sounds, vibration, speech and the screen kept awake. Each ruling sounds its own way, so that nobody need look to know which it was.
import {recall, remember} from "./lang.js";

// [frequency in Hz, begin and length in s]; illegal falls, doubt wavers, a question rises.
const TONES = {
  illegal: {wave: "square", notes: [[440, 0, 0.16], [330, 0.19, 0.16], [220, 0.38, 0.42]], shake: [220, 90, 220, 90, 420]},
  doubtful: {wave: "triangle", notes: [[392, 0, 0.16], [370, 0.18, 0.16], [392, 0.36, 0.22]], shake: [160, 80, 160]},
  ask: {wave: "sine", notes: [[523, 0, 0.14], [784, 0.17, 0.3]], shake: [120]},
};
TONES.challenged = TONES.ask;

// What a role hears before anybody has chosen: the judge all, the table what is illegal, phones what is theirs, viewers and overlays nothing.
const HEARD = {judge: ["illegal", "doubtful", "ask", "challenged"], wall: ["illegal"], phone: ["illegal", "ask"], viewer: [], overlay: []};

// page: one of HEARD. A browser lets nothing sound before the viewer has pressed something; `ready` tells.
export function newVoice(page) {
  const kept = recall(`vedette sound ${page}`);
  return {page, heard: HEARD[page] ?? [], sounds: kept ? kept === "on" : HEARD[page]?.length > 0, speaks: recall(`vedette speech ${page}`) === "on", context: null, said: new Set(), wake: null};
}

export function setSounds(voice, on) {
  voice.sounds = on;
  remember(`vedette sound ${voice.page}`, on ? "on" : "off");
  if (on) wakeUp(voice);
}

export function setSpeech(voice, on) {
  voice.speaks = on;
  remember(`vedette speech ${voice.page}`, on ? "on" : "off");
  if (on) wakeUp(voice);
}

// To be called when the viewer presses something: from then on the browser lets it sound.
export function wakeUp(voice) {
  const Context = window.AudioContext;
  if (!Context) return;
  voice.context ??= new Context();
  if (voice.context.state === "suspended") voice.context.resume();
}

function play(voice, {wave, notes}) {
  const {context} = voice;
  if (context?.state !== "running") return;
  for (const [frequency, begin, length] of notes) {
    const oscillator = context.createOscillator(), gain = context.createGain(), at = context.currentTime + begin;
    oscillator.type = wave;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.22, at + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length + 0.02);
  }
}

function speak(text) {
  if (!window.speechSynthesis) return;
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(Object.assign(new window.SpeechSynthesisUtterance(text), {lang: document.documentElement.lang}));
}

// Says each item once, by its key. Viewers who come late, or again, hear nothing of what is old.
export function sayAloud(voice, key, reason, text, isOld) {
  if (voice.said.has(key)) return;
  voice.said.add(key);
  if (isOld || !TONES[reason]) return;
  if (voice.sounds && (voice.heard.includes(reason) || voice.heard.length === 0)) {
    play(voice, TONES[reason]);
    window.navigator.vibrate?.(TONES[reason].shake);
  }
  if (voice.speaks) speak(text);
}

// Browsers grant it over https or on this machine alone, and only while the page is in sight.
export async function keepAwake(voice) {
  if (!window.navigator.wakeLock || document.visibilityState !== "visible") return;
  try {
    voice.wake = await window.navigator.wakeLock.request("screen");
  } catch {
    voice.wake = null;  // low battery: the screen goes dark as it would without
  }
}
