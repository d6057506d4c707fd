// The log-in of a player: the table's code, a name that is remembered, a side.
import {byId, html} from "./dom.js";
import {recall, remember, t} from "./lang.js";
import {askSession, logInAsPlayer, logOut} from "./session.js";

const NAME = "vedette name";

// entered(): what the program tells depends on who asks, so that the page begins anew.
export function addLogin(entered) {
  const form = byId("login");
  byId("login-name").value = recall(NAME) ?? "";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = byId("login-name").value.trim(), answer = await logInAsPlayer(byId("login-code").value.trim(), name, byId("login-side").value);
    byId("login-error").textContent = answer.ok ? "" : answer.error || t("said.unreachable");
    if (!answer.ok) return;
    remember(NAME, name);
    entered();
  });
  byId("logout").addEventListener("click", async () => { if ((await logOut()).ok) entered(); });
}

// Does the program take players at all? Unknown: it will say so itself.
export async function mayLogIn() {
  const answer = await askSession();
  return answer.data?.login?.player !== false;
}

export function drawLogin(model, isOpen) {
  const sides = [["", t("phone.bothSides")], ...[...model.sides.values()].map((s) => [s.id, s.name])], select = byId("login-side"), mark = JSON.stringify(sides);
  byId("login").hidden = !isOpen || model.role !== "viewer" || !model.connected;
  byId("logout").hidden = model.role !== "player";
  if (select.dataset.mark === mark) return;
  const before = select.value;
  select.dataset.mark = mark;
  select.replaceChildren(...[...sides.slice(1), sides[0]].map(([value, text]) => html("option", {value}, text)));
  if (sides.some(([value]) => value && value === before)) select.value = before;
}
