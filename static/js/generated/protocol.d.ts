// Made by `manage.py protocol` from the structs of the wire. Not to be edited.

export type GameAction = SagaDeploy | SagaEndDeployment | PlaceDie | TakeDie | PlaceDice | EndOrders | Use | Move | Shoot | Rest | EndTurn | Pass | Spend | Plan | CallOff | Trade | Divide | Remove | Absorb | Withdraw | DeclareCharge | Command | EndDeclarations | NinthAgeReact | Redirect | Keep | MoveCharger | NinthAgeAim | Next | Wander | Advance | March | Reform | SwiftReform | Join | Enter | EndMoves | ShootAt | EndShooting | ChooseZone | ChooseSide | PlaceMarker | Learn | TakeSpells | HoldBack | NinthAgeDeploy | NinthAgeEndDeployment | Pray | DeployRest | Announce | ChooseFlag;
export type GameDraft = Reach | SagaAims | SagaPlanMove | PlanEngagement | SagaPlanShot | PlanWithdrawal | SagaPlanDeploy | PlanRemoval | NinthAgePlanMove | PlanReform | PlanJoin | PlanEnter | PlanCharge | Threat | PlanWander | PlanFlight | NinthAgeAims | NinthAgePlanShot | Answers | NinthAgePlanDeploy;
export type GameEvent = Answered | Passed | Rolled | Moved | Placed | Lost | Counted | Noted | Offered | Agreed | Declined | Adjusted | Stood | Ended | SagaScheduled | SagaAsked | SagaBegun | RolledOff | DeploymentDone | SagaTurnBegan | SagaPhaseBegan | TurnEnded | DiceGained | DicePlaced | DieTurned | DiceSpent | AbilityUsed | EffectBegan | EffectsEnded | Declared | Cancelled | FatigueSpent | CombatBegan | PoolsCounted | DiceTraded | DiceDivided | HitsScored | HitsCancelled | LossesChosen | LossesCounted | Withdrew | CombatEnded | Scored | NinthAgeAsked | NinthAgeScheduled | NinthAgeBegun | NinthAgeTurnBegan | NinthAgePhaseBegan | Did | LeadershipTested | ChargeDeclared | Reacted | ChargeRolled | ChargeEnded | Engaged | Disengaged | Rallied | Fled | Reformed | Joined | Left | Closed | Opened | Entered | Vacated | ShotBegan | TemplateLanded | Misfired | Silenced | Swooped | Lent | Slowed | ChampionFell | Spent | Shot | Built | Staked | Gained | Prayed | TypeSettled | ObjectiveSettled | ChooserDrawn | ZonesTaken | MarkerPlaced | Learned | HeldBack | OrderChosen | Formed | Finished | Announced | CameEarly | FlagChosen | FirstTurn | NinthAgeArrived | Rewound | Salted | Revealed | RanOut;
export type GamePreview = SagaPreview | NinthPreview;
export type GameView = SagaView | NinthAgeView;
export type ClientMessage = Hello | Act | Appeal | Draft | Say | Point | Ping;
export type ServerMessage = Welcome | Step | Accepted | Refused | Stale | Preview | Remark | Pointed | Presence | Pong | Bye;

/**
 * The first message, and the one after a gap. It may be sent again at any time.
 *
 * `have` is the last fact the client's view stands at (0: none), `heard` the id of the last
 * remark it has. `salt` is what the browser adds to the dice, of use before the first roll only.
 */
export type Hello = { type: "hello"; protocol: number; have?: number; heard?: number; salt?: string };

/** Answer a prompt. A resend with the same `ref` gets the first answer. */
export type Act<A = GameAction> = { type: "act"; ref: string; prompt: string; action: A };

/** Set a unit up, or set it up anew while the deployment is still open. */
export type SagaDeploy = { type: "deploy"; unit: string; poses: { [key: string]: Pose } };

/** Where a base stands: its centre in 1/100 mm and its facing in 1/1000 degree. */
export type Pose = [number, number, number?];

/** Be done with this part of the deployment. Units still due are set up by the server. */
export type SagaEndDeployment = { type: "end_deployment" };

/** Put a rolled die on a box of the own board. */
export type PlaceDie = { type: "place_die"; die: string; box: string };

/** Take back a die placed in this phase. */
export type TakeDie = { type: "take_die"; die: string };

/** Put several dice on boxes at once; all or none. */
export type PlaceDice = { type: "place_dice"; dice: { [key: string]: string } };

/** Be done with the orders; dice not placed are lost for this turn (SAGA-ORD-07). */
export type EndOrders = { type: "end_orders" };

/**
 * Use an ability whose box is filled.
 *
 * `unit` is the own unit it serves, `targets` the enemy units it is aimed at, where it names any;
 * `spend` the die to remove from a box of the left column (empty: the commonest); `choice` one
 * of the uses that the box offers; `die` and `face` the die to turn and the face it shall show.
 */
export type Use = { type: "use"; ability: string; unit?: string; targets?: readonly string[]; spend?: string; choice?: string; die?: string; face?: number };

/**
 * Activate a unit to move, and show how: by `shift`, by exact `paths`, or by `engage` alone.
 *
 * `pay` is a free activation (`determination`, `we_obey`), a box or an ability; empty takes the
 * cheapest. With `engage` and no paths the server's own proposal is carried out.
 */
export type Move = { type: "move"; unit: string; pay?: string; shift?: Shift; paths?: readonly Path[]; engage?: string; companion?: Companion };

/**
 * A unit moved as a formation: carried by (dx, dy), turned about its middle, by way points.
 *
 * The server finds each model's path.
 */
export type Shift = { dx: number; dy: number; turn?: number; via?: readonly (readonly [number, number])[] };

/** The way of one base's centre, its start first. */
export type Path = { model: string; points: readonly (readonly [number, number])[] };

/** The unit that goes with its warlord (SAGA-WAR-03); it engages his target or nobody. */
export type Companion = { unit: string; engages?: boolean; shift?: Shift; paths?: readonly Path[] };

/** Activate a unit to shoot, or answer a javelin shot. */
export type Shoot = { type: "shoot"; unit: string; target: string; pay?: string; weapon?: string };

/** Activate a unit to rest. */
export type Rest = { type: "rest"; unit: string; pay?: string };

/** Be done with the turn (SAGA-TRN-04). */
export type EndTurn = { type: "end_turn" };

/** Let the window go by. */
export type Pass = { type: "pass" };

/**
 * Discard a fatigue marker of the enemy `unit`.
 *
 * `on` is `move` (its allowance), `armour` (the own armour is raised) or `weaken` (its armour is
 * lowered).
 */
export type Spend = { type: "spend"; unit: string; on: string };

/** The move drawn again after the first plan was broken by a reaction. */
export type Plan = { type: "plan"; shift?: Shift; paths?: readonly Path[]; companion?: Companion };

/** Ask for an activation that cannot be carried out to be cancelled (SAGA-ENG-17). */
export type CallOff = { type: "call_off" };

/** Give up half of the attack dice for defence dice, or keep them (SAGA-MEL-04). */
export type Trade = { type: "trade"; give: boolean };

/** Aim a unit's attack dice at several enemy units (SAGA-MEL-15). */
export type Divide = { type: "divide"; dice: { [key: string]: number } };

/** Choose the models that are lost. */
export type Remove = { type: "remove"; models: readonly string[] };

/** Models that die for the warlord, one for each hit (SAGA-WAR-05); none lets him die. */
export type Absorb = { type: "absorb"; models?: readonly string[] };

/** The way out of a lost melee: by `shift`, by exact `paths`, or as the server proposes. */
export type Withdraw = { type: "withdraw"; shift?: Shift; paths?: readonly Path[] };

/** Charge an enemy unit. */
export type DeclareCharge = { type: "declare_charge"; unit: string; target: string };

/** Give a unit, or all whom it is for, what somebody has to give (data/powers.toml). */
export type Command = { type: "command"; unit: string; power: string; target?: string };

/** No more charges. */
export type EndDeclarations = { type: "end_declarations" };

/** How a charged unit takes it. */
export type NinthAgeReact = { type: "react"; reaction: "hold" | "stand_and_shoot" | "flee" };

/** Test for another target. */
export type Redirect = { type: "redirect"; unit: string };

/** Stay with the target, stay in place, or let the chance go by. */
export type Keep = { type: "keep" };

/** Roll for this charger, and those with the same target, next; or move it now. */
export type MoveCharger = { type: "move_charger"; unit: string };

/** Of two targets that fled, go for this one. */
export type NinthAgeAim = { type: "aim"; target: string };

/** This unit rallies, flees or is moved next. */
export type Next = { type: "next"; unit: string };

/** Move a unit of random movement in a direction. */
export type Wander = { type: "wander"; unit: string; facing: number };

/** Move a unit along a path, as far as it goes in one turn; a flyer may go `on_foot`. */
export type Advance = { type: "advance"; unit: string; path: readonly ((Straight | Wheel | Back | Aside | Turn | Form))[]; on_foot?: boolean };

/** Straight ahead. */
export type Straight = { type: "straight"; length: number };

/** Forward about a front corner: negative turns about the left one, positive about the right. */
export type Wheel = { type: "wheel"; turn: number };

/** Straight back, looking ahead. */
export type Back = { type: "back"; length: number };

/** Straight aside, looking ahead: negative to the left, positive to the right. */
export type Aside = { type: "aside"; length: number };

/** A single model's pivot about its centre. */
export type Turn = { type: "turn"; turn: number };

/** A free reform of light troops in the middle of a move: other files, another facing. */
export type Form = { type: "form"; files: number; facing: number };

/** March along a path. Where a test stands before it, the declaration stands. */
export type March = { type: "march"; unit: string; path: readonly ((Straight | Wheel | Back | Aside | Turn | Form))[]; on_foot?: boolean };

/** Another formation and facing about the same centre. */
export type Reform = { type: "reform"; unit: string; files: number; facing: number };

/** A reform that leaves time to advance, if the test is passed. */
export type SwiftReform = { type: "swift_reform"; unit: string; files: number; facing: number };

/**
 * A character goes straight into a unit and takes a place in its front rank: `file` is that of
 * his left edge.
 */
export type Join = { type: "join"; unit: string; host: string; file: number; march?: boolean; on_foot?: boolean };

/** A unit goes into a building: straight at it, and in. */
export type Enter = { type: "enter"; unit: string; building: string; march?: boolean };

/** Everything else stays where it is. */
export type EndMoves = { type: "end_moves" };

/**
 * A unit shoots: with its usual weapon where none is named; a template is aimed at the middle
 * of the target where none of its models is named.
 */
export type ShootAt = { type: "shoot_at"; unit: string; target: string; weapon?: string; model?: string };

/** Nobody else shoots. */
export type EndShooting = { type: "end_shooting" };

/**
 * Take the zone at this corner of the table, or at the long edge on which it lies; in a Flank
 * Attack as attacker or defender.
 */
export type ChooseZone = { type: "choose_zone"; corner: readonly [number, number]; role?: "" | "attacker" | "defender" };

/** This side: deploys first, has the first turn. */
export type ChooseSide = { type: "choose_side"; side: string };

/** Put the objective's marker here. */
export type PlaceMarker = { type: "place_marker"; at: readonly [number, number] };

