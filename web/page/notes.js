// Bookmarks with notes in a recorded game. The browser keeps them under the record's identity; a small file carries them elsewhere.
import {byId, html} from "./dom.js";
import {clock} from "./format.js";
import {t} from "./lang.js";

const NOTES_MAX = 1000;
const TEXT_MAX = 500;

function isNote(note, duration) { return note && Number.isFinite(note.t) && note.t >= 0 && note.t <= duration && typeof note.text === "string"; }

// What a browser or a file holds may be anything: of a list what is sound, in order of time, each once.
function soundNotes(list, duration) {
  const sound = (Array.isArray(list) ? list : []).filter((note) => isNote(note, duration)).map((note) => ({t: Math.round(note.t * 10) / 10, text: note.text.slice(0, TEXT_MAX)}));
  return sound.sort((a, b) => a.t - b.t).filter((n, i, all) => i === 0 || n.t !== all[i - 1].t || n.text !== all[i - 1].text).slice(0, NOTES_MAX);
}

function readStored(key, duration) {
  try {
    return {list: soundNotes(JSON.parse(window.localStorage.getItem(key) ?? "[]"), duration), kept: true};
  } catch {
    return {list: [], kept: false};
  }
}

// identity: text that no other record has.
export function newNotes(identity, duration) { return {key: `vedette notes ${identity}`, identity, duration, ...readStored(`vedette notes ${identity}`, duration)}; }

// False: the browser keeps nothing, and they live as long as the page.
function storeNotes(notes) {
  try {
    window.localStorage.setItem(notes.key, JSON.stringify(notes.list));
    notes.kept = true;
  } catch {
    notes.kept = false;
  }
}

function changeNotes(notes, list) {
  notes.list = soundNotes(list, notes.duration);
  storeNotes(notes);
  drawNotes(notes);
}

function noteRow(notes, note) {
  const remove = () => changeNotes(notes, notes.list.filter((n) => n !== note));
  return html("li", {}, html("button", {type: "button", class: "note-jump", onclick: () => notes.jump(note.t)}, html("span", {class: "note-time"}, clock(note.t)), html("span", {}, note.text || t("notes.bookmark"))),
    html("button", {type: "button", class: "note-remove", "aria-label": t("notes.removeAt", {time: clock(note.t)}), title: t("notes.remove"), onclick: remove}, "×"));
}

function drawNotes(notes) {
  byId("notes-list").replaceChildren(...notes.list.map((note) => noteRow(notes, note)));
  byId("notes-count").textContent = notes.list.length ? ` (${notes.list.length})` : "";
  byId("notes-save").disabled = notes.list.length === 0;
  byId("notes-lost").hidden = notes.kept;
}

function fileOfNotes(notes) { return JSON.stringify({vedette: "notes", record: notes.identity, notes: notes.list}, null, 1); }

// Adds the notes of such a file; returns {text: what to tell, isBad}.
function takeNotesFile(notes, text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return {text: t("notes.none"), isBad: true};
  }
  if (file?.vedette !== "notes" || !Array.isArray(file.notes)) return {text: t("notes.none"), isBad: true};
  const before = notes.list.length, sound = soundNotes(file.notes, notes.duration);
  changeNotes(notes, [...notes.list, ...sound]);
  const added = t("notes.added", {n: notes.list.length - before});
  return {text: file.record === notes.identity ? added : `${added} ${t("notes.otherRecord")}`, isBad: false};
}

function saveFile(notes) {
  const link = html("a", {href: `data:application/json;charset=utf-8,${encodeURIComponent(fileOfNotes(notes))}`, download: "notes.json"});
  document.body.append(link);
  link.click();
  link.remove();
}

// now(): the moment that is shown; jump(time) shows another; say(text, isBad) tells.
export function addNotes(notes, {now, jump, say}) {
  notes.jump = jump;
  byId("note-form").addEventListener("submit", (event) => {
    event.preventDefault();
    changeNotes(notes, [...notes.list, {t: now(), text: byId("note-text").value.trim()}]);
    byId("note-text").value = "";
  });
  byId("notes-save").addEventListener("click", () => saveFile(notes));
  byId("notes-file").addEventListener("change", async () => {
    const [file] = byId("notes-file").files;
    if (!file) return;
    const told = file.size > 1e6 ? {text: t("notes.tooLarge"), isBad: true} : takeNotesFile(notes, await file.text());
    say(told.text, told.isBad);
    byId("notes-file").value = "";
  });
  drawNotes(notes);
}

export function openNoteForm() {
  byId("notes").open = true;
  byId("note-text").focus();
}
