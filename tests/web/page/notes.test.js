// Bookmarks and notes in a recorded game: kept by the browser under the record's identity, carried elsewhere by a file.
const test = require("node:test");
const assert = require("node:assert/strict");
const {openPage, archiveOf} = require("./page.js");

function setNote(page, t, text) {
  page.one("#time").value = String(t);
  page.one("#time").dispatchEvent(new page.window.Event("input"));
  page.one("#note-text").value = text;
  page.one("#note-form").dispatchEvent(new page.window.Event("submit", {cancelable: true}));
  page.draw();
}

const notesOf = (page) => page.all("#notes-list li .note-jump").map((n) => [...n.children].map((c) => c.textContent));
const stored = (page) => Object.keys(page.window.localStorage).map((key) => [key, JSON.parse(page.window.localStorage[key])]);

async function load(page, text) {
  Object.defineProperty(page.one("#notes-file"), "files", {value: [{size: text.length, text: async () => text}], configurable: true});
  page.one("#notes-file").dispatchEvent(new page.window.Event("change"));
  for (let i = 0; i < 3; i++) await new Promise((done) => setImmediate(done));
}

test("a note is set at the shown moment, listed in order of time, jumped to and removed", async () => {
  const page = await openPage({archive: archiveOf([])});
  setNote(page, 30, "  the charge <b> ");
  setNote(page, 10, "");
  assert.deepEqual(notesOf(page), [["0:10", "Bookmark"], ["0:30", "the charge <b>"]]);
  page.all("#notes-list .note-jump")[1].click();
  page.draw();
  assert.equal(page.text("#clock"), "0:30");
  page.all("#notes-list .note-remove")[1].click();
  assert.deepEqual(notesOf(page), [["0:10", "Bookmark"]]);
  assert.deepEqual(stored(page), [["vedette notes 2026-11-26T12:00:00Z A test 60", [{t: 10, text: ""}]]]);
});

test("the key opens the form", async () => {
  const page = await openPage({archive: archiveOf([])});
  page.press("b");
  assert.equal(page.one("#notes").open, true);
  assert.equal(page.document.activeElement.id, "note-text");
});

test("where the browser keeps nothing notes live as long as the page, and that is said", async () => {
  const page = await openPage({archive: archiveOf([]), storage: false});
  setNote(page, 5, "kept in memory");
  assert.deepEqual(notesOf(page), [["0:05", "kept in memory"]]);
  assert.equal(page.one("#notes-lost").hidden, false);
  const other = await openPage({archive: archiveOf([])});
  setNote(other, 5, "kept by the browser");
  assert.equal(other.one("#notes-lost").hidden, true);
});

test("a file carries notes from one page to another, and each comes once", async () => {
  const page = await openPage({archive: archiveOf([])});
  setNote(page, 5, "first");
  let link = "";
  page.window.HTMLAnchorElement.prototype.click = function () { link = this.getAttribute("href"); };
  await page.click("Save to a file", "#notes");
  const text = decodeURIComponent(link.split(",").slice(1).join(","));
  const other = await openPage({archive: archiveOf([])});
  setNote(other, 8, "second");
  await load(other, text);
  await load(other, text);
  assert.deepEqual(notesOf(other), [["0:05", "first"], ["0:08", "second"]]);
  assert.match(other.text("#notice"), /^0 notes added/);
  const foreign = await openPage({archive: archiveOf([], {made: "another day"})});
  await load(foreign, text);
  assert.match(foreign.text("#notice"), /made of another record/);
});

test("what is no file of notes is refused, and of one that is only what is sound is taken", async () => {
  const page = await openPage({archive: archiveOf([])});
  for (const text of ["", "{", "[]", "null", "{\"vedette\":\"notes\"}", "{\"notes\":[]}"]) {
    await load(page, text);
    assert.match(page.text("#notice"), /holds no notes/, text);
  }
  const notes = [{t: 1e308, text: "late"}, {t: -1, text: "early"}, {t: "3", text: "word"}, {t: 4}, null, 5, {t: 6, text: "x".repeat(9000)}, {t: 7, text: "<script>alert(1)</script>"}];
  await load(page, JSON.stringify({vedette: "notes", record: "?", notes}));
  assert.deepEqual(notesOf(page), [["0:06", "x".repeat(500)], ["0:07", "<script>alert(1)</script>"]]);
  assert.equal(page.all("#notes script").length, 0);
});
