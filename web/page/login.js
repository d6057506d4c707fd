// The judge's log-in: a dialog while somebody else looks on; a lock-out is told with its time.
import {byId} from "./dom.js";
import {recall, remember, t} from "./lang.js";
import {askSession, logInAsJudge, logOut} from "./session.js";

const NAME = "vedette judge name";

// again(): the page begins anew with the new role.
export function newLogin(again) {
  const login = {again, asked: false, timer: 0, may: true};
  byId("login-form").addEventListener("submit", (event) => {
    event.preventDefault();
    tryLogin(login);
  });
  byId("login-open").addEventListener("click", () => openLogin(login));
  byId("login-later").addEventListener("click", () => byId("login").close?.());
  byId("logout").addEventListener("click", async () => {
    const answer = await logOut();
    if (answer.ok) again();
  });
  byId("login-name").value = recall(NAME) ?? "";
  return login;
}

// Can this program's judge log in at all? Without a password the judge is who sits at the machine.
async function askWhether(login) {
  const {ok, data} = await askSession();
  login.may = !ok || data.login?.judge !== false;
  byId("login-form").hidden = !login.may;
  byId("login-none").hidden = login.may;
}

function openLogin(login) {
  const dialog = byId("login");
  askWhether(login);
  if (dialog.open) return;
  if (dialog.showModal) dialog.showModal();
  else dialog.setAttribute("open", "");
  byId(byId("login-name").value ? "login-password" : "login-name").focus();
}

function lockOut(login, wait, why) {
  const until = Date.now() + wait * 1000, submit = byId("login-submit");
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000);
    submit.disabled = left > 0;
    byId("login-error").textContent = left > 0 ? t("login.wait", {n: left}) : why;
    if (left <= 0) clearInterval(login.timer);
  };
  clearInterval(login.timer);
  login.timer = setInterval(tick, 500);
  tick();
}

async function tryLogin(login) {
  const name = byId("login-name").value.trim(), error = byId("login-error");
  error.textContent = "";
  const answer = await logInAsJudge(byId("login-password").value, name);
  byId("login-password").value = "";
  if (answer.ok) {
    remember(NAME, name);
    return login.again();
  }
  if (answer.wait > 0) return lockOut(login, answer.wait, answer.error);
  error.textContent = answer.error || t("said.unreachable");
  return byId("login-password").focus();
}

// Asks once for the log-in where somebody else than the judge looks on; afterwards its button does.
export function drawLogin(login, model) {
  const isJudge = model.role === "judge", known = model.everConnected && model.game !== null;
  byId("login-open").hidden = isJudge;
  byId("logout").hidden = !isJudge || !model.name;
  byId("role").textContent = isJudge ? (model.name ? t("login.judgeNamed", {name: model.name}) : t("role.judge")) : t(`role.${model.role}`);
  if (!known || isJudge || login.asked) return;
  login.asked = true;
  openLogin(login);
}
