/**
 * Names for the parts of the wire that the table's modules speak of. Everything is taken out of the
 * generated messages, so a field of the wrong message is an error here too.
 */
import type {
  ClientMessage,
  Film,
  LogPage,
  NinthAgeView,
  NinthPreview,
  RemarkPage,
  SagaPreview,
  SagaView,
  ServerMessage,
} from "#js/generated/protocol.js";
import type { ReadonlySignal, Signal } from "#vendor/signals-core/signals-core.js";

export type { ClientMessage, Film, LogPage, RemarkPage, ServerMessage };

type Item<T> = NonNullable<T> extends readonly (infer U)[] ? U : never;
type Values<T> = NonNullable<T> extends { [key: string]: infer U } ? U : never;

export type WelcomeMessage = Extract<ServerMessage, { type: "welcome" }>;
export type StepMessage = Extract<ServerMessage, { type: "step" }>;
export type Preview = Extract<ServerMessage, { type: "preview" }>["preview"];
export type Refusal = Extract<ServerMessage, { type: "refused" }>["refusal"];
export type Action = Extract<ClientMessage, { type: "act" }>["action"];
export type Draft = Extract<ClientMessage, { type: "draft" }>["draft"];
export type AppealKind = Extract<ClientMessage, { type: "appeal" }>["appeal"];

export type View = WelcomeMessage["view"];
export type Entry = WelcomeMessage["told"][number];
export type Told = Item<Entry["told"]>;
export type RemarkShown = WelcomeMessage["remarks"][number];
export type DiceShown = WelcomeMessage["dice"];
export type Here = Values<WelcomeMessage["sides"]>;
export type ClockShown = NonNullable<WelcomeMessage["clock"]>;

export type PromptShown = Values<View["prompts"]>;
export type Question = NonNullable<PromptShown["question"]>;
export type Result = NonNullable<View["result"]>;
export type Offer = Values<View["offers"]>;
export type Proposal = Offer["proposal"];
export type Change = Extract<Proposal, { type: "adjust" }>["change"];
export type Pose = Values<View["models"]>;
export type Base = Values<View["fixed"]["bases"]>;

export type Line = Refusal["line"];
export type Param = Values<Line["params"]>;
export type Shape = Item<Refusal["shapes"]>;
export type Source = Item<Extract<Told["event"], { type: "rolled" }>["sources"]>;

type Asked<V extends View> = Values<V["prompts"]> & { id: string };

/** A match as the panels of one game know it: its view, its questions, its previews. */
export type MatchOf<V extends View, P extends Preview> = Omit<
  import("#js/match.js").Match,
  "view" | "asked" | "prompt" | "draft"
> & {
  view: Signal<V>;
  asked: ReadonlySignal<Asked<V>[]>;
  prompt: ReadonlySignal<Asked<V> | undefined>;
  draft(draft: Draft): Promise<P | null>;
};

export type { SagaPreview, SagaView };
export type SagaMatch = MatchOf<SagaView, SagaPreview>;
export type SagaQuestion = NonNullable<Values<SagaView["prompts"]>["question"]>;
export type Aim = Item<SagaPreview["aims"]>;
export type BoxCard = Values<SagaView["fixed"]["boards"]>["boxes"][number];
export type SideShown = Values<SagaView["force"]>;
export type DieShown = Values<SideShown["dice"]>;
export type UseOption = Item<SideShown["uses"]>;
export type UnitOption = Values<Extract<SagaQuestion, { type: "activate" }>["units"]>;
export type SpendOption = Item<Extract<SagaQuestion, { type: "react" }>["spends"]>;

export type { NinthAgeView as NinthView, NinthPreview };
export type NinthMatch = MatchOf<NinthAgeView, NinthPreview>;
export type Unplayed = Item<Values<NinthAgeView["fixed"]["stats"]>["awaited"]>;
export type NinthQuestion = NonNullable<Values<NinthAgeView["prompts"]>["question"]>;
export type NinthAction = NonNullable<NinthPreview["action"]>;
export type Part = Extract<NinthAction, { type: "advance" }>["path"][number];
export type TrayShown = Values<NinthAgeView["trays"]>;
export type Bases = TrayShown["bases"];
export type Goal = Item<NinthAgeView["goals"]>;
export type Chance = Item<NinthPreview["chances"]>;
export type MoveOption = Values<Extract<NinthQuestion, { type: "move_units" }>["units"]>;

/** What the page's view hands over, in `#page`. */
export interface Page {
  title: string;
  game: string;
  match: { id: number; ruleset: string; edition: string; scenario: string; state: string; practice: boolean };
  urls: { socket: string; table: string; replay: string; film: string; export: string; log: string; remarks: string };
}

/** What the page asks of a game's panels; board/ gives the words. Drawings are templates of lit-html. */
export interface Game {
  readonly hand: import("#js/board/input.js").Listener & {
    key(command: import("#js/keys.js").Command): boolean;
    tapUnit(unit: string): void;
  };
  readonly adjusting: import("#js/ui/adjusting.js").Adjusting;
  readonly log: import("#js/ui/log.js").LogGame;
  readonly pieces: readonly import("#js/board/terrain.js").Piece[];
  /** The unit that Tab reaches, and the chosen one. */
  readonly focus: { readonly value: string };
  readonly selected: string;
  /** Whether the next tap points at a place. */
  readonly pointing: { value: boolean };
  /** Whether the user looks at the table from the other edge than he would. */
  readonly around: { readonly value: boolean };
  turnAround(): void;
  /** Whether Enter confirms something, and how the words about it are meant. */
  readonly isPlanning: boolean;
  readonly planTone: "bad" | "warn" | "info";
  attach(board: import("#js/board/board.js").Board): void;
  /** Choose the next unit that can act; its id, or nothing. */
  next(): string;
  tokens(): import("#js/board/tokens.js").Token[];
  picks(): import("#js/board/tokens.js").Picks;
  /** Areas whose crowns let a unit show through. */
  thin(): Set<string>;
  under(): unknown;
  over(): unknown;
  /** What was told, before and after the new view is drawn. */
  before(told: readonly Told[]): void;
  after(told: readonly Told[]): void;
  planText(): string;
  planSaid(): string;
  /** How the dice of a roll are drawn, where they are no plain ones. */
  cubes(roll: import("#js/ui/dice.js").Roll): readonly import("#js/ui/dice.js").Cube[] | null;
  /** The rail's panel, the open question, the dock, a unit's buttons and its line in the list. */
  panel(redraw: () => void): unknown;
  question(redraw: () => void): unknown;
  dock(): unknown;
  acts(unit: string): unknown;
  detail(unit: string): unknown;
  /** Where the points came from, where the game tells it. */
  scoreSheet?(): unknown;
}

/** What a game may ask of its page. */
export interface TablePage {
  focusBoard(): void;
  /** Show the score and where it came from. */
  score(): void;
  /** Address of the replay. */
  readonly replay: string;
}

export interface GameModule {
  Game: new (match: import("#js/match.js").Match, page: TablePage) => Game;
}