/** This wizard generates his spells now, from this path. */
export type Learn = { type: "learn"; unit: string; path: string };

/** These spells of the path. */
export type TakeSpells = { type: "take_spells"; spells: readonly number[] };

/** Keep these units off the table, in ambush. */
export type HoldBack = { type: "hold_back"; units?: readonly string[] };

/** Set a unit up with its centre and facing here, in so many files. */
export type NinthAgeDeploy = { type: "deploy"; unit: string; pose: Pose; files: number };

/** No more units now. What is due all the same is set up by the table. */
export type NinthAgeEndDeployment = { type: "end_deployment" };

/** The army prays before the battle. */
export type Pray = { type: "pray" };

/** The table sets up everything else that is asked about. */
export type DeployRest = { type: "deploy_rest" };

/** Which turn is rolled for. */
export type Announce = { type: "announce"; turn: "first" | "second" };

/** The standard of this enemy unit is to be taken. */
export type ChooseFlag = { type: "choose_flag"; unit: string };

/** Bring something up unasked. `side` is needed by those who hold several. */
export type Appeal = { type: "appeal"; ref: string; appeal: Concede | Propose | Agree | Decline | Stand | Claim; side?: string };

/** Give the match up. */
export type Concede = { type: "concede" };

/** Put a proposal to the other sides. */
export type Propose = { type: "propose"; proposal: Draw | TakeBack | Adjust };

/** End the match with no winner. */
export type Draw = { type: "draw" };

/** Rewind to just after event number `to`. */
export type TakeBack = { type: "take_back"; to: number };

/** A change of the table that no rule made. */
export type Adjust = { type: "adjust"; change: PlaceModel | RemoveModel | ReturnModel | SetCounter | DropPrompt };

/** Put a standing model elsewhere. */
export type PlaceModel = { type: "place_model"; model: string; pose: Pose };

/** Remove a model from play. */
export type RemoveModel = { type: "remove_model"; model: string };

/** Bring a removed model back. */
export type ReturnModel = { type: "return_model"; model: string; pose: Pose };

/** Set a unit's counter, 0 to 99. */
export type SetCounter = { type: "set_counter"; unit: string; counter: string; value: number };

/** Give up the question that play is stuck on, and the step that asked it. */
export type DropPrompt = { type: "drop_prompt"; prompt: string };

/** Grant an offer. */
export type Agree = { type: "agree"; offer: string };

/** Refuse an offer, or take one's own back. */
export type Decline = { type: "decline"; offer: string };

/** Pass a window unasked until the turn ends, or no longer (`on` false). */
export type Stand = { type: "stand"; window: string; on?: boolean };

/** Claim the match against a side that is gone. The referee judges absence, not the rules. */
export type Claim = { type: "claim"; against: string };

/** Ask what an unfinished answer would mean. One is in work and the newest waits. */
export type Draft<D = GameDraft> = { type: "draft"; ref: string; at: number; draft: D };

/** Where could this unit go, who could it engage and shoot? */
export type Reach = { type: "reach"; unit: string };

/** Who can this unit engage and shoot from where it stands, with which dice and odds? */
export type SagaAims = { type: "aims"; unit: string };

/** What would this move mean? */
export type SagaPlanMove = { type: "plan_move"; unit: string; shift?: Shift; paths?: readonly Path[]; engage?: string; pay?: string; companion?: Companion };

/** How would this unit engage that one, its models going in this order? */
export type PlanEngagement = { type: "plan_engagement"; unit: string; target: string; order?: readonly string[]; pay?: string };

/** Which models could shoot at that unit, and what would come of it? */
export type SagaPlanShot = { type: "plan_shot"; unit: string; target: string };

/** Would this be a way out of the melee? Neither shift nor paths: propose one. */
export type PlanWithdrawal = { type: "plan_withdrawal"; unit: string; shift?: Shift; paths?: readonly Path[] };

/** Set a unit up around a point, `width` models in its first rank (0: the server's choice). */
export type SagaPlanDeploy = { type: "plan_deploy"; unit: string; at: readonly [number, number]; facing?: number; width?: number };

/** May these models be removed? */
export type PlanRemoval = { type: "plan_removal"; models: readonly string[] };

/**
 * A path being drawn.
 *
 * `nearest` asks, where it is refused, for the action that goes as far along it as is allowed.
 */
export type NinthAgePlanMove = { type: "plan_move"; unit: string; path?: readonly ((Straight | Wheel | Back | Aside | Turn | Form))[]; march?: boolean; on_foot?: boolean; nearest?: boolean };

/** A formation being chosen. */
export type PlanReform = { type: "plan_reform"; unit: string; files: number; facing: number; swift?: boolean };

/** A way into a unit being looked for. */
export type PlanJoin = { type: "plan_join"; unit: string; host: string; file: number; march?: boolean; on_foot?: boolean };

/** A way into a building being looked for: an advance, or a march where that is too short. */
export type PlanEnter = { type: "plan_enter"; unit: string; building: string };

/** Would this charge be possible, and how would it end? */
export type PlanCharge = { type: "plan_charge"; unit: string; target: string };

/** Whom could a unit charge, and with what chance? */
export type Threat = { type: "threat"; unit: string };

/** Where could a random move lead, with this facing? */
export type PlanWander = { type: "plan_wander"; unit: string; facing: number };

/** Where would a unit flee, from whom? */
export type PlanFlight = { type: "plan_flight"; unit: string; away?: string };

/** Whom could a unit shoot at from where it stands, and what would come of it? */
export type NinthAgeAims = { type: "aims"; unit: string };

/** This shot, before it is given. */
export type NinthAgePlanShot = { type: "plan_shot"; unit: string; target: string; weapon?: string; model?: string };

/** Which answers would this question take? With these alone every question can be answered. */
export type Answers = { type: "answers"; prompt: string };

/** A unit being set up. */
export type NinthAgePlanDeploy = { type: "plan_deploy"; unit: string; pose: Pose; files: number };

/** Write in the chat. */
export type Say = { type: "say"; text: string };

/** Point at a place on the table, in 1/100 mm. */
export type Point = { type: "point"; x: number; y: number };

/** Every 20 s and after each 64 KiB received. `away` when the page is hidden. */
export type Ping = { type: "ping"; have?: number; away?: boolean };

/** Everything: the view at `seq`, the last 100 told facts, the last 50 remarks. */
export type Welcome<V = GameView, E = GameEvent> = { type: "welcome"; seq: number; now: number; you: You; view: V; told: readonly (Entry<E>)[]; remarks: readonly RemarkShown[]; dice: DiceShown; sides?: { [key: string]: Here }; watchers?: number; clock?: ClockShown; held?: boolean; digest?: string };

/** What this socket is: its sides (none for a watcher), its delay in seconds, what it may do. */
export type You = { sides?: readonly string[]; name?: string; delay?: number; chat?: boolean; practice?: boolean };

/** What these eyes see. */
export type SagaView = { clock: Clock; units?: { [key: string]: UnitShown }; models?: { [key: string]: Pose }; offers?: { [key: string]: CoreOffer }; standing?: { [key: string]: readonly string[] }; scores?: { [key: string]: number }; result?: Result; fixed: SagaFixed; prompts?: { [key: string]: SagaPromptShown }; force?: { [key: string]: SideShown }; combat?: CombatShown; effects?: readonly EffectShown[]; declared?: DeclaredShown };

/** Where play stands: game turn of how many (0: no limit), whose turn, which phase. */
export type Clock = { turn: number; of?: number; side?: string; phase?: string };

/** A unit now. `marks` are short words the board may draw (`done`, `exhausted`). */
export type UnitShown = { models: number; counters?: { [key: string]: number }; marks?: readonly string[] };

/** A proposal that lies open, and who has already agreed. */
export type CoreOffer = { side: string; proposal: Draw | TakeBack | Adjust; agreed?: readonly string[] };

/** How a match ended. No winner is a draw. */
export type Result = { winners: readonly string[]; line: Line; scores?: { [key: string]: number } };

/** One sentence: a key of the game's catalogue and what fills its places. */
export type Line = { key: string; params?: { [key: string]: (Number | Distance | Term | Named | SideName | Text) } };

/** A whole number inside a sentence; also chooses its plural form. */
export type Number = { type: "number"; value: number };

/** A length inside a sentence, worded in inches with the reader's decimal mark. */
export type Distance = { type: "length"; value: number };

/** Another key of the catalogue, worded in place. */
export type Term = { type: "term"; key: string };

/** A unit, worded by the name its owner gave it, or by that of its kind. */
export type Named = { type: "unit"; unit: string };

/** A side, worded by the name of the player who holds it. */
export type SideName = { type: "side"; side: string };

/** A player's own words. */
export type Text = { type: "text"; text: string };

/** What never changes: on top of the shared part the stats, boards, zones and objectives. */
export type SagaFixed = { game: string; edition: string; scenario: string; width: number; height: number; terrain: { [key: string]: Piece }; sides: { [key: string]: SideCard }; units: { [key: string]: UnitCard }; bases: { [key: string]: (Round | Oblong) }; models: { [key: string]: ModelCard }; phases: readonly string[]; bands: readonly Band[]; stats?: { [key: string]: SagaStatsCard }; boards?: { [key: string]: BoardCard }; zones?: { [key: string]: readonly ((CoreArea | Trail | Disc | Label))[] }; objectives?: readonly ((CoreArea | Trail | Disc | Label))[] };

/** A terrain piece. `look` is how it is drawn, `traits` what the game reads (`uneven`). */
export type Piece = { outline: readonly (readonly [number, number])[]; look: string; traits?: readonly string[]; name?: string };

/**
 * A force: its player's name, or a key where it is called after its army, and the key of its
 * faction's name.
 */
export type SideCard = { name: string; force: string };

/**
 * What is printed on a unit. `glyph` names its picture; `limits` the tops of its counters.
 *
 * `name` is its owner's own words or a key of the catalogue (`wording.called`).
 */
export type UnitCard = { side: string; name: string; profile: string; glyph: string; strength: number; traits?: readonly string[]; limits?: { [key: string]: number } };

/** A round base; radius in 1/100 mm. */
export type Round = { type: "round"; radius: number };

/** A rectangular base, width along the front and depth behind it, in 1/100 mm. */
export type Oblong = { type: "oblong"; width: number; depth: number };

/** The unit that a model belongs to, and the key of its base: most share one. */
export type ModelCard = { unit: string; base: string };

/** A named distance of the game. */
export type Band = { key: string; length: number };

/**
 * What a unit is worth: armour with its own equipment, dice for models, lengths in 1/100 mm.
 *
 * `range` is 0 where it has nothing to shoot with; `shots` then counts for nothing.
 */
export type SagaStatsCard = { armour: number; shot_armour: number; blows: Rate; shots: Rate; move: number; range?: number };

/** So many dice for every so many models. */
export type Rate = { dice: number; per?: number };

/** A side's battle board, in the order in which it is printed. */
export type BoardCard = { faction: string; boxes: readonly BoxCard[] };

/**
 * A box as printed on a board.
 *
 * Its name and text stand under `saga.ability.<id>.name` and `.text`. `cost` says what each die
 * of one use must show (`C`, `U|R`, `any`); `pool` boxes take any number of dice; `windows` are
 * its timings; `confidence` is shown where it is not `sure`.
 */
