/**
 * The connection to a match: hello with what is had already, steps in order, gaps mended by another hello,
 * answers matched to what was sent, and everything unanswered sent again after a reconnect (the server
 * answers a known ref with its first answer). Knows no game.
 */
import { place } from "#js/view.js";

/** @typedef {import("#js/types.js").ServerMessage} ServerMessage */
/** @typedef {import("#js/types.js").ClientMessage} ClientMessage */
/** @typedef {"connecting" | "live" | "lost" | "closed"} Link */
/** @typedef {Extract<ServerMessage, {type: "accepted" | "refused" | "stale"}>} Answer */

export const PROTOCOL = 1;
const PING_MS = 20_000;
const PING_BYTES = 64 * 1024;
const SILENT_MS = 45_000;
const BACKOFF_MS = [300, 700, 1500, 3000, 6000, 10_000];
const FATAL = new Set(["reload", "logout", "revoked", "gone"]);

/** How long to wait before try number `n`, spread so that not all come at once. @param {number} n @param {number} spread 0 to 1 */
export function backoff(n, spread) {
  const base = BACKOFF_MS[Math.min(n, BACKOFF_MS.length - 1)] ?? 10_000;
  return Math.round(base * (0.75 + spread * 0.5));
}

/** The full address of a socket: older browsers take no relative ones. @param {string} path */
function address(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/**
 * @typedef {object} Handlers
 * @property {(message: Extract<ServerMessage, {type: "welcome"}>) => void} welcome
 * @property {(message: Extract<ServerMessage, {type: "step"}>) => void} step the next one, in order
 * @property {(message: ServerMessage) => void} other
 * @property {(link: Link, why: string) => void} link
 * @property {(ms: number) => void} latency
 */

export class Connection {
  /** @param {string} url @param {Handlers} handlers @param {string} salt what this browser adds to the dice */
  constructor(url, handlers, salt) {
    this.url = url;
    this.handlers = handlers;
    this.salt = salt;
    this.have = 0;
    this.heard = 0;
    this.tries = 0;
    this.unread = 0;
    this.lastHeard = 0;
    this.lastPing = 0;
    this.counter = 0;
    this.prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
    /** @type {WebSocket | null} */
    this.ws = null;
    /** @type {Map<string, {message: ClientMessage, done: (answer: Answer) => void}>} */
    this.waiting = new Map();
    /** @type {Map<string, number>} */
    this.sentAt = new Map();
    this.ended = false;
    this.timer = 0;
    setInterval(() => this.beat(), PING_MS / 4);
    document.addEventListener("visibilitychange", () => this.ping());
    addEventListener("offline", () => this.lost());
    addEventListener("online", () => this.hurry());
  }

  open() {
    if (this.ended) return;
    this.handlers.link("connecting", "");
    const ws = new WebSocket(address(this.url));
    this.ws = ws;
    ws.onopen = () => {
      this.lastHeard = Date.now();
      this.hello();
      for (const { message } of this.waiting.values()) this.send(message);
    };
    ws.onmessage = (e) => {
      if (this.ws !== ws) return;
      this.lastHeard = Date.now();
      this.unread += e.data.length;
      this.receive(JSON.parse(e.data));
      if (this.unread > PING_BYTES) this.ping();
    };
    ws.onclose = () => { if (this.ws === ws) this.lost(); };
  }

  /** The line is gone, whether or not the socket knows: it would wait for a goodbye that cannot come. */
  lost() {
    const { ws } = this;
    this.ws = null;
    ws?.close();
    if (!ws || this.ended) return;
    this.handlers.link("lost", "");
    this.timer = window.setTimeout(() => this.open(), backoff(this.tries++, Math.random()));
  }

  /** Try at once instead of waiting. */
  hurry() {
    if (this.ws || this.ended) return;
    clearTimeout(this.timer);
    this.tries = 0;
    this.open();
  }

  hello() {
    this.send({ type: "hello", protocol: PROTOCOL, have: this.have, heard: this.heard, salt: this.salt });
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    if ("ref" in message) this.sentAt.set(message.ref, performance.now());
    this.ws.send(JSON.stringify(message));
    return true;
  }

  /** A ref that no other message of this page or another tab carries. */
  ref() {
    return `${this.prefix}-${++this.counter}`;
  }

  /**
   * Send what must be answered; it is kept until it is.
   * @param {ClientMessage & {ref: string}} message @returns {Promise<Answer>}
   */
  ask(message) {
    return new Promise((done) => {
      this.waiting.set(message.ref, { message, done });
      this.send(message);
    });
  }

  /** @param {ServerMessage} message */
  receive(message) {
    switch (message.type) {
      case "welcome":
        this.have = message.seq;
        this.heard = Math.max(this.heard, ...message.remarks.map((remark) => remark.id));
        this.live();
        this.handlers.welcome(message);
        break;
      case "step":
        this.live();
        this.onStep(message);
        break;
      case "accepted":
      case "refused":
      case "stale":
        this.onAnswer(message);
        break;
      case "remark":
        this.heard = Math.max(this.heard, message.remark.id);
        this.handlers.other(message);
        break;
      case "bye":
        this.onBye(message.why);
        break;
      default:
        this.live();
        if (message.type === "preview") this.measure(message.ref);
        this.handlers.other(message);
    }
  }

  live() {
    this.tries = 0;
    this.handlers.link("live", "");
  }

  /** @param {Extract<ServerMessage, {type: "step"}>} step */
  onStep(step) {
    const where = place(this.have, step);
    if (where === "gap") this.hello();
    if (where !== "next") return;
    this.have = step.seq;
    this.handlers.step(step);
  }

  /** @param {Answer} answer */
  onAnswer(answer) {
    const ref = answer.ref ?? "";
    this.measure(ref);
    const asked = this.waiting.get(ref);
    this.waiting.delete(ref);
    if (asked) asked.done(answer);
    else this.handlers.other(answer);
    if (answer.type === "stale" && answer.seq > this.have) this.ping();
  }

  /** @param {string} why */
  onBye(why) {
    this.ended = FATAL.has(why);
    if (this.ended) this.handlers.link("closed", why);
  }

  /** @param {string} ref */
  measure(ref) {
    const sent = this.sentAt.get(ref);
    this.sentAt.delete(ref);
    if (sent !== undefined) this.handlers.latency(Math.round(performance.now() - sent));
  }

  ping() {
    this.unread = 0;
    this.send({ type: "ping", have: this.have, away: document.hidden });
    this.lastPing = Date.now();
  }

  beat() {
    if (!this.ws || this.ws.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.lastPing >= PING_MS) this.ping();
    if (Date.now() - this.lastHeard > SILENT_MS) this.lost();
  }
}
