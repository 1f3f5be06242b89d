// Boards that the server has drawn with parts that the user can activate (svg.Parts). The
// class Board draws checkers, arrows and dice anew, and checkers follow the pointer.
//
// An activated part sends an event "part" to its board, with the part's place, after a drag or
// a pick the place "from", and whether it was "dragged" or activated by a "key". Unless a listener prevents it, the form of the board is
// submitted by its button with data-board and data-into, with both places as fields. A part
// with aria-pressed is picked instead; the next part is activated; Escape cancels the pick. A form with
// data-live also submits when one of its fields changes.
import { gammonlab } from "./page.js";
import { Turn, moved, pips } from "./turn.js";

/** @typedef {import("./turn.js").Men} Men @typedef {import("./turn.js").Step} Step */

const glyph = (name, attributes, text) => {
	const element = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const key in attributes) element.setAttribute(key, attributes[key]);
	if (text !== undefined) element.textContent = text;
	return element;
};

/** Whether the user wants no motion. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Board is a drawn board. */
export class Board {
	/** of returns the board of a drawing or of an element in it. @param {EventTarget} element @returns {Board} */
	static of(element) {
		const svg = /** @type {SVGSVGElement} */ (element.closest("svg.bgb"));
		return svg.board ??= new Board(svg);
	}

	/** @param {SVGSVGElement} svg drawn with parts */
	constructor(svg) {
		const { men, stacks, colours } = JSON.parse(svg.dataset.drawn);
		this.svg = svg;
		/** @type {Record<string, number[]>} x and y of the first checker, the step to the next, and the most that are drawn */
		this.stacks = stacks;
		/** @type {string} the classes of the checkers, by seat */
		this.colours = colours;
		/** @type {Men} */
		this.men = men;
		/** @type {Turn | null} the play to be made on the board */
		this.turn = svg.dataset.turn ? new Turn(JSON.parse(svg.dataset.turn)) : null;
		this.layer = (name) => svg.querySelector(".bgb-" + name);
		this.drawn = new Map(); // drawn checkers by seat and place
		this.yours = this.part("25")?.ariaLabel.startsWith("your");
		this.picks = Boolean(this.turn && svg.querySelector("[aria-pressed]"));
		this.first = this.turn?.dice[0]; // die that is drawn first
		this.grab();
	}

	/** place returns the name of a place of a seat. @param {number} seat @param {number} place */
	place(seat, place) { return place ? String(seat ? 25 - place : place) : ["off", "top-off"][seat]; }

	/** seatPlace returns the place of a name in a seat's numbering, NaN for another seat's. */
	seatPlace(name, seat = 0) {
		if (name === ["off", "top-off"][seat]) return 0;
		const place = seat ? 25 - name : Number(name);
		return place > 0 ? place : NaN;
	}

	part(name) { return this.svg.querySelector(`.bgb-part[data-place="${name}"]`); }

	/** spot returns the middle of a checker of a stack. @returns {[number, number]} */
	spot(seat, place, i) {
		const [x, y, step, most] = this.stacks[this.place(seat, place)];
		const at = y + Math.min(Math.max(i, 0), most - 1) * step;
		return place ? [x, at] : [x + 17, at + 5];
	}

	/** show draws checkers. @param {Men} men */
	show(men) {
		this.men = men;
		this.drawn.clear();
		const all = [];
		men.forEach((side, seat) => side.forEach((n, place) => {
			const [,, , most] = this.stacks[this.place(seat, place)], own = [];
			for (let i = 0; i < Math.min(n, most); i++) own.push(this.checker(seat, place, i, i === most - 1 && n > most ? n : ""));
			this.drawn.set(this.place(seat, place) + seat, own);
			all.push(...own);
		}));
		this.layer("men").replaceChildren(...all);
		this.label();
		this.grab();
	}

	checker(seat, place, i, count) {
		const [x, y] = this.spot(seat, place, i), colour = this.colours[seat], group = glyph("g", {});
		if (!place) group.append(glyph("rect", { class: "bgb-" + colour, x: x - 17, y: y - 5, width: 34, height: 10, rx: 2 }));
		else group.append(glyph("circle", { class: "bgb-" + colour, cx: x, cy: y, r: 17 }), glyph("circle", { class: `bgb-${colour}r`, cx: x, cy: y, r: 11 }));
		if (place && count) group.append(glyph("text", { class: `bgb-${colour}i bgb-b bgb-c`, x, y }, count));
		else if (place && colour === "o") group.append(glyph("path", { class: "bgb-dot", d: `M${x} ${y}h0` }));
		return group;
	}