export type BoxCard = { id: string; cost: readonly string[]; windows: readonly string[]; pool?: boolean; left?: boolean; stronger?: boolean; confidence?: string };

/** Filled outlines, even-odd; `style` names how the board draws them. */
export type CoreArea = { type: "area"; rings: readonly (readonly (readonly [number, number])[])[]; style: string };

/** A line along points, such as a path, a sight line or a measured distance. */
export type Trail = { type: "trail"; points: readonly (readonly [number, number])[]; style: string };

/** A round place of a given radius, such as a ghost base or a keep-out. */
export type Disc = { type: "disc"; at: readonly [number, number]; radius: number; style: string };

/** A short sentence standing on the table. */
export type Label = { type: "label"; at: readonly [number, number]; line: Line; style: string };

/** An open question; only its side sees the options. */
export type SagaPromptShown = { side: string; line: Line; window?: string; question?: SagaDeployUnits | OrdersReaction | PlaceOrders | SagaQuestionsActivate | Granted | SagaReact | DrawAgain | JavelinShot | CombatAbilities | TradeDice | DivideDice | ChooseLosses | AbsorbHits | ChooseWithdrawal };

/** Set up units inside the zone: at least `least` of them, at most `most`, in this part. */
export type SagaDeployUnits = { type: "deploy_units"; zone: readonly (readonly [number, number])[]; units: readonly string[]; least: number; most: number };

/** The other side has rolled its SAGA dice: do you react (SAGA-ORD-01)? Use or Pass. */
export type OrdersReaction = { type: "orders_reaction"; uses: readonly UseOption[] };

/**
 * An ability that may be used now, and what its use must name.
 *
 * `units` are the own units it may serve and `targets` the enemy units it may be aimed at (empty:
 * none is named), `near` those of each own unit where they differ; `aim` how many targets at most;
 * `dice` the dice it may take, where there is a choice; `choices` its alternatives; `turns` the
 * dice that it may turn.
 */
export type UseOption = { ability: string; units?: readonly string[]; targets?: readonly string[]; near?: { [key: string]: readonly string[] }; aim?: number; dice?: readonly string[]; choices?: readonly string[]; turns?: readonly string[] };

/**
 * Place dice, use Orders abilities, end. Stays open while dice are placed: what may be used
 * stands in the view (`sides[side].uses`).
 */
export type PlaceOrders = { type: "place_orders" };

/** Activate a unit, use an Activation ability, or end the turn. */
export type SagaQuestionsActivate = { type: "activate"; units: { [key: string]: UnitOption }; uses?: readonly UseOption[] };

/**
 * What a unit may be activated for, and how each could be paid, the cheapest first.
 *
 * `companions` are the units that may move with a warlord (SAGA-WAR-03). `must_engage` are the
 * units of which it has to engage one (SAGA-SEC-01, -03).
 */
export type UnitOption = { move?: readonly string[]; shoot?: readonly string[]; rest?: readonly string[]; companions?: readonly string[]; must_engage?: readonly string[] };

/** An ability activates one of these units: choose which, and what it does; or pass. */
export type Granted = { type: "granted"; ability: string; units: { [key: string]: UnitOption } };

/** The enemy has declared an activation: react, spend his fatigue, or pass. */
export type SagaReact = { type: "react"; unit: string; kind: string; target?: string; uses?: readonly UseOption[]; spends?: readonly SpendOption[] };

/** A fatigue marker of `unit` that may be discarded, for what: `move`, `armour`, `weaken`. */
export type SpendOption = { unit: string; on: string };

/** What happened since has broken the plan: draw the move again, or ask to call it off. */
export type DrawAgain = { type: "draw_again"; unit: string; target?: string; companion?: string };

/** The unit has moved and may throw its javelins (SAGA-SHT-14): Shoot or Pass. */
export type JavelinShot = { type: "javelin_shot"; unit: string; targets: readonly string[] };

/** Abilities and fatigue of a shooting or melee: Use, Spend or Pass. `stage` is the window. */
export type CombatAbilities = { type: "combat_abilities"; stage: string; uses?: readonly UseOption[]; spends?: readonly SpendOption[] };

/** Give up `given` of the unit's attack dice for `gained` defence dice (SAGA-MEL-04)? */
export type TradeDice = { type: "trade_dice"; unit: string; dice: number; given: number; gained: number };

/** Aim the unit's attack dice at these enemy units; `needs` are the faces that hit each. */
export type DivideDice = { type: "divide_dice"; unit: string; dice: number; needs: { [key: string]: number } };

/**
 * Choose `count` models of these units; the rest must keep formation (SAGA-COH-04).
 *
 * `proposed` is a choice that is accepted. `why` is `shooting`, `melee`, or an ability.
 */
export type ChooseLosses = { type: "choose_losses"; units: readonly string[]; count: number; proposed: readonly string[]; why: string };

/**
 * Hits on the warlord that models near him may take for him (SAGA-WAR-05).
 *
 * He lives if `needed` of the candidates are named; `proposed` is a choice that is accepted. In a
 * duel he has `wounds` left, and whatever is not absorbed wounds him.
 */
export type AbsorbHits = { type: "absorb_hits"; unit: string; needed: number; candidates: readonly string[]; proposed: readonly string[]; wounds?: number };

/** Withdraw the unit from the melee (SAGA-MEL-11). */
export type ChooseWithdrawal = { type: "choose_withdrawal"; unit: string };

/**
 * A side's dice and board now. `used` boxes are spent for this turn, `ready` ones complete,
 * `free` the free activations it still has; `uses` what it may use while it places dice.
 */
export type SideShown = { dice?: { [key: string]: DieShown }; used?: readonly string[]; ready?: readonly string[]; closed?: readonly string[]; free?: readonly string[]; uses?: readonly UseOption[]; lost?: { [key: string]: number } };

/** A SAGA die. No box: it lies before its owner. `fresh`: it may still be taken back. */
export type DieShown = { face: number; symbol: string; box?: string; fresh?: boolean };

/** The melee or shooting under way. */
export type CombatShown = { kind: string; attackers: readonly string[]; defenders: readonly string[]; units?: { [key: string]: Tally }; stage?: string };

/** A unit in the combat: dice now, what they need against their foe, and why. */
export type Tally = { side: string; dice?: number; base?: number; need?: number; save?: number; extra?: number; hits?: number; saved?: number; sources?: readonly SourceShown[]; need_sources?: readonly SourceShown[] };

/** A change to a number and the key of where it came from. */
export type SourceShown = { key: string; add: number };

/** An ability that is in play. */
export type EffectShown = { ability: string; side: string; until: string; unit?: string; targets?: readonly string[] };

/** The activation that has been declared and is not yet carried out. */
export type DeclaredShown = { unit: string; kind: string; target?: string };

/** What these eyes see. */
export type NinthAgeView = { clock: Clock; units?: { [key: string]: UnitShown }; models?: { [key: string]: Pose }; offers?: { [key: string]: CoreOffer }; standing?: { [key: string]: readonly string[] }; scores?: { [key: string]: number }; result?: Result; fixed: NinthAgeFixed; prompts?: { [key: string]: NinthAgePromptShown }; trays?: { [key: string]: Tray }; charges?: { [key: string]: ChargeShown }; engaged?: { [key: string]: readonly string[] }; joined?: { [key: string]: string }; files?: { [key: string]: number }; zones?: { [key: string]: readonly (readonly [number, number])[] }; opening?: OpeningShown; goals?: readonly Goal[]; gains?: { [key: string]: readonly Gain[] } };

/** What never changes. */
export type NinthAgeFixed = { game: string; edition: string; scenario: string; width: number; height: number; terrain: { [key: string]: Piece }; sides: { [key: string]: SideCard }; units: { [key: string]: UnitCard }; bases: { [key: string]: (Round | Oblong) }; models: { [key: string]: ModelCard }; phases: readonly string[]; bands: readonly Band[]; stats?: { [key: string]: NinthAgeStatsCard } };

/** What is printed on a unit, as far as movement reads it. `movement` in inches. */
export type NinthAgeStatsCard = { movement: number; leadership: number; troop_type: string; wounds?: number; rules?: readonly string[]; musician?: boolean; standard?: boolean; champion?: boolean; character?: boolean; general?: boolean; battle_standard?: boolean; fly?: number; random_movement?: number; spread?: number; ballistic_skill?: number; guard?: Guard; missiles?: readonly Weapon[]; awaited?: readonly Unplayed[] };

/** What a model is wounded on and saved by. `armour` is what armour adds, 0 to 6. */
export type Guard = { toughness?: number; armour?: number; ward?: number; regeneration?: number; shot_armour?: number; shot_ward?: number };

/** A shooting weapon in somebody's hands (T9A-WPN-01). `rules` are ids of special rules. */
export type Weapon = { id: string; reach?: number; strength?: number; piercing?: number; shots?: string; wounds?: string; rules?: readonly string[]; artillery?: "" | "catapult" | "bolt_thrower" | "cannon" | "volley_gun" | "flame" | "breath" | "shriek"; nearest?: number; size?: string; centre_strength?: number; centre_wounds?: string };

/**
 * A special rule that is not played, or only `partly`, and the chapter that it waits for; its
 * `words` where nobody knows what it says.
 */
export type Unplayed = { rule: string; chapter: "" | "combat" | "magic" | "words"; partly?: boolean };

/** An open question; only its side sees the options. */
export type NinthAgePromptShown = { side: string; line: Line; window?: string; question?: Declare | HowToReact | WhoSupports | WhetherToRedirect | NewTarget | WhichTarget | NextCharger | NextRally | NextFlight | NextPanic | NextWander | RollAgain | FormUp | MoveUnits | WhomToSwoop | AfterHalt | AfterSwift | ShootWith | WhichZone | WhoDeploys | WhetherToPray | WhoBegins | WhereMarker | WhoLearns | WhichSpells | WhoAmbushes | NinthAgeDeployUnits | WhichTurn | VanguardMoves | WhichFlag | Arrivals };

/**
 * Declare a charge, one of these at one of its targets, or end the declarations; before the
 * first, give what may be given at the beginning of a turn.
 */
export type Declare = { type: "declare"; charges: { [key: string]: readonly string[] }; offers?: readonly NinthAgeOffer[] };

/** Something that a unit may give another, or all whom it is for. */
export type NinthAgeOffer = { unit: string; power: string; target?: string };

/** A unit is charged: what does it do? */
export type HowToReact = { type: "how_to_react"; unit: string; charger: string; reactions: readonly ("hold" | "stand_and_shoot" | "flee")[] };

/** A unit is charged: which of its supporters shoots at who charges it? */
export type WhoSupports = { type: "who_supports"; charger: string; units: readonly string[] };

/** The target fled: who tests for another? */
export type WhetherToRedirect = { type: "whether_to_redirect"; units: readonly string[] };

/** The test is passed: which target is charged now? */
export type NewTarget = { type: "new_target"; unit: string; targets: readonly string[] };

/** Both targets fled: which is charged? */
export type WhichTarget = { type: "which_target"; unit: string; targets: readonly string[] };

/** Whose charge is rolled or moved next? */
export type NextCharger = { type: "next_charger"; units: readonly string[] };

