// The connection to the program: server-sent events in, entries out.

const LOG_KINDS = ["move", "settled", "act", "alert", "obligation", "nudge", "aside", "ask", "offer", "mixed", "unknown", "ruling", "challenge", "picture", "flip"];

// handlers: hello(data, close), session(data), game(data), rules(data), state(data), change(data), statistics(data), entries(data), recording(data), log(kind, data),
// resync(), notice(text), connection(isOpen).
export function follow(handlers) {
  const source = new EventSource("/events");
  const on = (kind, handler) => source.addEventListener(kind, (event) => {
    let data;
    try {
      data = JSON.parse(event.data);
    } catch {
      return;  // a damaged message is worth less than the page
    }
    if (data !== null && typeof data === "object" && !Array.isArray(data)) handler(data);
  });
  source.addEventListener("open", () => handlers.connection(true));
  source.addEventListener("error", () => {
    handlers.connection(false);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(handlers), 3000);  // refused for good: begin anew
  });
  on("hello", (data) => handlers.hello(data, () => source.close()));
  for (const kind of ["session", "game", "rules", "state", "change", "statistics", "entries", "recording", "health"]) if (handlers[kind]) on(kind, handlers[kind]);
  on("resync", () => handlers.resync());
  on("notice", (data) => handlers.notice(String(data.message ?? "")));
  for (const kind of LOG_KINDS) on(kind, (data) => handlers.log(kind, data));
}

// Posts one event; resolves to {taken: true, number} or {taken: false, why}.
export async function enter(event) {
  try {
    const answer = await fetch("/api/events", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(event)});
    const body = await answer.json().catch(() => ({}));
    return answer.ok ? {taken: true, number: body.number} : {taken: false, why: String(body.error ?? `refused (${answer.status})`)};
  } catch {
    return {taken: false, why: ""};
  }
}