	/** label brings the names of the parts and the pip counts in line with the checkers. */
	label() {
		for (const part of this.svg.querySelectorAll(".bgb-part")) {
			const [name, now = ""] = part.getAttribute("aria-label").split(", "), seat = [0, 1].find((seat) => this.men[seat][this.seatPlace(part.dataset.place, seat)] > 0);
			if (/point$/.test(name)) {
				const n = seat === undefined ? 0 : this.men[seat][this.seatPlace(part.dataset.place, seat)];
				const whose = this.yours ? ["of your ", "of the opponent's "][seat] : { x: "dark ", o: "light " }[this.colours[seat]];
				part.setAttribute("aria-label", `${name}, ${n ? `${n} ${whose}checker${n === 1 && !whose.startsWith("of") ? "" : "s"}` : "empty"}`);
			} else if (/(bar|tray)$/.test(name)) {
				const of = Number(part.dataset.place === "0" || part.dataset.place === "top-off"), n = this.men[of][/bar$/.test(name) ? 25 : 0];
				part.setAttribute("aria-label", `${name}, ${n} checker${n === 1 ? "" : "s"}${now.endsWith("off") ? " off" : ""}`);
			}
		}
		this.men.forEach((side, seat) => {
			const text = this.layer("name" + seat)?.querySelector("text:last-of-type");
			if (text) text.textContent = text.textContent.replace(/\d+ pips/, pips(side) + " pips");
		});
	}

	/** grab marks the parts whose checkers can be dragged, and those that can be picked. */
	grab() {
		const from = this.turn && new Set(this.turn.steps().map((step) => String(step.from)));
		for (const part of this.svg.querySelectorAll(".bgb-part")) {
			const can = from ? from.has(part.dataset.place) : this.free && this.seatAt(part.dataset.place) >= 0;
			part.classList.toggle("bgb-can", can);
			if (from && this.picks && can) part.ariaPressed ??= "false";
			else if (from) part.ariaPressed = null;
		}
	}

	/** free reports whether all checkers can be dragged to all places. */
	get free() { return Boolean(this.part("player")); }

	seatAt(name) { return [0, 1].findIndex((seat) => this.men[seat][this.seatPlace(name, seat)] > 0); }

	/** top returns the last drawn checker of a place. */
	top(seat, place) { return this.drawn.get(this.place(seat, place) + seat)?.at(-1); }

	/** move shows a step of a seat, and glides for some milliseconds. @param {number} seat @param {Step} step @param {number} ms */
	async move(seat, step, ms = 150) {
		const from = this.spot(seat, step.from, this.men[seat][step.from] - 1), hit = this.men[1 - seat][25 - step.to] === 1 && step.to > 0 && step.to < 25;
		const at = hit && this.spot(1 - seat, 25 - step.to, 0);
		this.show(moved(this.men, seat, step));
		await Promise.all([this.glide(this.top(seat, step.to), from, this.spot(seat, step.to, this.men[seat][step.to] - 1), ms), hit && this.glide(this.top(1 - seat, 25), at, this.spot(1 - seat, 25, this.men[1 - seat][25] - 1), ms)]);
	}

	glide(element, [x, y], [toX, toY], ms) {
		if (!element || still.matches || ms <= 0) return null;
		this.layer("men").append(element);
		return element.animate([{ translate: `${x - toX}px ${y - toY}px` }, { translate: "0 0" }], { duration: ms, easing: "cubic-bezier(.3,.1,.3,1)" }).finished.catch(() => null);
	}

	/** run shows the steps of a seat one after the other, and reports whether it came to the
	 * end: rest and another run end it. @param {number} seat @param {Step[]} steps @param {number} ms per step @param {() => void} [each] */
	async run(seat, steps, ms = 150, each) {
		const mine = this.running = {};
		for (const step of steps) {
			if (this.running !== mine) return false;
			each?.();
			await this.move(seat, step, ms);
		}
		return this.running === mine;
	}

	/** rest ends a run and shows checkers. @param {Men} men */
	rest(men) {
		this.running = null;
		this.show(men);
	}