/** Which fleeing unit tests next? */
export type NextRally = { type: "next_rally"; units: readonly string[] };

/** Which unit flees next? */
export type NextFlight = { type: "next_flight"; units: readonly string[] };

/** Which of several units tests for panic next? */
export type NextPanic = { type: "next_panic"; units: readonly string[] };

/**
 * Which unit of random movement moves next, and where to? The `fixed` go as they face; of
 * those that may stay the first does so.
 */
export type NextWander = { type: "next_wander"; units: readonly string[]; fixed?: readonly string[]; stays?: readonly string[] };

/** The dice of a move lie: are they rolled once more? */
export type RollAgain = { type: "roll_again"; unit: string; total: number };

/**
 * The unit rallied: a full reform, or none. One that ran an enemy down: a `pivot`, another
 * facing with the same files, or none; `test` is what its test must not exceed.
 */
export type FormUp = { type: "form_up"; unit: string; pivot?: boolean; test?: number };

/** Move a unit, or end the moves. */
export type MoveUnits = { type: "move_units"; units: { [key: string]: MoveOption } };

/**
 * What a unit may do, with lengths in 1/100 mm; `test` what a march test must not exceed.
 *
 * `flies` tells that it may go on foot instead, `forms` that it may form anew on the way; `hosts`
 * are units that a character may join, `leaves` the one that he would leave.
 */
export type MoveOption = { advance: number; half: number; march?: number; test?: number; reform?: boolean; swift?: boolean; flies?: boolean; forms?: boolean; hosts?: readonly string[]; leaves?: string; buildings?: readonly string[]; inside?: boolean };

/** Which of the enemies that a unit has moved over is hurt? */
export type WhomToSwoop = { type: "whom_to_swoop"; unit: string; targets: readonly string[] };

/** The march was stopped: advance forward, or stay. */
export type AfterHalt = { type: "after_halt"; unit: string; allowance: number };

/** The swift reform succeeded: advance, or stay. */
export type AfterSwift = { type: "after_swift"; unit: string; allowance: number };

/**
 * Shoot with a unit at one of its targets, or end the shooting. What each shot would bring is
 * answered by the draft Aims. Before the first shot, give what may be given then.
 */
export type ShootWith = { type: "shoot_with"; units: { [key: string]: readonly string[] }; offers?: readonly NinthAgeOffer[] };

/** Where do you deploy? */
export type WhichZone = { type: "which_zone"; kind: "classic" | "diagonal" | "flank_attack"; zones: readonly ZoneOffer[] };

/** A zone that may be taken: its corner or a corner on its edge, its role, its outline. */
export type ZoneOffer = { corner: readonly [number, number]; outline: readonly (readonly [number, number])[]; role?: "" | "attacker" | "defender" };

/** Who deploys first? */
export type WhoDeploys = { type: "who_deploys"; sides: readonly string[] };

/** Does the army pray? Its opponent then says who begins. */
export type WhetherToPray = { type: "whether_to_pray" };

/** Who has the first turn? `totals` are the sums by which it is this side's choice. */
export type WhoBegins = { type: "who_begins"; sides: readonly string[]; totals?: { [key: string]: number } };

/**
 * Where is the objective's marker put: out of the own zone by `zone`, `apart` from the other;
 * where no place is, at `only`.
 */
export type WhereMarker = { type: "where_marker"; zone: number; apart: number; only?: readonly [number, number] };

/** Which wizard generates his spells next, from which of his paths? */
export type WhoLearns = { type: "who_learns"; wizards: { [key: string]: readonly string[] } };

/**
 * So many of these spells: chosen freely, in place of a spell that somebody has, or, where
 * `swap`, one of the wizard's own to be exchanged for the signature spell.
 */
export type WhichSpells = { type: "which_spells"; unit: string; path: string; spells: readonly number[]; count?: number; swap?: boolean };

/** Which of these units are kept off the table? */
export type WhoAmbushes = { type: "who_ambushes"; units: readonly string[] };

/**
 * Set up some of these units, `least` of them at least, inside the zone; those of a group
 * together. `hosts` are units in which a character may stand, once they do. `most` is 0 where
 * there is no bound. `scouts` may stand elsewhere too, far from the enemy.
 */
export type NinthAgeDeployUnits = { type: "deploy_units"; units: readonly string[]; zone: readonly (readonly [number, number])[]; groups?: readonly (readonly string[])[]; hosts?: { [key: string]: readonly string[] }; least?: number; most?: number; scouts?: boolean };

/** Everything is deployed: which turn do you roll for? */
export type WhichTurn = { type: "which_turn" };

/** Move one of these units before the battle, as far as `length`, or let the others stay. */
export type VanguardMoves = { type: "vanguard_moves"; units: readonly string[]; length: number };

/** Which enemy standard is to be taken? */
export type WhichFlag = { type: "which_flag"; units: readonly string[] };

/** Where does this unit come onto the table: its rear rank on an edge? */
export type Arrivals = { type: "arrivals"; unit: string };

/**
 * A unit's block: its centre and facing, its files and ranks, its size in 1/100 mm, its
 * bases.
 */
export type Tray = { pose: Pose; files: number; ranks: number; width: number; depth: number; last: number; bases: Bases; command?: { [key: string]: number } };

/**
 * What a block is made of, in 1/100 mm: so many bases in its ranks, each so large, with a `gap`
 * between neighbours, and the width and depth of those beside the first rank.
 */
export type Bases = { count: number; width: number; depth: number; gap?: number; left?: readonly [number, number]; right?: readonly [number, number] };

/** A declared charge; `dice` when they are rolled. */
export type ChargeShown = { target: string; dice?: readonly number[] };

/**
 * What was settled before the first turn: deployment type, each side's role in it, who chose
 * the zone, finished first and announced what; units in ambush; spells.
 */
export type OpeningShown = { deployment?: string; chooser?: string; roles?: { [key: string]: string }; finished?: readonly string[]; announced?: string; ambush?: readonly string[]; spells?: { [key: string]: Spells } };

/** The path that a wizard chose and the numbers of the spells he knows, 0 the signature. */
export type Spells = { path: string; known: readonly number[] };

/**
 * A secondary objective: its id, what stands or lies for it on the table, what each side has
 * of that by which it is won, who would win it now, and how many points that is worth.
 */
export type Goal = { id: string; shapes?: readonly ((CoreArea | Trail | Disc | Label))[]; counts?: { [key: string]: number }; winners?: readonly string[]; worth?: number };

/** Points for one thing; `unit` names whom it befell, `objective` what was won. */
export type Gain = { why: "destroyed" | "fleeing" | "spent" | "general" | "objective"; points: number; unit?: string; objective?: string };

/**
 * A ruling in the log: it builds on fact `after`, and its last fact is `seq`.
 *
 * `by` is the side that acted, absent for the house. `covered` when play went back past it.
 */
export type Entry<E = GameEvent> = { after: number; seq: number; time: number; by?: string; told?: readonly (Told<E>)[]; covered?: boolean };

/** A fact as this viewer may know it, and its sentence. */
export type Told<E = GameEvent> = { event: E; line?: Line };

/** A question was answered and is no longer open. What was answered stands in the next facts. */
export type Answered = { type: "answered"; prompt: string; side: string };

/** A side let a window go by, `unasked` if by its standing answer. */
export type Passed = { type: "passed"; side: string; window: string; unasked?: boolean };

/** Dice were rolled. `need` is the face that succeeds (0 where the dice are only read). */
export type Rolled = { type: "rolled"; why: string; side: string; first: number; faces: readonly number[]; need?: number; unit?: string; rule?: string; sources?: readonly Source[]; need_sources?: readonly Source[] };

/** A change to a number and where it came from, so that one can be told "+2: Press on". */
export type Source = { key: string; add: number; value?: boolean };

/** Models of a unit moved, in this order. `why` is a key (`move`, `engage`, `withdraw`). */
export type Moved = { type: "moved"; unit: string; traces: readonly Trace[]; why?: string };

/** The way one model went, its start first. */
export type Trace = { model: string; poses: readonly Pose[] };

/** Models came onto the table. */
export type Placed = { type: "placed"; unit: string; models: { [key: string]: Model } };

/** One base. */
export type Model = { unit: string; base: Round | Oblong; pose: Pose };

/** Models were removed from play. */
export type Lost = { type: "lost"; unit: string; models: readonly string[]; why?: string };

/** A unit's counter now stands at `value`; `was` is what it was. */
export type Counted = { type: "counted"; unit: string; counter: string; value: number; was?: number; why?: string };

/** Something worth a line in the log that changes nothing (a cancelled activation's reason). */
export type Noted = { type: "noted"; line: Line; side?: string };

/** A side proposed something. */
export type Offered = { type: "offered"; offer: string; side: string; proposal: Draw | TakeBack | Adjust };

/** A side agreed to an offer; `done` when it was the last that had to. */
export type Agreed = { type: "agreed"; offer: string; side: string; done: boolean };

/** An offer was refused, or taken back by its maker. */
export type Declined = { type: "declined"; offer: string; side: string };

/** The table was changed by agreement. */
export type Adjusted = { type: "adjusted"; change: PlaceModel | RemoveModel | ReturnModel | SetCounter | DropPrompt };

/** A side gave, or took back (`on` false), a standing pass for a window. */
export type Stood = { type: "stood"; side: string; window: string; on?: boolean };

/** The match is over. */
export type Ended = { type: "ended"; result: Result };

/** The agenda changed. */
export type SagaScheduled = { type: "scheduled"; drop?: number; steps?: readonly ((SagaDeploying | TurnStart | OrdersWindow | SagaOrdering | Activating | TurnEnd | ReactionWindow | CarryOut | SagaArrived | ActivationEnd | GrantedActivations | CombatWindow | CountPools | Lured | TradeOffer | DivideOffer | Strike | Save | Falling | WithdrawDecision | Withdrawing | CombatEnd | SagaShooting | Javelins | RemoveChosen))[] };

/** A part of the deployment, by its number in the scenario. */
export type SagaDeploying = { type: "deploying"; wave: number };

/** A player turn begins: counters are reset, SAGA dice counted and rolled. */
export type TurnStart = { type: "turn_start"; side: string };

/** The other side may react to the roll. */
export type OrdersWindow = { type: "orders_window"; side: string };

/** The owner places dice. */
export type SagaOrdering = { type: "ordering"; side: string };

/** Between activations: what next? */
export type Activating = { type: "activating"; side: string };

/** A player turn ends: the scenario scores, the next side begins or the match is over. */
export type TurnEnd = { type: "turn_end"; side: string };

/** The enemy may react to a declared activation, and spend fatigue on a move. */
export type ReactionWindow = { type: "reaction_window"; act: Activation; spent?: readonly string[] };

/**
 * A declared activation and its plan, hidden from the other side until it is carried out.
 *
 * `pay` is what paid for it, `ability` the box that granted it. Where it does not `tire`, it
 * brings no fatigue of its own.
 */
export type Activation = { side: string; unit: string; kind: "move" | "shoot" | "rest"; target?: string; weapon?: string; paths?: readonly Path[]; companion?: string; companion_engages?: boolean; companion_paths?: readonly Path[]; pay?: string; ability?: string; tires?: boolean; may_engage?: boolean };

