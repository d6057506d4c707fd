// docs/openapi.json against the real server: the file is sound, each of its paths and statuses is there, and the answers have the members that it promises.
const test = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const {openRig, startServer, closeAll, PAGES} = require("./rig.js");
const {archiveOf} = require("./scene.js");

test.after(closeAll);

const api = JSON.parse(fs.readFileSync(path.join(__dirname, "..", "..", "..", "docs", "openapi.json"), "utf8"));
const SECRETS = {password: "four plain words", code: "123456"};
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");
const METHODS = ["get", "post", "delete", "put", "patch", "head"];

// What a reference points at, itself resolved.
function resolved(node) {
  if (!node?.$ref) return node;
  return resolved(node.$ref.slice(2).split("/").reduce((at, name) => at?.[name], api));
}

function everyNode(node, look, where = "#") {
  if (node === null || typeof node !== "object") return;
  look(node, where);
  for (const [name, child] of Object.entries(node)) everyNode(child, look, `${where}/${name}`);
}

const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

// What the value lacks by the schema: those words of JSON Schema 2020-12 that the file uses.
function faults(value, given, where = "") {
  const schema = resolved(given), found = [];
  if (!schema) return [`${where}: no schema`];
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((t) => t === typeOf(value) || (t === "integer" && Number.isInteger(value)))) return [`${where} is ${typeOf(value)}, not ${types}`];
  if (schema.enum && !schema.enum.includes(value)) found.push(`${where} is ${value}`);
  if (Object.hasOwn(schema, "const") && schema.const !== value) found.push(`${where} is ${value}, not ${schema.const}`);
  for (const s of schema.allOf ?? []) found.push(...faults(value, s, where));
  if (typeOf(value) === "object") {
    for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) found.push(`${where} has no ${name}`);
    for (const [name, child] of Object.entries(value)) {
      const of = schema.properties?.[name] ?? schema.additionalProperties;
      if (of) found.push(...faults(child, of, `${where}.${name}`));
    }
  }
  if (typeOf(value) === "array") {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) found.push(`${where} has ${value.length} items`);
    if (schema.items) value.forEach((item, i) => found.push(...faults(item, schema.items, `${where}[${i}]`)));
  }
  return found;
}

test("the file is sound: references lead somewhere, names are unique, every answer says what it is", () => {
  assert.match(api.openapi, /^3\.1\./);
  everyNode(api, (node, where) => { if (node.$ref) assert.ok(resolved(node), `${where}: ${node.$ref} leads nowhere`); });
  const ids = [];
  for (const [route, item] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(item)) {
      assert.ok(METHODS.includes(method), `${method} ${route}`);
      ids.push(operation.operationId);
      assert.ok(operation.summary && Object.keys(operation.responses).length > 0, `${method} ${route}`);
      for (const name of [...route.matchAll(/{(\w+)}/g)].map((m) => m[1])) assert.ok(operation.parameters.map(resolved).some((p) => p.in === "path" && p.name === name && p.required), `${route} says nothing of ${name}`);
      for (const [status, answer] of Object.entries(operation.responses)) {
        assert.match(status, /^[2-5]\d\d$/);
        assert.ok(resolved(answer).description && resolved(answer).content, `${method} ${route} ${status}`);
      }
    }
  assert.equal(new Set(ids).size, ids.length);
  for (const t of api.tags) assert.ok(Object.values(api.paths).some((item) => Object.values(item).some((o) => o.tags.includes(t.name))), `nothing is tagged ${t.name}`);
});

// One request, as no browser would make it where `headers` says so; {status, headers, text, json}.
function ask(server, method, route, {body, cookie, headers = {}} = {}) {
  return new Promise((done, failed) => {
    const request = http.request({host: "127.0.0.1", port: server.port, method, path: route, agent: false, headers: {...(body === undefined ? {} : {"Content-Type": "application/json", "Content-Length": Buffer.byteLength(body)}), ...(cookie ? {Cookie: cookie} : {}), ...headers}}, (answer) => {
      const parts = [];
      answer.on("data", (part) => {
        parts.push(part);
        if (route === "/events") answer.destroy(), finish();
      });
      const finish = () => {
        const text = Buffer.concat(parts).toString();
        let json = null;
        try {
          json = JSON.parse(text);
        } catch {
          // no JSON: a page, a picture
        }
        done({status: answer.statusCode, headers: answer.headers, text, json});
      };
      answer.on("end", finish);
    });
    request.on("error", failed);
    request.end(body);
  });
}

