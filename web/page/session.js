// Who looks on: asks the program, logs in and out.

async function call(method, body) {
  try {
    const answer = await fetch("/api/session", {method, ...(body ? {headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)} : {})});
    const data = await answer.json().catch(() => ({}));
    return answer.ok ? {ok: true, data} : {ok: false, error: String(data.error ?? `refused (${answer.status})`), wait: Number(data.wait_s) || 0};
  } catch {
    return {ok: false, error: ""};  // the program can't be reached: the health line says so
  }
}

// {ok, data: {role, name, side, login}} or {ok: false, error, wait: seconds until the next try counts}.
export const askSession = () => call("GET");
export const logInAsJudge = (password, name) => call("POST", {role: "judge", password, name});
export const logInAsPlayer = (code, name, side) => call("POST", {role: "player", code, name, ...(side ? {side} : {})});
export const logOut = () => call("DELETE");