/** The activation is carried out, as far as it still can be. */
export type CarryOut = { type: "carry_out"; act: Activation };

/** The unit has moved: fatigue, then the melee or the javelin shot it leads to. */
export type SagaArrived = { type: "arrived"; act: Activation };

/** The activation is over. */
export type ActivationEnd = { type: "activation_end"; act: Activation };

/** An ability activates these units, one after another. */
export type GrantedActivations = { type: "granted_activations"; side: string; ability: string; units: readonly string[]; kinds: readonly ("move" | "shoot" | "rest")[]; every?: boolean; tires?: boolean; may_engage?: boolean };

/** A side may use abilities and spend fatigue in this window of a combat. */
export type CombatWindow = { type: "combat_window"; window: string; side: string };

/** Step 1 of a melee: attack dice of both. */
export type CountPools = { type: "count_pools" };

/** The unit was drawn into contact by an enemy's ability, and fights as the attacker. */
export type Lured = { type: "lured"; act: Activation };

/** Step 2 of a melee: defenders may trade attack dice, one unit after another. */
export type TradeOffer = { type: "trade_offer"; units: readonly string[] };

/** Sides that face several units aim their dice. */
export type DivideOffer = { type: "divide_offer"; units: readonly string[] };

/** Attack dice are rolled. */
export type Strike = { type: "strike" };

/** Defence dice are rolled. */
export type Save = { type: "save" };

/** Losses are chosen, then taken off together. */
export type Falling = { type: "falling" };

/** Step 7: who withdraws. */
export type WithdrawDecision = { type: "withdraw_decision" };

/** These units withdraw, one after another. `turned` when the losers could not. */
export type Withdrawing = { type: "withdrawing"; side: string; units: readonly string[]; turned?: boolean };

/** Fatigue of the combat, and what was to follow it. */
export type CombatEnd = { type: "combat_end"; act: Activation };

/** A shooting begins: the dice of those who see and reach the target. */
export type SagaShooting = { type: "shooting"; act: Activation };

/** A unit that has moved may throw its javelins (SAGA-SHT-14). */
export type Javelins = { type: "javelins"; act: Activation; unit: string };

/** The owner chooses models that an ability takes. */
export type RemoveChosen = { type: "remove_chosen"; unit: string; count: number; why: string; by?: string };

/** A question was put to a side. */
export type SagaAsked = { type: "asked"; prompt: SagaPrompt };

/** An open question of SAGA. */
export type SagaPrompt = { id: string; side: string; question: SagaDeployUnits | OrdersReaction | PlaceOrders | SagaQuestionsActivate | Granted | SagaReact | DrawAgain | JavelinShot | CombatAbilities | TradeDice | DivideDice | ChooseLosses | AbsorbHits | ChooseWithdrawal; line: Line; window?: string };

/** The match begins: everything it is played with is copied here. */
export type SagaBegun = { type: "begun"; edition: string; scenario: Scenario; switches: SagaSwitches; sides: { [key: string]: BegunSide }; units: { [key: string]: Unit }; glyphs: { [key: string]: string }; models: { [key: string]: { [key: string]: (Round | Oblong) } }; width: number; height: number; terrain?: { [key: string]: Piece }; dice?: string };

/** What is fought over. Name and text stand under `saga.scenario.<id>.name` and `.text`. */
export type Scenario = { id: string; turns: number; zones: readonly SagaZone[]; deployment: readonly Deployment[]; victory: Victory; layouts: readonly string[]; areas?: readonly SagaArea[]; duel?: Duel; convoy?: Convoy; banks?: readonly SagaZone[]; worth?: { [key: string]: Rate }; switches?: { [key: string]: boolean }; rule?: string; confidence?: "sure" | "partial" | "reconstructed"; width?: number; height?: number };

/**
 * A rectangle by two corners that belongs to the side in this seat (1 is the first seated):
 * where it deploys, or its bank of a river.
 */
export type SagaZone = { seat: number; low: readonly [number, number]; high: readonly [number, number] };

/** A step of deployment: the first or second player sets up half, all or the rest. */
export type Deployment = { player: "first" | "second"; share: "half" | "all" | "rest" };

/**
 * How a scenario is won.
 *
 * `warlord`: killing the enemy warlord wins at once. `areas`: points scored in areas at the end
 * of each own turn. `wounds`: as `warlord`, but after the last turn the wounds of the warlords
 * decide. `banks`: points for own models on the enemy's bank at the end. `convoy`: baggage brought
 * away against baggage lost. `slaughter`: points for enemy models removed. `margin` is the lead a
 * win by points needs (SAGA-WIN-03), `major` the lead of a great one (0: there is none).
 * `otherwise` decides a `warlord` scenario that ran its length.
 */
export type Victory = { kind: "warlord" | "wounds" | "areas" | "banks" | "convoy" | "slaughter"; otherwise?: "draw" | "slaughter"; margin?: number; major?: number };

/** A terrain piece that scores for those who stand in it. */
export type SagaArea = { piece: string; cap: number };

/** The warlords begin face to face in the middle, so far apart, and bear so many wounds each. */
export type Duel = { wounds: number; apart: number };

/**
 * So many units of baggage that a seat, which plays first, is to bring off the table.
 *
 * Baggage whose base reaches into `way_out` when its move ends has left; `needed` of them win.
 */
export type Convoy = { units: number; needed: number; way_out: SagaZone };

/** Readings that an edition or a club may turn. The defaults are pure first edition. */
export type SagaSwitches = { coherency_connected?: boolean; second_move_cap_s?: boolean; mounted_uneven_fatigue?: boolean; melee_depth?: boolean; crossbow_own_armour?: boolean; first_turn_limit?: boolean; no_dice_loses?: boolean; priests?: boolean };

/** A warband as the match begins with it. */
export type BegunSide = { name: string; faction: string; board: Board };

/** A battle board as a match plays with it: all fifteen boxes. */
export type Board = { faction: string; boxes: readonly Ability[] };

/** A box of a battle board. Name and text stand under `saga.ability.<id>.name` and `.text`. */
export type Ability = { id: string; cost: readonly string[]; windows: readonly ("orders" | "orders_reaction" | "activation" | "activation_reaction" | "melee" | "melee_reaction" | "melee_end" | "shooting" | "shooting_reaction")[]; effects: readonly ((AttackDice | DefenceDice | Reroll | Armour | Fatigue | Recover | Slay | Sacrifice | Destroy | AllowanceStep | Allowance | Ignore | Range | RollSagaDice | TurnDie | Uncancellable | DoubleHits | CountLosses | Restrict | Cancel | MoveInstead | Evade | Lure | SagaEffectsActivate | Choose))[]; rare?: readonly ((AttackDice | DefenceDice | Reroll | Armour | Fatigue | Recover | Slay | Sacrifice | Destroy | AllowanceStep | Allowance | Ignore | Range | RollSagaDice | TurnDie | Uncancellable | DoubleHits | CountLosses | Restrict | Cancel | MoveInstead | Evade | Lure | SagaEffectsActivate | Choose))[]; pool?: boolean; who?: Filter; foe?: Filter; target?: Target; rule?: string; confidence?: "sure" | "partial" | "reconstructed"; unsure?: readonly ("name" | "cost" | "effect" | "limit")[] };

/**
 * Attack dice for the unit in this combat: `add`, and `by` more for every `per_count` of `per`.
 *
 * `least` and `most` bound the sum (0: no bound).
 */
export type AttackDice = { type: "attack_dice"; add?: number; per?: "" | "enemy_fatigue" | "models" | "more_models"; by?: number; per_count?: number; least?: number; most?: number; if_enemy_armour?: number };

/** Defence dice for the unit in this combat. */
export type DefenceDice = { type: "defence_dice"; add: number };

/** Dice that failed are rolled once more: `attack` or `defence`. */
export type Reroll = { type: "reroll"; dice: "attack" | "defence" };

/** A change of armour. */
export type Armour = { type: "armour"; add: number; who?: "self" | "enemy" | "all"; until?: "combat" | "activation" | "turn" | "own_turn" };

/**
 * Fatigue markers: at once, when the combat ends, if the enemy withdraws from it, or when the
 * activated unit engages.
 */
export type Fatigue = { type: "fatigue"; add: number; who?: "self" | "enemy" | "all"; when?: "now" | "end" | "withdrawal" | "engage"; to_limit?: boolean };

/**
 * Fatigue markers are taken off: the user's unit, all units of his side that pass the filter,
 * or the enemy units of this combat. A count of 0 takes all.
 */
export type Recover = { type: "recover"; count: number; units?: Filter; who?: "self" | "units" | "enemy" };

/** Which units are meant. Every condition that is given must hold. */
export type Filter = { classes?: readonly string[]; traits?: readonly string[]; any_trait?: readonly string[]; without?: readonly string[]; most?: number; within?: "" | "VS" | "S" | "M" | "L"; fresh?: boolean; tired?: boolean; sheltered?: boolean };

/** Models of the enemy in this melee are removed at once, as many as their class says. */
export type Slay = { type: "slay"; counts: { [key: string]: number } };

/** The user removes `count` models of his unit, for `add` attack dice each. */
export type Sacrifice = { type: "sacrifice"; count: number; add: number };

/** The targets are removed from the game. */
export type Destroy = { type: "destroy" };

/** The allowance of the activated unit is so many steps lower. */
export type AllowanceStep = { type: "allowance_step"; steps?: number };

/** The allowance of the activated unit grows by a length. */
export type Allowance = { type: "allowance"; add: "" | "VS" | "S" | "M" | "L" };

/** Hindrances that the units' moves need not heed. */
export type Ignore = { type: "ignore"; what: readonly ("uneven" | "friends" | "friendly_gaps")[]; units?: Filter; until?: "combat" | "activation" | "turn" | "own_turn" };

/** Missile weapons of this kind reach `times` as far. */
export type Range = { type: "range"; weapon: string; times: number; until?: "combat" | "activation" | "turn" | "own_turn" };

/** So many SAGA dice are rolled from the pool (SAGA-DIC-04). */
export type RollSagaDice = { type: "roll_saga_dice"; count: number };

/** A die not yet placed is turned to the face wanted. */
export type TurnDie = { type: "turn_die" };

/** Attack dice that show a natural six cannot be cancelled. */
export type Uncancellable = { type: "uncancellable" };

/** Every hit counts as two if the side scores at least `ratio` times as many as it takes. */
export type DoubleHits = { type: "double_hits"; ratio?: number };

/** So many enemy losses more are counted when it is decided who withdraws. */
export type CountLosses = { type: "count_losses"; add: number };

/** The targets cannot be moved but to engage or withdraw. */
export type Restrict = { type: "restrict"; until?: "combat" | "activation" | "turn" | "own_turn" };

/** The declared activation is cancelled (SAGA-ACT-10). */
export type Cancel = { type: "cancel" };

/** A unit activated to shoot is activated to move instead. */
export type MoveInstead = { type: "move_instead" };

/**
 * The unit that the enemy has declared to engage goes straight away from him before he moves,
 * this far at most. That is no activation.
 */
export type Evade = { type: "evade"; length: "" | "VS" | "S" | "M" | "L" };

