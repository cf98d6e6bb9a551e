/** Open offers (a draw, a take-back, an adjustment), in the gold bar above the questions, where they stay in sight. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { button, icon } from "#js/ui/parts.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/types.js").Offer} Offer */

/** What an offer would do, in words. @param {Match} match @param {Offer} offer */
function meaning(match, offer) {
  const { words } = match;
  const { fixed } = match.view.value;
  const { proposal } = offer;
  if (proposal.type !== "adjust") return words.t(`ui.offer.${proposal.type}`);
  const { change } = proposal;
  const unitOf = (/** @type {string} */ model) => words.name(fixed.models[model]?.unit ?? model);
  switch (change.type) {
    case "set_counter":
      return words.t("ui.offer.set_counter", {
        unit: words.name(change.unit),
        counter: words.line({ key: `${fixed.game}.counter.${change.counter}` }),
        value: change.value,
      });
    case "drop_prompt":
      return words.t("ui.offer.drop_prompt");
    default:
      return words.t(`ui.offer.${change.type}`, { unit: unitOf(change.model) });
  }
}

/** @param {Match} match */
export function offers(match) {
  const { words } = match;
  const mine = match.you.value.sides;
  const open = Object.entries(match.view.value.offers ?? {});
  if (match.replaying.value || !open.length) return nothing;
  return html`<div class="ask-offers">${open.map(([id, offer]) => {
    const own = mine.includes(offer.side);
    const asked = mine.find((side) => side !== offer.side && !(offer.agreed ?? []).includes(side));
    const text = `${words.name(offer.side)}: ${meaning(match, offer)}`;
    return html`<div class="ask-row"><span class="ask-text">${icon("handshake")}<span>${text}</span></span><fieldset class="ask-acts" ?disabled=${match.busy.value}>
      ${
        asked
          ? html`${button(words.t("ui.offer.agree"), () => match.appeal({ type: "agree", offer: id }, asked), { icon: "check", css: "pri word" })}
        ${button(words.t("ui.offer.decline"), () => match.appeal({ type: "decline", offer: id }, asked), { icon: "x", css: "word" })}`
          : ""
      }
      ${own && !asked ? button(words.t("ui.offer.withdraw"), () => match.appeal({ type: "decline", offer: id }, offer.side), { icon: "x", css: "word" }) : ""}</fieldset></div>`;
  })}</div>`;
}
