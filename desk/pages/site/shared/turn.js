// The checkers of a board and the play of a roll. This file contains no rules: the legal
// steps come from the server.

/** @typedef {number[][]} Men checkers of the bottom and the top player, by place in the player's own numbering: 0 is off, 25 the bar */
/** @typedef {{from: number, to: number}} Step */
/** @typedef {Step & {die: number, state: number}} Made a step with its die and the state after it */
/** @typedef {{start: Men, dice: number[], made: number[][], moves: number[][][]}} TurnData moves has, by state, the legal steps: place, die, and next state, which is 0 for a complete play */

/** moved returns the checkers after a step of a seat.
 * @param {Men} men @param {number} seat @param {Step} step @returns {Men} */
export const moved = (men, seat, { from, to }) => {
	const after = men.map((side) => [...side]), other = after[1 - seat];
	after[seat][from]--;
	after[seat][to]++;
	if (to > 0 && to < 25 && other[25 - to] === 1) [other[25 - to], other[25]] = [0, other[25] + 1];
	return after;
};

/** pips returns the pip count. @param {number[]} side */
export const pips = (side) => side.reduce((sum, n, place) => sum + n * place, 0);

/** words returns steps as text, such as "bar/22 6/off". @param {Step[]} steps */
export const words = (steps) => steps.map(({ from, to }) => `${from === 25 ? "bar" : from}/${to || "off"}`).join(" ");

/** Turn is an incomplete play. */
export class Turn {
	/** @param {TurnData} data */
	constructor({ start, dice, made, moves }) {
		this.start = start;
		this.dice = dice;
		this.moves = moves;
		/** @type {Made[]} */
		this.made = [];
		for (const [from, to] of made) this.step(from, to);
	}

	/** The state after the steps made; null for a complete play. */
	get state() { return this.made.length ? this.made.at(-1).state : 0; }

	get complete() { return this.made.length > 0 && !this.state; }

	/** The checkers after the steps made. @returns {Men} */
	get men() { return this.made.reduce((men, step) => moved(men, 0, step), this.start); }

	/** The dice that are not played. @returns {number[]} */
	get left() {
		const left = this.dice[0] === this.dice[1] ? Array(4).fill(this.dice[0]) : [...this.dice];
		for (const { die } of this.made) left.splice(left.indexOf(die), 1);
		return left;
	}

	/** spent reports for each die whether it is played; of a double, each stands for two steps. */
	get spent() {
		const left = this.left;
		return this.dice[0] === this.dice[1] ? [left.length < 3, left.length < 1] : this.dice.map((die) => !left.includes(die));
	}

	/** steps returns the legal next steps, those of the first die first. */
	steps(state = this.complete ? -1 : this.state) {
		const order = (/** @type {number[]} */ [, die]) => this.dice.indexOf(die);
		return [...(this.moves[state] ?? [])].sort((a, b) => order(a) - order(b))
			.map(([from, die, state]) => ({ from, to: Math.max(from - die, 0), die, state }));
	}

	/** ways returns the legal ways of a checker, by one or more dice, the shortest first.
	 * @param {number} from */
	ways(from, state = this.complete ? -1 : this.state) {
		const first = this.steps(state).filter((step) => step.from === from);
		const further = first.filter((step) => step.state && step.to).flatMap((step) => this.ways(step.to, step.state).map((more) => [step, ...more]));
		return [...first.map((step) => [step]), ...further].sort((a, b) => a.length - b.length);
	}

	/** targets returns the places that a checker can reach, each with the first way there.
	 * @param {number} from */
	targets(from) { return new Map(this.ways(from).reverse().map((way) => [way.at(-1).to, way])); }

	/** step moves a checker to a place, by default with the first die that can be played, and
	 * returns the steps; none if it is not legal. @param {number} from @param {number} [to] */
	step(from, to) {
		const way = to === undefined ? this.steps().filter((step) => step.from === from).slice(0, 1) : this.targets(from).get(to) ?? [];
		this.made.push(...way);
		return way;
	}

	/** read returns the steps of a play of the roll in notation, such as "bar/22 13/8*(2)"; none
	 * if it is not legal. @param {string} text */
	read(text) {
		const words = text.replaceAll("*", "").split(" ");
		for (const order of [words, words.toReversed()]) { // a checker may have to go first
			const turn = new Turn({ start: this.start, dice: this.dice, moves: this.moves, made: [] });
			for (const word of order) {
				const [, way, times] = word.match(/^([^(]*)(?:\((\d)\))?$/) ?? [];
				const places = way?.split("/").map((name) => ({ bar: 25, off: 0 })[name] ?? Number(name)) ?? [];
				for (let n = 0; n < Number(times ?? 1); n++) for (let i = 1; i < places.length; i++) {
					const hits = (way) => way.reduce((men, step) => moved(men, 0, step), turn.men)[1][25]; // notation names all places where it hits
					turn.made.push(...turn.ways(places[i - 1]).filter((way) => way.at(-1).to === places[i]).sort((a, b) => hits(a) - hits(b))[0] ?? []);
				}
			}
			if (turn.complete) return turn.made;
		}
		return [];
	}

	/** back takes back the last step. */
	back() { return this.made.pop(); }

	/** swap makes the other die the first. */
	swap() { this.dice = [this.dice[1], this.dice[0]]; }
}