/**
 * The target is moved toward the user's unit, this far at most: into contact, as the attacker,
 * where it can be, else straight on. That is no activation.
 */
export type Lure = { type: "lure"; length: "" | "VS" | "S" | "M" | "L" };

/** Units that pass the filter are activated: one, or all of them one after another. */
export type SagaEffectsActivate = { type: "activate"; units?: Filter; kinds?: readonly ("move" | "shoot" | "rest")[]; every?: boolean; tires?: boolean; may_engage?: boolean };

/** The user chooses one of these, by its key. */
export type Choose = { type: "choose"; options: { [key: string]: readonly ((AttackDice | DefenceDice | Reroll | Armour | Fatigue | Recover | Slay | Sacrifice | Destroy | AllowanceStep | Allowance | Ignore | Range | RollSagaDice | TurnDie | Uncancellable | DoubleHits | CountLosses | Restrict | Cancel | MoveInstead | Evade | Lure | SagaEffectsActivate | Choose))[] } };

/** Enemy units that a use must name: `count` at most, at least `least`, that pass the filter. */
export type Target = { units?: Filter; count?: number; least?: number };

/** What acts together. `counters` are whole numbers of the game (fatigue); a zero is absent. */
export type Unit = { side: string; name: string; profile: string; traits?: readonly string[]; models?: readonly string[]; strength?: number; counters?: { [key: string]: number } };

/** A side won the roll-off and is the first player (SAGA-SET-02). */
export type RolledOff = { type: "rolled_off"; side: string };

/** A side is done with a part of its deployment. */
export type DeploymentDone = { type: "deployment_done"; side: string; wave: number };

/** A player turn began; all counters of the turn start anew (SAGA-TRN-06). */
export type SagaTurnBegan = { type: "turn_began"; side: string; turn: number };

/** A phase of the turn began. */
export type SagaPhaseBegan = { type: "phase_began"; side: string; phase: string };

/** A player turn ended. */
export type TurnEnded = { type: "turn_ended"; side: string };

/** SAGA dice with these faces lie before a side. */
export type DiceGained = { type: "dice_gained"; side: string; dice: { [key: string]: number }; ability?: string };

/** Dice were put on boxes, or (box empty) taken back. */
export type DicePlaced = { type: "dice_placed"; side: string; dice: { [key: string]: string } };

/** A die was turned to another face. */
export type DieTurned = { type: "die_turned"; side: string; die: string; face: number; was?: number };

/** Dice left the board, or were lost for this turn. */
export type DiceSpent = { type: "dice_spent"; side: string; dice: readonly string[]; why?: "used" | "unplaced" | "dead"; box?: string };

/**
 * A side used an ability. `once` marks the box as used in this player turn, `pays` says that
 * it paid for the activation just declared.
 */
export type AbilityUsed = { type: "ability_used"; side: string; ability: string; unit?: string; targets?: readonly string[]; rare?: boolean; choice?: string; once?: boolean; closes?: boolean; pays?: boolean };

/** An effect is in play from now on. */
export type EffectBegan = { type: "effect_began"; effect: InPlay };

/**
 * An effect that lasts, who brought it about and by which box.
 *
 * `unit` is the own unit it serves, `targets` the units it is aimed at, `on` the unit whose
 * activation it lasts for.
 */
export type InPlay = { effect: AttackDice | DefenceDice | Reroll | Armour | Fatigue | Recover | Slay | Sacrifice | Destroy | AllowanceStep | Allowance | Ignore | Range | RollSagaDice | TurnDie | Uncancellable | DoubleHits | CountLosses | Restrict | Cancel | MoveInstead | Evade | Lure | SagaEffectsActivate | Choose; until: "combat" | "activation" | "turn" | "own_turn"; side: string; ability: string; unit?: string; targets?: readonly string[]; on?: string };

/**
 * Effects of this length are over: all of them, those of a side, or of one unit's
 * activation.
 */
export type EffectsEnded = { type: "effects_ended"; until: "combat" | "activation" | "turn" | "own_turn"; side?: string; on?: string };

/** A side declared an activation (SAGA-ACT-09). */
export type Declared = { type: "declared"; side: string; unit: string; kind: "move" | "shoot" | "rest"; target?: string; companion?: string; pay?: string; free?: string; ability?: string };

/** A declared activation came to nothing (SAGA-ACT-10), by a rule or an ability. */
export type Cancelled = { type: "cancelled"; side: string; unit: string; rule?: string; ability?: string };

/** A side discarded a fatigue marker of an enemy unit; `left` remain. */
export type FatigueSpent = { type: "fatigue_spent"; side: string; unit: string; on: string; left: number };

/** A shooting or melee began. */
export type CombatBegan = { type: "combat_began"; combat: Combat; able?: number };

/**
 * A melee or shooting under way.
 *
 * `base` are the attack dice of step 1 by unit, `given` those given up, `gained` the defence dice
 * that brought; `aimed` how a unit's dice are divided among several enemies; `hits` and `saved`
 * by the unit that suffers them; `lost` the models each unit lost in it, `losses` how many count
 * for each side when it is decided who withdraws.
 */
export type Combat = { kind: "melee" | "shooting"; attacker: string; defender: string; attackers: readonly string[]; defenders: readonly string[]; weapon?: string; cover?: "none" | "light" | "heavy"; base?: { [key: string]: number }; given?: { [key: string]: number }; gained?: { [key: string]: number }; spends?: readonly SpentFor[]; aimed?: { [key: string]: { [key: string]: number } }; hits?: { [key: string]: number }; sure?: { [key: string]: number }; saved?: { [key: string]: number }; lost?: { [key: string]: readonly string[] }; losses?: { [key: string]: number }; withdrew?: readonly string[]; pending?: { [key: string]: readonly string[] } };

/** A fatigue marker of `unit` that `side` discarded in this combat, for `armour` or `weaken`. */
export type SpentFor = { side: string; unit: string; on: string };

/** Attack dice of step 1, by unit. */
export type PoolsCounted = { type: "pools_counted"; dice: { [key: string]: number } };

/** A unit gave attack dice up for defence dice (SAGA-MEL-04). */
export type DiceTraded = { type: "dice_traded"; unit: string; given: number; gained: number };

/** A unit's attack dice are aimed at several enemy units. */
export type DiceDivided = { type: "dice_divided"; unit: string; dice: { [key: string]: number } };

/** A unit suffered hits; `sure` of them cannot be cancelled. */
export type HitsScored = { type: "hits_scored"; unit: string; hits: number; sure?: number; sources?: readonly Source[] };

/** A unit's defence dice cancelled hits; `left` are not. */
export type HitsCancelled = { type: "hits_cancelled"; unit: string; saved: number; left: number };

/** It is settled which models of a unit fall, when both sides have chosen. */
export type LossesChosen = { type: "losses_chosen"; unit: string; models: readonly string[] };

/** What decides the melee: losses of each side, and who withdraws (nobody if one is gone). */
export type LossesCounted = { type: "losses_counted"; losses: { [key: string]: number }; withdraws?: string };

/** A unit has left the melee it lost. */
export type Withdrew = { type: "withdrew"; unit: string };

/** The shooting or melee is over. */
export type CombatEnded = { type: "combat_ended"; kind: string };

/** A side scored points of the scenario; `areas` says where. */
export type Scored = { type: "scored"; side: string; points: number; areas?: { [key: string]: number } };

/** A question was put to a side. */
export type NinthAgeAsked = { type: "asked"; prompt: NinthAgePrompt };

/** An open question of this game. */
export type NinthAgePrompt = { id: string; side: string; question: Declare | HowToReact | WhoSupports | WhetherToRedirect | NewTarget | WhichTarget | NextCharger | NextRally | NextFlight | NextPanic | NextWander | RollAgain | FormUp | MoveUnits | WhomToSwoop | AfterHalt | AfterSwift | ShootWith | WhichZone | WhoDeploys | WhetherToPray | WhoBegins | WhereMarker | WhoLearns | WhichSpells | WhoAmbushes | NinthAgeDeployUnits | WhichTurn | VanguardMoves | WhichFlag | Arrivals; line: Line; window?: string };

/** The agenda changed. */
export type NinthAgeScheduled = { type: "scheduled"; drop?: number; steps?: readonly ((Battle | Phase | Stupor | Raging | Declaring | Reacting | Supporting | Redirecting | Retargeting | Charging | Rallying | FormingUp | Fleeing | Wandering | Strolling | Swooping | Flight | Panic | Moving | Halted | Swift | Crumbling | NinthAgeShooting | Building | Settling | Zoning | Marking | Preparing | Learning | Replacing | Picking | Holding | NinthAgeOrdering | NinthAgeDeploying | Announcing | Deployed | Scouting | Vanguard | Flagging | Praying | Beginning | Arriving | Entering))[] };

/** Whose turn comes next, or the end. Lies at the bottom throughout. */
export type Battle = { type: "battle" };

/** A part of the turn begins. */
export type Phase = { type: "phase"; name: "charges" | "compulsory" | "moves" | "shooting" };

/** The stupid test at the start of the turn. */
export type Stupor = { type: "stupor"; side: string };

/** The frenzied who declared no charge test. */
export type Raging = { type: "raging"; side: string };

/** Charges are declared. */
export type Declaring = { type: "declaring"; side: string };

/**
 * A charge waits for its reaction; `awed` when the target has seen whether it dares to stand
 * before a terror.
 */
export type Reacting = { type: "reacting"; unit: string; target: string; awed?: boolean };

/** Those who support a charged unit may shoot at who charges it. */
export type Supporting = { type: "supporting"; unit: string; target: string };

/** Those who charged a unit that fled may look for another target. */
export type Redirecting = { type: "redirecting"; target: string };

/** A unit that passed its test names its new target. */
export type Retargeting = { type: "retargeting"; unit: string };

/** Declared charges are rolled and moved. */
export type Charging = { type: "charging"; side: string };

/** Fleeing units test, one after another. */
export type Rallying = { type: "rallying"; side: string };

/**
 * A unit that rallied may reform; one that has `caught` a fleeing unit may pivot, if it passes
 * a test.
 */
export type FormingUp = { type: "forming_up"; unit: string; caught?: boolean };

/** Units that did not rally flee, one after another. */
export type Fleeing = { type: "fleeing"; side: string };

/** Units of random movement move. */
export type Wandering = { type: "wandering"; side: string };

/** A unit of random movement has rolled, and may roll once more before it moves. */
export type Strolling = { type: "strolling"; unit: string; facing: number; faces: readonly number[] };

/** A unit has moved over enemies, of whom it hurts one by a special rule. */
export type Swooping = { type: "swooping"; unit: string; rule: string; targets: readonly string[] };

/**
 * A unit flees: first turning away from a unit, when one is named, or in panic from the nearest
 * enemy when none is; else the way it faces.
 */
export type Flight = { type: "flight"; unit: string; away?: string; panic?: boolean };

/**
 * Units test for panic; when all have, those that failed flee in this order: each from who
 * caused it, where that is an enemy (`causes`), else from the nearest enemy.
 */
export type Panic = { type: "panic"; units: readonly string[]; why: "fled_through" | "destroyed" | "heavy_losses"; failed?: readonly string[]; causes?: { [key: string]: string } };

