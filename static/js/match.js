/**
 * The controller of a match: what is known (signals), and what can be done (act, appeal, draft, say). It
 * knows the protocol and no game. Live play and replays both feed `welcome` and `step`.
 */
import { batch, computed, signal } from "#vendor/signals-core/signals-core.js";
import { Drafts } from "#js/drafts.js";
import { Connection } from "#js/socket.js";
import { merge } from "#js/view.js";

/** @typedef {import("#js/types.js").View} View */
/** @typedef {import("#js/types.js").Entry} Entry */
/** @typedef {import("#js/types.js").Told} Told */
/** @typedef {import("#js/types.js").Action} Action */
/** @typedef {import("#js/types.js").Draft} Draft */
/** @typedef {import("#js/types.js").Preview} Preview */
/** @typedef {import("#js/types.js").Refusal} Refusal */
/** @typedef {import("#js/types.js").AppealKind} AppealKind */
/** @typedef {import("#js/types.js").PromptShown} PromptShown */
/** @typedef {import("#js/types.js").Shape} Shape */
/** @typedef {import("#js/strings.js").Words} Words */
/** @typedef {"bad" | "warn" | "info"} Tone */
/** @typedef {{tone: Tone, text: string, rules: readonly string[], shapes: readonly Shape[]}} Notice */
/** @typedef {{type: "step", entry: Entry, before: View} | {type: "jump"}} Change what just happened, for animation */

const NO_ONE = { sides: /** @type {readonly string[]} */ ([]), name: "", delay: 0, chat: false, practice: false };

