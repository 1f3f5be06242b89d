// The board of an exercise: checkers move as in a game, and the play goes to the field.
import { Board } from "./board.js";
import { words } from "./turn.js";

const field = /** @type {HTMLInputElement} */ (document.getElementById("answer"));
const svg = field && document.querySelector("#exercise svg.bgb"), board = svg && Board.of(svg);

const update = () => {
	field.value = words(board.turn.made);
	board.dice();
	document.getElementById("told").textContent = board.turn.complete ? "Click the dice or Answer." : `To move: ${board.turn.left.join(" ")}.`;
};

svg?.addEventListener("part", (/** @type {CustomEvent} */ event) => {
	const { place, from, dragged, key } = event.detail, { turn } = board, die = /^die/.test(place);
	event.preventDefault();
	if (turn.complete) return void ((die || key) && field.form.requestSubmit());
	if (die) turn.swap();
	else board.run(0, turn.step(board.seatPlace(from || place), from ? board.seatPlace(place) : undefined), dragged ? 0 : 150);
	update();
});

field?.form.addEventListener("reset", (event) => {
	event.preventDefault();
	while (board.turn.made.length) board.turn.back();
	board.rest(board.turn.men);
	update();
});