	/** arrows shows steps that a seat has made as arrows, from where the checkers stood to
	 * where they stand. @param {number} seat @param {Step[]} steps */
	arrows(seat, steps) {
		const shown = {}; // arrows to a place; each has a checker of its own
		this.layer("arrows").replaceChildren(...steps.map(({ from, to }) => {
			shown[to] = (shown[to] ?? 0) + 1;
			const [x, y] = this.spot(seat, from, this.men[seat][from]), [toX, toY] = this.spot(seat, to, this.men[seat][to] - shown[to]);
			const bend = [(x + toX) / 2, 244], way = Math.atan2(toY - bend[1], toX - bend[0]), head = [2.6, -2.6].map((turn) => `${toX + 12 * Math.cos(way + turn)} ${toY + 12 * Math.sin(way + turn)}`);
			return glyph("path", { class: "bgb-arrow", pathLength: 1, d: `M${x} ${y}Q${bend.join(" ")} ${toX} ${toY}M${head[0]}L${toX} ${toY}L${head[1]}` });
		}));
	}

	/** preview shows a play with its arrows, of other checkers if they are given; without steps,
	 * the board as it was. @param {number} seat @param {Step[]} [steps] @param {Men} [men] */
	preview(seat = 0, steps, men) {
		this.before ??= { men: this.men, arrows: [...this.layer("arrows").children] };
		if (steps) {
			this.show(steps.reduce((men, step) => moved(men, seat, step), men ?? this.before.men));
			return this.arrows(seat, steps);
		}
		this.show(this.before.men);
		this.layer("arrows").replaceChildren(...this.before.arrows);
		this.before = null;
	}

	/** dice dims the dice that are played, and exchanges them if the order has changed. */
	dice() {
		const swapped = this.turn.dice[0] !== this.first, spent = this.turn.spent;
		for (const i of [0, 1]) {
			const layer = this.layer("die" + (i + 1));
			layer.classList.toggle("bgb-spent", spent[swapped ? 1 - i : i]);
			for (const element of [layer, this.part("die" + (i + 1))]) element.setAttribute("transform", `translate(${swapped ? 40 - 80 * i : 0} 0)`);
		}
	}

	/** mark marks the places to which a checker can go. @param {string} [from] a place */
	mark(from) {
		const targets = from && this.turn ? [...this.turn.targets(this.seatPlace(from)).keys()] : [];
		this.layer("marks").replaceChildren(...targets.map((place) => {
			const [x, y] = this.spot(0, place, this.men[0][place]);
			return glyph("circle", { class: "bgb-mark", cx: x, cy: y, r: 14 });
		}));
	}

	/** pick picks a part, or cancels the pick. */
	pick(picked) {
		for (const part of this.svg.querySelectorAll("[aria-pressed]")) part.setAttribute("aria-pressed", String(part === picked));
		this.mark(picked?.dataset.place);
	}

	/** activate performs the action of a part, with the part that was picked or dragged. */
	activate(part, dragged, key = false) {
		const picked = dragged || this.svg.querySelector("[aria-pressed=true]");
		if (picked === part) return this.pick(null);
		if (!picked && part.hasAttribute("aria-pressed")) return this.pick(part);
		this.pick(null);
		const detail = { place: part.dataset.place, from: picked?.dataset.place ?? "", dragged: Boolean(dragged), key };
		if (this.svg.dispatchEvent(new CustomEvent("part", { bubbles: true, cancelable: true, detail }))) this.submit(detail);
	}

	/** submit submits the form of the board. Forms are submitted one after the other, because
	 * each response contains the fields of the next form. */
	submit({ place = "", from = "" } = {}) {
		const into = this.svg.closest("form")?.querySelector("[data-board]")?.dataset.into;
		if (into) submitInto(into, { place, from });
	}