export class Match {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    /** Empty until the server has said hello back. */
    this.view = signal(/** @type {View} */ (/** @type {unknown} */ ({ clock: {} })));
    this.seq = signal(0);
    this.you = signal(NO_ONE);
    this.entries = signal(/** @type {readonly Entry[]} */ ([]));
    this.remarks = signal(/** @type {readonly import("#js/types.js").RemarkShown[]} */ ([]));
    this.here = signal(/** @type {{[side: string]: import("#js/types.js").Here}} */ ({}));
    this.watchers = signal(0);
    this.clock = signal(/** @type {import("#js/types.js").ClockShown | null} */ (null));
    /** Of the state that the facts of a finished match fold to. */
    this.digest = signal("");
    this.dice = signal(/** @type {import("#js/types.js").DiceShown | null} */ (null));
    this.link = signal(/** @type {import("#js/socket.js").Link} */ ("connecting"));
    this.why = signal("");
    this.latency = signal(0);
    this.skew = 0;
    this.notice = signal(/** @type {Notice | null} */ (null));
    this.pointed = signal(/** @type {{x: number, y: number, by: string, at: number}[]} */ ([]));
    this.change = signal(/** @type {Change} */ ({ type: "jump" }));
    this.replaying = signal(false);
    this.busy = signal(false);
    /** Open questions of the sides that this user holds, oldest first. */
    this.asked = computed(() =>
      Object.entries(this.view.value.prompts ?? {})
        .filter(([, prompt]) => this.you.value.sides.includes(prompt.side))
        .map(([id, prompt]) => ({ ...prompt, id })),
    );
    this.prompt = computed(() => (this.replaying.value ? undefined : this.asked.value[0]));
    /** A remark that was sent and not heard yet waits here. @type {((heard: boolean) => void) | null} */
    this.saying = null;
    /** @type {Connection | null} */
    this.connection = null;
    this.drafts = new Drafts(
      (/** @type {Draft} */ draft, ref) =>
        this.connection?.send({ type: "draft", ref, at: this.seq.value, draft }) ?? false,
      () => this.connection?.ref() ?? "",
    );
  }

  /** @param {string} url of the socket */
  connect(url) {
    const salt = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    this.connection = new Connection(
      url,
      {
        welcome: (message) => this.welcome(message),
        step: (message) => {
          if (!this.replaying.value) this.step(message);
        },
        other: (message) => this.other(message),
        latency: (ms) => {
          this.latency.value = ms;
        },
        link: (link, why) => {
          if (link !== "live") this.drafts.drop();
          batch(() => {
            this.link.value = link;
            this.why.value = why;
          });
        },
      },
      salt,
    );
    this.connection.open();
  }

  /** @param {Extract<import("#js/types.js").ServerMessage, {type: "welcome"}>} message */
  welcome(message) {
    this.heard(message.remarks);
    if (this.replaying.value) return;
    batch(() => {
      this.skew = message.now - Date.now();
      this.seq.value = message.seq;
      this.you.value = { ...NO_ONE, ...message.you };
      this.view.value = message.view;
      this.entries.value = message.told;
      this.remarks.value = joined(this.remarks.value, message.remarks);
      this.here.value = message.sides ?? {};
      this.watchers.value = message.watchers ?? 0;
      this.clock.value = message.clock ?? null;
      this.dice.value = message.dice;
      this.digest.value = message.digest ?? "";
      this.change.value = { type: "jump" };
    });
  }

  /** One ruling more. @param {Extract<import("#js/types.js").ServerMessage, {type: "step"}>} message */
  step(message) {
    const before = this.view.value;
    const { after, seq, time, by, told } = message;
    const entry = /** @type {Entry} */ ({ after, seq, time, by: by ?? "", told: told ?? [] });
    batch(() => {
      this.seq.value = seq;
      this.view.value = /** @type {View} */ (merge(before, message.patch ?? {}));
      this.entries.value = [...covered(this.entries.value, entry), entry];
      if (message.clock) this.clock.value = message.clock;
      this.digest.value = message.digest ?? "";
      this.change.value = { type: "step", entry, before };
    });
  }

  /** @param {import("#js/types.js").ServerMessage} message */
  other(message) {
    switch (message.type) {
      case "preview":
        this.drafts.answer(message.ref, message.preview);
        break;
      case "remark":
        this.remarks.value = joined(this.remarks.value, [message.remark]);
        if (message.remark.name === this.you.value.name) this.said(true);
        break;
      case "presence":
        this.here.value = message.sides ?? {};
        this.watchers.value = message.watchers ?? 0;
        break;
      case "pointed":
        this.showPointed(message);
        break;
      case "refused":
        this.drafts.answer(message.ref ?? "", null);
        if (!message.ref) this.said(false);
        this.refuse(message.refusal);
        break;
    }
  }

  /** @param {{x: number, y: number, by: string}} place */
  showPointed({ x, y, by }) {
    const at = Date.now();
    this.pointed.value = [...this.pointed.value.filter((p) => at - p.at < 4000), { x, y, by, at }];
    setTimeout(() => {
      this.pointed.value = this.pointed.value.filter((p) => p.at !== at);
    }, 4000);
  }

  /** Say why something was not done, or was done in part only. @param {Refusal} refusal @param {Tone} [tone] */
  refuse(refusal, tone = "bad") {
    this.notice.value = {
      tone,
      text: this.words.line(refusal.line),
      rules: refusal.rules ?? [],
      shapes: refusal.shapes ?? [],
    };
  }

  /**
   * Answer a question; true when it was accepted. A refusal is shown and changes nothing.
   * @param {Action} action @param {string} [prompt] the open one unless given
   */
  async act(action, prompt = this.prompt.value?.id ?? "") {
    const { connection } = this;
    if (!connection || !prompt) return false;
    return this.settle(connection.ask({ type: "act", ref: connection.ref(), prompt, action }));
  }

  /** Bring something up unasked. @param {AppealKind} appeal @param {string} [side] needed by who holds several */
  async appeal(appeal, side = "") {
    const { connection } = this;
    if (!connection) return false;
    const speaker = side || this.prompt.value?.side || this.you.value.sides[0] || "";
    return this.settle(connection.ask({ type: "appeal", ref: connection.ref(), appeal, side: speaker }));
  }

  /** @param {Promise<import("#js/socket.js").Answer>} asked */
  async settle(asked) {
    this.notice.value = null;
    this.busy.value = true;
    const answer = await asked;
    if (answer.type === "accepted") await this.shown(answer.seq);
    this.busy.value = false;
    if (answer.type === "refused") this.refuse(answer.refusal);
    if (answer.type === "stale")
      this.notice.value = { tone: "info", text: this.words.t("ui.note.stale"), rules: [], shapes: [] };
    return answer.type === "accepted";
  }

  /** Until the view stands at a fact: an answer may come before the step it speaks of. @param {number} seq */
  async shown(seq) {
    if (this.replaying.value || this.seq.value >= seq) return;
    await new Promise((done) => {
      const stop = this.seq.subscribe((now) => {
        if (now < seq) return;
        queueMicrotask(() => stop());
        done(undefined);
      });
    });
  }

  /** What would this mean? Null when overtaken or the line is lost. @param {Draft} draft @returns {Promise<Preview | null>} */
  draft(draft) {
    return this.drafts.ask(draft);
  }

  /** Say something; true when the table has heard it. @param {string} text @returns {Promise<boolean>} */
  say(text) {
    this.said(false);
    if (!this.connection?.send({ type: "say", text })) return Promise.resolve(false);
    return new Promise((done) => {
      this.saying = done;
    });
  }

  /** What was said was heard or refused. @param {boolean} heard */
  said(heard) {
    this.saying?.(heard);
    this.saying = null;
  }

  /** After a lost line: what was said is among what was missed, or was never heard. @param {readonly import("#js/types.js").RemarkShown[]} remarks */
  heard(remarks) {
    this.said(remarks.some((remark) => remark.name === this.you.value.name));
  }

  /** @param {number} x @param {number} y table coordinates */
  point(x, y) {
    this.connection?.send({ type: "point", x, y });
  }

  /** Go back to before the newest uncovered ruling of a side of ours: free, or an offer to the others. */
  async takeBack() {
    const mine = this.you.value.sides;
    const last = this.entries.value
      .filter((entry) => !entry.covered && mine.includes(entry.by ?? "") && isPlay(entry))
      .at(-1);
    if (last) await this.appeal({ type: "propose", proposal: { type: "take_back", to: last.after } }, last.by);
  }
}

/**
 * Remarks with those added that are new: a welcome after a lost line brings only what was not heard.
 * @template {{id: number}} R @param {readonly R[]} had @param {readonly R[]} more @returns {readonly R[]}
 */
export function joined(had, more) {
  const known = new Set(had.map((remark) => remark.id));
  return [...had, ...more.filter((remark) => !known.has(remark.id))];
}

const APPEALS = new Set(["house.rewound", "offered", "agreed", "declined", "stood", "house.salted"]);

/** Whether an entry is an action and not an appeal. @param {Entry} entry */
const isPlay = (entry) => !(entry.told ?? []).some(({ event }) => APPEALS.has(event.type));

/**
 * Entries with those marked that a rewind in `entry` covers.
 * @param {readonly Entry[]} entries @param {Entry} entry @returns {readonly Entry[]}
 */
export function covered(entries, entry) {
  const to = (entry.told ?? []).flatMap(({ event }) => (event.type === "house.rewound" ? [event.to] : []))[0];
  return to === undefined ? entries : entries.map((old) => (old.seq > to ? { ...old, covered: true } : old));
}