/** The remaining moves. */
export type Moving = { type: "moving"; side: string };

/** A unit whose march was stopped may still advance. */
export type Halted = { type: "halted"; unit: string };

/** A unit that reformed swiftly may still advance. */
export type Swift = { type: "swift"; unit: string };

/** Units whose Master is gone crumble. */
export type Crumbling = { type: "crumbling"; side: string };

/** Units shoot, one after another. */
export type NinthAgeShooting = { type: "shooting"; side: string };

/** The battlefield is built. */
export type Building = { type: "building" };

/** Deployment type and secondary objective are settled. */
export type Settling = { type: "settling" };

/** A side is drawn that chooses its zone. */
export type Zoning = { type: "zoning" };

/** A side places its marker of Secure Target. */
export type Marking = { type: "marking"; side: string };

/** The zone is chosen: spells and ambushes of each side follow, the chooser's first. */
export type Preparing = { type: "preparing" };

/** A side's wizards generate their spells. */
export type Learning = { type: "learning"; side: string };

/**
 * A wizard has rolled: `spells` are his, `left` duplicates are to be replaced. When none is
 * left he may take the signature spell instead of one of them.
 */
export type Replacing = { type: "replacing"; unit: string; path: string; spells: readonly number[]; left: number };

/** A wizard chooses his spells instead of rolling. */
export type Picking = { type: "picking"; unit: string; path: string };

/** A side says who is kept off the table. */
export type Holding = { type: "holding"; side: string };

/** It is decided who deploys first. */
export type NinthAgeOrdering = { type: "ordering" };

/** A side's turn of the deployment; the last one when the other has finished. */
export type NinthAgeDeploying = { type: "deploying"; side: string; last?: boolean };

/** A side that has deployed everything says for which turn it will roll. */
export type Announcing = { type: "announcing"; side: string };

/** Everybody stands: scouts, vanguards and standards follow. */
export type Deployed = { type: "deployed" };

/** Scouts are set up, in turn. */
export type Scouting = { type: "scouting"; side: string };

/** Vanguards move, in turn; `done` are sides that move no more. */
export type Vanguard = { type: "vanguard"; side: string; done?: readonly string[] };

/** Standards are chosen, in turn. */
export type Flagging = { type: "flagging"; side: string };

/** A side says whether its army prays. */
export type Praying = { type: "praying"; side: string };

/** The first turn is rolled for. */
export type Beginning = { type: "beginning" };

/** Ambushers of a side are rolled for; `rolled` are those that have been in this turn. */
export type Arriving = { type: "arriving"; side: string; rolled?: readonly string[] };

/** An ambusher comes onto the table. */
export type Entering = { type: "entering"; unit: string };

/** The match begins: everything it is played with is copied here. */
export type NinthAgeBegun = { type: "begun"; edition: string; scenario: string; switches: NinthAgeSwitches; armies: { [key: string]: Army }; units: { [key: string]: Unit }; stats: { [key: string]: Stats }; glyphs: { [key: string]: string }; files: { [key: string]: number }; width: number; height: number; turns: number; terrain?: { [key: string]: Piece }; dice?: string; size?: number; points?: { [key: string]: number }; objective?: string; models?: { [key: string]: readonly string[] }; pregame?: Pregame };

/** One switch for each place where the texts differ. */
export type NinthAgeSwitches = { rally_double_one?: boolean; rally_before_flight?: boolean; flee_through_fails_on?: number; flee_keeps_spacing?: boolean; half_rate_rounds_up?: boolean; turn_forward_only?: boolean; failed_march_counts?: boolean };

/** A side. */
export type Army = { name: string; faction: string };

/** What the rules read of a unit. `movement` in inches; `rules` are ids of special rules. */
export type Stats = { movement: number; leadership: number; base: Round | Oblong; wounds?: number; troop_type?: string; rules?: readonly string[]; musician?: boolean; standard?: boolean; battle_standard?: boolean; general?: boolean; character?: boolean; random_movement?: number; ballistic_skill?: number; guard?: Guard; missiles?: readonly Weapon[]; champion?: boolean; champion_missiles?: readonly Weapon[]; fly?: number; strider?: readonly string[]; fighters?: readonly Fighter[]; figures?: { [key: string]: Figure }; category?: string; level?: number; paths?: readonly string[]; items?: readonly string[]; command?: { [key: string]: number }; champion_fell?: boolean; lent?: readonly string[]; gained?: readonly string[]; lost?: readonly string[]; farther?: number; slowed?: number; slowed_by?: string };

/**
 * A part of a model that fights: a foot soldier, a rider, his mount, a machine's crew. `id` is
 * the key of its name, `weapons` are ids; `rolled` holds characteristics that dice give (`a`).
 */
export type Fighter = { id: string; role?: string; count?: number; weapon_skill?: number; ballistic_skill?: number; strength?: number; toughness?: number; initiative?: number; attacks?: number; weapons?: readonly string[]; rolled?: { [key: string]: string } };

/**
 * What a special rule says in figures: `4+`, `D6`. `part` is the only part of the model that
 * has the rule, `when` what limits it, in the words of the list.
 */
export type Figure = { x?: string; part?: string; when?: string };

/**
 * What a table agreed on before the battle, in the words of armies.menu; `roll` and `random`
 * leave it to the dice.
 */
export type Pregame = { layout?: string; deployment?: string; objective?: string; also?: string; scoring?: string; long_axis?: string };

/** A player turn began; what units did in the last one is forgotten. */
export type NinthAgeTurnBegan = { type: "turn_began"; side: string; turn: number };

/** A part of a side's turn began. */
export type NinthAgePhaseBegan = { type: "phase_began"; phase: string; side?: string };

/** A unit did something that bars it from something later in the turn. */
export type Did = { type: "did"; unit: string; deed: "charged" | "charge_failed" | "redirected" | "rallied" | "fled" | "marched" | "moved" | "reformed" | "calm" | "tested" | "ran" | "wandered" | "shot" | "stood" | "served" | "arrived" | "joined" | "parted" | "commanded" | "commanded_twice" | "minded" | "stupefied" | "restrained" | "feigned" | "drilled" | "halted" };

/**
 * A Leadership test was taken: the sum of its dice, and the highest that passes.
 *
 * `lender` is a General whose Leadership it was; `again` the battle standard that gave the roll
 * after one that had failed.
 */
export type LeadershipTested = { type: "leadership_tested"; unit: string; test: "rally" | "march" | "swift" | "redirect" | "panic" | "terror" | "frenzy" | "stupidity" | "pivot" | "ashes"; total: number; target: number; passed: boolean; lender?: string; again?: string };

/** A unit declared a charge, the second time after a redirection. */
export type ChargeDeclared = { type: "charge_declared"; unit: string; charge: Charge };

/**
 * A declared charge. `faces` are its dice, empty before they are rolled; `side` is the side of
 * the target on which it must arrive; `former` a first target that fled.
 */
export type Charge = { target: string; side: "front" | "right" | "rear" | "left"; faces?: readonly number[]; former?: string };

/** A charged unit reacted; `forced` when it had no choice. */
export type Reacted = { type: "reacted"; unit: string; charger: string; reaction: "hold" | "stand_and_shoot" | "flee"; forced?: boolean };

/** The dice of a charge: its range, and how far the target is, in 1/100 mm. */
export type ChargeRolled = { type: "charge_rolled"; unit: string; faces: readonly number[]; range: number; distance: number };

/** A charge is over; a failed one without contact. */
export type ChargeEnded = { type: "charge_ended"; unit: string; target: string; success: boolean; why?: "" | "short" | "no_way" | "gone" };

/** Two units are in contact. */
export type Engaged = { type: "engaged"; unit: string; target: string };

/** Casualties broke the contact of two units, and neither could be nudged up to the other. */
export type Disengaged = { type: "disengaged"; unit: string; other: string };

/** A unit stopped fleeing. */
export type Rallied = { type: "rallied"; unit: string };

/**
 * A unit fled: the roll in inches, how far it went, and how many models passed through what;
 * `pushed` are the units through which it ran on past the roll until it was free (T9A-FLEE-06).
 */
export type Fled = { type: "fled"; unit: string; roll: number; length: number; passed?: { [key: string]: number }; destroyed?: boolean; pushed?: readonly string[] };

/** A unit has other files, and its models other places. */
export type Reformed = { type: "reformed"; unit: string; files: number; order: readonly string[] };

/** A character joined a unit; his left edge stands in this file, or he `beside` the ranks. */
export type Joined = { type: "joined"; unit: string; host: string; file: number; beside?: "" | "left" | "right" };

/** A character is a unit of his own again. */
export type Left = { type: "left"; unit: string };

/** Skirmishers close up. */
export type Closed = { type: "closed"; unit: string };

/** Skirmishers stand in open order again. */
export type Opened = { type: "opened"; unit: string };

/** A unit is in a building. */
export type Entered = { type: "entered"; unit: string; building: string };

/** A unit is in its building no more. */
export type Vacated = { type: "vacated"; unit: string };

/** A unit shoots, from `distance` in 1/100 mm; `reaction` where it stands before a charge. */
export type ShotBegan = { type: "shot_began"; unit: string; target: string; weapon: string; distance: number; reaction?: boolean };

/**
 * A template of this radius came down: where it was aimed, its way from there to where it lies,
 * and how many models of each unit it covers. A flame `sweeps` all of its way. A cannon's line has
 * no radius.
 */
export type TemplateLanded = { type: "template_landed"; unit: string; weapon: string; way: readonly (readonly [number, number])[]; radius: number; struck?: { [key: string]: number }; sweeps?: boolean };

/** A machine misfired: the face, and what it did (T9A-WPN-10). */
export type Misfired = { type: "misfired"; unit: string; face: number; result: "destroyed" | "silenced" | "jammed" | "wounded" };

/** A unit may not shoot up to and in this game turn. */
export type Silenced = { type: "silenced"; unit: string; until: number };

/** A unit hurt an enemy that it had moved over, by a special rule. */
export type Swooped = { type: "swooped"; unit: string; target: string; rule: string };

/**
 * A unit has special rules until the turn ends, and shoots `farther`, in 1/100 mm; `by` gave
 * it this power.
 */
export type Lent = { type: "lent"; unit: string; rules: readonly string[]; by?: string; power?: string; farther?: number };

/** A unit moves so many inches less until the next turn of a side. */
export type Slowed = { type: "slowed"; unit: string; by: number; side: string };

/** A unit's champion fell and others stand yet: it has none any more (T9A-CMD-01). */
export type ChampionFell = { type: "champion_fell"; unit: string };

/** A weapon that is used once a game was used. */
export type Spent = { type: "spent"; unit: string; weapon: string };

/**
 * What a shot did to a unit: hits, wounds, those no save stopped, the wounds they became, and
 * models lost. The dice stand in the facts before it.
 */
export type Shot = { type: "shot"; unit: string; target: string; weapon: string; hits: number; wounds: number; unsaved: number; damage: number; lost: number; reaction?: boolean; champion?: boolean };

/** The battlefield was built. */
export type Built = { type: "built"; terrain: { [key: string]: Piece } };

/** A unit has driven stakes into the ground before it. */
export type Staked = { type: "staked"; unit: string; piece: Piece };

