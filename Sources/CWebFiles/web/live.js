// The connection to Flam. If it breaks, the page connects again.
import { $, setText } from "./dom.js";

export const live = {
  socket: null, refs: new Map(), next: 1, wait: 250, closes: 0,
  /// Called when the connection opens, and for every message from Flam.
  onOpen: () => {}, onMessage: () => {},

  open() {
    const socket = new WebSocket(`ws://${location.host}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.closes = 0;
      this.onOpen();
    };
    socket.onmessage = (message) => {
      this.wait = 250;
      const received = JSON.parse(message.data);
      if (received.event === "reply") {
        const onReply = this.refs.get(received.ref);
        this.refs.delete(received.ref);
        onReply?.(received);
      }
      this.onMessage(received);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      for (const onReply of this.refs.values()) onReply({ problem: null, isLost: true });
      this.refs.clear();
      this.closes++;
      away(true);
      sayWhyAway();
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2000, this.wait * 1.6);
    };
  },

  ask(message, onReply) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const ref = this.next++;
    if (onReply) this.refs.set(ref, onReply);
    this.socket.send(JSON.stringify({ ...message, ref }));
  },
};

export const command = (name, settings = {}) => live.ask({ command: name, ...settings });

/// Asks a question; undefined if there is no answer. The page then shows the problem as a notice.
export const question = (ask, settings = {}) => new Promise((resolve) => {
  if (live.socket?.readyState !== WebSocket.OPEN) resolve(undefined);
  else live.ask({ ...settings, ask }, (reply) => resolve(reply.result));
});

/// Downloads a file that Flam made for the page, as "json" or "arrayBuffer".
export async function fetched(address, kind) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await answer.text());
  return answer[kind]();
}

/// For requests of which only the last one counts: begins a request, and returns a function that says whether it is still
/// the last.
export function counter() {
  let count = 0;
  return () => {
    const own = ++count;
    return () => own === count;
  };
}

/// Stops a sound and unloads it.
export function silence(sound) {
  sound.pause();
  sound.removeAttribute("src");
  sound.load();
}

export function away(isAway) {
  $("away").hidden = !isAway;
  document.body.classList.toggle("away", isAway);
}

/// Says why there is no connection, and what to do.
async function sayWhyAway() {
  const [fact, remedy] = await whyAway();
  if (live.socket) return;
  setText($("away").querySelector("b"), fact);
  setText($("away").querySelector("span"), remedy);
}

async function whyAway() {
  try {
    const answer = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(3000) });
    if (answer.status === 403) return ["Flam does not know this page.", await answer.text()];
    // It may only just be starting; a page that is refused again and again is one too many.
    return answer.ok && live.closes > 3 ? ["Flam has no room for another page.", "Close a page that you do not need."]
      : ["Flam is not answering.", "Trying again…"];
  } catch {
    return ["Flam is not answering.", "Start 'flam play --web' again, or check the network. This page comes back by itself."];
  }
}