test("the server answers as it is described: every path, every status, every member", async () => {
  const seen = new Set(), live = await openRig(SECRETS), {server, scene} = live;
  // Asks, and holds the answer against the file.
  const check = async (status, method, route, {of = route, on = server, ...how} = {}) => {
    const answer = await ask(on, method, route, how), described = resolved(api.paths[of]?.[method.toLowerCase()]?.responses[status]);
    assert.equal(answer.status, status, `${method} ${route}: ${answer.text.slice(0, 200)}`);
    assert.ok(described, `${method} ${route} ${status} is not described`);
    const [type, content] = Object.entries(described.content)[0];
    assert.equal(answer.headers["content-type"].split(";")[0], type, `${method} ${route}`);
    for (const [name, h] of Object.entries(described.headers ?? {})) if (h.required) assert.ok(answer.headers[name.toLowerCase()], `${method} ${route} has no ${name}`);
    if (type === "application/json") assert.deepEqual(faults(answer.json, content.schema), [], `${method} ${route} ${status}: ${answer.text.slice(0, 300)}`);
    seen.add(`${method.toLowerCase()} ${of} ${status}`);
    return answer;
  };
  const json = (value) => ({body: JSON.stringify(value)}), foreign = {headers: {Origin: "http://elsewhere.example"}};
  // Before anything is there: a server of its own, and one that shows a recorded game.
  const empty = await startServer(SECRETS);
  for (const name of ["game", "rules", "state", "statistics"]) await check(404, "GET", `/api/${name}`, {on: empty});
  await check(404, "GET", "/api/pictures/table.jpg", {on: empty});
  await check(404, "GET", "/archive.json", {on: empty});
  await empty.quit();

  for (const {path: route} of PAGES) await check(200, "GET", route);
  await check(200, "GET", "/openapi.json").then((a) => assert.deepEqual(a.json, api));

  await check(200, "GET", "/api/session");
  await check(400, "POST", "/api/session", json({role: "king"}));
  await check(401, "POST", "/api/session", json({role: "player", code: "000000"}));
  await check(403, "POST", "/api/session", {...json({role: "player", code: SECRETS.code}), ...foreign});
  await check(413, "POST", "/api/session", {headers: {"Content-Length": 70000, "Content-Type": "application/json"}});
  await check(415, "POST", "/api/session", {body: "role=judge", headers: {"Content-Type": "text/plain"}});
  const cookieOf = (answer) => answer.headers["set-cookie"][0].split(";")[0];
  const judge = {cookie: cookieOf(await check(200, "POST", "/api/session", json({role: "judge", password: SECRETS.password, name: "Kim"})))};
  const player = {cookie: cookieOf(await check(200, "POST", "/api/session", json({role: "player", code: SECRETS.code, name: "Anna", side: "red"})))};
  assert.equal((await check(200, "GET", "/api/session", player)).json.side, "red");

  server.set("entries", {entries: [{number: 1, t: 3, at: "2026-11-26T20:01:02Z", by: "Kim", role: "judge", address: "127.0.0.1", event: {kind: "take-back", unit: "R1"}, what: "entry", fate: "taken"}]}, null);
  live.say(scene.legal("R2"), scene.illegal("R1"), scene.duty("B1"), scene.alert("B3"));
  fs.writeFileSync(path.join(os.tmpdir(), `openapi-${process.pid}.jpg`), JPEG);
  const jpeg = path.join(os.tmpdir(), `openapi-${process.pid}.jpg`);
  server.table(61.5, jpeg);
  server.picture({t: 61, move: 2, unit: "R1", what: "before", width: 1, height: 1, box: [0, 0, 1, 1]}, jpeg);
  for (let i = 0; i < 100 && (await ask(server, "GET", "/pictures/1")).status !== 200; i++) await new Promise((done) => setTimeout(done, 20));
  for (const name of ["game", "rules", "state", "statistics", "log"]) await check(200, "GET", `/api/${name}`);
  await check(403, "GET", "/api/entries");
  await check(200, "GET", "/api/entries", judge);
  await check(200, "GET", "/api/pictures/table.jpg");
  await check(200, "GET", "/pictures/1", {of: "/pictures/{number}"});
  await check(404, "GET", "/pictures/999", {of: "/pictures/{number}"});
  assert.match((await check(200, "GET", "/events")).text, /event: hello/);
  await check(405, "HEAD", "/events", {}).catch((error) => { if (!/not described/.test(error.message)) throw error; });
  const log = (await ask(server, "GET", "/api/log")).json;
  for (const {kind, data} of log) assert.deepEqual(faults(data, api.paths["/events"].get["x-events"][kind]), [], kind);

  await check(200, "POST", "/api/events", {...json({kind: "ruling", move: 2, ruling: "upheld"}), ...judge});
  server.answer = () => ({taken: false, error: "no move has that number"});
  await check(422, "POST", "/api/events", {...json({kind: "challenge", move: 99}), ...player});
  server.answer = (entry) => ({taken: true, number: entry.ticket, t: 60});
  await check(400, "POST", "/api/events", {body: "", ...judge, headers: {"Content-Type": "application/json", "Content-Length": 0}});
  await check(403, "POST", "/api/events", json({kind: "ruling", move: 2, ruling: "upheld"}));
  await check(413, "POST", "/api/events", {...judge, headers: {"Content-Length": 70000, "Content-Type": "application/json"}});
  await check(415, "POST", "/api/events", {body: "x", ...judge, headers: {"Content-Type": "text/plain"}});
  server.answer = (entry) => (entry.event?.kind === "take-back" ? null : {taken: true, number: entry.ticket, t: 60});
  const unanswered = check(503, "POST", "/api/events", {...json({kind: "take-back", unit: "R1"}), ...judge});  // the server waits for 15 s
  const flood = await Promise.all(Array.from({length: 40}, () => ask(server, "POST", "/api/events", {...json({kind: "challenge", move: 1}), ...player})));
  assert.ok(flood.some((a) => a.status === 429), "a flood of entries is held back");
  assert.deepEqual(faults(flood.find((a) => a.status === 429).json, api.components.schemas.Error), []);
  seen.add("post /api/events 429");

  await check(403, "DELETE", "/api/session", {...player, ...foreign});
  await check(200, "DELETE", "/api/session", player);
  assert.equal((await ask(server, "GET", "/api/session", player)).json.role, "viewer");
  for (let i = 0; i < 6; i++) await ask(server, "POST", "/api/session", json({role: "player", code: "000000"}));
  assert.ok((await check(429, "POST", "/api/session", json({role: "player", code: SECRETS.code}))).json.wait_s > 0);

  const archive = path.join(os.tmpdir(), `openapi-${process.pid}.json`);
  fs.writeFileSync(archive, JSON.stringify(archiveOf(scene, [], 60)));
  const replay = await startServer({archive});
  await check(200, "GET", "/archive.json", {on: replay});
  await check(404, "GET", "/evidence/1", {of: "/evidence/{number}", on: replay});
  await replay.quit();
  for (const file of [archive, jpeg]) fs.rmSync(file);

  await unanswered;
  const notYet = Object.entries(api.paths).filter(([route, item]) => resolved(item.get?.responses[200])?.content["text/html"] && !PAGES.some((p) => p.path === route)).map(([route]) => `get ${route} 200`);
  // What only a full house answers, and pictures that only a record has, are tested in C: tests/web/test_hostile.c, test_web.c.
  const elsewhere = ["get /events 503", "get /events 405", "get /archive.json 503", "get /evidence/{number} 200", "get /api/entries 404"];
  const described = Object.entries(api.paths).flatMap(([route, item]) => Object.entries(item).flatMap(([method, o]) => Object.keys(o.responses).map((status) => `${method} ${route} ${status}`)));
  assert.deepEqual(described.filter((d) => !seen.has(d) && ![...elsewhere, ...notYet].includes(d)), []);
  await live.close();
});