/** A unit has special rules from now on; `by` gave them. */
export type Gained = { type: "gained"; unit: string; rules: readonly string[]; by?: string };

/** An army prayed: its opponent says who begins. */
export type Prayed = { type: "prayed"; side: string };

/** The deployment type is known; `rolled` where a die gave it. */
export type TypeSettled = { type: "type_settled"; kind: string; rolled?: boolean };

/** A secondary objective is known; several may be played for (T9A-OBJ-16). */
export type ObjectiveSettled = { type: "objective_settled"; objective: string; rolled?: boolean };

/** This side chooses its zone. */
export type ChooserDrawn = { type: "chooser_drawn"; side: string };

/** Each side has its zone. */
export type ZonesTaken = { type: "zones_taken"; side: string; grounds: { [key: string]: NinthAgeZone } };

/**
 * A side's zone: the type, the table, its long axis, the corner or the edge that is its own.
 *
 * `corner` is the table corner of a Diagonal zone; of the others one at the side's own long edge.
 */
export type NinthAgeZone = { kind: "classic" | "diagonal" | "flank_attack"; width: number; height: number; corner: readonly [number, number]; role?: "" | "attacker" | "defender"; axis?: "x" | "y" };

/** A marker of the objective lies here. */
export type MarkerPlaced = { type: "marker_placed"; side: string; name: string; at: readonly [number, number] };

/** A wizard knows these spells; `lost` of those he rolled could not be had. */
export type Learned = { type: "learned"; unit: string; path: string; spells: readonly number[]; lost?: number };

/** These units are kept off the table. */
export type HeldBack = { type: "held_back"; side: string; units: readonly string[] };

/** This side deploys first. */
export type OrderChosen = { type: "order_chosen"; side: string };

/** A unit is set up in so many files; its models come with the next fact. */
export type Formed = { type: "formed"; unit: string; files: number };

/** A side has deployed everything, the other has so many units left. */
export type Finished = { type: "finished"; side: string; left?: number };

/** Which turn a side rolls for. */
export type Announced = { type: "announced"; side: string; turn: "first" | "second" };

/** A unit scouted or moved as a vanguard: it does not charge in the first turn. */
export type CameEarly = { type: "came_early"; unit: string };

/** A side wants this enemy standard. */
export type FlagChosen = { type: "flag_chosen"; side: string; unit: string };

/**
 * Who begins; `totals` are the sums that were compared, none where an army prayed. `finisher`
 * finished first and announced; `chooser` chose, where the totals or a prayer left it to him.
 */
export type FirstTurn = { type: "first_turn"; side: string; totals?: { [key: string]: number }; finisher?: string; chooser?: string };

/** An ambusher came onto the table. */
export type NinthAgeArrived = { type: "arrived"; unit: string };

/**
 * Play went back to just after fact number `to`; what came between is covered.
 *
 * Counters never go back: `draws` dice have been drawn, `asked` questions and `offered` offers
 * made, covered ones included.
 */
export type Rewound = { type: "house.rewound"; to: number; draws: number; asked: number; offered: number };

/** A side added its salt to the dice, before any were rolled. */
export type Salted = { type: "house.salted"; side: string; salt: string };

/** The match is over, and this is the dice secret (hexadecimal): every roll can be redone. */
export type Revealed = { type: "house.revealed"; secret: string };

/** A side's time was up: what follows is the default answer, given by the house. */
export type RanOut = { type: "house.ran_out"; side: string };

/** A line of chat; `by` is absent for a watcher. */
export type RemarkShown = { id: number; name: string; text: string; time: number; by?: string };

/** What is known of the dice: the commitment, the sides' salts, at the end the secret. */
export type DiceShown = { commitment: string; salts?: { [key: string]: string }; secret?: string };

/** Whether a side's player is there. `since` is absent while he is connected. */
export type Here = { state: "connected" | "away" | "lost"; since?: number };

/**
 * Thinking time left, in milliseconds, at `at`; the sides in `running` are using theirs up.
 *
 * A side with an empty bank still has `grace` for each question.
 */
export type ClockShown = { at: number; left: { [key: string]: number }; running?: readonly string[]; grace?: number };

/**
 * One ruling more: what is told of it, and the merge patch of this viewer's view.
 *
 * It builds on `after`; a client that stands elsewhere says hello again. Once the match is over
 * `digest` tells the state that its facts fold to.
 */
export type Step<E = GameEvent> = { type: "step"; after: number; seq: number; time: number; by?: string; told?: readonly (Told<E>)[]; patch?: { [key: string]: unknown }; clock?: ClockShown; digest?: string };

/** The act or appeal is in the log; its last fact is `seq`. */
export type Accepted = { type: "accepted"; ref: string; seq: number };

/** Nothing was done, and why. `ref` is empty where the message had none that could be read. */
export type Refused = { type: "refused"; refusal: Refusal; ref?: string };

/**
 * Why something may not be done, in words and in shapes; nothing has changed.
 *
 * `rules` holds the ids of the broken rules (`SAGA-TER-02`), the most telling one first; `line` is
 * the sentence for the player; `code` is stable and for programs.
 */
export type Refusal = { code: string; line: Line; rules?: readonly string[]; shapes?: readonly ((CoreArea | Trail | Disc | Label))[] };

/** The prompt is no longer open; the steps up to `seq` say what happened instead. */
export type Stale = { type: "stale"; ref: string; seq: number };

/** What a draft would mean at fact `at`. */
export type Preview<P = GamePreview> = { type: "preview"; ref: string; at: number; preview: P };

/**
 * What a draft would mean.
 *
 * `action`, where there is one, is finished: sent back as it is, it is accepted. `ghosts` are the
 * places the models would take; `used` and `allowance` the longest path and what is allowed;
 * `lines` further sentences for the player.
 */
export type SagaPreview = { refusal?: Refusal; action?: SagaDeploy | SagaEndDeployment | PlaceDie | TakeDie | PlaceDice | EndOrders | Use | Move | Shoot | Rest | EndTurn | Pass | Spend | Plan | CallOff | Trade | Divide | Remove | Absorb | Withdraw; shapes?: readonly ((CoreArea | Trail | Disc | Label))[]; ghosts?: { [key: string]: Pose }; used?: number; allowance?: number; slowed?: boolean; aims?: readonly SagaAim[]; lines?: readonly Line[] };

/**
 * An enemy unit that could be engaged or shot, and what would come of it.
 *
 * `kind` is `engage` or `shoot`. `chances[n]` is the chance in thousandths that exactly n of its
 * models die, abilities and fatigue aside; `back` the same for the own unit in a melee. `expected`
 * and `expected_back` are the means in thousandths.
 */
export type SagaAim = { unit: string; kind: string; dice: number; need: number; save: number; chances?: readonly number[]; expected?: number; dice_back?: number; need_back?: number; back?: readonly number[]; expected_back?: number };

/**
 * What a draft would mean.
 *
 * `block`, `files` and `bases` are the formation at its end; `ghosts` its models; `used` and
 * `allowance` what the path takes of the Movement; `test` the highest sum that passes the test
 * before it; `answers` some that a question takes, the plain one first; `nearest` a legal place
 * for who is set up, close to one that is refused.
 */
export type NinthPreview = { refusal?: Refusal; action?: DeclareCharge | Command | EndDeclarations | NinthAgeReact | Redirect | Keep | MoveCharger | NinthAgeAim | Next | Wander | Advance | March | Reform | SwiftReform | Join | Enter | EndMoves | ShootAt | EndShooting | ChooseZone | ChooseSide | PlaceMarker | Learn | TakeSpells | HoldBack | NinthAgeDeploy | NinthAgeEndDeployment | Pray | DeployRest | Announce | ChooseFlag; shapes?: readonly ((CoreArea | Trail | Disc | Label))[]; ghosts?: { [key: string]: Pose }; block?: Pose; files?: number; bases?: Bases; nearest?: Pose; used?: number; allowance?: number; test?: number; chances?: readonly Chance[]; reach?: readonly Chance[]; shots?: readonly ShotAim[]; lines?: readonly Line[]; answers?: readonly ((DeclareCharge | Command | EndDeclarations | NinthAgeReact | Redirect | Keep | MoveCharger | NinthAgeAim | Next | Wander | Advance | March | Reform | SwiftReform | Join | Enter | EndMoves | ShootAt | EndShooting | ChooseZone | ChooseSide | PlaceMarker | Learn | TakeSpells | HoldBack | NinthAgeDeploy | NinthAgeEndDeployment | Pray | DeployRest | Announce | ChooseFlag))[] };

/** An enemy in sight: how far, and the chance in thousandths that the dice reach it. */
export type Chance = { unit: string; distance: number; thousandths: number; barred?: Line };

/**
 * What a shot at a unit would bring: the faces that wound and save (7: none does), expected
 * numbers in thousandths, and the chances in thousandths to fell 0, 1, 2 ... models.
 */
export type ShotAim = { unit: string; weapon: string; distance: number; volleys?: readonly Volley[]; wound?: number; wound_sources?: readonly Source[]; armour?: number; armour_sources?: readonly Source[]; special?: number; special_sources?: readonly Source[]; hits?: number; wounds?: number; losses?: number; chances?: readonly number[]; panic?: number; misfire?: number };

/**
 * Shooters of a unit that need the same: `need` on a die hits, 1 always, 7 never; after a six
 * `then` on a second die, where that is asked. `sources` made it, the skill first.
 */
export type Volley = { models: number; shots: string; need: number; then?: number; sources?: readonly Source[] };

/** Somebody wrote in the chat. */
export type Remark = { type: "remark"; remark: RemarkShown };

/** A player pointed at a place, in 1/100 mm. */
export type Pointed = { type: "pointed"; x: number; y: number; by: string };

/** Who is there. */
export type Presence = { type: "presence"; sides?: { [key: string]: Here }; watchers?: number };

/** The answer to a ping: the line holds, and this viewer may stand at fact `seq`. */
export type Pong = { type: "pong"; seq: number };

/**
 * The server closes the socket after this.
 *
 * `reload`: another protocol. `logout`: the session ended. `behind`: too much unread, come back
 * with `have`. `revoked`: the right to watch ended. `flood`: too many messages. `gone`: there is
 * no such table in play, or it is not for you, or you said no hello.
 */
export type Bye = { type: "bye"; why: "reload" | "logout" | "behind" | "revoked" | "flood" | "gone" };

/**
 * A match over HTTP: where it opens, every step from there, and some whole views between.
 *
 * `told` is the first ruling. `covered` are pairs (to, end): play went back past to + 1 ... end.
 */
export type Film<V = GameView, E = GameEvent> = { match: number; seq: number; opening: Whole<V>; told: Entry<E>; steps: readonly (Step<E>)[]; wholes: readonly (Whole<unknown>)[]; covered: readonly (readonly [number, number])[]; dice: DiceShown };

/** A whole view after fact `seq`; in a film all but the opening leave out `fixed`. */
export type Whole<V = GameView> = { seq: number; view: V };

/** Older lines of the log over HTTP; `more` when there are still older ones. */
export type LogPage<E = GameEvent> = { entries: readonly (Entry<E>)[]; more: boolean };

/** Older lines of the chat over HTTP. */
export type RemarkPage = { remarks: readonly RemarkShown[]; more: boolean };
