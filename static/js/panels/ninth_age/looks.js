/** What the server tells about units that are looked at: threats, shots, flights, answers. Nothing here changes anything. */
import { batch, computed, effect, signal } from "#vendor/signals-core/signals-core.js";

/** @typedef {import("#js/panels/ninth_age/play.js").NinthPlay} NinthPlay */
/** @typedef {import("#js/types.js").NinthPreview} Preview */
/** @typedef {import("#js/types.js").NinthAction} Action */

export class NinthLooks {
  /** @param {NinthPlay} play */
  constructor(play) {
    this.play = play;
    this.match = play.match;
    /** What the selected unit threatens, and whether that is drawn where nobody asked for a charge. */
    this.threat = signal(/** @type {Preview | null} */ (null));
    this.threatens = signal(false);
    /** Enemies in its sight and reach that it may not charge all the same, and why. */
    this.barred = computed(() => new Map((this.threat.value?.chances ?? []).flatMap(({ unit, barred }) => (barred ? [[unit, barred]] : []))));
    /** Whom the selected unit could shoot at. */
    this.shots = signal(/** @type {NonNullable<Preview["shots"]>} */ ([]));
    /** Where a unit that is asked how to react would flee. */
    this.flight = signal(/** @type {Preview | null} */ (null));
    /** Answers that the server proposes to a question that has no buttons of its own. */
    this.proposed = signal(/** @type {readonly Action[]} */ ([]));
    /** How many questions about the selected unit are under way. */
    this.looking = signal(0);
    effect(() => {
      this.match.seq.value;
      const unit = play.selected.value;
      play.question.value;
      this.threatens.value;
      queueMicrotask(() => this.look(unit));
    });
  }

  /** A new question: what was told for the last one is of no use. */
  forget() {
    batch(() => {
      this.flight.value = null;
      this.proposed.value = [];
    });
  }

  /** Another unit is looked at. */
  blur() {
    this.threat.value = null;
    this.shots.value = [];
  }

  /** @param {string} unit */
  look(unit) {
    this.looking.value++;
    void this.askAbout(unit).finally(() => {
      this.looking.value--;
    });
  }

  /** Whom a unit could charge or shoot. @param {string} unit */
  async askAbout(unit) {
    const { play, match } = this;
    if (unit !== play.selected.value) return;
    const type = play.question.value?.type;
    if (type === "shoot_with" && play.acts(unit)) {
      const found = await match.draft({ type: "aims", unit });
      if (found && unit === play.selected.value) this.shots.value = found.shots ?? [];
      return;
    }
    this.shots.value = [];
    const charges = (type === "declare" || type === "new_target") && play.acts(unit);
    if (!play.block(unit) || !(charges || this.threatens.value)) {
      this.blur();
      return;
    }
    const found = await match.draft({ type: "threat", unit });
    if (found && unit === play.selected.value) this.threat.value = found;
  }

  /** @param {string} unit @param {string} away */
  async askFlight(unit, away) {
    const found = await this.match.draft({ type: "plan_flight", unit, away });
    const question = this.play.question.value;
    if (found && question?.type === "how_to_react" && question.unit === unit) this.flight.value = found;
  }

  /** What the server would answer to the open question. */
  async askAnswers() {
    const prompt = this.match.prompt.value?.id ?? "";
    const found = await this.match.draft({ type: "answers", prompt });
    if (found && this.match.prompt.value?.id === prompt) this.proposed.value = found.answers ?? [];
  }
}