	/** at returns the place of a pointer in the drawing. */
	at({ clientX, clientY }) { return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse()); }

	/** lift begins a drag: the checker follows the pointer. */
	lift(part, event) {
		if (this.before) this.preview();
		if (!part.classList.contains("bgb-can")) return;
		if (!this.drawn.size) this.show(this.men);
		const seat = this.turn ? 0 : this.seatAt(part.dataset.place);
		this.held = { part, start: this.at(event), element: this.top(seat, this.seatPlace(part.dataset.place, seat)) };
		this.mark(part.dataset.place);
	}

	drag(event) {
		const { start, element, moving } = this.held, now = this.at(event), [dx, dy] = [now.x - start.x, now.y - start.y];
		if (!element || !moving && Math.hypot(dx, dy) < 5) return;
		if (!moving) {
			this.held.moving = true;
			element.classList.add("bgb-lifted");
			this.layer("men").append(element);
		}
		element.style.translate = `${dx}px ${dy}px`;
	}

	/** drop ends a drag. It goes to the legal place at the pointer or nearest to the checker. */
	drop(event) {
		const { part, moving } = this.held, over = gammonlab.part(document.elementFromPoint(event.clientX, event.clientY));
		let target = over?.closest("svg") === this.svg ? over : null;
		if (moving && this.turn) target = this.nearest(part, target, this.at(event)) ?? part;
		this.let();
		if (target && (target !== part || !moving)) this.activate(target, target === part ? null : part);
	}

	nearest(part, over, { x, y }) {
		const all = [...this.turn.targets(this.seatPlace(part.dataset.place)).keys()].map((place) => this.part(this.place(0, place)));
		if (all.includes(over)) return over;
		const far = (other) => { const r = other.getBBox(); return Math.hypot(x - Math.min(Math.max(x, r.x), r.x + r.width), y - Math.min(Math.max(y, r.y), r.y + r.height)); };
		return all.filter((other) => far(other) < 30).sort((a, b) => far(a) - far(b))[0];
	}

	/** let puts a lifted checker back. */
	let() {
		if (this.held?.moving) this.show(this.men);
		this.held = null;
		this.mark(this.svg.querySelector("[aria-pressed=true]")?.dataset.place);
	}

	/** neighbour returns the next part in a direction. */
	neighbour(part, [dx, dy]) {
		const centre = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
		const [x, y] = centre(part);
		let best = null, least = Infinity;
		for (const other of this.svg.querySelectorAll(".bgb-part")) {
			const [ox, oy] = centre(other), along = (ox - x) * dx + (oy - y) * dy, far = along + 3 * Math.abs((ox - x) * dy + (oy - y) * dx);
			if (along > 1 && far < least) [best, least] = [other, far];
		}
		return best;
	}
}

let queue = Promise.resolve();
const submitInto = (into, more) => {
	queue = queue.then(async () => {
		const button = document.querySelector(into)?.querySelector("[data-board]");
		if (button) await gammonlab.submit(button.form, button, more);
	});
};

gammonlab.part = (element) => /** @type {SVGGElement} */ (element?.closest?.(".bgb-part"));
gammonlab.Board = Board;

/** @type {Board | null} the board with a part that a pointer holds */
let holding = null, held = "";

addEventListener("pointerdown", (event) => {
	const part = event.button || !event.isPrimary ? null : gammonlab.part(event.target);
	[holding, held] = [part && Board.of(part), part?.id];
	if (!part) return;
	if (part.hasPointerCapture?.(event.pointerId)) part.releasePointerCapture(event.pointerId);
	holding.lift(part, event);
});

addEventListener("touchstart", (event) => { if (holding?.held) event.preventDefault(); }, { passive: false }); // browsers would scroll

addEventListener("pointermove", (event) => { if (holding?.held && event.isPrimary) holding.drag(event); });

addEventListener("pointercancel", () => {
	holding?.let();
	holding = null;
});

addEventListener("pointerup", (event) => {
	const board = holding, part = gammonlab.part(document.getElementById(held)), target = gammonlab.part(document.elementFromPoint(event.clientX, event.clientY));
	[holding, held] = [null, ""];
	if (board?.held && board.svg.isConnected) board.drop(event);
	else if (board && part && target?.closest("svg") === part.closest("svg")) Board.of(part).activate(target, target === part ? null : part); // a click on a replaced element would be lost
});

document.addEventListener("click", (event) => { // without a pointer
	if (gammonlab.part(event.target) && !event.detail && !event.pointerType) Board.of(event.target).activate(gammonlab.part(event.target));
});

document.addEventListener("focusin", (event) => {
	const part = gammonlab.part(event.target);
	for (const other of part?.closest("svg").querySelectorAll(".bgb-part") || []) other.setAttribute("tabindex", other === part ? "0" : "-1");
});

document.addEventListener("keydown", (event) => {
	const part = gammonlab.part(event.target), board = part && Board.of(part);
	const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
	if (!part || event.ctrlKey || event.metaKey || event.altKey) return;
	if (arrow) board.neighbour(part, arrow)?.focus();
	else if (event.key === "Enter" || event.key === " ") event.repeat || board.activate(part, null, true);
	else if (event.key === "Escape" && board.svg.querySelector("[aria-pressed=true]")) board.pick(null);
	else return;
	event.preventDefault();
}, true); // before the keys of the page

document.addEventListener("change", (event) => {
	const button = event.target.form?.hasAttribute("data-live") && event.target.form.querySelector("[data-board]");
	if (button) submitInto(button.dataset.into, { place: "", from: "" });
});
